//! The placements of a game by their numbers, and what they are for each side.
//!
//! First come the pieces, by side, kind and square; then the walls, by square; then the
//! counters. A counter has a placement for each of its first levels: the pieces of a kind that a
//! side has in hand, or the checks that it still has to give.

use super::images::{self, Images};
use crate::definition::MAX_KINDS;
use plyglot_core::game::network::NetworkShape;

/// The most placements of a position that a network sees.
pub(super) const MOST_PLACEMENTS: usize = 255;
/// The numbers in each hand by side and kind, then the checks that each side has to give, in
/// whole words.
pub(super) const COUNTERS: usize = (2 * MAX_KINDS + 2usize).next_multiple_of(8);

/// The placements of a game.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(super) shape: NetworkShape,
    /// The number of kinds of pieces.
    pub(super) kinds: u8,
    pub(super) squares: usize,
    pub(super) has_walls: bool,
    pub(super) has_counters: bool,
    /// The first placement of each counter, and how many it has.
    pub(super) counters: [(u16, u8); COUNTERS],
    /// The most squares that are occupied in a game.
    pub(super) most_occupied: usize,
    pub(super) images: Images,
}

impl Layout {
    /// The number that stands in [`Cells`](super::Cells) for a kind of the first player is one
    /// more than the kind; for one of the second, so much more.
    #[inline(always)]
    pub(super) fn kinds(&self) -> u8 {
        self.kinds
    }

    /// The number of a wall; 0 if there are none in the game.
    #[inline(always)]
    pub(super) fn wall(&self) -> u8 {
        if self.has_walls { 2 * self.kinds + 1 } else { 0 }
    }

    /// The placement of what stands on a square, which is not empty.
    #[inline(always)]
    pub(super) fn on_square(&self, content: u8, square: usize) -> usize {
        usize::from(content - 1) * self.squares + square
    }

    /// The first placement of a counter.
    #[inline(always)]
    pub(super) fn first_of(&self, counter: usize) -> usize {
        usize::from(self.counters[counter].0)
    }

    /// The first placement that is not on the board.
    #[cfg(test)]
    pub(super) fn first_counter(&self) -> usize {
        (2 * usize::from(self.kinds) + usize::from(self.has_walls)) * self.squares
    }

    #[inline(always)]
    pub(super) fn has_counters(&self) -> bool {
        self.has_counters
    }

    /// Lowers each level to as many placements as its counter has.
    #[inline(always)]
    pub(super) fn limit(&self, levels: &mut [u8; COUNTERS]) {
        for (level, (_, slots)) in levels.iter_mut().zip(self.counters) {
            *level = slots.min(*level);
        }
    }

    /// The output bucket where so many squares are occupied.
    #[inline(always)]
    pub(super) fn bucket(&self, occupied: usize) -> usize {
        images::bucket(occupied, self.most_occupied)
    }
}
