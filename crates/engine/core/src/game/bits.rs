//! Sets of small numbers as the bits of a word.

/// The numbers in a set, the lowest first.
#[inline(always)]
pub fn bits(set: u64) -> Bits {
    Bits(set)
}

/// The iterator of [`bits`].
#[derive(Clone)]
pub struct Bits(u64);

impl Iterator for Bits {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}
