//! Requests that are refused.

use hyper::StatusCode;
use serde_json::{Value as Json, json};
use std::fmt;

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RequestRefusal {
    pub(super) status: StatusCode,
    /// A sentence for a person.
    text: String,
    /// The column of a wrong text, from 0.
    at: Option<usize>,
}

impl RequestRefusal {
    pub(super) fn new(status: StatusCode, text: impl Into<String>) -> RequestRefusal {
        RequestRefusal { status, text: text.into(), at: None }
    }

    /// An invalid request.
    pub(super) fn wrong(text: impl Into<String>) -> RequestRefusal {
        RequestRefusal::new(StatusCode::BAD_REQUEST, text)
    }

    /// A text that is wrong at this column.
    pub(super) fn wrong_at(at: usize, text: impl Into<String>) -> RequestRefusal {
        RequestRefusal { at: Some(at), ..RequestRefusal::wrong(text) }
    }

    /// A request for more than is done at a time.
    pub(super) fn busy(text: impl Into<String>) -> RequestRefusal {
        RequestRefusal::new(StatusCode::SERVICE_UNAVAILABLE, text)
    }

    pub(super) fn json(&self) -> Json {
        match self.at {
            Some(at) => json!({ "error": self.text, "at": at }),
            None => json!({ "error": self.text }),
        }
    }
}

impl fmt::Display for RequestRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
