//! The reports of a running search, and its answer.

use super::score::Score;
use super::table::Bound;
use std::time::Duration;

/// Where a search puts what it says.
pub(super) type Reporter<'a, M> = dyn FnMut(Report<M>) + Send + 'a;

/// Searches shorter than this report neither bounds nor the current move.
pub(super) const CHATTY_AFTER: Duration = Duration::from_secs(3);

/// Something that a search says.
#[derive(Clone, Debug, PartialEq)]
pub enum Report<M> {
    /// A line that was searched.
    Line(Line<M>),
    /// The root move that is looked at now, in a search that takes long.
    Current {
        /// Nominal depth in plies.
        depth: u16,
        /// The move.
        m: M,
        /// Its number in the order of searching, from 1.
        number: usize,
    },
    /// The progress of a solver that takes long.
    Progress {
        /// Nodes so far.
        nodes: u64,
        /// Since the search was asked for.
        time: Duration,
        /// How full its memory is, per mille.
        hashfull: u16,
    },
}

/// The principal variation from one root move, and how it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// Nominal depth in plies.
    pub depth: u16,
    /// The deepest ply that was reached, absolute.
    pub seldepth: u16,
    /// The rank of this line among those asked for, from 1.
    pub rank: usize,
    /// The score for the side to move in the root.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Whether the score is what best play comes to, and no estimate.
    pub is_certain: bool,
    /// Nodes of the whole search so far.
    pub nodes: u64,
    /// Since the search was asked for.
    pub time: Duration,
    /// How full the table is, per mille.
    pub hashfull: u16,
    /// Positions whose value endgame tables gave, in the whole search so far.
    pub tbhits: u64,
    /// The moves, at least one.
    pub pv: Vec<M>,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<M> {
    /// The best move; `None` where there is no move at all.
    pub best: Option<M>,
    /// The reply that is expected to it.
    pub ponder: Option<M>,
    /// The score of the best move.
    pub score: Score,
    /// The nominal depth of the last whole iteration.
    pub depth: u16,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether the search panicked and was caught: the answer is that of the
    /// last whole iteration, and there is a bug to be found.
    pub panicked: bool,
}
