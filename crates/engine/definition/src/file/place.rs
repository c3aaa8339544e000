//! Places in a file, and what is said of them when all of it was read: faults and warnings.

use super::complaint::{Complaint, Word};
use super::draft::{STARTS, current_name, is_on_by_default};
use super::grammar::{Entry, Section};
use plyglot_core::game::{Mismatch, TextError, quote};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Places in a section for faults that are found after all of it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    section: String,
    /// Line and column of its name.
    name: (usize, usize),
    /// Line and column of its start position; `None` if it has that of its parent.
    start: Option<(usize, usize)>,
    /// The positions of its named starts.
    pub starts: Vec<StartPlace>,
    /// The keys that it sets, with their lines and columns.
    keys: BTreeMap<String, (usize, usize)>,
    /// What it has without an effect.
    pub idle: Vec<Warning>,
}

/// The position of a named start, and the line and the column where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartPlace {
    /// The position as the file has it.
    pub position: String,
    place: (usize, usize),
}

impl StartPlace {
    pub(super) fn new(word: Word) -> StartPlace {
        StartPlace { position: word.text.to_owned(), place: (word.line, word.column) }
    }
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

fn place_of(word: Word) -> (usize, usize) {
    (word.line, word.column)
}

impl Place {
    pub(super) fn new(section: &Section) -> Place {
        let mut keys = BTreeMap::new();
        for entry in &section.entries {
            let has_effect = match entry.value.text {
                "-" | "0" | "none" => false,
                // Other keys are then as if they were not there.
                "false" => is_on_by_default(entry.key.text),
                _ => true,
            };
            if has_effect {
                keys.insert(current_name(entry.key.text).to_owned(), place_of(entry.key));
            }
        }
        let start = section.entries.iter().rfind(|entry| entry.key.text == "startFen");
        let mut later = BTreeSet::new();
        let mut idle = Vec::new();
        for entry in section.entries.iter().rev() {
            if entry.key.text != STARTS && !later.insert(entry.key.text) {
                let name = current_name(entry.key.text).to_owned();
                let text = "no effect, as the section has it again".to_owned();
                idle.push(Warning::at(entry.key, section.name.text, Some(name), text));
            }
        }
        Place {
            section: section.name.text.to_owned(),
            name: place_of(section.name),
            start: start.map(|entry| place_of(entry.value)),
            starts: Vec::new(),
            keys,
            idle,
        }
    }

    /// Whether the section sets a key to what may have an effect: not to none.
    pub fn sets(&self, key: &str) -> bool {
        self.keys.contains_key(key)
    }

    /// A warning about the first of these keys that the section sets, or about all of it.
    pub fn warning(&self, keys: &[String], text: String) -> Warning {
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
    pub fn complaint(&self, mismatch: Mismatch) -> Complaint {
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

    /// A fault of the start position.
    pub fn start_complaint(&self, error: TextError) -> Complaint {
        match self.start {
            Some(place) => self.position_complaint("startFen", place, error),
            None => self.inherited(error.mismatch),
        }
    }

    /// A fault of the position of a named start.
    pub fn named_start_complaint(&self, start: &StartPlace, error: TextError) -> Complaint {
        self.position_complaint(STARTS, start.place, error)
    }

    fn position_complaint(
        &self,
        key: &str,
        (line, column): (usize, usize),
        error: TextError,
    ) -> Complaint {
        let column = column + error.at;
        Complaint { line, column, key: Some(key.to_owned()), ..self.complaint(error.mismatch) }
    }

    /// A fault of the start position of its parent.
    pub(super) fn inherited(&self, Mismatch { expected, found, .. }: Mismatch) -> Complaint {
        let expected = format!("a startFen, as the inherited one does not fit: {expected}");
        self.complaint(Mismatch::new(expected, found))
    }
}
