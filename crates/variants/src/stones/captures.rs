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
