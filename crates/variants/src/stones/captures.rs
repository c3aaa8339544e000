//! Rows that are captured between two stones of the other side.

use super::cells::Cells;
use super::grid::Grid;

impl Grid {
    /// The stones that one on this cell captures.
    pub(super) fn captured_by(&self, cell: u16, own: Cells, other: Cells) -> Cells {
        let mut captured = Cells::EMPTY;
        let stone = Cells::bit(cell);
        for &step in &self.steps {
            for go in [Cells::up, Cells::down] {
                let (mut at, mut row) = (go(&stone, step) & other, Cells::EMPTY);
                for length in 1..=*self.captured_rows.end() {
                    row |= at;
                    let end = go(&at, step);
                    if end.meets(own) && self.captured_rows.contains(&length) {
                        captured |= row;
                    }
                    at = end & other;
                }
            }
        }
        captured
    }

    /// The cells that win for a side as it has a row: one that was too long, until a capture made
    /// it just right. The other side has made that move, so the row wins with this side's next one,
    /// unless that makes it too long again.
    #[inline(always)]
    pub(super) fn keeping_a_row(&self, side: usize, stones: [Cells; 2]) -> Cells {
        let may_be_left = self.captures() && self.is_exact[side];
        if may_be_left && !self.winning_rows(side, stones[side]).is_empty() {
            let keeps =
                |cell: &u16| !self.winning_rows(side, stones[side] | Cells::bit(*cell)).is_empty();
            return (self.board & !(stones[0] | stones[1])).iter().filter(keeps).collect();
        }
        Cells::EMPTY
    }

    /// The cells on which a side can place a stone that captures.
    pub(super) fn capturing(&self, own: Cells, other: Cells) -> Cells {
        let (mut cells, empty) = (Cells::EMPTY, self.board & !(own | other));
        for &step in &self.steps {
            for go in [Cells::up, Cells::down] {
                let mut row = own;
                for length in 1..=*self.captured_rows.end() {
                    row = go(&row, step) & other;
                    if self.captured_rows.contains(&length) {
                        cells |= go(&row, step) & empty;
                    }
                }
            }
        }
        cells
    }
}
