//! Writes a game with all its annotations.

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
    let mut printer = Printer { text: String::new(), start: game.start(), referee };
    let mut place = printer.first_place();
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

/// The place that a line of moves has reached.
#[derive(Clone, Debug)]
struct LinePlace {
    /// The moves to it, as the protocol has them.
    names: Vec<String>,
    side: Side,
    number: u64,
    /// Whether the rules allowed all moves to it.
    is_legal: bool,
}

struct Printer<'a> {
    text: String,
    start: Option<&'a str>,
    /// Stands where the last move led, as long as the moves are legal.
    referee: &'a mut dyn Referee,
}

impl Printer<'_> {
    fn first_place(&mut self) -> LinePlace {
        let is_legal = self.referee.set_position(self.start, &[]).is_ok();
        let position = self.referee.position();
        let last = position.split_whitespace().next_back();
        let number = last.and_then(|word| word.parse().ok()).unwrap_or(1).max(1);
        LinePlace { names: Vec::new(), side: self.referee.side(), number, is_legal }
    }

    /// Adds moves with all their annotations, separated by blanks.
    fn line(&mut self, moves: &[RecordedMove], place: &mut LinePlace) {
        // The second player's moves have a number where something stands before them.
        let mut is_cut = true;
        for m in moves {
            self.comment(&m.before);
            let before = (!m.variations.is_empty()).then(|| place.clone());
            _ = match place.side {
                Side::First => write!(self.text, "{}. ", place.number),
                Side::Second if is_cut || !m.before.is_empty() => {
                    write!(self.text, "{}... ", place.number)
                }
                Side::Second => Ok(()),
            };
            let shown = self.play(place, &m.text);
            _ = write!(self.text, "{shown} ");
            m.nags.iter().for_each(|nag| _ = write!(self.text, "${nag} "));
            self.comment(&m.comment);
            if let Some(before) = before {
                for variation in &m.variations {
                    self.go_to(&before);
                    self.text.push('(');
                    self.line(variation, &mut before.clone());
                    self.text.truncate(self.text.trim_end().len());
                    self.text.push_str(") ");
                }
                self.go_to(place);
            }
            is_cut = !m.comment.is_empty() || !m.variations.is_empty();
        }
    }

    fn play(&mut self, place: &mut LinePlace, text: &str) -> String {
        let mut play = || {
            let name = self.referee.read_move(text).ok()?;
            let record = self.referee.play(&name).ok()?;
            Some((name, record, self.referee.side()))
        };
        let played = if place.is_legal { play() } else { None };
        let before = place.side;
        let shown = match played {
            Some((name, record, side)) => {
                place.names.push(name);
                place.side = side;
                record
            }
            None => {
                place.is_legal = false;
                place.side = !before;
                text.to_owned()
            }
        };
        place.number += u64::from(before == Side::Second && place.side == Side::First);
        shown
    }

    fn go_to(&mut self, place: &LinePlace) {
        if place.is_legal {
            let names: Vec<&str> = place.names.iter().map(String::as_str).collect();
            // They were legal before.
            _ = self.referee.set_position(self.start, &names);
        }
    }

    fn comment(&mut self, comment: &str) {
        if !comment.is_empty() {
            // A brace would end it, and a line in it may look like the next game.
            let comment = comment.replace('}', ")").replace(['\n', '\r'], " ");
            _ = write!(self.text, "{{{comment}}} ");
        }
    }
}

/// Breaks lines between words; comments stay whole.
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut column = 0;
    let mut is_comment = false;
    let is_end = |c: char| {
        is_comment = (is_comment || c == '{') && c != '}';
        c == ' ' && !is_comment
    };
    for word in text.split(is_end).filter(|word| !word.is_empty()) {
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
