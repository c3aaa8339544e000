//! How good a position of Surakarta is: a sum of weights, which `plyglot tune`
//! fits to games (see `docs/surakarta.md`).

use super::Surakarta;
use super::features::{COUNTED, COUNTS, FEATURES, GROUPS, PATTERNS, places};
use super::patterns::{self, ByPattern, KINDS, class};
use crate::games::tapered::Tapered;
use crate::games::{Group, Linear, Side, Weight};

/// What each feature is worth, as `plyglot tune` wrote it.
const WEIGHTS: [Weight; FEATURES] = include!("weights.in");

/// The stones of a game's beginning.
const ALL_STONES: i32 = 24;

/// No evaluation is farther from 0.
const BOUND: i32 = 20_000;

/// Twice the value of each pattern on each kind of row, for the side whose
/// stones are its ones; with the stones' values by their places, of which a line
/// has half, as every point lies on two.
static PATTERN_VALUES: [ByPattern<Tapered>; KINDS] = {
    let mut values = [[Tapered::ZERO; patterns::PATTERNS]; KINDS];
    let mut i = 0;
    while i < KINDS * patterns::PATTERNS {
        let (kind, pattern) = (i / patterns::PATTERNS, i % patterns::PATTERNS);
        let class = class(kind, pattern);
        let weight = WEIGHTS[PATTERNS + patterns::FIRST[kind] + class.number];
        values[kind][pattern] = twice(weight, class.sign as i16).plus(placed(kind, pattern));
        i += 1;
    }
    values
};

/// The values of the stones of a pattern by their places.
const fn placed(kind: usize, pattern: usize) -> Tapered {
    let (mut sum, mut rest, mut i) = (Tapered::ZERO, pattern, 0);
    while let Some(place) = patterns::place(kind, i) {
        sum = match rest % 3 {
            0 => sum,
            1 => sum.plus(Tapered::new(WEIGHTS[place])),
            _ => sum.plus(Tapered::new([-WEIGHTS[place][0], -WEIGHTS[place][1]])),
        };
        rest /= 3;
        i += 1;
    }
    sum
}

const fn twice([beginning, end]: Weight, sign: i16) -> Tapered {
    Tapered::new([2 * sign * beginning, 2 * sign * end])
}

/// Twice the values of the features that are counted.
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

    /// The evaluation, for the side to move.
    #[inline]
    pub(super) fn value(&self) -> i32 {
        let mut sum = Tapered::ZERO;
        patterns::visit(self.own, self.other, |kind, pattern| {
            sum += PATTERN_VALUES[kind][pattern];
        });
        for (count, value) in self.counts().into_iter().zip(COUNT_VALUES) {
            sum += value * count;
        }
        let stones = self.stones();
        let value = sum.beginning() * stones + sum.end() * (ALL_STONES - stones);
        (value / (2 * ALL_STONES)).clamp(-BOUND, BOUND)
    }
}

impl Linear for Surakarta {
    const GROUPS: &'static [Group] = GROUPS;

    fn weights() -> Vec<Weight> {
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
        patterns::visit(self.own, self.other, |kind, pattern| {
            let class = class(kind, pattern);
            if class.sign != 0 {
                visit(PATTERNS + patterns::FIRST[kind] + class.number, sign * class.sign);
            }
        });
        for (i, count) in self.counts().into_iter().enumerate().filter(|&(_, count)| count != 0) {
            visit(COUNTED + i, sign * count);
        }
    }
}
