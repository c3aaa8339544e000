//! Usage errors in commands and games given as arguments.

use plyglot_core::game::{Mismatch, quote};
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
        let hint = nearest(written, known.iter().copied()).map(str::to_owned);
        UsageError(Mismatch { hint, ..Mismatch::new(what, quote(written)) }.to_string())
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UsageError {}
