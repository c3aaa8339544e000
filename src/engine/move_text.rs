//! Moves and positions as text: how words are read, and what is wrong with them.

use crate::games::{Notation, TextError};

/// Why a position, or a list of moves, is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The text of the position is wrong.
    Start(TextError),
    /// One of the moves is wrong.
    Move {
        /// The index of its word in the list.
        word: usize,
        /// What is wrong in the word.
        error: TextError,
    },
}

/// Splits a word into moves, unless it is one move as a whole.
pub(super) fn split_word<'w, G: Notation>(position: &G, word: &'w str) -> Vec<&'w str> {
    if position.read_move(word).is_ok() { vec![word] } else { G::split_moves(word) }
}

/// Reads a part of a word as a move that a person wrote. The column of an error is
/// counted from the start of the word.
pub(super) fn read_move_part<G: Notation>(
    position: &G,
    word: &str,
    part: &str,
) -> Result<G::Move, TextError> {
    position.read_move(part).map_err(|mut error| {
        let at = part.as_ptr() as usize - word.as_ptr() as usize;
        error.at += word[..at].chars().count();
        explained(position, error)
    })
}

/// Reads a move that a program wrote, in the protocol's notation.
pub(super) fn parse_move_name<G: Notation>(position: &G, name: &str) -> Result<G::Move, TextError> {
    position.parse_move(name).map_err(|error| explained(position, error))
}

/// The error of a move; where the game is over, it says so.
fn explained<G: Notation>(position: &G, mut error: TextError) -> TextError {
    if position.legal_moves().is_empty() {
        error.expected = "no more moves, as the game is over".to_owned();
    }
    error
}
