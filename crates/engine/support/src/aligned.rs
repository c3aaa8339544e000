//! Lists of numbers that begin at a cache line, without unsafe code.
//!
//! A list from the allocator begins anywhere. Half of the vectors of its rows would then
//! be in two cache lines: where a network happened to be made some percent of the speed
//! of chess.

use std::fmt;
use std::ops::{Deref, DerefMut};

const LINE: usize = 64;

/// A list of fixed length that begins at a cache line, where the system allows.
pub struct Aligned<T> {
    /// Never grows, so it stays where it is.
    numbers: Box<[T]>,
    start: usize,
    length: usize,
}

impl<T: Copy + Default> Aligned<T> {
    /// A list of `length` zeros.
    pub fn zeros(length: usize) -> Aligned<T> {
        let spare = LINE / size_of::<T>();
        let numbers = vec![T::default(); length + spare].into_boxed_slice();
        // An offset that cannot be computed only costs speed.
        let start = numbers.as_ptr().align_offset(LINE).min(spare);
        Aligned { numbers, start, length }
    }
}

impl<T: Copy + Default> From<&[T]> for Aligned<T> {
    fn from(numbers: &[T]) -> Aligned<T> {
        let mut aligned = Aligned::zeros(numbers.len());
        aligned.copy_from_slice(numbers);
        aligned
    }
}

impl<T: Copy + Default> Default for Aligned<T> {
    fn default() -> Aligned<T> {
        Aligned::zeros(0)
    }
}

impl<T: Copy + Default> Clone for Aligned<T> {
    fn clone(&self) -> Aligned<T> {
        Aligned::from(&**self)
    }
}

impl<T: PartialEq> PartialEq for Aligned<T> {
    fn eq(&self, other: &Aligned<T>) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Aligned<T> {}

impl<T> fmt::Debug for Aligned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} numbers", self.length)
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.numbers[self.start..][..self.length]
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.numbers[self.start..][..self.length]
    }
}
