//! Sets of cells of a board of up to 19 x 19.

use plyglot_core::game::bits::bits;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// Words of a set: 19 ranks of 19 files and a column off the board.
const WORDS: usize = 6;

/// A set of cells. The [grid](super::grid::Grid) says which bit a cell is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cells([u64; WORDS]);

impl Cells {
    pub(crate) const SIZE: usize = 64 * WORDS;
    pub(crate) const EMPTY: Cells = Cells([0; WORDS]);

    #[inline(always)]
    pub(crate) fn bit(cell: u16) -> Cells {
        let mut set = Cells::EMPTY;
        set.insert(cell);
        set
    }

    #[inline(always)]
    pub(crate) fn has(&self, cell: u16) -> bool {
        self.0[usize::from(cell) / 64] >> (cell % 64) & 1 != 0
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, cell: u16) {
        self.0[usize::from(cell) / 64] |= 1 << (cell % 64);
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        *self == Cells::EMPTY
    }

    #[inline(always)]
    pub(crate) fn meets(&self, other: Cells) -> bool {
        !(*self & other).is_empty()
    }

    #[inline(always)]
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    pub(crate) fn is_many(&self) -> bool {
        self.count() > 1
    }

    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = u16> + use<> {
        self.0
            .into_iter()
            .enumerate()
            .flat_map(|(i, word)| bits(word).map(move |bit| 64 * i as u16 + u16::from(bit)))
    }

    /// The set with `by`, less than 64, added to each cell.
    #[inline(always)]
    pub(crate) fn up(&self, by: u32) -> Cells {
        let low = |i: usize| if i == 0 { 0 } else { self.0[i - 1] >> 1 >> (63 - by) };
        Cells(std::array::from_fn(|i| self.0[i] << by | low(i)))
    }

    /// The set with `by`, less than 64, taken from each cell.
    #[inline(always)]
    pub(crate) fn down(&self, by: u32) -> Cells {
        let high = |i: usize| if i + 1 == WORDS { 0 } else { self.0[i + 1] << 1 << (63 - by) };
        Cells(std::array::from_fn(|i| self.0[i] >> by | high(i)))
    }
}

impl BitAnd for Cells {
    type Output = Cells;

    #[inline(always)]
    fn bitand(self, other: Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Cells {
    type Output = Cells;

    #[inline(always)]
    fn bitor(self, other: Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for Cells {
    type Output = Cells;

    #[inline(always)]
    fn not(self) -> Cells {
        Cells(std::array::from_fn(|i| !self.0[i]))
    }
}

impl BitAndAssign for Cells {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Cells) {
        *self = *self & other;
    }
}

impl BitOrAssign for Cells {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Cells) {
        *self = *self | other;
    }
}

impl FromIterator<u16> for Cells {
    fn from_iter<T: IntoIterator<Item = u16>>(cells: T) -> Cells {
        let mut set = Cells::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}
