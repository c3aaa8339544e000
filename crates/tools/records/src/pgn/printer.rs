//! Writes a game with all its annotations.

use super::tag::name_of_tag;
use crate::walk::{LineState, Walk, WalkedMove};
use crate::{RecordedGame, RecordedMove};
use plyglot_core::game::{GameResult, Side};
use plyglot_engine::Referee;
use plyglot_support::text::is_plain;
use std::fmt::Write;

const MAX_COLUMNS: usize = 79;

/// A game as PGN with an empty line after it, so that games can be concatenated. Moves that are
/// not legal, and those that follow, stay as they are.
pub fn print(game: &RecordedGame, referee: &mut dyn Referee) -> String {
    print_with(game, referee, game.result.unwrap_or(GameResult::Unfinished).text(), "x")
}

/// The same with this result behind the moves and this sign of captures.
pub(crate) fn print_with(
    game: &RecordedGame,
    referee: &mut dyn Referee,
    result: &str,
    capture: &str,
) -> String {
    let is_xiangqi = referee.info().name == "xiangqi";
    let mut walk = Walk::new(game, referee);
    let mut state = walk.begin(game);
    let mut printer = Printer { text: String::new(), walk, capture, first: None };
    printer.comment(&game.comment);
    printer.line(&game.moves, &mut state);
    printer.text.push_str(result);
    let mut tags: Vec<(&str, &str)> =
        game.tags.iter().map(|tag| (&*tag.name, &*tag.value)).collect();
    if is_xiangqi {
        tags.retain(|(name, _)| !["Game", "Red", "Format"].contains(name));
        tags.extend(game.tag("White").map(|name| ("Red", name)));
        tags.extend(printer.first.as_deref().and_then(chinese_format).map(|name| ("Format", name)));
    }
    // The first tag is the event.
    if let Some(at) = tags.iter().position(|(name, _)| *name == "Event") {
        tags[..=at].rotate_right(1);
    }
    if is_xiangqi {
        tags.insert(0, ("Game", "Chinese Chess"));
    }
    let mut text = String::new();
    for (name, value) in tags {
        // Other records may have names that would be no tags.
        if name_of_tag(&format!("[{name}")) == Some((name, "")) {
            // Writing to a string does not fail.
            _ = writeln!(text, "[{name} \"{}\"]", escaped(value));
        }
    }
    if game.format.is_like_pgn() {
        for line in &game.escaped_lines {
            _ = writeln!(text, "{line}");
        }
    }
    text + "\n" + &wrapped(&printer.text) + "\n\n"
}

/// The notation of a move in Chinese PGN ("中国象棋电脑应用规范", parts 3 and 4).
fn chinese_format(text: &str) -> Option<&'static str> {
    match text.as_bytes() {
        [b'A'..=b'I', _, b'-', b'A'..=b'I', _] => Some("ICCS"),
        [b'A'..=b'Z' | b'1'..=b'5', _, b'+' | b'-' | b'=', _] => Some("WXF"),
        [0x80..=0xFF, ..] => Some("Chinese"),
        _ => None,
    }
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
    /// What is written for `x`.
    capture: &'a str,
    /// The first move, as it was written.
    first: Option<String>,
}

impl Printer<'_> {
    /// Adds moves with all their annotations, separated by blanks.
    fn line(&mut self, moves: &[RecordedMove], state: &mut LineState) {
        // The second player's moves have a number where something stands before them.
        let mut is_cut = true;
        for m in moves {
            self.comment(&m.before);
            let before = if m.variations.is_empty() { None } else { Some(state.clone()) };
            is_cut |= !m.before.is_empty();
            let played = self.walk.play(state, &m.text);
            // A word that is no move stays as it is, but for a number, which the moves have.
            let is_move = !played.is_empty();
            let is_prose = !is_move && !m.text.bytes().all(|c| c.is_ascii_digit());
            if is_prose {
                _ = write!(self.text, "{} ", m.text);
            }
            for WalkedMove { name, record, side, number } in played {
                let record = if name.is_empty() { record } else { self.shown(record) };
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
                    // The end of a line may be that of a comment.
                    self.text.truncate(self.text.trim_end_matches(' ').len());
                    self.text.push_str(") ");
                }
                self.walk.go_to(state);
            }
            is_cut &= !is_move;
            is_cut |= !m.comment.is_empty() || !m.variations.is_empty();
        }
    }

    /// A legal move with the sign of captures that is wanted.
    fn shown(&mut self, record: String) -> String {
        self.first.get_or_insert_with(|| record.clone());
        record.replace('x', self.capture)
    }

    fn comment(&mut self, comment: &str) {
        let comment = comment.replace("\r\n", "\n").replace('\r', "\n");
        if comment.contains('}') {
            // A brace would end it: it is a comment to the end of each line.
            if self.text.ends_with('(') {
                self.text.push(' ');
            }
            for line in comment.lines().filter(|line| !line.trim().is_empty()) {
                _ = writeln!(self.text, ";{line}");
            }
        } else if !comment.is_empty() {
            // A line in it may look like an escape or the next game.
            let comment = comment.replace("\n%", " %").replace("\n[", " [");
            _ = write!(self.text, "{{{comment}}} ");
        }
    }
}

/// A word, to a blank that is in no comment, or the end of a line that is one.
struct Word<'t> {
    text: &'t str,
    rest: &'t str,
    ends_line: bool,
}

fn next_word(text: &str) -> Word<'_> {
    if text.starts_with(';') {
        let (text, rest) = text.split_once('\n').unwrap_or((text, ""));
        return Word { text, rest, ends_line: true };
    }
    let mut is_comment = false;
    for (at, c) in text.char_indices() {
        is_comment = (is_comment || c == '{') && c != '}';
        if c == ' ' && !is_comment {
            return Word { text: &text[..at], rest: &text[at + 1..], ends_line: false };
        }
    }
    Word { text, rest: "", ends_line: false }
}

/// Breaks lines between words; comments stay whole.
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut column = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let word = next_word(rest);
        rest = word.rest;
        if word.text.is_empty() {
            continue;
        }
        let width = word.text.chars().count();
        if column > 0 {
            // At the beginning of a line, these would be an escape or a tag.
            let is_special = word.text.starts_with(['%', '[']);
            let fits = is_special || column + 1 + width <= MAX_COLUMNS;
            lines.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        lines.push_str(word.text);
        column += width;
        if word.ends_line {
            lines.push('\n');
            column = 0;
        }
    }
    lines
}
