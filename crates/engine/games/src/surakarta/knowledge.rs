//! The search's knowledge of Surakarta. Parameters without an explanation were chosen by
//! matches (see `docs/internals/findings.md`).

use super::board::{self, Army, POINTS, SIDE, capturer};
use super::endgame::{Endings, MAX_COUNTED_STONES};
use super::{Move, Surakarta};
use plyglot_core::game::endings::{EndingRules, Man, Men};
use plyglot_core::game::network::{Accumulators, NetworkState};
use plyglot_core::game::random::mix;
use plyglot_core::game::{
    Centi, Depth, Evaluation, Factor, Game, Histories, Knowledge, Milli, SearchParams, Side,
    Solver, TablebaseValue,
};

/// The value of a stone in exchanges and without a network, in centi-units.
const STONE: i32 = 100;
const BOUND: i32 = 20_000;
const DIRECTIONS: usize = 9;

/// The gain of the side to move from capturing on a point, if both sides capture there for
/// as long as it pays.
fn recapture(mut own: Army, mut other: Army, point: u8) -> i32 {
    capturer(own, other, point).map_or(0, |from| {
        own.toggle(from);
        own.toggle(point);
        other.toggle(point);
        (STONE - recapture(other, own, point)).max(0)
    })
}

impl Evaluation for Surakarta {
    type State = NetworkState<Surakarta>;

    /// Tables end the games from which networks learn, so these know nothing of positions
    /// in tables.
    #[inline]
    fn evaluate(&self, _: &Self::State, accumulators: &mut Accumulators<Surakarta>) -> i32 {
        if self.own.count() + self.other.count() <= MAX_COUNTED_STONES as u32 {
            return self.value_of_stones();
        }
        accumulators.evaluate(self, || self.value_of_stones()).clamp(-BOUND, BOUND)
    }
}

impl Surakarta {
    pub(super) fn value_of_stones(&self) -> i32 {
        STONE * self.stones_ahead()
    }
}

impl Knowledge for Surakarta {
    // From SPSA, 16,000 games at 4,000 nodes a move: docs/log/matches.csv.
    const PARAMS: SearchParams = {
        let mut params = SearchParams::PLAIN;
        params.quiescence.is_on = true;
        params.staged_generation = true;
        params.capture_history.is_on = true;
        params.continuation_history.is_on = true;
        params.early_evaluation = true;
        params.reverse_futility.is_on = true;
        params.reverse_futility.depth = Depth(122);
        params.reverse_futility.margin = Centi(12);
        params.reverse_futility.improving = Centi(-2);
        params.null_move.is_on = true;
        params.null_move.depth = Depth::plies(3);
        params.null_move.base = Depth(52);
        params.null_move.slope = Factor(11);
        params.null_move.surplus = Centi(207);
        params.null_move.surplus_max = Depth(41);
        params.late_move.is_on = true;
        params.late_move.depth = Depth(47);
        params.late_move.base = 8;
        params.late_move.improving = Factor(69);
        params.late_move.worsening = Factor(71);
        params.futility.is_on = true;
        params.futility.depth = Depth(138);
        params.futility.base = Centi(68);
        params.futility.margin = Centi(63);
        params.history_pruning.is_on = true;
        params.history_pruning.depth = Depth(105);
        params.history_pruning.points = 2846;
        params.see_pruning.is_on = true;
        params.see_pruning.depth = Depth(128);
        params.see_pruning.tactical = Centi(70);
        params.see_pruning.quiet = Centi(28);
        params.lmr.is_on = true;
        params.lmr.depth = Depth::plies(3);
        params.lmr.base = Milli(774);
        params.lmr.slope = Milli(551);
        params.lmr.history_points = 9009;
        params.lmr.worsening = Depth(-1);
        params.lmr.cut_node = Depth(6);
        params.lmr.pv = Depth(3);
        params.singular.is_on = true;
        params.singular.depth = Depth(84);
        params.singular.margin = Factor(108);
        params.aspiration.window = Centi(26);
        params.history.bonus_square = 19;
        params.history.bonus_linear = 38;
        params.history.bonus_max = 1754;
        params.history.malus = Factor(48);
        params
    };
    const HAS_TABLEBASE: bool = true;

    #[inline]
    fn probe_tablebase(&self, _depth: Depth) -> Option<TablebaseValue> {
        self.table_value()
    }

    fn read_tables(&self) {
        self.read_ending_tables();
    }

    fn ending_rules(&self) -> Result<EndingRules, String> {
        Ok(self.rules.ending_rules())
    }

    fn men(&self) -> Option<Men> {
        self.listed_men()
    }

    fn with_men(&self, side: Side, men: &[Man]) -> Option<Surakarta> {
        self.set_up(side, men)
    }

    fn solver() -> Option<&'static dyn Solver<Surakarta>> {
        Some(&Endings)
    }

    /// Each capture removes a stone and resets the count of plies without a capture.
    fn max_plies_left(&self) -> Option<u32> {
        if !self.rules.has_ply_limit() {
            return None;
        }
        let captures = self.own.count() + self.other.count();
        let quiet = u32::from(self.rules.no_capture_plies);
        Some(quiet.saturating_sub(u32::from(self.quiet_plies)) + quiet * captures)
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
        let mut own = self.own;
        let mut other = self.other;
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
}

impl Histories for Surakarta {
    const CORRECTION_KEYS: usize = 2;
    /// Indexed by origin and direction for a step, by target for a capture.
    const HISTORY_SIZE: usize = POINTS * DIRECTIONS;

    fn correction_key(&self, _state: &Self::State, n: usize) -> u64 {
        mix(if n == 0 { self.own.points } else { self.other.points })
    }

    fn history_index(&self, m: Move) -> usize {
        let from = usize::from(m.from);
        let to = usize::from(m.to);
        let is_step = board::neighbours(m.from) >> m.to & 1 == 1 && !self.tactical(m);
        if is_step {
            let up = to / SIDE + 1 - from / SIDE;
            let right = to % SIDE + 1 - from % SIDE;
            DIRECTIONS * from + 3 * up + right
        } else {
            DIRECTIONS * to + DIRECTIONS / 2
        }
    }
}
