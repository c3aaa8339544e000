//! The search's knowledge of Surakarta. Parameters without an explanation were chosen by
//! matches (see `docs/findings.md`).

use super::board::{self, Army, POINTS, SIDE, capturer};
use super::endgame::{COUNTED_MOST, Endings};
use super::evaluate::BOUND;
use super::{Move, Surakarta};
use crate::games::network::{Accumulators, NetworkState};
use crate::games::random::mix;
use crate::games::{
    Centi, Depth, Evaluation, Factor, Game, Knowledge, Milli, Scale, SearchParams, Solver,
    TablebaseValue, WinRate,
};

/// The value of a stone in static exchange evaluation, in centi-units.
const STONE: i32 = 100;
/// The eight directions of a step, and one for all other moves.
const DIRECTIONS: usize = 9;

/// What the side to move can win by capturing on a point, if both sides capture there for
/// as long as it pays.
fn recapture(own: Army, other: Army, point: u8) -> i32 {
    capturer(own, other, point).map_or(0, |from| {
        let (mut own, mut other) = (own, other);
        own.toggle(from);
        own.toggle(point);
        other.toggle(point);
        (STONE - recapture(other, own, point)).max(0)
    })
}

impl Evaluation for Surakarta {
    type State = NetworkState<Surakarta>;

    /// Tables end the games from which networks learn, so these know nothing of positions
    /// in tables. There the base evaluation says what to play for.
    #[inline]
    fn evaluate(&self, _: &Self::State, accumulators: &mut Accumulators<Surakarta>) -> i32 {
        let value = match self.own.count() + self.other.count() <= COUNTED_MOST as u32 {
            true => self.value(),
            false => accumulators.evaluate(self, || self.value()),
        };
        value.clamp(-BOUND, BOUND)
    }
}

impl Knowledge for Surakarta {
    // From 16,000 games at 4,000 nodes a move: docs/findings.md, "Surakarta".
    const PARAMS: SearchParams = SearchParams {
        quiescence: true,
        staged_generation: true,
        capture_history: true,
        continuation_history: true,
        early_evaluation: true,
        reverse_futility_depth: Depth(122),
        reverse_futility_margin: Centi(12),
        reverse_futility_improving: Centi(-2),
        null_move_depth: Depth::plies(3),
        null_move_base: Depth(52),
        null_move_slope: Factor(11),
        null_move_surplus: Centi(207),
        null_move_surplus_max: Depth(41),
        late_move_depth: Depth(47),
        late_move_base: 8,
        late_move_improving: Factor(69),
        late_move_worsening: Factor(71),
        futility_depth: Depth(138),
        futility_base: Centi(68),
        futility_margin: Centi(63),
        history_pruning_depth: Depth(105),
        history_pruning_points: 2846,
        see_pruning_depth: Depth(128),
        see_pruning_tactical: Centi(70),
        see_pruning_quiet: Centi(28),
        lmr_depth: Depth::plies(3),
        lmr_base: Milli(774),
        lmr_slope: Milli(551),
        lmr_history_points: 9009,
        lmr_worsening: Depth(-1),
        lmr_cut_node: Depth(6),
        lmr_pv: Depth(3),
        singular_depth: Depth(84),
        singular_margin: Factor(108),
        aspiration_window: Centi(26),
        history_bonus_square: 19,
        history_bonus_linear: 38,
        history_bonus_max: 1754,
        history_malus: Factor(48),
        ..SearchParams::PLAIN
    };
    const SCALE: Scale = Scale {
        lookahead: &[(500, 0.0), (1300, 1.5), (2050, 3.0), (2500, 4.1)],
        // Fitted to self-play games: docs/wdl.md.
        win_rate: WinRate { midpoint: 23.0, spread: 15.0 },
        ..Scale::USUAL
    };
    const CORRECTION_KEYS: usize = 2;
    const HAS_TABLEBASE: bool = true;
    /// Indexed by origin and direction for a step, by target for a capture.
    const HISTORY_SIZE: usize = POINTS * DIRECTIONS;

    #[inline]
    fn probe_tablebase(&self, _depth: Depth) -> Option<TablebaseValue> {
        self.table_value()
    }

    fn solver() -> Option<&'static dyn Solver<Surakarta>> {
        Some(&Endings)
    }

    /// Each capture removes a stone and resets the count of plies without a capture.
    fn max_plies_left(&self) -> Option<u32> {
        let captures = self.own.count() + self.other.count();
        let quiet = u32::from(self.rules.no_capture_plies);
        self.rules.has_ply_limit().then(|| {
            let left = quiet.saturating_sub(u32::from(self.quiet_plies));
            left + quiet * captures
        })
    }

    fn null_move(&self) -> Option<Surakarta> {
        let mut passed = self.clone();
        passed.side = !self.side;
        passed.quiet_plies = self.quiet_plies.saturating_add(1);
        std::mem::swap(&mut passed.own, &mut passed.other);
        Some(passed)
    }

    fn capture_value(&self, _m: Move) -> i32 {
        STONE
    }

    /// All stones have the same value, so a move loses at most one.
    fn see_at_least(&self, m: Move, threshold: i32) -> bool {
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

    /// A recapture on the point of the previous capture costs no depth, so that no line
    /// ends in the middle of an exchange.
    fn cost(&self, m: Move, previous: Option<Move>) -> Depth {
        let has_captured = self.quiet_plies == 0;
        match previous {
            Some(capture) if has_captured && capture.to == m.to => Depth::ZERO,
            _ => Depth::PLY,
        }
    }

    /// The key of one side's stones: `n` is 0 for the side to move, 1 for the other.
    fn correction_key(&self, _state: &Self::State, n: usize) -> u64 {
        mix(if n == 0 { self.own.points } else { self.other.points })
    }

    fn history_index(&self, m: Move) -> usize {
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
}
