//! The evaluation of Breakthrough, which is its network alone, and the search's other knowledge:
//! certain wins, threats and exchanges.

use super::board::{self, bit, rank, rank_of};
use super::{Breakthrough, Move};
use plyglot_core::game::network::{Accumulators, NetworkState};
use plyglot_core::game::random::mix;
use plyglot_core::game::{Evaluation, Exact, Game, Glance, Histories, Knowledge, SearchParams};

const BOUND: i32 = 20_000;
const STONE: i32 = 100;
const STEP_VALUE: i32 = 10;

impl Evaluation for Breakthrough {
    type State = NetworkState<Breakthrough>;

    #[inline]
    fn evaluate(&self, _: &Self::State, accumulators: &mut Accumulators<Breakthrough>) -> i32 {
        accumulators.evaluate(self, || 0).clamp(-BOUND, BOUND)
    }
}

impl Breakthrough {
    #[inline(always)]
    fn captures_all(&self) -> bool {
        self.other.is_power_of_two() && board::attacked(self.own) & self.other != 0
    }

    /// Whether a stone two steps from the end can step to a square on which it cannot be
    /// captured.
    #[inline(always)]
    fn steps_through(&self) -> bool {
        const TWO_LEFT: u32 = board::LAST - 2;
        let [left, straight, right] = board::ahead(self.own & rank(TWO_LEFT));
        let targets = (left | right) & !self.own | straight & !(self.own | self.other);
        targets & !board::attacked_by_other(self.other) != 0
    }

    /// The result of a race: whether one of the most advanced stones of a side can neither
    /// be blocked nor captured, and is the first to arrive. No stone of the opponent is in
    /// the triangle of squares ahead of it. No own stone is either, as that would be more
    /// advanced.
    ///
    /// No win is claimed where the winner might sooner capture all stones of the opponent.
    #[inline(always)]
    fn race(&self, own_left: u32, other_left: u32) -> Option<Exact> {
        if own_left <= other_left {
            let front = self.own & rank(board::LAST - own_left);
            let is_free = front & !board::reach_of_other(self.other) != 0;
            let is_certain = is_free && self.other.count_ones() >= own_left;
            if is_certain { Some(Exact::Win(2 * own_left as u16 - 1)) } else { None }
        } else {
            let front = board::turned(self.other & rank(other_left));
            let is_free = front & !board::reach_of_other(board::turned(self.own)) != 0;
            let is_certain = is_free && self.own.count_ones() >= other_left;
            if is_certain { Some(Exact::Loss(2 * other_left as u16)) } else { None }
        }
    }
}

impl Knowledge for Breakthrough {
    // Not tuned. The features that are on are those of which a game with captures and
    // without repetitions is likely to gain.
    const PARAMS: SearchParams = {
        let mut params = SearchParams::USUAL;
        params.staged_generation = true;
        params.continuation_history.is_on = true;
        params.null_move.is_on = true;
        params.history_pruning.is_on = true;
        params.see_pruning.is_on = true;
        params
    };

    /// Somebody arrives, or has no stone left.
    fn may_be_drawn(&self) -> bool {
        false
    }

    /// Wins of the next two moves, threats to win at once, and races that are decided. A
    /// stone on the second-last rank always wins with its next move: a diagonal step
    /// cannot be blocked.
    #[inline]
    fn glance(&self) -> Glance {
        let own_left = board::moves_left(self.own);
        let other_left = board::moves_left(board::turned(self.other));
        if own_left == 1 || self.captures_all() {
            return Glance::Known(Exact::Win(1));
        }
        if other_left == 1 {
            let threats = self.other & rank(1);
            let is_parried = threats.is_power_of_two() && threats & board::attacked(self.own) != 0;
            return if is_parried { Glance::Forced } else { Glance::Known(Exact::Loss(2)) };
        }
        if own_left == 2 && self.steps_through() {
            return Glance::Known(Exact::Win(3));
        }
        self.race(own_left, other_left).map_or(Glance::Open, Glance::Known)
    }

    /// A move decreases what its side has left by one. The side that runs out of other moves
    /// steps on its last rank.
    fn max_plies_left(&self) -> Option<u32> {
        let own = board::moves_in_all(self.own);
        let other = board::moves_in_all(board::turned(self.other));
        Some(if self.decided().is_some() { 0 } else { (2 * own + 1).min(2 * other + 2) })
    }

    /// A step to the second-last rank threatens to win with the next one.
    fn threatens(&self, m: Move) -> bool {
        rank_of(m.to) == board::LAST - 1
    }

    fn null_move(&self) -> Option<Breakthrough> {
        Some(self.passed())
    }

    /// In locked positions, the side that has to move loses.
    fn may_be_zugzwang(&self) -> bool {
        true
    }

    /// The farther a stone has advanced, the more its capture is worth.
    fn capture_value(&self, m: Move) -> i32 {
        STONE + STEP_VALUE * (board::LAST - rank_of(m.to)) as i32
    }

    /// All stones are worth the same, so counting the stones that can capture on the target
    /// is enough. The mover loses its stone there if there are more of the other side than
    /// of its own.
    #[inline]
    fn see_at_least(&self, m: Move, threshold: i32) -> bool {
        let target = bit(m.to);
        let supporters = board::attacked_by_other(target) & self.own & !bit(m.from);
        let attackers = board::attacked(target) & self.other;
        let won = i32::from(self.other & target != 0);
        let lost = i32::from(attackers.count_ones() > supporters.count_ones());
        STONE * (won - lost) >= threshold
    }
}

impl Histories for Breakthrough {
    const HISTORY_SIZE: usize = board::SQUARES * board::STEPS.len();
    const CORRECTION_KEYS: usize = 2;

    fn correction_key(&self, _state: &Self::State, n: usize) -> u64 {
        mix(if n == 0 { self.own } else { self.other })
    }

    #[inline]
    fn history_index(&self, m: Move) -> usize {
        usize::from(m.to) * board::STEPS.len() + usize::from(m.to - m.from - board::STEPS[0])
    }
}
