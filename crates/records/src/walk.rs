//! The way through a tree of moves, by the rules.

use plyglot_core::game::Side;
use plyglot_engine::Referee;

/// The longest move of any game, in bytes: captures of draughts have a square for each step. What is
/// longer is not looked at, so that reading takes time in proportion to the length of a text.
const MAX_MOVE_BYTES: usize = 256;

/// Plays what a text means: a move, several without blanks between them, and before each a pass that
/// was left out because it was the only move, as in Othello. Returns the moves in the protocol's and
/// in the records' notation; none if one of them is not legal.
pub(crate) fn play_written(referee: &mut dyn Referee, text: &str) -> Vec<(String, String)> {
    let mut played = play_one(referee, text);
    if !played.is_empty() {
        return played;
    }
    let mut rest = text;
    while !rest.is_empty() {
        let Some(length) = play_first(referee, rest, &mut played) else {
            played.iter().for_each(|_| _ = referee.undo());
            return Vec::new();
        };
        rest = &rest[length..];
    }
    played
}

/// Plays the first move of a text that has several, and returns its length in bytes. It is the
/// longest one if it is the last, and else the shortest after which another one is legal.
fn play_first(
    referee: &mut dyn Referee,
    text: &str,
    played: &mut Vec<(String, String)>,
) -> Option<usize> {
    let last = play_one(referee, text);
    if !last.is_empty() {
        played.extend(last);
        return Some(text.len());
    }
    let ends = text.char_indices().map(|(at, _)| at).skip(2);
    for end in ends.take_while(|&end| end <= MAX_MOVE_BYTES) {
        let (first, second) = text.split_at(end);
        // A longer number would be another square.
        if second.starts_with(|c: char| c.is_ascii_digit()) {
            continue;
        }
        let moves = play_one(referee, first);
        if !moves.is_empty() && begins_with_move(referee, second) {
            played.extend(moves);
            return Some(end);
        }
        moves.iter().for_each(|_| _ = referee.undo());
    }
    None
}

/// Whether the beginning of a text, or all of it, is a legal move.
fn begins_with_move(referee: &mut dyn Referee, text: &str) -> bool {
    let ends = text.char_indices().map(|(at, _)| at).skip(2).chain([text.len()]);
    ends.take_while(|&end| end <= MAX_MOVE_BYTES).any(|end| {
        let moves = play_one(referee, &text[..end]);
        moves.iter().for_each(|_| _ = referee.undo());
        !moves.is_empty()
    })
}

fn play_one(referee: &mut dyn Referee, text: &str) -> Vec<(String, String)> {
    if let Some(played) = play(referee, text) {
        return vec![played];
    }
    if referee.legal_move_count() == 1
        && let Some(pass) = play(referee, "pass")
    {
        match play(referee, text) {
            Some(played) => return vec![pass, played],
            None => _ = referee.undo(),
        }
    }
    Vec::new()
}

fn play(referee: &mut dyn Referee, text: &str) -> Option<(String, String)> {
    if text.len() > MAX_MOVE_BYTES {
        return None;
    }
    let name = referee.read_move(text).ok()?;
    let record = referee.play(&name).ok()?;
    Some((name, record))
}

#[derive(Clone, Debug)]
pub(crate) struct LinePlace {
    /// The moves to it, as the protocol has them.
    names: Vec<String>,
    side: Side,
    number: u64,
    /// Whether the rules allowed all moves to it.
    pub(crate) is_legal: bool,
}

/// A move, who made it, and its number.
pub(crate) struct WalkedMove {
    /// As the protocol has it; empty for a move that is not legal.
    pub(crate) name: String,
    /// As game records have it.
    pub(crate) record: String,
    pub(crate) side: Side,
    pub(crate) number: u64,
}

pub(crate) struct Walk<'a> {
    /// Stands where the last move led, as long as the moves are legal.
    referee: &'a mut dyn Referee,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(start: Option<&str>, referee: &'a mut dyn Referee) -> (Walk<'a>, LinePlace) {
        let is_legal = referee.set_position(start, &[]).is_ok();
        let position = referee.position();
        let last = position.split_whitespace().next_back();
        let number = last.and_then(|word| word.parse().ok()).unwrap_or(1).max(1);
        let place = LinePlace { names: Vec::new(), side: referee.side(), number, is_legal };
        (Walk { referee }, place)
    }

    pub(crate) fn position(&self) -> String {
        self.referee.position()
    }

    /// Plays the moves that a text means, as [`play_written`] does. What is not legal stays as it is.
    pub(crate) fn play(&mut self, place: &mut LinePlace, text: &str) -> Vec<WalkedMove> {
        let mut played = if place.is_legal { play_written(self.referee, text) } else { Vec::new() };
        place.is_legal &= !played.is_empty();
        if !place.is_legal {
            played.push((String::new(), text.to_owned()));
        }
        let last = played.len() - 1;
        let walked = played.into_iter().enumerate().map(|(i, (name, record))| {
            let LinePlace { side, number, .. } = *place;
            place.side = if place.is_legal && i == last { self.referee.side() } else { !side };
            place.number += u64::from(side == Side::Second && place.side == Side::First);
            if place.is_legal {
                place.names.push(name.clone());
            }
            WalkedMove { name, record, side, number }
        });
        walked.collect()
    }

    pub(crate) fn go_to(&mut self, place: &LinePlace) {
        if place.is_legal {
            let (_, names) = self.referee.history();
            let pairs = names.iter().zip(&place.names);
            let same = pairs.take_while(|(own, other)| own == other).count();
            names[same..].iter().for_each(|_| _ = self.referee.undo());
            // They were legal before.
            place.names[same..].iter().for_each(|name| _ = self.referee.push(name));
        }
    }
}
