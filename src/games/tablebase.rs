//! What endgame tables say of positions and moves.

use super::{Exact, Outcome};

/// What endgame tables say of a position, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablebaseValue {
    /// The value.
    Exact(Exact),
    /// The outcome with best play, after a number of plies that the tables do not
    /// know. It is the same wherever the search meets the position after the same move.
    Outcome(Outcome),
}

/// What endgame tables say of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablebaseMove<M> {
    /// The move.
    pub m: M,
    /// Greater for the better move. Among equals a search may choose.
    pub class: i32,
    /// The outcome for the side that makes it, with best play from then on.
    pub outcome: Outcome,
}

/// What endgame tables say of the moves of a position that they know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablebaseMoves<M> {
    /// All legal moves.
    pub moves: Vec<TablebaseMove<M>>,
    /// Whether a side that keeps to the best class reaches its outcome, so that the
    /// search need not ask the tables any more.
    pub is_complete: bool,
}
