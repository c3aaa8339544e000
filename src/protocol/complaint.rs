//! What is wrong with a line of input.

use crate::games::TextError;
use crate::text::nearest;
use std::fmt;

/// What is wrong with a line, where, and what would have been right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The column of the character at which it went wrong, from 1.
    pub column: usize,
    /// What would have been right there.
    pub expected: String,
    /// What stood there.
    pub found: String,
    /// A word that may have been meant.
    pub hint: Option<String>,
}

impl Complaint {
    /// An error in text that begins at `column` of the line.
    pub fn at(column: usize, error: TextError) -> Complaint {
        let TextError { at, expected, found } = error;
        Complaint { column: column + at, expected, found, hint: None }
    }

    /// This complaint with the nearest of the words that would have been
    /// right, if one is near what was `written`.
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
