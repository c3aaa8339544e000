//! Which of the sentences of `rules.txt` are told, and their words.

use super::sections::{Condition, SECTIONS, Sentence};
use super::value::Value;
use super::words::{Words, ordinal};
use plyglot_core::game::{Outcome, Side};
use plyglot_definition::keys::Field;
use plyglot_definition::{Definition, PieceMask, Region};
use plyglot_support::text::{capitalised, number_word, plural, with_article};
use std::collections::BTreeMap;

impl Value {
    fn is_some(&self) -> bool {
        match self {
            Value::Number(number) => *number > 0,
            Value::Pieces(pieces) => *pieces != PieceMask::NONE,
            Value::Place(text, _) | Value::Text(text) => !text.is_empty(),
            Value::Result(_) => true,
        }
    }

    /// Whether it is this word of a condition.
    fn is_word(&self, word: &str) -> bool {
        match self {
            Value::Number(number) => word.parse::<usize>() == Ok(*number),
            Value::Text(text) => text == word,
            Value::Result(Outcome::Won) => word == "win",
            Value::Result(Outcome::Drawn) => word == "draw",
            Value::Result(Outcome::Lost) => word == "loss",
            Value::Pieces(_) | Value::Place(..) => false,
        }
    }

    /// In words, in the form that stands behind `:`.
    fn in_words(&self, words: &Words, form: &str) -> String {
        match (self, form) {
            (Value::Number(of), "th") => ordinal(*of),
            (Value::Number(of), "^") => capitalised(&number_word(*of)),
            (Value::Number(of), "") => number_word(*of),
            (Value::Number(1), noun) => format!("one {noun}"),
            (Value::Number(of), noun) => format!("{} {}", number_word(*of), plural(noun)),
            (Value::Pieces(pieces), "choice") if words.pieces(*pieces).len() > 1 => {
                format!("{}, as its player chooses", with_article(&words.any(*pieces)))
            }
            (Value::Pieces(pieces), "a" | "choice") => with_article(&words.any(*pieces)),
            (Value::Pieces(pieces), "A") => capitalised(&with_article(&words.any(*pieces))),
            (Value::Pieces(pieces), "all") => words.all(*pieces),
            (Value::Pieces(pieces), "some") => words.some(*pieces),
            (Value::Pieces(pieces), "All") => capitalised(&words.all(*pieces)),
            (Value::Pieces(pieces), _) => words.any(*pieces),
            (Value::Place(_, true), "of") => String::new(),
            (Value::Text(text), _) | (Value::Place(text, _), "and") => text.clone(),
            (Value::Place(text, _), "only") => {
                if text.starts_with("all squares but") { "" } else { " only" }.to_owned()
            }
            (Value::Place(text, _), _) => {
                let one = text.replace(" and ", " or ");
                match text.strip_prefix("all squares but") {
                    Some(but) if form == "of" => format!(" other than{but}"),
                    Some(but) => format!("any square but{but}"),
                    None if form == "of" => match one.strip_prefix("the squares") {
                        Some(from) => from.to_owned(),
                        None => format!(" of {one}"),
                    },
                    None if text.contains(" to ") => one,
                    None => one.replace("ranks ", "rank ").replace("files ", "file "),
                }
            }
            (Value::Result(result), form) => match if form == "not" { !*result } else { *result } {
                Outcome::Won => "wins".to_owned(),
                Outcome::Drawn => "draws the game".to_owned(),
                Outcome::Lost => "loses".to_owned(),
            },
        }
    }
}

/// By name and side.
#[derive(Clone)]
pub(super) struct Values(BTreeMap<String, [Value; 2]>);

impl Values {
    pub(super) fn new(definition: &Definition, words: &Words) -> Values {
        let mut values = Values(BTreeMap::new());
        let mut definition = definition.clone();
        for (piece, own) in definition.pieces.iter().enumerate() {
            let pieces = PieceMask(PieceMask::single(piece).0 & words.every().0);
            values.set_both(own.name, Value::Pieces(pieces));
        }
        for group in definition.groups() {
            let [first, second] = Side::BOTH.map(|side| {
                let fields = group.fields(side);
                fields.iter().map(|field| value_of(field, words)).collect::<Vec<_>>()
            });
            for (key, of) in group.keys().iter().zip(first.into_iter().zip(second)) {
                let of = match of {
                    (Ok(first), Ok(second)) => [first, second],
                    (first, second) => {
                        words.places([first, second].map(|of| of.err().unwrap_or_default()))
                    }
                };
                values.set(key.name, of);
            }
        }
        values
    }

    pub(super) fn set(&mut self, name: &str, values: [Value; 2]) {
        self.0.insert(name.to_owned(), values);
    }

    pub(super) fn say(&mut self, name: &str, text: impl Into<String>) {
        self.set_both(name, Value::Text(text.into()));
    }

    pub(super) fn set_both(&mut self, name: &str, value: Value) {
        self.set(name, [value.clone(), value]);
    }

    pub(super) fn say_by_side(&mut self, name: &str, texts: [String; 2]) {
        self.set(name, texts.map(Value::Text));
    }

    pub(super) fn flag(&mut self, name: &str, is_so: bool) {
        self.flag_by_side(name, [is_so; 2]);
    }

    pub(super) fn flag_by_side(&mut self, name: &str, are_so: [bool; 2]) {
        self.set(name, are_so.map(|is_so| Value::Number(is_so.into())));
    }

    #[cfg(test)]
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    fn get(&self, name: &str, side: Side) -> Option<&Value> {
        self.0.get(name).map(|values| &values[side])
    }

    fn holds(&self, condition: &Condition, side: Side) -> bool {
        let is_so = self.get(condition.name, side).is_some_and(|value| match condition.word {
            Some(word) => value.is_word(word),
            None => value.is_some(),
        });
        is_so == condition.is_so
    }

    /// A sentence with its values for a side; `None` if it is not told of that side.
    fn fill(&self, words: &Words, sentence: &Sentence, side: Side) -> Option<String> {
        if !sentence.conditions.iter().all(|condition| self.holds(condition, side)) {
            return None;
        }
        let mut told = sentence.start.to_owned();
        for slot in &sentence.slots {
            told += &self.get(slot.name, side)?.in_words(words, slot.form);
            told += slot.rest;
        }
        Some(told)
    }

    /// The paragraphs of a section: what is the same for both sides is told once.
    pub(super) fn paragraphs(&self, words: &Words, title: &str) -> Vec<String> {
        let mut both = self.clone();
        let mut alone = self.clone();
        both.say("side", "A side");
        both.say("side2", "a side");
        both.say("its", "It");
        both.say("it", "it");
        both.say("each", "Each side");
        alone.say_by_side("side", words.sides.clone());
        alone.say_by_side("side2", words.sides.clone());
        alone.say_by_side("each", words.sides.clone());
        for its in ["its", "it"] {
            alone.say_by_side(its, words.sides.clone().map(|side| format!("{side}'s")));
        }
        let mut paragraphs: Vec<String> = Vec::new();
        let section = SECTIONS.iter().find(|section| section.title == title);
        for sentence in section.into_iter().flat_map(|section| &section.sentences) {
            let [first, second] = Side::BOTH.map(|side| both.fill(words, sentence, side));
            let mut told: Vec<String> = Vec::new();
            if first == second {
                told.extend(first);
            } else {
                for (side, name) in Side::BOTH.into_iter().zip(&words.sides) {
                    let Some(text) = alone.fill(words, sentence, side) else { continue };
                    told.push(if sentence.names_side() { text } else { format!("{name}: {text}") });
                }
            }
            for text in told {
                match paragraphs.last_mut() {
                    Some(last) if sentence.goes_on => *last += &format!(" {text}"),
                    _ => paragraphs.push(text),
                }
            }
        }
        paragraphs
    }
}

/// The value of a key for a side; squares are returned as they are, as words for them need those
/// of both sides.
fn value_of(field: &Field, words: &Words) -> Result<Value, Region> {
    let present = words.every().0 | PieceMask::single(PieceMask::TOGETHER).0;
    Ok(match field {
        Field::Squares(region) => return Err(**region),
        Field::Flag(flag) => Value::Number((**flag).into()),
        Field::Number(count) => Value::Number(count.get()),
        Field::Rank(count) | Field::Ranks(count) | Field::Files(count) => {
            Value::Number((**count).into())
        }
        Field::File(at) => Value::Text(format!("the {}-file", words.file_name(**at))),
        Field::PieceOrAny(None) | Field::PiecesOrAny(None) => Value::Pieces(words.every()),
        Field::PieceOrAny(piece) | Field::PieceOrNone(piece) => {
            let piece = piece.map_or(PieceMask::NONE, PieceMask::single);
            Value::Pieces(PieceMask(piece.0 & present))
        }
        Field::PiecesOrAny(Some(pieces)) => Value::Pieces(PieceMask(pieces.0 & present)),
        Field::Pieces(pieces) | Field::PiecesAndAll(pieces) => {
            Value::Pieces(PieceMask(pieces.0 & present))
        }
        Field::Result(result) => Value::Result(**result),
        Field::ResultOrNone(result) => result.map_or(Value::Text(String::new()), Value::Result),
        Field::Choice(choice) => {
            let word = choice.get().map_or("none", |at| choice.words()[at]);
            Value::Text(word.replace("none", ""))
        }
        _ => Value::Text(String::new()),
    })
}
