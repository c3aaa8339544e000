//! Faults in a file, with their places.

use super::draft::current_name;
use super::grammar::{Entry, Section};
use plyglot_core::game::{Mismatch, TextError, quote};
use plyglot_support::text::nearest;
use std::collections::{BTreeMap, BTreeSet};
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

/// Places in a section for faults that are found after all of it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    section: String,
    /// Line and column of its name.
    name: (usize, usize),
    /// Line and column of its start position; `None` if it has that of its parent.
    start: Option<(usize, usize)>,
    /// The keys that it sets, with their lines and columns.
    keys: BTreeMap<String, (usize, usize)>,
    /// What it has without an effect.
    pub(crate) idle: Vec<Warning>,
}

/// Rules that can be played, but look like mistakes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The section in which it is.
    pub section: String,
    /// The key that is meant, if the section has it.
    pub key: Option<String>,
    /// What is the matter.
    pub text: String,
}

impl Warning {
    pub(super) fn at(word: Word, section: &str, key: Option<String>, text: String) -> Warning {
        let Word { line, column, .. } = word;
        Warning { line, column, section: section.to_owned(), key, text }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Warning { line, column, section, key, text } = self;
        write!(f, "line {line}, column {column}: warning: [{section}] ")?;
        key.as_ref().map_or(Ok(()), |key| write!(f, "{key}: "))?;
        write!(f, "{text}")
    }
}

/// Keys that mean something when they are `false`. Others are then as if they were not there.
const ON_BY_DEFAULT: [&str; 5] =
    ["checking", "dropChecks", "connectVertical", "connectHorizontal", "connectDiagonal"];

impl Place {
    pub(super) fn new(section: &Section) -> Place {
        let place = |word: Word| (word.line, word.column);
        let is_set = |entry: &&Entry| match entry.value.text {
            "-" | "0" | "none" => false,
            "false" => ON_BY_DEFAULT.contains(&entry.key.text),
            _ => true,
        };
        let keys = section.entries.iter().filter(is_set);
        let start = section.entries.iter().rfind(|entry| entry.key.text == "startFen");
        let name = |entry: &Entry| current_name(entry.key.text).to_owned();
        let mut later = BTreeSet::new();
        let overridden = section.entries.iter().rev().filter(|entry| !later.insert(entry.key.text));
        let warning = |entry: &Entry| {
            let text = "no effect, as the section has it again".to_owned();
            Warning::at(entry.key, section.name.text, Some(name(entry)), text)
        };
        Place {
            section: section.name.text.to_owned(),
            name: place(section.name),
            start: start.map(|entry| place(entry.value)),
            keys: keys.map(|entry| (name(entry), place(entry.key))).collect(),
            idle: overridden.map(warning).collect(),
        }
    }

    pub(crate) fn sets(&self, key: &str) -> bool {
        self.keys.contains_key(key)
    }

    /// A warning about the first of these keys that the section sets, or about all of it.
    pub(crate) fn warning(&self, keys: &[String], text: String) -> Warning {
        let found = keys.iter().find_map(|key| self.keys.get_key_value(key));
        let (line, column) = found.map_or(self.name, |(_, place)| *place);
        let key = found.map(|(key, _)| key.clone());
        Warning { line, column, section: self.section.clone(), key, text }
    }

    /// Warns of a later section, if it has the same name: as in Fairy-Stockfish, the first counts.
    pub(super) fn warn_repeated(&mut self, name: Word) {
        if self.section == name.text {
            let text = "no effect, as the file has it before".to_owned();
            self.idle.push(Warning::at(name, name.text, None, text));
        }
    }

    pub(super) fn warn_off_board(&mut self, entry: Entry, off: &[Word]) {
        let Some(first) = off.first() else { return };
        let words: Vec<&str> = off.iter().map(|word| word.text).collect();
        let text = format!("{} off the board", quote(&words.join(" ")));
        let key = current_name(entry.key.text).to_owned();
        self.idle.push(Warning::at(*first, &self.section, Some(key), text));
    }

    /// A fault at the key that was found, if the section has it, or of all of it.
    pub(crate) fn complaint(&self, mismatch: Mismatch) -> Complaint {
        let key = self.keys.get_key_value(&mismatch.found);
        let (line, column) = key.map_or(self.name, |(_, place)| *place);
        Complaint {
            line,
            column,
            section: Some(self.section.clone()),
            key: key.map(|(key, _)| key.clone()),
            expected: mismatch.expected,
            found: mismatch.found,
            nearest: None,
        }
    }

    pub(crate) fn start_complaint(&self, error: TextError) -> Complaint {
        match self.start {
            Some((line, column)) => Complaint {
                line,
                column: column + error.at,
                key: Some("startFen".to_owned()),
                ..self.complaint(error.mismatch)
            },
            None => self.inherited(error.mismatch),
        }
    }

    /// A fault of the start position of its parent.
    pub(super) fn inherited(&self, Mismatch { expected, found, .. }: Mismatch) -> Complaint {
        let expected = format!("a startFen, as the inherited one does not fit: {expected}");
        self.complaint(Mismatch::new(expected, found))
    }
}

fn quoted(text: &str) -> String {
    if text.is_empty() { "nothing".to_owned() } else { quote(text) }
}

/// The faults of a file, up to [`MAX_COMPLAINTS`].
#[derive(Debug, Default)]
pub(super) struct Complaints {
    all: Vec<Complaint>,
    has_more: bool,
    hints: usize,
}

pub(crate) const MAX_COMPLAINTS: usize = 200;
/// The most faults for which the word that was meant is looked for, which takes long.
const MAX_HINTS: usize = 20;

impl Complaints {
    pub(super) fn push(&mut self, complaint: Complaint) {
        if self.all.len() < MAX_COMPLAINTS {
            self.all.push(complaint);
        } else {
            self.has_more = true;
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

    pub(super) fn finish(mut self) -> Vec<Complaint> {
        self.all.sort_by_key(|complaint| (complaint.line, complaint.column));
        if let Some(last) = self.all.last().filter(|_| self.has_more) {
            let end = Word { text: "", line: last.line, column: last.column };
            let expected = format!("at most {MAX_COMPLAINTS} errors, and shows no others");
            let complaint = Complaint::at(end, expected).unquoted("more");
            self.all.push(*complaint);
        }
        self.all
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
