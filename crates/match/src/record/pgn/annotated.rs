//! Writes a game with its comments, annotations and variations.

use super::reader::PgnMove;
use super::writer::{escaped, wrapped};
use crate::record::GameResult;
use plyglot_core::game::Side;
use plyglot_engine::Referee;
use std::fmt::Write;

/// A game as it is written down.
#[derive(Clone, Copy, Debug)]
pub struct AnnotatedGame<'a> {
    /// Names and values of the tags, in their order.
    pub tags: &'a [(String, String)],
    /// The first position; `None` for the usual one.
    pub start: Option<&'a str>,
    /// The comment before the first move.
    pub comment: &'a str,
    /// The moves, in any notation.
    pub moves: &'a [PgnMove],
    /// The result at the end of the moves.
    pub result: GameResult,
}

/// A game as PGN with an empty line after it. What is no legal move ends its line.
pub fn print_annotated(game: AnnotatedGame<'_>, referee: &mut dyn Referee) -> String {
    let mut text = String::new();
    for (name, value) in game.tags {
        // Writing to a string does not fail.
        _ = writeln!(text, "[{name} \"{}\"]", escaped(value));
    }
    text.push('\n');
    let set_up = referee.set_position(game.start, &[]).is_ok();
    let last = referee.position();
    let number = last.split_whitespace().next_back().and_then(|word| word.parse().ok());
    let mut place = LinePosition {
        start: game.start,
        names: Vec::new(),
        side: referee.side(),
        number: number.unwrap_or(1).max(1),
    };
    let mut line = String::new();
    push_comment(&mut line, game.comment);
    if set_up {
        push_moves(&mut line, game.moves, &mut place, referee);
    }
    line.push_str(game.result.text());
    text + &wrapped(&line) + "\n\n"
}

/// Where a line of moves is.
#[derive(Clone, Debug)]
struct LinePosition<'a> {
    start: Option<&'a str>,
    /// The moves to it.
    names: Vec<String>,
    side: Side,
    number: u64,
}

impl LinePosition<'_> {
    /// Plays a move. Returns its notation in records, if it is legal.
    fn play(&mut self, text: &str, referee: &mut dyn Referee) -> Option<String> {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        referee.set_position(self.start, &names).ok()?;
        let name = referee.read_move(text).ok()?;
        let record = referee.play(&name).ok()?;
        self.names.push(name);
        let before = std::mem::replace(&mut self.side, referee.side());
        self.number += u64::from(before == Side::Second && self.side == Side::First);
        Some(record)
    }
}

/// Adds moves with all that is said of them, separated by blanks.
fn push_moves(
    text: &mut String,
    moves: &[PgnMove],
    place: &mut LinePosition<'_>,
    rules: &mut dyn Referee,
) {
    // The second player's moves have a number where something stands before them.
    let mut is_cut = true;
    for m in moves {
        let before = place.clone();
        let Some(record) = place.play(&m.text, rules) else { return };
        _ = match before.side {
            Side::First => write!(text, "{}. ", before.number),
            Side::Second if is_cut => write!(text, "{}... ", before.number),
            Side::Second => Ok(()),
        };
        _ = write!(text, "{record} ");
        m.nags.iter().for_each(|nag| _ = write!(text, "${nag} "));
        push_comment(text, &m.comment);
        for variation in &m.variations {
            text.push('(');
            push_moves(text, variation, &mut before.clone(), rules);
            text.truncate(text.trim_end().len());
            text.push_str(") ");
        }
        is_cut = !m.comment.is_empty() || !m.variations.is_empty();
    }
}

fn push_comment(text: &mut String, comment: &str) {
    if !comment.is_empty() {
        // A brace would end it.
        _ = write!(text, "{{{}}} ", comment.replace('}', ")"));
    }
}
