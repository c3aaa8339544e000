//! What the search is told of Surakarta.

use super::board::{Army, taker};
use super::endgame::Endings;
use super::features::{COUNTED, COUNTS, FEATURES, GROUPS, PATTERNS, places};
use super::patterns::{self, ByPattern, KINDS, class};
use super::{Move, Surakarta};
use crate::games::random::mix;
use crate::games::tapered::Tapered;
use crate::games::{Cost, Game, Group, Knowledge, Linear, Side, Solver, TableValue, Weight};

/// What each feature is worth, as `plyglot tune` wrote it.
const WEIGHTS: [Weight; FEATURES] = include!("weights.in");

/// The stones of a game's beginning.
const ALL_STONES: i32 = 24;

/// A stone, in exchanges.
const STONE: i32 = 100;

/// No evaluation is farther from 0.
const BOUND: i32 = 20_000;

impl Surakarta {
    fn stones(&self) -> i32 {
        (self.own.count() + self.other.count()) as i32
    }
}

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

/// What the side that is to move can win by capturing on a point, if both
/// sides do so for as long as it pays.
fn recapture(own: Army, other: Army, point: u8) -> i32 {
    taker(own, other, point).map_or(0, |from| {
        let (mut own, mut other) = (own, other);
        own.toggle(from);
        own.toggle(point);
        other.toggle(point);
        (STONE - recapture(other, own, point)).max(0)
    })
}

impl Knowledge for Surakarta {
    type State = ();

    const QUIESCENCE: bool = true;
    const REDUCTION: i32 = 100;
    const MARGIN: i32 = 25;
    const NULL_MOVE: bool = true;
    const STAGES: bool = true;
    const SINGULAR: bool = true;
    const PRUNES_LATE: bool = true;
    const FUTILITY: i32 = 90;
    const PRUNES_EXCHANGES: bool = true;
    const CONTINUES: bool = true;
    const PRIZES: usize = 1;
    const CORRECTIONS: usize = 2;
    const TABLES: bool = true;
    /// Origin and direction of a step; captures by their target.
    const SLOTS: usize = 36 * 9;

    fn evaluate(&self, _state: &()) -> i32 {
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

    #[inline]
    fn table(&self) -> Option<TableValue> {
        self.table_value()
    }

    fn solver() -> Option<&'static dyn Solver<Surakarta>> {
        Some(&Endings)
    }

    fn passed(&self) -> Option<Surakarta> {
        let mut passed = self.clone();
        passed.side = !self.side;
        passed.quiet_plies = self.quiet_plies.saturating_add(1);
        std::mem::swap(&mut passed.own, &mut passed.other);
        Some(passed)
    }

    fn gain(&self, _m: Move) -> i32 {
        STONE
    }

    /// All stones are worth the same, so that no more than one is lost.
    fn exchange(&self, m: Move, threshold: i32) -> bool {
        let won = if self.tactical(m) { STONE } else { 0 };
        if won - STONE >= threshold || won < threshold {
            return won >= threshold;
        }
        let (mut own, mut other) = (self.own, self.other);
        own.toggle(m.from);
        own.toggle(m.to);
        if won > 0 {
            other.toggle(m.to);
        }
        won - recapture(other, own, m.to) >= threshold
    }

    /// To take back on the point where a stone was just taken costs nothing, so
    /// that no line ends in the middle of an exchange.
    fn cost(&self, m: Move, previous: Option<Move>) -> Cost {
        let has_captured = self.quiet_plies == 0;
        match previous {
            Some(capture) if has_captured && capture.to == m.to => Cost::FREE,
            _ => Cost::PLY,
        }
    }

    /// The stones of either side.
    fn correction(&self, kind: usize) -> u64 {
        mix(if kind == 0 { self.own.points } else { self.other.points })
    }

    fn slot(&self, m: Move) -> usize {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let is_step = super::board::neighbours(m.from) >> m.to & 1 == 1 && !self.tactical(m);
        match is_step {
            true => 9 * from + 3 * (to / 6 + 1 - from / 6) + (to % 6 + 1 - from % 6),
            false => 9 * to + 4,
        }
    }

    /// The board turned by a quarter.
    fn mirrored(&self) -> Option<Surakarta> {
        let turn = |army: Army| {
            let turned = super::board::points(army.points).map(|p| (p % 6) * 6 + 5 - p / 6);
            Army::of(turned.fold(0, |set, p| set | 1 << p))
        };
        Some(Surakarta { own: turn(self.own), other: turn(self.other), ..self.clone() })
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
