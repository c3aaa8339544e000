//! The evaluation of Surakarta: a weighted sum of features. `plyglot tune` fits the
//! weights to games (see `docs/surakarta.md`).

use super::Surakarta;
use super::features::{
    COUNTED, COUNTS, FEATURES, GROUPS, NEIGHBOURS, PAIRS, PATTERNS, STEPS, places,
};
use super::patterns::{self, ByPattern, KINDS, Rows, class};
use plyglot_core::game::tapered::Tapered;
use plyglot_core::game::{FeatureGroup, Linear, Side, Weight};

/// The weight of each feature, as `plyglot tune` wrote it.
const WEIGHTS: [Weight; FEATURES] = include!("weights.in");

/// Stones in the start position.
const ALL_STONES: i32 = 24;

/// The greatest absolute value of the evaluation.
pub(super) const BOUND: i32 = 20_000;

/// Twice the value of each pattern on each kind of row, for the first player. It includes
/// the stones' values by place and the neighbours on a line. A line counts half of a
/// stone's value by place, as every point lies on two lines.
static PATTERN_VALUES: [ByPattern<Tapered>; KINDS] = {
    let mut values = [[Tapered::ZERO; patterns::SIZE]; KINDS];
    let (mut kind, mut pattern) = (0, 0);
    while kind < KINDS {
        let class = class(kind, pattern);
        let weight = WEIGHTS[PATTERNS + patterns::FIRST[kind] + class.index];
        values[kind][pattern] = twice(weight, class.sign as i16)
            .plus(placed(kind, pattern))
            .plus(PAIR.times(neighbours(kind, pattern)));
        pattern += 1;
        if pattern == patterns::pattern_count(kind) {
            (kind, pattern) = (kind + 1, 0);
        }
    }
    values
};

/// Twice the value of two neighbouring stones. A stone has as many steps as there are
/// points around it, less the occupied ones. Where two sides meet, both lose one step,
/// which cancels out. A neighbour of the same side takes one step from each of the two.
/// So steps need not be counted.
const PAIR: Tapered = {
    let (pair, step) = (WEIGHTS[COUNTED + PAIRS], WEIGHTS[COUNTED + STEPS]);
    twice([pair[0] - 2 * step[0], pair[1] - 2 * step[1]], 1)
};

/// The values of a pattern's stones by place, with all steps that they would have on an
/// empty board.
const fn placed(kind: usize, pattern: usize) -> Tapered {
    let (step, mut sum) = (Tapered::new(WEIGHTS[COUNTED + STEPS]), Tapered::ZERO);
    let (mut rest, mut i) = (pattern, 0);
    while let Some(place) = patterns::place(kind, i) {
        let value = Tapered::new(WEIGHTS[place]).plus(step.times(NEIGHBOURS[place]));
        sum = sum.plus(value.times([0, 1, -1][rest % 3]));
        rest /= 3;
        i += 1;
    }
    sum
}

/// The neighbouring pairs of the first player's stones on a line, less those of the
/// second player. It is 0 on an arc, as the arc's points already lie on lines.
const fn neighbours(kind: usize, pattern: usize) -> i32 {
    let (mut pairs, mut rest, mut i) = (0, pattern, 1);
    while patterns::place(kind, i).is_some() {
        if rest % 3 == rest / 3 % 3 {
            pairs += [0, 1, -1][rest % 3];
        }
        rest /= 3;
        i += 1;
    }
    pairs
}

const fn twice([midgame, endgame]: Weight, sign: i16) -> Tapered {
    Tapered::new([2 * sign * midgame, 2 * sign * endgame])
}

/// Twice the values of the features that are counted instead of looked up by pattern.
static COUNT_VALUES: [Tapered; COUNTS] = {
    let mut values = [Tapered::ZERO; COUNTS];
    let mut i = 0;
    while i < COUNTS {
        values[i] = twice(WEIGHTS[COUNTED + i], 1);
        i += 1;
    }
    values
};

impl Surakarta {
    fn stones(&self) -> i32 {
        (self.own.count() + self.other.count()) as i32
    }

    /// The patterns of all rows.
    fn rows(&self) -> Rows {
        Rows::of(self.army(Side::First), self.army(Side::Second))
    }

    /// The evaluation in centi-units, for the side to move.
    pub(super) fn value(&self) -> i32 {
        let mut sum = Tapered::ZERO;
        self.rows().visit(|kind, pattern| sum += PATTERN_VALUES[kind][pattern]);
        if self.side == Side::Second {
            sum = -sum;
        }
        sum += PAIR * self.diagonal_pairs();
        for (count, value) in self.contacts().into_iter().zip(COUNT_VALUES) {
            sum += value * count;
        }
        let stones = self.stones();
        let value = sum.midgame() * stones + sum.endgame() * (ALL_STONES - stones);
        value / (2 * ALL_STONES)
    }
}

impl Linear for Surakarta {
    const GROUPS: &'static [FeatureGroup] = GROUPS;

    fn weights(_: ()) -> Vec<Weight> {
        WEIGHTS.to_vec()
    }

    fn phase(&self) -> f32 {
        self.stones() as f32 / ALL_STONES as f32
    }

    fn features(&self, mut visit: impl FnMut(usize, i32)) {
        let sign = if self.side == Side::First { 1 } else { -1 };
        for (place, count) in places(self.own, self.other).into_iter().enumerate() {
            visit(place, sign * count);
        }
        self.rows().visit(|kind, pattern| {
            let class = class(kind, pattern);
            if class.sign != 0 {
                visit(PATTERNS + patterns::FIRST[kind] + class.index, class.sign);
            }
        });
        for (i, count) in self.counts().into_iter().enumerate().filter(|&(_, count)| count != 0) {
            visit(COUNTED + i, sign * count);
        }
    }
}
