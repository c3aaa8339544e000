//! When a search ends: its limits, its clock, and who may stop it.

mod clock;
mod control;
mod limit_check;
mod scaling;

use crate::search::score::MAX_PLY;
pub(super) use clock::{Clock, Lag};
pub use control::{Control, INTERRUPT};
pub(super) use limit_check::{LimitCheck, NodeCount, NodeCounts, paced};
pub(super) use scaling::{IterationResult, TimeScaling};
use std::time::Duration;

/// The limits of a search. They combine: the first that is reached ends it.
/// Without any, the search goes to the greatest depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits<M> {
    /// Nominal depth in plies.
    pub depth: Option<u16>,
    /// Nodes, counted exactly. The first iteration may exceed them, up to 20,000 nodes.
    pub nodes: Option<u64>,
    /// Nodes after which no new iteration begins.
    pub soft_nodes: Option<u64>,
    /// A forced win in this many moves of the side to move is looked for.
    pub mate: Option<u16>,
    /// The time there is.
    pub time: Time,
    /// The only moves to look at in the root; all if it is `None`.
    pub moves: Option<Vec<M>>,
}

impl<M> Default for Limits<M> {
    fn default() -> Limits<M> {
        Limits {
            depth: None,
            nodes: None,
            soft_nodes: None,
            mate: None,
            time: Time::Unlimited,
            moves: None,
        }
    }
}

impl<M> Limits<M> {
    /// The plies in which a win in [`Limits::mate`] moves shows, if one is
    /// looked for.
    pub(crate) fn mate_depth(&self) -> Option<u16> {
        self.mate.map(|moves| moves.max(1).saturating_mul(2) - 1)
    }

    /// The nominal depth, at least 1, of the last iteration.
    pub(crate) fn deepest(&self) -> u16 {
        let depth = self.depth.unwrap_or(MAX_PLY as u16);
        depth.min(self.mate_depth().unwrap_or(depth)).clamp(1, MAX_PLY as u16)
    }

    /// To this nominal depth.
    pub fn depth(plies: u16) -> Limits<M> {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// For this many nodes.
    pub fn nodes(nodes: u64) -> Limits<M> {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }
}

/// The time there is for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Time {
    /// As long as it takes.
    #[default]
    Unlimited,
    /// This long for the move, no matter what.
    Move(Duration),
    /// A share of a clock.
    Clock {
        /// The time left on it.
        left: Duration,
        /// The increment for each move.
        increment: Duration,
        /// The moves until more time is added, at least 1; `None` for the rest of the game.
        moves_to_go: Option<u32>,
    },
}
