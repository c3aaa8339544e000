//! Search depth, in fractions of a ply.

use std::ops::{Add, Mul, Sub};

/// A search depth in sixteenths of a ply: the remaining depth of a line, or the cost of a
/// move.
///
/// An ordinary move costs [`Depth::PLY`]. A move that costs less extends its line; a move
/// that costs more reduces it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(pub i32);

impl Depth {
    /// No depth: the cost of a move that does not reduce the remaining depth.
    pub const ZERO: Depth = Depth(0);
    /// One ply, the cost of an ordinary move.
    pub const PLY: Depth = Depth(16);

    /// A whole number of plies.
    #[inline]
    pub const fn plies(n: i32) -> Depth {
        Depth(n * Depth::PLY.0)
    }

    #[inline]
    pub(crate) const fn whole_plies(self) -> i32 {
        self.0 / Depth::PLY.0
    }
}

impl Add for Depth {
    type Output = Depth;

    #[inline]
    fn add(self, other: Depth) -> Depth {
        Depth(self.0 + other.0)
    }
}

impl Sub for Depth {
    type Output = Depth;

    #[inline]
    fn sub(self, other: Depth) -> Depth {
        Depth(self.0 - other.0)
    }
}

impl Mul<i32> for Depth {
    type Output = Depth;

    #[inline]
    fn mul(self, n: i32) -> Depth {
        Depth(self.0 * n)
    }
}
