//! The moves of few stones, without counters.

use super::super::board::{self, Army, BOARD, neighbours, points};
use super::index::StoneSets;

impl StoneSets {
    /// Visits the position after each capture; a position may be visited more than once.
    pub fn each_capture(self, mut visit: impl FnMut(StoneSets)) {
        let StoneSets { own, other } = self;
        board::captures(Army::of(own), Army::of(other), |from, to| {
            visit(StoneSets { own: other ^ 1 << to, other: own ^ 1 << from ^ 1 << to });
        });
    }

    /// The positions after each quiet step.
    pub fn steps(self) -> impl Iterator<Item = StoneSets> {
        let StoneSets { own, other } = self;
        let free = BOARD & !own & !other;
        points(own).flat_map(move |from| {
            points(neighbours(from) & free)
                .map(move |to| StoneSets { own: other, other: own ^ 1 << from ^ 1 << to })
        })
    }

    /// The positions from which a quiet step leads here.
    pub fn before_steps(self) -> impl Iterator<Item = StoneSets> {
        let StoneSets { own, other } = self;
        let free = BOARD & !own & !other;
        points(other).flat_map(move |to| {
            points(neighbours(to) & free)
                .map(move |from| StoneSets { own: other ^ 1 << to ^ 1 << from, other: own })
        })
    }
}
