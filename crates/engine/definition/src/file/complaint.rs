//! Faults in a file.

use plyglot_core::game::quote;
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

    pub(super) fn within(mut self: Box<Self>, section: &str, key: Option<&str>) -> Box<Complaint> {
        self.section = Some(section.to_owned());
        self.key = key.map(str::to_owned);
        self
    }

    /// The same fault, with a description in place of what is there.
    pub(super) fn unquoted(mut self: Box<Self>, found: &str) -> Box<Complaint> {
        self.found = found.to_owned();
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

fn quoted(text: &str) -> String {
    if text.is_empty() { "nothing".to_owned() } else { quote(text) }
}

/// The faults of a file, up to [`MAX_COMPLAINTS`].
#[derive(Debug, Default)]
pub(super) struct Complaints {
    all: Vec<Complaint>,
    /// The number of those that are not among them.
    unlisted: usize,
    hints: usize,
}

/// The most faults of a file that are shown.
pub const MAX_COMPLAINTS: usize = 200;
/// The most faults for which the word that was meant is looked for, which takes long.
const MAX_HINTS: usize = 20;

impl Complaints {
    pub(super) fn push(&mut self, complaint: Complaint) {
        if self.all.len() < MAX_COMPLAINTS {
            self.all.push(complaint);
        } else {
            self.unlisted += 1;
        }
    }

    /// Adds the one of the `right` words that is nearest to `written`, if there were few such
    /// faults before.
    pub(super) fn suggest<'a>(
        &mut self,
        complaint: Box<Complaint>,
        written: &str,
        right: impl Iterator<Item = &'a str>,
    ) -> Box<Complaint> {
        if self.hints == MAX_HINTS {
            return complaint;
        }
        self.hints += 1;
        complaint.suggest(written, right)
    }

    /// The faults in the order of the file, and how many more there are. Of too many, the last
    /// complaint gives the number, in place of the first that is not listed.
    pub(super) fn finish(mut self) -> (Vec<Complaint>, usize) {
        self.all.sort_by_key(|complaint| (complaint.line, complaint.column));
        if let Some(last) = self.all.last().filter(|_| self.unlisted > 0) {
            let end = Word { text: "", line: last.line, column: last.column };
            let expected = format!("at most {MAX_COMPLAINTS} errors, and shows no others");
            let count = self.all.len() + self.unlisted;
            let complaint = Complaint::at(end, expected).unquoted(&count.to_string());
            self.all.push(*complaint);
        }
        (self.all, self.unlisted.saturating_sub(1))
    }
}

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
        let before = &self.text[..self.offset(part)];
        Word { text: part, column: self.column + before.chars().count(), ..self }
    }

    /// Where a slice of its text begins, in bytes.
    fn offset(self, part: &str) -> usize {
        // Both point into the same text, so no unsafe code is needed for the distance.
        let offset = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        if self.text.is_char_boundary(offset) { offset } else { 0 }
    }

    pub(super) fn end(self) -> Word<'a> {
        self.part(&self.text[self.text.len()..])
    }

    pub(super) fn words(self) -> impl Iterator<Item = Word<'a>> {
        // Columns are counted from the word before: from the beginning, it would take long.
        let mut before = self;
        self.text.split_whitespace().map(move |part| {
            let word = before.part(part);
            before = Word { text: &before.text[before.offset(part)..], ..word };
            word
        })
    }
}
