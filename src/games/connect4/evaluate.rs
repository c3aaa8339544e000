//! What the search may know of Connect Four beyond its rules.

use super::board::{self, BOARD, has_four, landings, winning_cells};
use super::{ConnectFour, Landing};
use crate::games::{Exact, Knowledge};

impl Knowledge for ConnectFour {
    type State = ();

    const SLOTS: usize = 64;

    fn evaluate(&self, _state: &()) -> i32 {
        0
    }

    /// Wins and losses that are at most two plies away, and draws because no
    /// row of four is left that one side could fill.
    #[inline]
    fn exact(&self) -> Option<Exact> {
        let landings = landings(self.occupied);
        if winning_cells(self.mover, self.occupied) & landings != 0 {
            return Some(Exact::Win(1));
        }
        let threats = winning_cells(self.opponent(), self.occupied);
        let urgent = threats & landings;
        let several = urgent & urgent.wrapping_sub(1) != 0;
        let replies = if urgent == 0 { landings } else { urgent };
        let safe = replies & !(threats >> 1);
        if (several || safe == 0) && landings != 0 {
            return Some(Exact::Loss(2));
        }
        let rows_left = [self.mover, self.opponent()].map(|stones| BOARD & !stones).map(has_four);
        (rows_left == [false; 2]).then_some(Exact::Draw)
    }

    /// Whether the opponent would win with the next stone.
    #[inline]
    fn forced(&self) -> bool {
        winning_cells(self.opponent(), self.occupied) & landings(self.occupied) != 0
    }

    fn mirrored(&self) -> Option<ConnectFour> {
        Some(ConnectFour {
            mover: board::mirror(self.mover),
            occupied: board::mirror(self.occupied),
        })
    }

    /// One slot for each cell.
    #[inline]
    fn slot(&self, m: Landing) -> usize {
        usize::from(m.0)
    }
}
