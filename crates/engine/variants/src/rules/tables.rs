//! The tables of a game: where each of its pieces goes, and where attacks come from.

use super::lookups::{Direction, Lines, Lookup, Parts};
use super::shared::{TooLarge, shared};
use super::walks::{BoardWalk, Size};
use crate::set::Set;
use std::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mover {
    /// The number of its leaps in [`Tables::leaps`].
    leaps: usize,
    /// Its parts that depend on occupied squares: numbers in [`Tables::parts`].
    parts: Range<usize>,
}

impl Mover {
    /// Whether nothing is ever in its way.
    pub(crate) fn is_leaper(&self) -> bool {
        self.parts.is_empty()
    }
}

/// The tables of all pieces of a game, which are [`Shared`] with other games.
///
/// [`Shared`]: super::shared::Shared
#[derive(Clone, Debug)]
pub(crate) struct Tables<S: 'static> {
    size: Size,
    /// By square, the targets of leaps.
    leaps: Vec<&'static [S]>,
    /// For each part, its lookups by square.
    parts: Vec<&'static [Lookup<S>]>,
    /// The most bytes of all games' tables.
    limit: usize,
    /// Whether there would have to be more. Some of these tables are empty then.
    is_too_large: bool,
}

/// Where a piece goes from any square.
pub(crate) struct Reach<'a, S: 'static> {
    leaps: &'static [S],
    parts: &'a [&'static [Lookup<S>]],
}

impl<S: Set> Reach<'_, S> {
    #[inline(always)]
    pub(crate) fn at(&self, square: u8, occupied: S) -> S {
        let mut reached = self.leaps[usize::from(square)];
        for &part in self.parts {
            let lookup = &part[usize::from(square)];
            reached |= lookup.answers[occupied.extract(lookup.mask)];
        }
        reached
    }
}

impl<S: Set + std::hash::Hash> Tables<S> {
    /// No tables yet, and none after the limit: the maximum bytes of all games' tables.
    pub(super) fn new(size: Size, limit: usize) -> Tables<S> {
        Tables { size, leaps: Vec::new(), parts: Vec::new(), limit, is_too_large: false }
    }

    pub(crate) fn is_too_large(&self) -> bool {
        self.is_too_large
    }

    /// The table, or an empty one in place of one that would be too large.
    fn or_empty<T: Default>(&mut self, table: Result<T, TooLarge>) -> T {
        self.is_too_large |= table.is_err();
        table.unwrap_or_default()
    }

    pub(super) fn lines(&mut self, walks: &[BoardWalk<S>]) -> Option<Lines<S>> {
        let lines = shared::<S>().lines(walks, self.size, self.limit);
        self.or_empty(lines)
    }

    #[inline(always)]
    pub(crate) fn reach(&self, mover: &Mover, square: u8, occupied: S) -> S {
        self.targets(mover).at(square, occupied)
    }

    /// The targets of a piece, for lookups from several squares.
    #[inline(always)]
    pub(crate) fn targets(&self, mover: &Mover) -> Reach<'_, S> {
        Reach { leaps: self.leaps[mover.leaps], parts: &self.parts[mover.parts.clone()] }
    }

    /// Makes the tables of a piece, and gives by square all that it ever goes to or comes from.
    pub(super) fn add(
        &mut self,
        walks: &[BoardWalk<S>],
        direction: Direction,
    ) -> (Mover, &'static [S]) {
        let parts = shared::<S>().parts(walks, self.size, direction, self.limit);
        let Parts { all, leaps, lookups } = self.or_empty(parts);
        // Equal lists are stored once.
        let known = self.leaps.iter().position(|known| std::ptr::eq(*known, leaps));
        let leaps = known.unwrap_or_else(|| {
            self.leaps.push(leaps);
            self.leaps.len() - 1
        });
        let known = self.parts.windows(lookups.len().max(1)).position(
            |known: &[&'static [Lookup<S>]]| {
                known.iter().zip(&lookups).all(|(known, part)| std::ptr::eq(*known, *part))
            },
        );
        let first = match known {
            _ if lookups.is_empty() => 0,
            Some(first) => first,
            None => {
                self.parts.extend(&lookups);
                self.parts.len() - lookups.len()
            }
        };
        (Mover { leaps, parts: first..first + lookups.len() }, all)
    }
}
