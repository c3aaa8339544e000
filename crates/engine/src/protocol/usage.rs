//! Usage errors in commands and games given as arguments.

use plyglot_core::game::quote;
use plyglot_support::text::nearest;
use std::error::Error;
use std::fmt;

/// Invalid arguments: the program ends with status 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError(String);

impl UsageError {
    /// An error with this explanation.
    pub fn new(why: impl Into<String>) -> UsageError {
        UsageError(why.into())
    }

    /// The error for an unknown word.
    pub fn unknown(what: &str, written: &str, known: &[&str]) -> UsageError {
        let found = quote(written);
        UsageError(match nearest(written, known.iter().copied()) {
            Some(hint) => format!("expected {what}, found {found}; did you mean '{hint}'?"),
            None => format!("expected {what}, found {found}"),
        })
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UsageError {}
