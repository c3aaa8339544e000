//! Arguments that make no sense, as a whole or by themselves.

use crate::games::quote;
use crate::text::nearest;
use std::error::Error;
use std::fmt;

/// The arguments make no sense. This and an [`OptionError`](super::OptionError) are errors
/// of usage; every other error is a failure on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError(String);

impl UsageError {
    pub(crate) fn new(why: impl Into<String>) -> UsageError {
        UsageError(why.into())
    }

    /// A word that is none of those that exist.
    pub(crate) fn unknown(what: &str, written: &str, known: &[&str]) -> UsageError {
        let found = quote(written);
        UsageError(match nearest(written, known.iter().copied()) {
            Some(hint) => format!("expected {what}, found {found}; did you mean '{hint}'?"),
            None => format!("expected {what}, found {found}; try --help"),
        })
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UsageError {}
