//! Quiet moves as the histories number them.

use crate::game::Histories;

/// The moves that continuation histories look at, by their distance in plies.
pub(super) const CONTINUATION_PLIES: [usize; 3] = [1, 2, 4];

pub(super) const CONTINUATIONS: usize = CONTINUATION_PLIES.len();

/// Moves that continuation histories look at if their parameters say how much they count.
pub(super) const FURTHER_PLIES: [usize; 2] = [3, 6];

/// The moves that led to a node, by [`CONTINUATION_PLIES`], as the continuation history
/// numbers them; 0 for a null move or nothing.
pub(super) type PreviousMoves = [usize; CONTINUATIONS];

pub(super) fn move_index<G: Histories>(position: &G, m: G::Move) -> usize {
    position.side().index() * G::HISTORY_SIZE + position.history_index(m)
}

/// The context of a quiet move's history: the same for all moves of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct QuietContext {
    pub(super) ply: usize,
    pub(super) previous: PreviousMoves,
    /// Those by [`FURTHER_PLIES`], if they count in the game.
    pub(super) further: [usize; FURTHER_PLIES.len()],
    /// [`Histories::attacked`].
    pub(super) attacked: u64,
    /// The structure of the position, less than [`Histories::HISTORY_STRUCTURES`].
    pub(super) structure: usize,
}

/// A quiet move as the histories number it; by default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct QuietIndex {
    /// Its number for the continuation history of those after it, from 1: by its side and
    /// its [`Histories::history_index`]. 0 for none.
    pub(super) continuation: usize,
    /// Its [`Histories::history_context`].
    pub(super) context: usize,
}

impl QuietIndex {
    pub(super) fn new<G: Histories>(position: &G, m: G::Move, attacked: u64) -> QuietIndex {
        let context = match G::HISTORY_CONTEXTS {
            0 | 1 => 0,
            _ => position.history_context(m, attacked),
        };
        QuietIndex { continuation: move_index(position, m) + 1, context }
    }

    #[inline]
    pub(super) fn entry(self) -> usize {
        self.continuation - 1
    }
}
