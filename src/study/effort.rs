//! What searches took.

use crate::engine::SearchInfo;
use std::time::Duration;

/// What searches took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effort {
    /// The depth of the last iteration of the first search, in plies.
    pub(crate) depth: u16,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

impl Effort {
    /// That of a search with these lines, the best first.
    pub(crate) fn of(lines: &[SearchInfo]) -> Effort {
        let Some((first, last)) = lines.first().zip(lines.last()) else { return Effort::default() };
        Effort { depth: first.depth, nodes: last.nodes, time: last.time }
    }

    /// Adds that of a further search.
    pub(crate) fn add(&mut self, other: Effort) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}
