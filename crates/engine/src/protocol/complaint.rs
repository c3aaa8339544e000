//! Errors in a line of input.

use plyglot_core::game::TextError;
use plyglot_support::text::nearest;
use std::fmt;

/// An error in a line: where it is, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The column of the error, from 1.
    pub column: usize,
    /// The input that was expected there.
    pub expected: String,
    /// The input that was found there.
    pub found: String,
    /// The word that was probably meant.
    pub hint: Option<String>,
}

impl Complaint {
    /// An error in text that begins at `column` of the line.
    pub fn at(column: usize, error: TextError) -> Complaint {
        let TextError { at, expected, found } = error;
        Complaint { column: column + at, expected, found, hint: None }
    }

    /// Adds the one of the `right` words that is nearest to `written`, if one is near.
    pub fn suggest<'a>(mut self, written: &str, right: impl Iterator<Item = &'a str>) -> Complaint {
        self.hint = nearest(written, right).map(str::to_owned);
        self
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: expected {}, found {}", self.column, self.expected, self.found)?;
        match &self.hint {
            Some(hint) => write!(f, "; did you mean '{hint}'?"),
            None => Ok(()),
        }
    }
}
