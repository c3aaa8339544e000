//! Requests that are refused.

use plyglot_core::game::TextError;
use serde_json::{Value as Json, json};
use std::fmt;

/// Why a request is refused. Its kinds have the numbers that they have in HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestRefusal {
    /// The status: of 400 to 599.
    pub status: u16,
    /// A sentence for a person.
    text: String,
    /// The column of a wrong text, from 0.
    at: Option<usize>,
}

impl RequestRefusal {
    /// A request that is refused with this status.
    pub fn new(status: u16, text: impl Into<String>) -> RequestRefusal {
        RequestRefusal { status, text: text.into(), at: None }
    }

    /// An invalid request.
    pub fn wrong(text: impl Into<String>) -> RequestRefusal {
        RequestRefusal::new(400, text)
    }

    /// A text that is wrong at this column.
    pub fn wrong_at(at: usize, text: impl Into<String>) -> RequestRefusal {
        RequestRefusal { at: Some(at), ..RequestRefusal::wrong(text) }
    }

    /// A text that is no position or no move.
    pub fn of_text(error: &TextError) -> RequestRefusal {
        RequestRefusal::wrong_at(error.at, error.to_string())
    }

    /// A request for something that there is not.
    pub fn unknown(text: impl Into<String>) -> RequestRefusal {
        RequestRefusal::new(404, text)
    }

    /// A request for more than is done at a time.
    pub fn busy(text: impl Into<String>) -> RequestRefusal {
        RequestRefusal::new(503, text)
    }

    /// The object that says it.
    pub fn json(&self) -> Json {
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
