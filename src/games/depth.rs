//! Search depth, in fractions of a ply.

use std::ops::{Add, Mul, Sub};

/// A search depth, counted in sixteenths of a ply: what a line has left, or what a
/// move costs of it.
///
/// An ordinary move costs [`Depth::PLY`]. A move that costs less lets its line go on
/// beyond the nominal depth; a move that costs more ends it earlier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(pub i32);

impl Depth {
    /// No depth: the cost of a move after which the line goes on as if it had not
    /// been made.
    pub const ZERO: Depth = Depth(0);
    /// One ply, the cost of an ordinary move.
    pub const PLY: Depth = Depth(16);

    /// A whole number of plies.
    pub const fn plies(n: i32) -> Depth {
        Depth(n * Depth::PLY.0)
    }

    /// The whole plies in it.
    pub const fn whole_plies(self) -> i32 {
        self.0 / Depth::PLY.0
    }
}

impl Add for Depth {
    type Output = Depth;

    fn add(self, other: Depth) -> Depth {
        Depth(self.0 + other.0)
    }
}

impl Sub for Depth {
    type Output = Depth;

    fn sub(self, other: Depth) -> Depth {
        Depth(self.0 - other.0)
    }
}

impl Mul<i32> for Depth {
    type Output = Depth;

    fn mul(self, n: i32) -> Depth {
        Depth(self.0 * n)
    }
}
