//! Lists of numbers that begin at a cache line.
//!
//! A list from the allocator begins anywhere. Half of the vectors of its rows would then
//! be in two cache lines.

use std::ops::{Deref, DerefMut};

/// The bytes of a cache line.
const LINE: usize = 64;

/// A list of fixed length that begins at a cache line, where the system allows.
#[derive(Debug, Default)]
pub struct Aligned {
    numbers: Vec<f32>,
    start: usize,
    length: usize,
}

impl Aligned {
    /// A list of `length` zeros.
    pub fn zeros(length: usize) -> Aligned {
        let spare = LINE / size_of::<f32>();
        let numbers = vec![0.0; length + spare];
        let start = numbers.as_ptr().align_offset(LINE);
        Aligned { numbers, start: if start < spare { start } else { 0 }, length }
    }
}

impl From<&[f32]> for Aligned {
    fn from(numbers: &[f32]) -> Aligned {
        let mut aligned = Aligned::zeros(numbers.len());
        aligned.copy_from_slice(numbers);
        aligned
    }
}

impl Clone for Aligned {
    fn clone(&self) -> Aligned {
        Aligned::from(&**self)
    }
}

impl PartialEq for Aligned {
    fn eq(&self, other: &Aligned) -> bool {
        **self == **other
    }
}

impl Deref for Aligned {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        &self.numbers[self.start..self.start + self.length]
    }
}

impl DerefMut for Aligned {
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.numbers[self.start..self.start + self.length]
    }
}
