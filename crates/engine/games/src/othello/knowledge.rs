//! The search's knowledge of Othello. All else is in the network.

use super::solver::OthelloSolver;
use super::{Move, Othello, TurnOptions};
use plyglot_core::game::network::{Accumulators, NetworkState};
use plyglot_core::game::{Evaluation, Exact, Glance, Histories, Knowledge, SearchParams, Solver};
use std::cmp::Ordering;

const BOUND: i32 = 20_000;

/// The squares and the pass.
const MOVES: usize = 65;

impl Othello {
    /// The value of a position in which neither side can place a stone, and the plies until
    /// the second pass.
    fn value_of_end(&self) -> Exact {
        let is_last = self.quiet_plies >= 1 || self.board.other == 0;
        exact(self.board.difference(), if is_last { 1 } else { 2 })
    }

    fn value_of_last_square(&self) -> Exact {
        let square = self.board.empty().trailing_zeros() as u8;
        match self.turn {
            TurnOptions::Place => exact(-self.board.after(square).difference(), 1),
            _ => exact(self.board.passed().after(square).difference(), 2),
        }
    }
}

/// The value of a game that ends with this difference of stones.
fn exact(difference: i32, plies: u16) -> Exact {
    match difference.cmp(&0) {
        Ordering::Greater => Exact::Win(plies),
        Ordering::Less => Exact::Loss(plies),
        Ordering::Equal => Exact::Draw,
    }
}

impl Evaluation for Othello {
    type State = NetworkState<Othello>;

    #[inline]
    fn evaluate(&self, _: &Self::State, accumulators: &mut Accumulators<Othello>) -> i32 {
        accumulators.evaluate(self, || 0).clamp(-BOUND, BOUND)
    }
}

impl Knowledge for Othello {
    const PARAMS: SearchParams = {
        let mut params = SearchParams::USUAL;
        // No move is tactical, as every move flips stones.
        params.quiescence.is_on = false;
        params.capture_history.is_on = false;
        // The best reply depends on the move: a corner is taken when the square next to it
        // was given away.
        params.continuation_history.is_on = true;
        // There is no null move: near the end, a side that need not move is often better off.
        params
    };

    /// A pass is forced.
    #[inline]
    fn glance(&self) -> Glance {
        match self.turn {
            TurnOptions::Dead => Glance::Known(self.value_of_end()),
            _ if self.board.empty().is_power_of_two() => Glance::Known(self.value_of_last_square()),
            TurnOptions::Pass => Glance::Forced,
            _ => Glance::Open,
        }
    }

    /// At most a stone on every free square, and a pass before each but the next one. Two
    /// passes at the end are no more than that.
    fn max_plies_left(&self) -> Option<u32> {
        let stones = self.board.empty().count_ones();
        match self.turn {
            TurnOptions::Place => Some(2 * stones - 1),
            TurnOptions::Pass => Some(2 * stones),
            TurnOptions::Dead => Some(2 - u32::from(self.quiet_plies.min(1))),
            TurnOptions::Over => Some(0),
        }
    }

    fn solver() -> Option<&'static dyn Solver<Othello>> {
        Some(&OthelloSolver)
    }
}

impl Histories for Othello {
    const HISTORY_SIZE: usize = MOVES;

    fn history_index(&self, m: Move) -> usize {
        usize::from(m.0)
    }
}
