//! Directions to the neighbours of squares.

use super::walks::Size;
use crate::set::Set;

/// A direction from squares to their neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way<S> {
    /// The neighbour's square number minus the origin's.
    by: i8,
    /// The squares that have a neighbour there, and the neighbours.
    from: S,
    to: S,
}

impl<S: Set> Way<S> {
    pub(super) fn new(size: Size, files: i8, ranks: i8) -> Way<S> {
        let step = |square: u8| Some((square, size.step(square, files, ranks)?));
        let steps = || (0..size.squares()).filter_map(step);
        Way {
            by: ranks * size.files as i8 + files,
            from: S::of(steps().map(|(from, _)| from)),
            to: S::of(steps().map(|(_, to)| to)),
        }
    }

    /// The neighbours of these squares.
    #[inline(always)]
    pub(crate) fn step(&self, squares: S) -> S {
        (squares & self.from).shifted(self.by)
    }

    /// The squares whose neighbours these are.
    #[inline(always)]
    pub(crate) fn back(&self, squares: S) -> S {
        (squares & self.to).shifted(-self.by)
    }
}
