//! Results of endgame tables for positions and moves.

use super::{Exact, Outcome};

/// The endgame tables' value of a position, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablebaseValue {
    /// The exact value.
    Exact(Exact),
    /// The outcome with best play, after an unknown number of plies. It must be the same
    /// wherever the search reaches the position by the same last move.
    Outcome(Outcome),
}

/// The endgame tables' ranking of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablebaseMove<M> {
    /// The move.
    pub m: M,
    /// The class: greater for a better move. The search may choose among moves of the
    /// same class.
    pub class: i32,
    /// The outcome for the side that makes the move, with best play afterwards.
    pub outcome: Outcome,
}

/// The endgame tables' ranking of all moves of a position that they cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablebaseMoves<M> {
    /// All legal moves.
    pub moves: Vec<TablebaseMove<M>>,
    /// Whether a side that always plays a move of the best class reaches its outcome, so
    /// that the search need not probe the tables any more.
    pub is_complete: bool,
}
