//! What sentences are filled with.

use plyglot_core::game::Outcome;
use plyglot_definition::PieceMask;

/// What a key or a fact is for a side.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(usize),
    Pieces(PieceMask),
    /// Squares in words, and whether they are the whole board; empty for none.
    Place(String, bool),
    Result(Outcome),
    Text(String),
}
