//! Requests that are refused.

use hyper::StatusCode;
use serde_json::{Value as Json, json};
use std::fmt;

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    /// A sentence for a person.
    text: String,
    /// The column of a wrong text, from 0.
    at: Option<usize>,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, text: impl Into<String>) -> Refusal {
        Refusal { status, text: text.into(), at: None }
    }

    /// A request that makes no sense.
    pub(super) fn wrong(text: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, text)
    }

    /// A text that is wrong at this column.
    pub(super) fn wrong_at(at: usize, text: impl Into<String>) -> Refusal {
        Refusal { at: Some(at), ..Refusal::wrong(text) }
    }

    /// More than is done at a time.
    pub(super) fn busy(text: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, text)
    }

    pub(super) fn json(&self) -> Json {
        match self.at {
            Some(at) => json!({ "error": self.text, "at": at }),
            None => json!({ "error": self.text }),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
