//! `rules.txt`, read once.

use std::sync::LazyLock;

pub(super) static SECTIONS: LazyLock<Vec<Section>> =
    LazyLock::new(|| sections(include_str!("rules.txt")));

pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) sentences: Vec<Sentence>,
}

/// A sentence, told where all its conditions hold.
pub(super) struct Sentence {
    pub(super) conditions: Vec<Condition>,
    /// Whether it stays in the paragraph of the one before.
    pub(super) goes_on: bool,
    /// What stands before the first value.
    pub(super) start: &'static str,
    pub(super) slots: Vec<Slot>,
}

pub(super) struct Condition {
    pub(super) name: &'static str,
    /// The word that it is or is not; without one, it is something or nothing.
    pub(super) word: Option<&'static str>,
    pub(super) is_so: bool,
}

/// A value within a sentence, and what stands behind it.
pub(super) struct Slot {
    pub(super) name: &'static str,
    pub(super) form: &'static str,
    pub(super) rest: &'static str,
}

impl Sentence {
    /// Whether it says itself of which side it is told.
    pub(super) fn names_side(&self) -> bool {
        self.slots.iter().any(|slot| ["side", "side2", "its", "it", "each"].contains(&slot.name))
    }
}

fn sections(text: &'static str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            sections.push(Section { title, sentences: Vec::new() });
        } else if let Some(section) = sections.last_mut() {
            section.sentences.extend(sentence(line));
        }
    }
    sections
}

/// The sentence of a line; `None` of one between the paragraphs.
fn sentence(line: &'static str) -> Option<Sentence> {
    let (conditions, text) = line.split_once('|')?;
    let text = text.trim();
    let after = text.strip_prefix("+ ");
    let mut parts = after.unwrap_or(text).split('{');
    let start = parts.next()?;
    let mut slots = Vec::new();
    for part in parts {
        let (value, rest) = part.split_once('}')?;
        let (name, form) = value.split_once(':').unwrap_or((value, ""));
        slots.push(Slot { name, form, rest });
    }
    let conditions = conditions.split_whitespace().map(condition).collect();
    Some(Sentence { conditions, goes_on: after.is_some(), start, slots })
}

fn condition(text: &'static str) -> Condition {
    if let Some((name, word)) = text.split_once("!=") {
        Condition { name, word: Some(word), is_so: false }
    } else if let Some((name, word)) = text.split_once('=') {
        Condition { name, word: Some(word), is_so: true }
    } else {
        let unset = text.strip_prefix('!');
        Condition { name: unset.unwrap_or(text), word: None, is_so: unset.is_none() }
    }
}
