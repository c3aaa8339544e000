//! Values that change from the midgame to the endgame (chessprogramming.org
//! "Tapered Eval").

use super::Weight;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A midgame and an endgame value, in centi-units, of 16 bits each, in one number:
/// `endgame * 65536 + midgame`. Sums and multiples of both are computed at once,
/// and are right as long as each fits its bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered(i32);

impl Tapered {
    /// The value 0 in both phases.
    pub const ZERO: Tapered = Tapered(0);

    /// A value of both phases.
    pub const fn new([midgame, endgame]: Weight) -> Tapered {
        Tapered(((endgame as i32) << 16).wrapping_add(midgame as i32))
    }

    /// The sum in each phase.
    pub const fn plus(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_add(other.0))
    }

    /// The product in each phase.
    pub const fn times(self, count: i32) -> Tapered {
        Tapered(self.0.wrapping_mul(count))
    }

    /// The value in the midgame: the lower bits.
    pub const fn midgame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The upper bits, rounded: a negative midgame value has borrowed one from them.
    pub const fn endgame(self) -> i32 {
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
