//! The units of parameters.

use crate::game::Depth;

/// A part of a score, in hundredths of the evaluation's unit (a pawn in chess).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Centi(pub i32);

/// A factor, in 64ths: 64 is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Factor(pub i32);

/// A coefficient, in thousandths: 1000 is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Milli(pub i32);

impl Factor {
    /// The factor times `n`, rounded towards 0.
    #[inline]
    pub const fn scale(self, n: i32) -> i32 {
        self.0 * n / 64
    }
}

impl Milli {
    /// The coefficient as a fraction.
    #[inline]
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

/// A parameter that a tuner changes as a plain number.
pub(super) trait Tunable: Copy {
    fn plain(self) -> i32;
    fn from_plain(n: i32) -> Self;
}

/// Implements [`Tunable`] for the units, which are all wrapped numbers.
macro_rules! tunable {
    ($($unit:ident)+) => {
        $(impl Tunable for $unit {
            fn plain(self) -> i32 {
                self.0
            }

            fn from_plain(n: i32) -> $unit {
                $unit(n)
            }
        })+
    };
}

tunable!(Depth Centi Factor Milli);

impl Tunable for i32 {
    fn plain(self) -> i32 {
        self
    }

    fn from_plain(n: i32) -> i32 {
        n
    }
}

impl Tunable for bool {
    fn plain(self) -> i32 {
        i32::from(self)
    }

    fn from_plain(n: i32) -> bool {
        n != 0
    }
}
