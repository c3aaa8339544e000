//! Solvers for games that can be solved.

use super::{Exact, Game, Outcome};
use plyglot_support::pool::Pool;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The resources of a solver while it works.
#[derive(Clone, Copy)]
pub struct SolverContext<'a> {
    /// Memory for results: zeros at first, later the contents that the same solver left
    /// there. May be empty.
    pub memory: &'a [AtomicU64],
    /// Additional threads, which are idle meanwhile.
    pub helpers: Option<&'a Pool>,
    /// Whether precomputed results may be looked up.
    pub book: bool,
    /// Takes the number of nodes that this thread visited since its last call. Returns
    /// how many it may visit before the next call; 0 ends the work of all threads. Every
    /// thread calls it before its first node and reports its last nodes. The numbers
    /// depend on the clock, so no result may depend on them. [`NodeCounter`] keeps these
    /// rules.
    pub meter: &'a (dyn Fn(u64) -> u64 + Sync),
}

impl SolverContext<'_> {
    /// The number of threads, at least 1.
    pub fn threads(&self) -> usize {
        1 + self.helpers.map_or(0, Pool::len)
    }
}

/// The average cost, for one thread, of solving positions of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The nodes.
    pub nodes: u64,
    /// The time, on a common processor.
    pub time: Duration,
}

/// Finds the exact value of positions. It replaces the search at the root in games that
/// have a solver ([`Knowledge::solver`](super::Knowledge::solver)).
///
/// All positions given to it are undecided and have a legal move.
pub trait Solver<G: Game>: Send + Sync {
    /// Whether it can give the value of a position and a best move. No other function is
    /// called for positions that are not covered.
    ///
    /// # Errors
    /// The kind of positions that it covers: "a position of at most 5 stones".
    fn covers(&self, _position: &G) -> Result<(), &'static str> {
        Ok(())
    }

    /// The cost of finding the value of a position. A search that could not give half of its time
    /// and nodes for that does not call the solver. By default nothing: it is always tried.
    fn effort(&self, _position: &G) -> Effort {
        Effort::default()
    }

    /// The position under the rules of the solved game in the literature, if these are
    /// fewer than the rules of play. The search does not call this.
    fn by_solved_rules(&self, position: G) -> G {
        position
    }

    /// The value of a finished game, for the side that would be to move. Override it where
    /// points are counted.
    fn finished(&self, _position: &G, outcome: Outcome) -> Exact {
        Exact::from(outcome)
    }

    /// The value of a position for its side to move, or `None` if the meter
    /// ended the work.
    fn value(&self, position: &G, context: &SolverContext<'_>) -> Option<Exact>;

    /// The result of a position for its side to move, or `None` if the meter ended the work.
    /// Override it where that takes less work than the value.
    fn outcome(&self, position: &G, context: &SolverContext<'_>) -> Option<Outcome> {
        self.value(position, context).map(Exact::outcome)
    }

    /// A move that keeps the known value of a position, or `None` if the meter ended the
    /// work.
    fn best(&self, position: &G, value: Exact, context: &SolverContext<'_>) -> Option<G::Move>;

    /// The value of each legal move for the side that makes it, in plies from the
    /// position, reported as soon as it is known. `None` if the meter ended the work, or
    /// a move leads to a position that is not [covered](Solver::covers).
    fn values(
        &self,
        position: &G,
        context: &SolverContext<'_>,
        each: &mut dyn FnMut(G::Move, Exact),
    ) -> Option<()>;

    /// A line of best play from a position to the end of the game, or a part of it, if it
    /// can be looked up; empty otherwise. If there is one, the value can be looked up
    /// as well. Called only if the book may be used.
    fn stored_line(&self, _position: &G) -> Vec<G::Move> {
        Vec::new()
    }

    /// The owner of the memory: another name for each game of a type, so that none finds the
    /// results of another one.
    fn tenant(&self, _position: &G) -> &'static str {
        std::any::type_name::<G>()
    }

    /// Clears the results in memory; afterwards all words are zero.
    fn forget(&self, memory: &[AtomicU64]) {
        memory.iter().for_each(|word| word.store(0, Relaxed));
    }

    /// The value on the scale of the game's literature, if that differs. Called for
    /// finished positions too, with their value.
    fn score(&self, _position: &G, _value: Exact) -> Option<i32> {
        None
    }

    /// Whether the value, the best move and the value of each move can be looked up in
    /// the book, so that they take no time. Called only if the book may be used.
    fn is_in_book(&self, _position: &G) -> bool {
        false
    }
}

/// Counts the nodes of one thread of a solver with its [`SolverContext::meter`].
pub struct NodeCounter<'a> {
    meter: &'a (dyn Fn(u64) -> u64 + Sync),
    /// Nodes visited since the last call of the meter.
    visited: u64,
    /// Nodes that may be visited before the next call.
    granted: u64,
}

impl<'a> NodeCounter<'a> {
    /// A counter with nothing visited and nothing granted yet.
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
    fn drop(&mut self) {
        (self.meter)(self.visited);
    }
}
