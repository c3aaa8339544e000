//! Ways over the board, for all squares of a set at once.

use super::walks::Size;
use crate::set::Set;
use plyglot_definition::{How, Walk};

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
        let mut from = S::EMPTY;
        let mut to = S::EMPTY;
        for square in 0..size.squares() {
            if let Some(neighbour) = size.step(square, files, ranks) {
                from |= S::bit(square);
                to |= S::bit(neighbour);
            }
        }
        Way { by: ranks * size.files as i8 + files, from, to }
    }

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

#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpWay<S> {
    pub(crate) way: Way<S>,
    /// Whether it jumps from any distance, and as far as it likes.
    pub(crate) is_ride: bool,
}

impl<S: Set> JumpWay<S> {
    /// The ways of some walks, by side.
    pub(super) fn all(walks: &[Walk], size: Size) -> [Vec<JumpWay<S>>; 2] {
        [1, -1].map(|sign| {
            walks
                .iter()
                .map(|walk| JumpWay {
                    way: Way::new(size, sign * walk.files, sign * walk.ranks),
                    is_ride: walk.how == How::Ride(0),
                })
                .collect()
        })
    }

    /// Those of the `hurdles` that are jumped over from some squares, and where that leads.
    #[inline]
    pub(crate) fn jump(&self, from: S, free: S, hurdles: S) -> (S, S) {
        let mut over = S::EMPTY;
        let mut next = self.way.step(from);
        while !next.is_empty() {
            over |= next & hurdles;
            next = self.way.step(next & free).only_if(self.is_ride);
        }
        let mut landings = S::EMPTY;
        let mut next = self.way.step(over) & free;
        while !next.is_empty() {
            landings |= next;
            next = (self.way.step(next) & free).only_if(self.is_ride);
        }
        (over, landings)
    }
}
