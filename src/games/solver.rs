//! Perfect play, where a game can be solved.

use super::{Exact, Game};
use std::sync::atomic::AtomicU64;

/// What a solver is lent while it works.
#[derive(Clone, Copy)]
pub struct Aid<'a> {
    /// Where to keep what is found out: zeros at first, later what the same
    /// solver left there. May be empty.
    pub memory: &'a [AtomicU64],
    /// The number of threads to work on, at least 1.
    pub threads: usize,
    /// Whether what was worked out beforehand may be looked up.
    pub book: bool,
    /// Takes the nodes that were visited since the last call, from whichever
    /// thread, and gives how many may be visited until the next; 0 ends the work.
    pub meter: &'a (dyn Fn(u64) -> u64 + Sync),
}

/// Finds the exact value of positions. It replaces the search in the root of a
/// game that has one ([`Knowledge::solver`](super::Knowledge::solver)).
///
/// All positions it is asked about are undecided and have a legal move.
pub trait Solver<G: Game>: Send + Sync {
    /// The value of a position for its side to move, or `None` if the meter
    /// ended the work.
    fn value(&self, position: &G, aid: &Aid<'_>) -> Option<Exact>;

    /// A move that keeps the value of a position, which is known, or `None` if
    /// the meter ended the work.
    fn best(&self, position: &G, value: Exact, aid: &Aid<'_>) -> Option<G::Move>;

    /// What each legal move is worth for the side that makes it, in plies from
    /// the position, told as soon as it is known; `None` if the meter ended the work.
    fn values(
        &self,
        position: &G,
        aid: &Aid<'_>,
        each: &mut dyn FnMut(G::Move, Exact),
    ) -> Option<()>;

    /// The value as the literature of the game writes it, if it has a scale of its own.
    fn score(&self, _position: &G, _value: Exact) -> Option<i32> {
        None
    }

    /// Whether the value can be looked up, so that it takes no time.
    fn is_at_hand(&self, _position: &G) -> bool {
        false
    }
}
