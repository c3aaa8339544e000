//! Depth, nodes and time of searches.

use plyglot_engine::SearchInfo;
use std::time::Duration;

/// Depth, nodes and time of searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SearchEffort {
    /// The depth of the last iteration of the first search, in plies.
    pub depth: u16,
    pub nodes: u64,
    pub time: Duration,
}

impl SearchEffort {
    /// That of a search with these lines, the best first.
    pub(crate) fn of(lines: &[SearchInfo]) -> SearchEffort {
        let Some((first, last)) = lines.first().zip(lines.last()) else {
            return SearchEffort::default();
        };
        SearchEffort { depth: first.depth, nodes: last.nodes, time: last.time }
    }

    /// Adds that of a further search.
    pub(crate) fn add(&mut self, other: SearchEffort) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}
