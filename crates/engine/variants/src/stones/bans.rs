//! The bans of renju, by the rules of the Renju International Federation: the first player may not
//! make a row of more than five, two fours or two threes, unless the stone makes five.
//!
//! - A *four* is four stones to which one more makes exactly five. A *straight four* has two such
//!   cells, at its ends.
//! - A *three* is three stones to which one more makes a straight four, if that stone is allowed and
//!   makes no five. Whether it is allowed goes by the same rules.

use super::cells::Cells;
use super::grid::Grid;

/// How many stones are put one after another to find out whether the one before is allowed. The
/// 300,000 positions of random games need 9 at most, boards that were searched for it 26; but even
/// there, the bans are the same with 6. Beyond this, a stone counts as allowed.
const MAX_LEVELS: u32 = 12;

/// The first player's stones and the empty cells.
#[derive(Clone, Copy)]
struct Board<'g> {
    grid: &'g Grid,
    own: Cells,
    empty: Cells,
}

impl Grid {
    /// The cells, among these, on which a stone of the first player is banned.
    pub(super) fn banned(&self, stones: [Cells; 2], cells: Cells) -> Cells {
        let board =
            Board { grid: self, own: stones[0], empty: self.board & !(stones[0] | stones[1]) };
        cells.iter().filter(|&cell| board.bans(cell, MAX_LEVELS)).collect()
    }
}

impl Board<'_> {
    /// The cell this many steps away, if the set has it.
    fn step(set: Cells, cell: u16, step: u32, by: i32) -> Option<u16> {
        let at = u16::try_from(i32::from(cell) + step as i32 * by).ok()?;
        if usize::from(at) < Cells::SIZE && set.has(at) { Some(at) } else { None }
    }

    /// How many own stones lie before a cell along a line, and behind it.
    fn beside(&self, cell: u16, step: u32) -> [i32; 2] {
        [-1, 1].map(|way| {
            (1..).take_while(|by| Board::step(self.own, cell, step, way * by).is_some()).count()
                as i32
        })
    }

    fn with(&self, cell: u16) -> Self {
        let stone = Cells::bit(cell);
        Board { own: self.own | stone, empty: self.empty & !stone, ..*self }
    }

    /// The length of the longest row that a stone makes, unless one is of five: then that.
    fn row(&self, cell: u16) -> i32 {
        let five = self.grid.row as i32;
        self.grid
            .steps
            .iter()
            .map(|&step| self.beside(cell, step).iter().sum::<i32>() + 1)
            .max_by_key(|&row| (row == five, row))
            .unwrap_or(0)
    }

    /// Whether a stone on an empty cell is banned, as far as this many levels of stones tell.
    fn bans(&self, cell: u16, levels: u32) -> bool {
        let (row, five) = (self.row(cell), self.grid.row as i32);
        if row >= five {
            return row > five;
        }
        let Some(levels) = levels.checked_sub(1) else { return false };
        let after = self.with(cell);
        let steps = &self.grid.steps;
        let fours: usize = steps.iter().map(|&step| after.fours(cell, step)).sum();
        fours >= 2
            || steps.iter().filter(|&&step| after.is_three(cell, step, levels)).nth(1).is_some()
    }

    fn fours(&self, cell: u16, step: u32) -> usize {
        let reach = self.grid.row as i32 - 1;
        let mut fours: Vec<u32> = Vec::new();
        for by in (-reach..=reach).filter(|&by| by != 0) {
            let Some(end) = Board::step(self.empty, cell, step, by) else { continue };
            let [before, behind] = self.beside(end, step);
            if before + behind == reach && -before <= -by && -by <= behind {
                // Its stones, by their distance from the cell.
                let mut stones: u32 = 0;
                for at in (by - before..=by + behind).filter(|&at| at != by) {
                    stones |= 1 << (at + 16);
                }
                fours.push(stones);
            }
        }
        fours.sort_unstable();
        fours.dedup();
        fours.len()
    }

    fn is_three(&self, cell: u16, step: u32, levels: u32) -> bool {
        let reach = self.grid.row as i32 - 2;
        (-reach..=reach).filter(|&by| by != 0).any(|by| {
            let Some(next) = Board::step(self.empty, cell, step, by) else { return false };
            let [before, behind] = self.beside(next, step);
            let is_four = before + behind == reach && -before <= -by && -by <= behind;
            // Both ends are empty, and a stone there makes no row of more than five.
            let is_open = |end: i32, beyond: i32| {
                Board::step(self.empty, next, step, end).is_some()
                    && Board::step(self.own, next, step, beyond).is_none()
            };
            is_four
                && is_open(-before - 1, -before - 2)
                && is_open(behind + 1, behind + 2)
                && self.row(next) < self.grid.row as i32
                && !self.bans(next, levels)
        })
    }
}
