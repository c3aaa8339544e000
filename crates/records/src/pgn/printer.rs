//! Writes a game with all its annotations.

use crate::walk::{LinePlace, Walk, WalkedMove};
use crate::{GameResult, RecordedGame, RecordedMove, Tag};
use plyglot_core::game::Side;
use plyglot_engine::Referee;
use plyglot_support::text::is_plain;
use std::fmt::Write;

const MAX_COLUMNS: usize = 79;

/// A game as PGN with an empty line after it, so that games can be concatenated. Moves that are
/// not legal, and those that follow, stay as they are.
pub fn print(game: &RecordedGame, referee: &mut dyn Referee) -> String {
    let mut text = String::new();
    // The first tag is the event.
    let (events, others): (Vec<&Tag>, Vec<&Tag>) =
        game.tags.iter().partition(|tag| tag.name == "Event");
    let unknown = Tag::new(0, "Event", "?");
    let event = events.into_iter().next().unwrap_or(&unknown);
    for tag in [event].into_iter().chain(others) {
        // Writing to a string does not fail.
        _ = writeln!(text, "[{} \"{}\"]", tag.name, escaped(&tag.value));
    }
    text.push('\n');
    let (walk, mut place) = Walk::new(game.start(), referee);
    let mut printer = Printer { text: String::new(), walk };
    printer.comment(&game.comment);
    printer.line(&game.moves, &mut place);
    printer.text.push_str(game.result.unwrap_or(GameResult::Unfinished).text());
    text + &wrapped(&printer.text) + "\n\n"
}

/// A quoted value: on one line, with quotes and backslashes escaped.
fn escaped(value: &str) -> String {
    let mut text = String::new();
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if !is_plain(c) => text.push(' '),
            c => text.push(c),
        }
    }
    text
}

struct Printer<'a> {
    text: String,
    walk: Walk<'a>,
}

impl Printer<'_> {
    /// Adds moves with all their annotations, separated by blanks.
    fn line(&mut self, moves: &[RecordedMove], place: &mut LinePlace) {
        // The second player's moves have a number where something stands before them.
        let mut is_cut = true;
        for m in moves {
            self.comment(&m.before);
            let before = (!m.variations.is_empty()).then(|| place.clone());
            is_cut |= !m.before.is_empty();
            for WalkedMove { record, side, number, .. } in self.walk.play(place, &m.text) {
                _ = match side {
                    Side::First => write!(self.text, "{number}. {record} "),
                    Side::Second if is_cut => write!(self.text, "{number}... {record} "),
                    Side::Second => write!(self.text, "{record} "),
                };
                is_cut = false;
            }
            m.nags.iter().for_each(|nag| _ = write!(self.text, "${nag} "));
            self.comment(&m.comment);
            if let Some(before) = before {
                for variation in &m.variations {
                    self.walk.go_to(&before);
                    self.text.push('(');
                    self.line(variation, &mut before.clone());
                    self.text.truncate(self.text.trim_end().len());
                    self.text.push_str(") ");
                }
                self.walk.go_to(place);
            }
            is_cut = !m.comment.is_empty() || !m.variations.is_empty();
        }
    }

    fn comment(&mut self, comment: &str) {
        if !comment.is_empty() {
            // A brace would end it.
            _ = write!(self.text, "{{{}}} ", comment.replace('}', ")"));
        }
    }
}

fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if column > 0 {
            // At the beginning of a line, these would be an escape or a tag.
            let is_special = word.starts_with(['%', '[']);
            let fits = is_special || column + 1 + width <= MAX_COLUMNS;
            lines.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        lines.push_str(word);
        column += width;
    }
    lines
}
