//! Sets of squares in one machine word or two.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares of a board. Square `files * rank + file` is a bit, with a1 at bit 0.
pub trait Set:
    Copy
    + Debug
    + Default
    + Eq
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The content of each square, for random access.
    type Board: Copy + Debug + Eq + Send + Sync + AsRef<[u8]> + AsMut<[u8]>;

    /// The number of squares that fit.
    const SQUARES: usize;
    /// The empty set.
    const EMPTY: Self;
    /// The board with a 0 on every square.
    const EMPTY_BOARD: Self::Board;

    /// The set of one square.
    fn bit(square: u8) -> Self;

    /// The number of squares.
    fn count(self) -> u32;

    /// The lowest square; the set must not be empty.
    fn first(self) -> u8;

    /// The set without its lowest square.
    fn rest(self) -> Self;

    /// The squares of `self` that are in `mask`, as the low bits of a number.
    fn extract(self, mask: Self) -> usize;

    /// The set with `by` added to the number of each square; squares that leave the set are lost.
    fn shifted(self, by: i8) -> Self;

    /// The squares from one to another.
    fn range(first: u8, last: u8) -> Self;

    /// The bits as a number, for hashing.
    fn hash(self) -> u64;

    /// Whether the set is empty.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether a square is in the set.
    #[inline(always)]
    fn has(self, square: u8) -> bool {
        !(self & Self::bit(square)).is_empty()
    }

    /// Whether two sets have a square in common.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether the set has more than one square.
    #[inline(always)]
    fn is_many(self) -> bool {
        !self.is_empty() && !self.rest().is_empty()
    }

    /// This set if a condition holds, else the empty one.
    #[inline(always)]
    fn only_if(self, condition: bool) -> Self {
        if condition { self } else { Self::EMPTY }
    }

    /// The squares, the lowest first.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// The set of these squares.
    fn from_squares(squares: impl IntoIterator<Item = u8>) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::bit(square))
    }
}

/// The iterator of [`Set::squares`].
#[derive(Clone)]
pub struct Squares<S>(S);

impl<S: Set> Iterator for Squares<S> {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.rest();
        Some(square)
    }
}

/// The methods that are the same for words of all sizes.
macro_rules! bits {
    () => {
        #[inline(always)]
        fn bit(square: u8) -> Self {
            1 << square
        }

        #[inline(always)]
        fn count(self) -> u32 {
            self.count_ones()
        }

        #[inline(always)]
        fn first(self) -> u8 {
            self.trailing_zeros() as u8
        }

        #[inline(always)]
        fn rest(self) -> Self {
            self & (self - 1)
        }

        #[inline(always)]
        fn shifted(self, by: i8) -> Self {
            if by < 0 { self >> -by } else { self << by }
        }

        #[inline(always)]
        fn range(first: u8, last: u8) -> Self {
            (!0 << first) & (!0 >> (Self::BITS as u8 - 1 - last))
        }
    };
}

impl Set for u64 {
    type Board = [u8; 64];

    const SQUARES: usize = 64;
    const EMPTY: u64 = 0;
    const EMPTY_BOARD: [u8; 64] = [0; 64];

    bits!();

    #[inline(always)]
    fn extract(self, mask: u64) -> usize {
        extract(self, mask) as usize
    }

    #[inline(always)]
    fn hash(self) -> u64 {
        self
    }
}

impl Set for u128 {
    type Board = [u8; 128];

    const SQUARES: usize = 128;
    const EMPTY: u128 = 0;
    const EMPTY_BOARD: [u8; 128] = [0; 128];

    bits!();

    #[inline(always)]
    fn extract(self, mask: u128) -> usize {
        let low = self as u64;
        let low_mask = mask as u64;
        let high = extract((self >> 64) as u64, (mask >> 64) as u64);
        (extract(low, low_mask) | high << low_mask.count_ones()) as usize
    }

    #[inline(always)]
    fn hash(self) -> u64 {
        self as u64 ^ ((self >> 64) as u64).rotate_left(29)
    }
}

/// The bits of `set` that are in `mask`, put together at the low end: PEXT, where the
/// processor has it.
#[inline(always)]
fn extract(set: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: the instruction is there, as the whole program is compiled for it.
    return unsafe { std::arch::x86_64::_pext_u64(set, mask) };
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    return extract_bit_by_bit(set, mask);
}

/// [`extract`] on any processor.
#[cfg_attr(all(target_arch = "x86_64", target_feature = "bmi2"), cfg(test))]
fn extract_bit_by_bit(set: u64, mut mask: u64) -> u64 {
    let mut extracted = 0;
    let mut next = 1;
    while mask != 0 {
        if set & mask & mask.wrapping_neg() != 0 {
            extracted |= next;
        }
        mask &= mask - 1;
        next <<= 1;
    }
    extracted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_extracted_in_order() {
        for (set, mask, expected) in
            [(0b1010_1100, 0b1111_0000, 0b1010), (!0, 0x8000_0000_0000_0001, 0b11), (5, 0, 0)]
        {
            assert_eq!(extract(set, mask), expected);
            assert_eq!(extract_bit_by_bit(set, mask), expected);
        }
        let (set, mask) = (1_u128 << 70 | 1 << 3, 1_u128 << 70 | 1 << 69 | 1 << 3 | 1);
        assert_eq!(set.extract(mask), 0b1010);
    }
}
