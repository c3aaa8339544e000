//! Reads moves and positions from text, and describes their errors.

use plyglot_core::game::{Notation, TextError};
use std::fmt;

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

/// Splits a word into moves, unless the whole word is one move.
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
    position.read_move(part).map_err(|mut error| {
        let at = part.as_ptr() as usize - word.as_ptr() as usize;
        error.at += word[..at].chars().count();
        explained(position, error)
    })
}

/// Reads a move in the protocol's notation.
pub(super) fn parse_move_name<G: Notation>(position: &G, name: &str) -> Result<G::Move, TextError> {
    position.parse_move(name).map_err(|error| explained(position, error))
}

/// Replaces the expectation of an error if the game is over.
fn explained<G: Notation>(position: &G, mut error: TextError) -> TextError {
    if position.legal_moves().is_empty() {
        error.mismatch.expected = "no more moves, as the game is over".to_owned();
    }
    error
}
