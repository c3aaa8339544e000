//! The search's knowledge of Ataxx beyond its rules. The evaluation is the network alone.

use super::board::{NEIGHBOURS, POINTS, points, spread};
use super::{Ataxx, Move};
use plyglot_core::game::network::{Accumulators, NetworkState};
use plyglot_core::game::{Evaluation, Exact, Glance, Histories, Knowledge, SearchParams};

const BOUND: i32 = 20_000;
/// The value of a turned stone and of a cloned one, in centi-units, to order moves.
const TURNED: i32 = 100;
const CLONED: i32 = 50;
/// The kinds of moves to a point that have histories of their own: clones and jumps, each
/// by the number of stones that they turn, up to three.
const KINDS: usize = 8;

impl Ataxx {
    /// Whether a move ends the game at once and wins it. It turns the other side's last
    /// stones, or a clone fills the board. `near` are the own stones and the points next
    /// to them.
    #[inline(always)]
    fn wins_at_once(&self, near: u64) -> bool {
        let empty = self.empty();
        let mut targets = spread(near) & empty;
        // Those that are next to all of the other stones.
        for stone in points(self.other) {
            targets &= NEIGHBOURS[usize::from(stone)];
            if targets == 0 {
                break;
            }
        }
        targets != 0 || empty.is_power_of_two() && empty & near != 0 && self.wins_by_filling()
    }

    fn wins_by_filling(&self) -> bool {
        let point = self.empty().trailing_zeros() as u8;
        let turned = self.turned(Move::clone_to(point)).count_ones();
        self.own.count_ones() + 1 + turned > self.other.count_ones() - turned
    }
}

impl Evaluation for Ataxx {
    type State = NetworkState<Ataxx>;

    #[inline]
    fn evaluate(&self, _: &Self::State, accumulators: &mut Accumulators<Ataxx>) -> i32 {
        accumulators.evaluate(self, || 0).clamp(-BOUND, BOUND)
    }
}

impl Knowledge for Ataxx {
    const PARAMS: SearchParams = {
        let mut params = SearchParams::USUAL;
        // Jumps that turn stones can go on for ever.
        params.quiescence.is_on = false;
        params.null_move.is_on = true;
        params.continuation_history.is_on = true;
        params.history_pruning.is_on = true;
        params
    };

    /// A win by the next move, or a pass, which is the only move.
    #[inline]
    fn glance(&self) -> Glance {
        let near = spread(self.own);
        if self.wins_at_once(near) {
            return Glance::Known(Exact::Win(1));
        }
        match spread(near) & self.empty() {
            0 => Glance::Forced,
            _ => Glance::Open,
        }
    }

    /// A clone fills a point and begins the count of plies again.
    fn max_plies_left(&self) -> Option<u32> {
        let most = u32::from(self.most_quiet_plies);
        let left = most.saturating_sub(self.quiet_plies.into());
        if most > 0 { Some(left + most * self.empty().count_ones()) } else { None }
    }

    /// A side without a clone has to leave a point, which may be worse than to pass.
    fn null_move(&self) -> Option<Ataxx> {
        let has_clone = spread(self.own) & self.empty() != 0;
        if !has_clone {
            return None;
        }
        Some(Ataxx {
            own: self.other,
            other: self.own,
            side: !self.side,
            quiet_plies: self.quiet_plies.saturating_add(1),
            ..*self
        })
    }

    fn capture_value(&self, m: Move) -> i32 {
        let turned = self.turned(m).count_ones() as i32;
        TURNED * turned + if m.is_clone() { CLONED } else { 0 }
    }
}

impl Histories for Ataxx {
    const HISTORY_SIZE: usize = POINTS * KINDS;

    fn history_index(&self, m: Move) -> usize {
        if m.is_pass() {
            return 0;
        }
        let turned = self.turned(m).count_ones().min(3) as usize;
        KINDS * usize::from(m.to) + 4 * usize::from(m.is_clone()) + turned
    }
}
