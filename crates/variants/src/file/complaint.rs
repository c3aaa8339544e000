//! Faults in a file, with their places.

use plyglot_core::game::{Mismatch, TextError};
use plyglot_support::text::nearest;
use std::fmt;

/// A fault of a file: where it is, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The section in which it is.
    pub section: Option<String>,
    /// The key whose value is wrong.
    pub key: Option<String>,
    /// The description of what should be there.
    pub expected: String,
    /// The text that is there, shortened if long.
    pub found: String,
    /// The word that was probably meant.
    pub nearest: Option<String>,
}

impl Complaint {
    /// A fault at `found`, not yet in a section.
    pub(super) fn at(found: Word, expected: impl Into<String>) -> Box<Complaint> {
        Box::new(Complaint {
            line: found.line,
            column: found.column,
            section: None,
            key: None,
            expected: expected.into(),
            found: quoted(found.text),
            nearest: None,
        })
    }

    /// The same fault in this section, under this key.
    pub(super) fn within(mut self: Box<Self>, section: &str, key: Option<&str>) -> Box<Complaint> {
        self.section = Some(section.to_owned());
        self.key = key.map(str::to_owned);
        self
    }

    /// Adds the one of the `right` words that is nearest to `written`, if one is near.
    pub(super) fn suggest<'a>(
        mut self: Box<Self>,
        written: &str,
        right: impl Iterator<Item = &'a str>,
    ) -> Box<Complaint> {
        self.nearest = nearest(written, right).map(str::to_owned);
        self
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        if let Some(section) = &self.section {
            write!(f, "[{section}] ")?;
        }
        if let Some(key) = &self.key {
            write!(f, "{key}: ")?;
        }
        write!(f, "expected {}, found {}", self.expected, self.found)?;
        match &self.nearest {
            Some(nearest) => write!(f, " (did you mean '{nearest}'?)"),
            None => Ok(()),
        }
    }
}

/// Places in a section for faults that are found after all of it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    section: String,
    /// Line and column of its name.
    name: (usize, usize),
    /// Line and column of its start position; `None` if it has that of its parent.
    start: Option<(usize, usize)>,
}

impl Place {
    pub(super) fn new(name: Word, start: Option<Word>) -> Place {
        let place = |word: Word| (word.line, word.column);
        Place { section: name.text.to_owned(), name: place(name), start: start.map(place) }
    }

    /// A fault of the whole section.
    pub(crate) fn complaint(&self, mismatch: Mismatch) -> Complaint {
        let (line, column) = self.name;
        Complaint {
            line,
            column,
            section: Some(self.section.clone()),
            key: None,
            expected: mismatch.expected,
            found: mismatch.found,
            nearest: None,
        }
    }

    /// A fault of its start position.
    pub(crate) fn start_complaint(&self, error: TextError) -> Complaint {
        match self.start {
            Some((line, column)) => Complaint {
                line,
                column: column + error.at,
                key: Some("startFen".to_owned()),
                ..self.complaint(error.mismatch)
            },
            None => self.inherited(&error.mismatch.expected),
        }
    }

    /// A fault of the start position of its parent.
    pub(super) fn inherited(&self, expected: &str) -> Complaint {
        let expected = format!("a startFen, as the inherited one does not fit: {expected}");
        self.complaint(Mismatch::new(expected, quoted(&self.section)))
    }
}

/// The text as a complaint shows it, shortened if long.
fn quoted(text: &str) -> String {
    const LENGTH: usize = 40;
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let shown: String = text.chars().filter(|c| !c.is_control()).take(LENGTH).collect();
    if text.chars().nth(LENGTH).is_some() { format!("'{shown}...'") } else { format!("'{shown}'") }
}

/// A part of a line, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    /// The text.
    pub text: &'a str,
    /// The line, from 1.
    pub line: usize,
    /// The column of its first character, from 1.
    pub column: usize,
}

impl<'a> Word<'a> {
    /// Its part `part`, which is a slice of its text.
    pub(super) fn part(self, part: &'a str) -> Word<'a> {
        // Both point into the same text, so no unsafe code is needed for the distance.
        let before = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let column = self.column + self.text.get(..before).map_or(0, |text| text.chars().count());
        Word { text: part, column, ..self }
    }

    /// The place right behind it.
    pub(super) fn end(self) -> Word<'a> {
        self.part(&self.text[self.text.len()..])
    }

    /// Its parts between blanks.
    pub(super) fn words(self) -> impl Iterator<Item = Word<'a>> {
        self.text.split_whitespace().map(move |part| self.part(part))
    }
}
