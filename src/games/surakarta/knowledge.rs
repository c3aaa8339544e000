//! What the search is told of Surakarta. Numbers that are not explained were
//! chosen by matches, which `docs/strength.md` has.

use super::board::{self, Army, POINTS, SIDE, taker};
use super::endgame::Endings;
use super::patterns::Rows;
use super::{Move, Surakarta};
use crate::games::random::mix;
use crate::games::{Cost, Game, Knowledge, Selectivity, Side, Solver, TableValue, WinRate};

/// A stone, in exchanges.
const STONE: i32 = 100;
/// Directions in which a stone can step, and one for all other moves.
const DIRECTIONS: usize = 9;

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
    type State = Rows;

    // Fitted to games of its own: docs/wdl.md.
    const WIN_RATE: WinRate = WinRate { midpoint: 23.0, spread: 15.0 };
    const QUIESCENCE: bool = true;
    // Found by 16,000 games at 6,000 nodes a move: docs/strength.md, "Surakarta".
    const SELECTIVITY: Selectivity = Selectivity {
        reverse_futility: 18,
        reverse_futility_rising: 7,
        null_base: 50,
        null_slope: 12,
        null_surplus: 213,
        null_surplus_most: 40,
        late_base: 4,
        late_rising: 69,
        late_falling: 71,
        futility_base: 71,
        futility_slope: 97,
        history_floor: 2914,
        tactical_loss: 80,
        quiet_loss: 25,
        reduction_base: 92,
        reduction_slope: 537,
        reduction_history: 8586,
        reduction_falling: -1,
        reduction_cut: 7,
        reduction_pv: 4,
        singular: 20,
        aspiration: 24,
        bonus_square: 15,
        bonus_linear: 44,
        bonus_most: 1552,
        malus: 51,
        ..Selectivity::PLAIN
    };
    const NULL_MOVE: bool = true;
    const STAGES: bool = true;
    const SINGULAR: bool = true;
    const PRUNES_LATE: bool = true;
    const PRUNES_EXCHANGES: bool = true;
    const CONTINUES: bool = true;
    const PRIZES: usize = 1;
    const CORRECTIONS: usize = 2;
    const TABLES: bool = true;
    const EVALUATES_EARLY: bool = true;
    /// Origin and direction of a step; captures by their target.
    const SLOTS: usize = POINTS * DIRECTIONS;
    const SIGHTS: &'static [(u16, f64)] = &[(500, 0.0), (1300, 1.5), (2050, 3.0), (2500, 4.1)];

    fn state(&self) -> Rows {
        self.rows()
    }

    #[inline]
    fn advance(&self, m: Move, rows: &mut Rows) {
        let (own, other) = if self.side == Side::First { (1, 2) } else { (2, 1) };
        rows.add(m.from, -own);
        rows.add(m.to, if self.tactical(m) { own - other } else { own });
    }

    #[inline]
    fn evaluate(&self, rows: &Rows) -> i32 {
        self.value(rows)
    }

    #[inline]
    fn table(&self, _depth: Cost) -> Option<TableValue> {
        self.table_value()
    }

    fn solver() -> Option<&'static dyn Solver<Surakarta>> {
        Some(&Endings)
    }

    /// Each capture takes a stone and begins the counting again.
    fn most_plies(&self) -> Option<u32> {
        let captures = self.own.count() + self.other.count();
        let quiet = u32::from(self.rules.no_capture_plies);
        self.rules.is_counting().then(|| {
            let left = quiet.saturating_sub(u32::from(self.quiet_plies));
            left + quiet * captures
        })
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
    fn correction(&self, _state: &Self::State, kind: usize) -> u64 {
        mix(if kind == 0 { self.own.points } else { self.other.points })
    }

    fn slot(&self, m: Move) -> usize {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let is_step = board::neighbours(m.from) >> m.to & 1 == 1 && !self.tactical(m);
        match is_step {
            true => {
                let (up, right) = (to / SIDE + 1 - from / SIDE, to % SIDE + 1 - from % SIDE);
                DIRECTIONS * from + 3 * up + right
            }
            false => DIRECTIONS * to + DIRECTIONS / 2,
        }
    }

    /// The board turned by a quarter.
    fn mirrored(&self) -> Option<Surakarta> {
        let turn = |army: Army| {
            let turned = board::points(army.points)
                .map(|p| p % SIDE as u8 * SIDE as u8 + (SIDE as u8 - 1 - p / SIDE as u8));
            Army::of(turned.fold(0, |set, p| set | 1 << p))
        };
        Some(Surakarta { own: turn(self.own), other: turn(self.other), ..self.clone() })
    }
}
