//! Errors in what users write.

use plyglot_support::text::quote;
use std::fmt;

/// What was expected, and what was found instead: all errors in what users write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The input that was expected.
    pub expected: String,
    /// The input that was found.
    pub found: String,
    /// The word that was probably meant.
    pub hint: Option<String>,
}

impl Mismatch {
    /// A mismatch without a hint.
    pub fn new(expected: impl Into<String>, found: impl Into<String>) -> Mismatch {
        Mismatch { expected: expected.into(), found: found.into(), hint: None }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)?;
        match &self.hint {
            Some(hint) => write!(f, "; did you mean '{hint}'?"),
            None => Ok(()),
        }
    }
}

/// The error for text that is no position, no move or no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The position of the error in the text, in characters from 0.
    pub at: usize,
    /// What is wrong there.
    pub mismatch: Mismatch,
}

impl TextError {
    /// The same error with the word that was probably meant.
    pub fn hinted(mut self, hint: Option<&str>) -> TextError {
        self.mismatch.hint = hint.map(str::to_owned);
        self
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.mismatch)
    }
}

impl std::error::Error for TextError {}

/// A [`TextError`] at the byte offset `at` of `text`, with the word or the character
/// there.
pub fn text_error(text: &str, at: usize, expected: impl Into<String>) -> TextError {
    let at = (0..=at.min(text.len())).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
    let rest = &text[at..];
    let found = match rest.split_whitespace().next() {
        Some(word) if rest.starts_with(word) => quote(word),
        Some(_) => "a blank".to_owned(),
        None => "the end".to_owned(),
    };
    TextError { at: text[..at].chars().count(), mismatch: Mismatch::new(expected, found) }
}
