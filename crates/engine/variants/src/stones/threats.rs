//! The threats of a position: where each side completes a row, or prepares to.
//!
//! A window is as many cells in a row as win. It is open for a side while the other has no stone in
//! it. All windows of a direction are counted at once: bit by bit, in sets of their first cells.

use super::cells::Cells;
use super::grid::Grid;

/// The bits of a number of stones in a window.
const BITS: usize = 5;
/// The most pairs of cells that are kept; more occur only in artificial positions.
const MAX_PAIRS: usize = 64;
/// Windows are counted that lack so many stones at most.
pub(super) const MAX_MISSING: usize = 4;

/// The threats of both sides, whoever is to move. Arrays are by side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Threats {
    /// Empty cells with a stone on which the side has a row.
    pub(super) wins: [Cells; 2],
    /// Empty cells that lead to such a cell: they make a four, where five win.
    pub(super) fours: [Cells; 2],
    /// Empty cells that lead to two such cells at once: an open four, or two fours.
    pub(super) doubles: [Cells; 2],
    /// Empty cells from which stones are captured.
    pub(super) captures: [Cells; 2],
    /// Empty cells on which the first player may not place a stone.
    pub(super) banned: Cells,
    /// What the windows of the first player are worth, less those of the second, in centi-units.
    pub(super) value: i32,
    /// The number of open windows that are not empty, by how many stones more than one they lack.
    pub(super) open_windows: [[u16; MAX_MISSING]; 2],
}

impl Threats {
    pub(super) fn new(grid: &Grid, stones: [Cells; 2]) -> Threats {
        let mut threats = Threats::default();
        if grid.captures() {
            threats.captures = [0, 1].map(|side| grid.capturing(stones[side], stones[1 - side]));
        }
        if grid.row == 0 {
            return threats;
        }
        let free = [1, 0].map(|other| grid.board & !stones[other]);
        let mut pairs = [Pairs::default(), Pairs::default()];
        let mut suspects = Suspects::default();
        for &step in &grid.steps {
            let windows = Windows::new(grid, free, step);
            if grid.has_bans {
                suspects.add(&windows);
            }
            for side in 0..2 {
                let empty = free[side] & !stones[side];
                threats.add(grid, &windows, side, empty, &mut pairs[side]);
            }
        }
        for side in 0..2 {
            threats.wins[side] |= grid.keeping_a_row(side, stones);
        }
        if grid.has_bans {
            threats.banned = grid.banned(stones, suspects.all & free[0] & free[1]);
            threats.doubles[0] &= !threats.banned;
        }
        threats
    }

    fn add(
        &mut self,
        grid: &Grid,
        windows: &Windows,
        side: usize,
        empty: Cells,
        pairs: &mut Pairs,
    ) {
        let sign = 1 - 2 * side as i32;
        for (count, &value) in grid.window_values.iter().enumerate().skip(1) {
            let found = windows.with(side, count).count();
            self.value += sign * value * found as i32;
            if let Some(open) = self.open_windows[side].get_mut(grid.row - 1 - count) {
                *open += found as u16;
            }
        }
        let step = windows.step;
        let cells = |window: u16| (0..grid.row).map(move |i| window + (i as u32 * step) as u16);
        for window in windows.with(side, grid.row - 1).iter() {
            cells(window)
                .filter(|&cell| empty.has(cell))
                .for_each(|cell| self.wins[side].insert(cell));
        }
        if grid.row < 3 {
            return;
        }
        for window in windows.with(side, grid.row - 2).iter() {
            let mut free = cells(window).filter(|&cell| empty.has(cell));
            let (Some(one), Some(other)) = (free.next(), free.next()) else { continue };
            for (cell, win) in [(one, other), (other, one)] {
                if !self.fours[side].has(cell) {
                    self.fours[side].insert(cell);
                    pairs.add(cell, win);
                } else if pairs.has_other(cell, win) {
                    self.doubles[side].insert(cell);
                }
            }
        }
    }
}

/// Cells on which the first player may make two rows at once, or a long one.
#[derive(Default)]
struct Suspects {
    /// Those in a window with two stones, of any direction so far.
    once: Cells,
    all: Cells,
}

impl Suspects {
    fn add(&mut self, windows: &Windows) {
        let one = windows.counts[0][0];
        let two = windows.counts[0][1];
        let four = windows.counts[0][2];
        let several = windows.cells(windows.free & (two | four));
        self.all |= self.once & several | windows.cells(windows.free & (two & one | four));
        self.once |= several;
    }
}

/// Cells that make a four, each with the cell that completes it.
struct Pairs {
    list: [(u16, u16); MAX_PAIRS],
    count: usize,
}

impl Default for Pairs {
    fn default() -> Self {
        Pairs { list: [(0, 0); MAX_PAIRS], count: 0 }
    }
}

impl Pairs {
    fn add(&mut self, cell: u16, win: u16) {
        if let Some(pair) = self.list.get_mut(self.count) {
            *pair = (cell, win);
            self.count += 1;
        }
    }

    /// Whether a cell is known to lead to another one than `win`.
    fn has_other(&self, cell: u16, win: u16) -> bool {
        self.list[..self.count].iter().any(|&(of, other)| of == cell && other != win)
    }
}

/// The windows of one direction, by their first cells.
struct Windows {
    /// How many cells each has, and the difference between them.
    row: usize,
    step: u32,
    /// By side: those that are open.
    open: [Cells; 2],
    /// Those without a stone of the second player, whatever lies beside them.
    free: Cells,
    /// By side: how many stones each has, bit by bit.
    counts: [[Cells; BITS]; 2],
    /// The bits that are used.
    bits: usize,
}

impl Windows {
    /// The windows in this direction. `free` are the cells without a stone of the other side.
    fn new(grid: &Grid, free: [Cells; 2], step: u32) -> Windows {
        let bits = (usize::BITS - grid.row.leading_zeros()) as usize;
        let counts = [[Cells::EMPTY; BITS]; 2];
        let mut windows =
            Windows { row: grid.row, step, open: free, free: Cells::EMPTY, counts, bits };
        let mut at = free;
        for i in 0..grid.row {
            if i > 0 {
                at = at.map(|set| set.down(step));
            }
            for side in 0..2 {
                windows.open[side] &= at[side];
                windows.count(side, at[side] & !at[1 - side]);
            }
        }
        windows.free = windows.open[0];
        for side in 0..2 {
            // A window beside a stone of its side makes too long a row.
            if grid.is_exact[side] {
                let before = free[side] & !free[1 - side];
                let after = at[side] & !at[1 - side];
                windows.open[side] &= !(before.up(step) | after.down(step));
            }
        }
        windows
    }

    #[inline(always)]
    fn count(&mut self, side: usize, stones: Cells) {
        let mut carry = stones;
        for bit in &mut self.counts[side][..self.bits] {
            let sum = (*bit | carry) & !(*bit & carry);
            carry &= *bit;
            *bit = sum;
        }
    }

    /// The cells of the windows that begin at these.
    fn cells(&self, starts: Cells) -> Cells {
        let mut cells = Cells::EMPTY;
        let mut at = starts;
        for _ in 0..self.row {
            cells |= at;
            at = at.up(self.step);
        }
        cells
    }

    #[inline(always)]
    fn with(&self, side: usize, count: usize) -> Cells {
        let mut windows = self.open[side];
        for (i, &bit) in self.counts[side][..self.bits].iter().enumerate() {
            windows &= if count >> i & 1 == 1 { bit } else { !bit };
        }
        windows
    }
}
