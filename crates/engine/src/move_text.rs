//! Reads moves and positions from text, and describes their errors.

use plyglot_core::game::{Notation, TextError};
use std::fmt;
use std::ops::RangeInclusive;

/// Why a position, or a list of moves, is rejected.
///
/// ```
/// let registry = plyglot_engine::Registry::of::<plyglot_core::game::tictactoe::TicTacToe>();
/// let mut game = registry.default_game().open();
/// let error = game.set_position(None, &["P@a1", "P@b2", "P@a1"]).unwrap_err().to_string();
/// assert!(error.starts_with("move 3: expected a legal move"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The text of the position is wrong.
    Start(TextError),
    /// One of the moves is wrong.
    Move {
        /// The index of the word in the list.
        word: usize,
        /// The error in the word.
        error: TextError,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Start(error) => write!(f, "the position: {error}"),
            PositionError::Move { word, error } => write!(f, "move {}: {error}", word + 1),
        }
    }
}

impl std::error::Error for PositionError {}

pub(super) fn split_word<'w, G: Notation>(position: &G, word: &'w str) -> Vec<&'w str> {
    if position.read_move(word).is_ok() { vec![word] } else { G::split_moves(word) }
}

/// Reads a part of a word as a move in people's notation. The column of an error counts
/// from the start of the word.
pub(super) fn read_move_part<G: Notation>(
    position: &G,
    word: &str,
    part: &str,
) -> Result<G::Move, TextError> {
    let found = position.read_move(part);
    let letters = if found.is_err() { without_figurines(part) } else { None };
    let found = letters.map_or(found, |letters| position.read_move(&letters));
    found.map_err(|mut error| {
        let at = part.as_ptr() as usize - word.as_ptr() as usize;
        error.at += word[..at].chars().count();
        explained(position, error)
    })
}

/// A move with letters in place of the figurines of chess: `Nf3` for `♘f3`. `None` without them.
fn without_figurines(text: &str) -> Option<String> {
    const FIGURINES: RangeInclusive<char> = '♔'..='♟';
    const LETTERS: [char; 6] = ['K', 'Q', 'R', 'B', 'N', 'P'];
    if !text.contains(|c: char| FIGURINES.contains(&c)) {
        return None;
    }
    let mut letters = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if FIGURINES.contains(&c) {
            let letter = LETTERS[(c as usize - '♔' as usize) % LETTERS.len()];
            // Pawns have a letter only where they are dropped.
            if letter != 'P' || rest.peek() == Some(&'@') {
                letters.push(letter);
            }
        } else if !matches!(c, '\u{fe0e}' | '\u{fe0f}') {
            // Those two say whether a sign is a picture.
            letters.push(c);
        }
    }
    Some(letters)
}

pub(super) fn parse_move_name<G: Notation>(position: &G, name: &str) -> Result<G::Move, TextError> {
    position.parse_move(name).map_err(|error| explained(position, error))
}

fn explained<G: Notation>(position: &G, mut error: TextError) -> TextError {
    if position.legal_moves().is_empty() {
        error.mismatch.expected = "no more moves, as the game is over".to_owned();
    }
    error
}

/// A position as users write it: `startpos` or the text of a position, optionally followed
/// by `moves` and moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenPosition<'a> {
    text: &'a str,
    /// The text of the position; `None` for the start position.
    pub start: Option<&'a str>,
    /// The words after `moves`.
    pub moves: Vec<&'a str>,
}

impl<'a> WrittenPosition<'a> {
    /// Divides a text. It is not checked by any rules.
    ///
    /// ```
    /// use plyglot_engine::WrittenPosition;
    ///
    /// let written = WrittenPosition::of("X........ moves 4 b1");
    /// assert_eq!((written.start, &written.moves[..]), (Some("X........ "), &["4", "b1"][..]));
    /// assert_eq!(WrittenPosition::of("startpos moves").start, None);
    /// ```
    pub fn of(text: &'a str) -> WrittenPosition<'a> {
        let mut words = text.split_whitespace();
        let end = words.find(|&word| word == "moves").map(|word| offset(text, word));
        let start = &text[..end.unwrap_or(text.len())];
        let is_start = start.trim() == "startpos" || start.trim().is_empty() && end.is_some();
        WrittenPosition { text, start: (!is_start).then_some(start), moves: words.collect() }
    }

    /// Sets it up by a function that takes the start and the moves.
    ///
    /// # Errors
    /// Those of the function; the column is that of the whole text.
    pub fn set_up<T>(
        &self,
        set: impl FnOnce(Option<&str>, &[&str]) -> Result<T, PositionError>,
    ) -> Result<T, TextError> {
        set(self.start, &self.moves).map_err(|error| match error {
            PositionError::Start(error) => error,
            PositionError::Move { word, mut error } => {
                let at = offset(self.text, self.moves[word]);
                error.at += self.text[..at].chars().count();
                error
            }
        })
    }
}

fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figurines_are_letters() {
        for (text, letters) in [
            ("♘f3", "Nf3"),
            ("♞xd4", "Nxd4"),
            ("♙e4", "e4"),
            ("e8=♛", "e8=Q"),
            ("♟@e5", "P@e5"),
            ("♗\u{fe0e}b5", "Bb5"),
        ] {
            assert_eq!(without_figurines(text).as_deref(), Some(letters), "{text}");
        }
        assert_eq!([without_figurines("Nf3"), without_figurines("炮二平五")], [None, None]);
    }
}
