//! Perfect play, where a game can be solved.

use super::{Exact, Game};
use crate::pool::Pool;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a solver is lent while it works.
#[derive(Clone, Copy)]
pub struct SolverContext<'a> {
    /// Where to keep what is found out: zeros at first, later what the same
    /// solver left there. May be empty.
    pub memory: &'a [AtomicU64],
    /// Threads to work on beside the one that asks, which nobody else has work
    /// for meanwhile.
    pub helpers: Option<&'a Pool>,
    /// Whether what was worked out beforehand may be looked up.
    pub book: bool,
    /// Takes the nodes that this thread visited since its last call and gives
    /// how many it may visit until the next; 0 ends the work of all threads.
    /// Every thread asks before its first node and tells of its last. How many
    /// are given at a time depends on the clock, so nothing else may depend on
    /// it. [`NodeCounter`] keeps to all this.
    pub meter: &'a (dyn Fn(u64) -> u64 + Sync),
}

impl SolverContext<'_> {
    /// The number of threads to work on, at least 1.
    pub fn threads(&self) -> usize {
        1 + self.helpers.map_or(0, Pool::len)
    }
}

/// Finds the exact value of positions. It replaces the search in the root of a
/// game that has one ([`Knowledge::solver`](super::Knowledge::solver)).
///
/// All positions it is asked about are undecided and have a legal move.
pub trait Solver<G: Game>: Send + Sync {
    /// Whether it knows the value of a position, and a best move. It is asked
    /// nothing but this about others.
    ///
    /// # Errors
    /// What kind of positions it answers about: "a position of at most 5 stones".
    fn covers(&self, _position: &G) -> Result<(), &'static str> {
        Ok(())
    }

    /// The position by the rules that the literature of the game solves, if it
    /// has fewer than are played by. The search asks about positions as they are.
    fn by_solved_rules(&self, position: G) -> G {
        position
    }

    /// The value of a position for its side to move, or `None` if the meter
    /// ended the work.
    fn value(&self, position: &G, context: &SolverContext<'_>) -> Option<Exact>;

    /// A move that keeps the value of a position, which is known, or `None` if
    /// the meter ended the work.
    fn best(&self, position: &G, value: Exact, context: &SolverContext<'_>) -> Option<G::Move>;

    /// What each legal move is worth for the side that makes it, in plies from
    /// the position, given as soon as it is known; `None` if the meter ended the
    /// work, or a move leads where the value is not [covered](Solver::covers).
    fn values(
        &self,
        position: &G,
        context: &SolverContext<'_>,
        each: &mut dyn FnMut(G::Move, Exact),
    ) -> Option<()>;

    /// A line of best play from a position on, to the end of the game or a part
    /// of it, if it can be looked up; nothing otherwise. Where there is one, the
    /// value can be looked up as well. Heeded only where the book may be used.
    fn stored_line(&self, _position: &G) -> Vec<G::Move> {
        Vec::new()
    }

    /// Forgets what it left in memory that it was lent; afterwards all is zero.
    fn forget(&self, memory: &[AtomicU64]) {
        memory.iter().for_each(|word| word.store(0, Relaxed));
    }

    /// The value as the literature of the game writes it, if it has a scale of
    /// its own. Asked of finished positions too, with the value that they show.
    fn score(&self, _position: &G, _value: Exact) -> Option<i32> {
        None
    }

    /// Whether the value, the best move and the value of each move can be looked
    /// up in the book, so that they take no time. Heeded only where the book
    /// may be used.
    fn is_in_book(&self, _position: &G) -> bool {
        false
    }
}

/// Counts the nodes that one thread of a solver visits, by its [`SolverContext::meter`].
pub struct NodeCounter<'a> {
    meter: &'a (dyn Fn(u64) -> u64 + Sync),
    /// Visited since the meter was last asked.
    visited: u64,
    /// May be visited before it is asked again.
    granted: u64,
}

impl<'a> NodeCounter<'a> {
    /// Nothing visited and nothing granted yet.
    pub fn new(context: &SolverContext<'a>) -> NodeCounter<'a> {
        NodeCounter { meter: context.meter, visited: 0, granted: 0 }
    }

    /// Counts a node before it is visited; `None` if it may not be.
    #[inline]
    pub fn count(&mut self) -> Option<()> {
        if self.visited == self.granted {
            self.granted = (self.meter)(std::mem::take(&mut self.visited));
            if self.granted == 0 {
                return None;
            }
        }
        self.visited += 1;
        Some(())
    }
}

impl Drop for NodeCounter<'_> {
    /// Tells of the last nodes.
    fn drop(&mut self) {
        (self.meter)(self.visited);
    }
}
