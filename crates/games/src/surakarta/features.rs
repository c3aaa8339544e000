//! The features of the evaluation.

use super::Surakarta;
use super::board::{self, Army, PLACES, POINTS, place};
use super::patterns::{CLASSES, FIRST, KINDS};
use plyglot_core::game::FeatureGroup;

/// The groups of features. Each feature counts for the side to move, less the count of
/// the other side.
pub(super) const GROUPS: &[FeatureGroup] = &[
    FeatureGroup {
        name: "stones by place: a1, a2, a3, b2, b3, c3 and their like",
        topic: "the placing of the pieces",
        size: PLACES,
    },
    FeatureGroup { name: "edges", topic: "the placing of the pieces", size: CLASSES[0] },
    FeatureGroup { name: "lines of the inner loop", topic: "the inner loop", size: CLASSES[1] },
    FeatureGroup { name: "lines of the outer loop", topic: "the outer loop", size: CLASSES[2] },
    FeatureGroup { name: "arcs of the inner loop", topic: "the inner loop", size: CLASSES[3] },
    FeatureGroup { name: "arcs of the outer loop", topic: "the outer loop", size: CLASSES[4] },
    FeatureGroup { name: "to move", topic: "", size: 1 },
    FeatureGroup { name: "steps to empty points", topic: "freedom to move", size: 1 },
    FeatureGroup {
        name: "neighbouring pairs of own stones",
        topic: "the placing of the pieces",
        size: 1,
    },
    FeatureGroup {
        name: "own stones that see each other round an arc",
        topic: "pieces that protect each other",
        size: 1,
    },
    FeatureGroup { name: "arcs round which a stone sees itself", topic: "the loops", size: 1 },
    FeatureGroup {
        name: "attacked stones without help: of the mover, of the other side",
        topic: "",
        size: 2,
    },
    FeatureGroup {
        name: "attacked stones with help: of the mover, of the other side",
        topic: "",
        size: 2,
    },
    FeatureGroup { name: "more stones than the other side", topic: "", size: 1 },
    FeatureGroup { name: "the same, by plies without a capture", topic: "", size: 1 },
];

/// The number of features.
pub(super) const FEATURES: usize = COUNTED + COUNTS;
/// The first feature of [`super::patterns`]. The features of [`places`] come before it.
pub(super) const PATTERNS: usize = PLACES;
/// The first feature of [`Surakarta::counts`].
pub(super) const COUNTED: usize = PATTERNS + FIRST[KINDS];
/// Number of features of [`Surakarta::counts`].
pub(super) const COUNTS: usize = QUIET_PLIES + 1;

const TO_MOVE: usize = 0;
pub(super) const STEPS: usize = TO_MOVE + 1;
pub(super) const PAIRS: usize = STEPS + 1;
const LINKS: usize = PAIRS + 1;
const CIRCUITS: usize = LINKS + 1;
const HANGING: usize = CIRCUITS + 1;
const GUARDED: usize = HANGING + 2;
const AHEAD: usize = GUARDED + 2;
const QUIET_PLIES: usize = AHEAD + 1;

/// The points of each class.
const SETS: [u64; PLACES] = {
    let mut sets = [0; PLACES];
    let mut point = 0;
    while point < POINTS {
        sets[place(point)] |= 1 << point;
        point += 1;
    }
    sets
};

/// Number of points around a point of each class.
pub(super) const NEIGHBOURS: [i32; PLACES] = [3, 5, 5, 8, 8, 8];

/// The count of each feature after the patterns, for the side to move.
pub(super) type Counts = [i32; COUNTS];

/// Number of an army's steps to empty points, and of its neighbouring pairs.
fn mobility(army: Army, empty: u64) -> [i32; 2] {
    let shifted = board::shifts(army.points);
    let count = |set: u64| set.count_ones() as i32;
    let steps = shifted.iter().map(|set| count(set & empty)).sum();
    // Each pair is counted in one of two opposite directions.
    let pairs = shifted.iter().step_by(2).map(|set| count(set & army.points)).sum();
    [steps, pairs]
}

/// Number of stones of `own` on each class of points, less those of `other`.
pub(super) fn places(own: Army, other: Army) -> [i32; PLACES] {
    SETS.map(|set| {
        let [own, other] = [own, other].map(|army| (army.points & set).count_ones() as i32);
        own - other
    })
}

impl Surakarta {
    /// The counts of all features after the patterns, for the side to move.
    pub(super) fn counts(&self) -> Counts {
        let (own, other) = (self.own, self.other);
        let ([steps, pairs], [other_steps, other_pairs]) =
            (mobility(own, self.empty()), mobility(other, self.empty()));
        let mut counts = self.contacts();
        counts[STEPS] = steps - other_steps;
        counts[PAIRS] = pairs - other_pairs;
        counts
    }

    /// [`Surakarta::counts`] without steps and neighbours.
    #[inline(always)]
    pub(super) fn contacts(&self) -> Counts {
        let mut counts = [0; COUNTS];
        counts[TO_MOVE] = 1;
        let (own, other) = (self.own, self.other);
        let views = board::views(own, other);
        counts[LINKS] = views[0].links - views[1].links;
        counts[CIRCUITS] = views[0].circuits - views[1].circuits;
        for (side, (view, sign)) in views.iter().zip([1, -1]).enumerate() {
            counts[HANGING + side] = sign * (view.attacked & !view.helped).count_ones() as i32;
            counts[GUARDED + side] = sign * (view.attacked & view.helped).count_ones() as i32;
        }
        counts[AHEAD] = (own.count() as i32 - other.count() as i32).signum();
        counts[QUIET_PLIES] = counts[AHEAD] * i32::from(self.quiet_plies.min(128));
        counts
    }

    /// Number of diagonally neighbouring pairs of own stones, less those of the other
    /// side.
    #[inline(always)]
    pub(super) fn diagonal_pairs(&self) -> i32 {
        let [own, other] = [self.own, self.other].map(|army| {
            let [up, down] = board::diagonal_shifts(army.points);
            (up & army.points).count_ones() + (down & army.points).count_ones()
        });
        own as i32 - other as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn group_sizes_sum_to_the_number_of_features() {
        assert_eq!(GROUPS.iter().map(|group| group.size).sum::<usize>(), FEATURES);
        assert_eq!(SETS.map(u64::count_ones), [4, 8, 8, 4, 8, 4]);
    }
}
