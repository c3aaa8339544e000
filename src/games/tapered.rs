//! Values that change from the beginning of a game to its end.

use super::Weight;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A value at a game's beginning and one at its end, in centi-units, each of 16
/// bits, in one number: `end * 65536 + beginning`. Sums and multiples of both are
/// so computed at once, and are right as long as either fits its bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tapered(i32);

impl Tapered {
    /// Nothing.
    pub(crate) const ZERO: Tapered = Tapered(0);

    pub(crate) const fn new([beginning, end]: Weight) -> Tapered {
        Tapered(((end as i32) << 16).wrapping_add(beginning as i32))
    }

    pub(crate) const fn plus(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_add(other.0))
    }

    pub(crate) const fn times(self, count: i32) -> Tapered {
        Tapered(self.0.wrapping_mul(count))
    }

    pub(crate) const fn beginning(self) -> i32 {
        self.0 as i16 as i32
    }

    /// What is above `beginning`, which took one from it if it is negative.
    pub(crate) const fn end(self) -> i32 {
        self.0.wrapping_add(0x8000) >> 16
    }
}

impl Add for Tapered {
    type Output = Tapered;

    fn add(self, other: Tapered) -> Tapered {
        self.plus(other)
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    fn neg(self) -> Tapered {
        Tapered(self.0.wrapping_neg())
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    fn sub(self, other: Tapered) -> Tapered {
        self + -other
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;

    fn mul(self, count: i32) -> Tapered {
        self.times(count)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}
