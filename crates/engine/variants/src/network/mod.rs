//! The network of any game from a file: its inputs follow from the rules.
//!
//! Placements are pieces on their squares, walls, the first pieces of each kind in hand, and what
//! else is counted of a side, such as the checks that it still has to give ([`layout`]). Each side
//! sees its own pieces first, and the board under a map that exchanges the sides, if the rules have
//! one; else each side has inputs of its own. A side with one king sees the board mirrored while
//! that king is on the left half, unless left and right differ by more than castling. Symmetries
//! are detected by playing random games ([`symmetry`]).

pub(crate) mod layout;
mod numbering;
mod symmetry;
#[cfg(test)]
mod tests;

use crate::position::Position;
use crate::rules::Variant;
use crate::set::Set;
use layout::{COUNTERS, Layout, MAX_PLACEMENTS, counter_of};
use plyglot_core::game::Side;
use plyglot_core::game::network::{
    NO_PLACEMENT, NetworkShape, NetworkSource, Networked, Placements,
};
use plyglot_definition::MAX_KINDS;
use std::hash::Hash;

impl<S: Set + Hash> Variant<S> {
    #[inline(always)]
    fn layout(&'static self) -> &'static Layout {
        self.layout.get_or_init(|| Layout::new(self.rules()))
    }
}

impl<S: Set + Hash> Networked for Position<S> {
    type Placements = SquarePlacements<S>;

    fn shape(game: &'static Variant<S>) -> NetworkShape {
        game.layout().shape
    }

    #[inline(always)]
    fn placements(&self) -> SquarePlacements<S> {
        let layout = self.rules().variant.layout();
        let mut placements: SquarePlacements<S> =
            SquarePlacements { layout: Some(layout), board: self.board(), levels: [0; COUNTERS] };
        let board = placements.board.as_mut();
        for square in self.own(Side::Second).squares() {
            board[usize::from(square)] += layout.kinds;
        }
        for square in self.walls().squares() {
            board[usize::from(square)] = layout.wall();
        }
        if layout.has_counters {
            for side in Side::BOTH {
                let first = side.index() * MAX_KINDS;
                placements.levels[first..][..MAX_KINDS].copy_from_slice(self.hand(side));
                for (number, level) in self.counters().levels(side).into_iter().enumerate() {
                    placements.levels[counter_of(side, number)] = level;
                }
            }
            layout.limit(&mut placements.levels);
        }
        let seen = self.seen(layout) + placements.levels.iter().map(|&n| u32::from(n)).sum::<u32>();
        if seen as usize > layout.shape.max_placements {
            placements.leave_out(seen as usize - layout.shape.max_placements);
        }
        placements
    }

    #[inline(always)]
    fn perspective(&self, side: Side) -> usize {
        let layout = self.rules().variant.layout();
        let Some(views) = &layout.king_views else { return side.index() };
        let king = self.pieces(side, views.king);
        let is_mirrored = if king.is_empty() { 0 } else { views.is_mirrored(side, king.first()) };
        side.index() + 2 * is_mirrored
    }

    #[inline(always)]
    fn input(game: &'static Variant<S>, perspective: usize, placement: usize) -> usize {
        game.layout().images.input(perspective, placement)
    }

    fn symmetries(game: &'static Variant<S>) -> usize {
        game.layout().images.symmetries()
    }

    fn symmetric(game: &'static Variant<S>, symmetry: usize, placement: usize) -> usize {
        game.layout().images.symmetric(symmetry, placement)
    }

    #[inline(always)]
    fn bucket(&self) -> usize {
        let layout = self.rules().variant.layout();
        layout.bucket(self.seen(layout) as usize)
    }

    fn base_evaluation(&self) -> Option<i32> {
        Some(self.by_rules())
    }

    fn default_network(game: &'static Variant<S>) -> Option<NetworkSource> {
        game.network.source(|| Self::shape(game))
    }
}

/// The contents of each square, and the levels of the counters: hands, and what else is counted.
#[derive(Clone, Copy)]
pub struct SquarePlacements<S: Set> {
    /// `None` for the empty set.
    layout: Option<&'static Layout>,
    /// For each square 0, or the number of what stands there: [`Layout::on_square`].
    board: S::Board,
    levels: [u8; COUNTERS],
}

impl<S: Set> Default for SquarePlacements<S> {
    fn default() -> Self {
        SquarePlacements { layout: None, board: S::EMPTY_BOARD, levels: [0; COUNTERS] }
    }
}

impl<S: Set> Placements for SquarePlacements<S> {
    type List = [u16; MAX_PLACEMENTS + 1];
    const NONE: Self::List = [NO_PLACEMENT; MAX_PLACEMENTS + 1];

    fn iter(&self) -> impl Iterator<Item = usize> {
        let mut placements = Vec::new();
        SquarePlacements::default()
            .visit_difference(self, |placement, _| placements.push(placement));
        placements.sort_unstable();
        placements.into_iter()
    }

    #[inline(always)]
    fn visit_difference(&self, other: &Self, mut visit: impl FnMut(usize, bool)) {
        // They are compared word by word.
        const { assert!(S::SQUARES.is_multiple_of(8) && COUNTERS.is_multiple_of(8)) };
        let Some(layout) = self.layout.or(other.layout) else { return };
        let (old, new) = (self.board.as_ref(), other.board.as_ref());
        visit_differing(old, new, |square| {
            for (content, is_new) in [(old[square], false), (new[square], true)] {
                if content > 0 {
                    visit(layout.on_square(content, square), is_new);
                }
            }
        });
        visit_levels(&self.levels, &other.levels, |counter| layout.first_of(counter), &mut visit);
    }

    /// Squares and counters that differ, which is faster to count.
    #[inline(always)]
    fn distance(&self, other: &Self) -> u32 {
        let differing = |a: &[u8], b: &[u8]| a.iter().zip(b).filter(|(a, b)| a != b).count() as u32;
        differing(self.board.as_ref(), other.board.as_ref())
            + differing(&self.levels, &other.levels)
    }
}

/// Visits the placements of counters that only one of two rows of levels has, from the first
/// placement of each counter.
#[inline(always)]
pub(crate) fn visit_levels(
    old: &[u8],
    new: &[u8],
    first_of: impl Fn(usize) -> usize,
    visit: &mut impl FnMut(usize, bool),
) {
    visit_differing(old, new, |counter| {
        let old = old[counter];
        let new = new[counter];
        for level in old.min(new)..old.max(new) {
            visit(first_of(counter) + usize::from(level), new > old);
        }
    });
}

/// Visits the places at which two rows of equal length differ, in whole words.
#[inline(always)]
fn visit_differing(a: &[u8], b: &[u8], mut visit: impl FnMut(usize)) {
    let (a, b) = (a.as_chunks::<8>().0, b.as_chunks::<8>().0);
    for (i, (a, b)) in a.iter().zip(b).enumerate() {
        let mut differing = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        while differing != 0 {
            let byte = differing.trailing_zeros() / 8;
            visit(8 * i + byte as usize);
            differing &= !(0xff << (8 * byte));
        }
    }
}

impl<S: Set + Hash> Position<S> {
    #[inline(always)]
    fn seen(&self, layout: &Layout) -> u32 {
        let walls = if layout.wall() > 0 { self.walls() } else { S::EMPTY };
        (self.own(Side::First) | self.own(Side::Second) | walls).count()
    }
}

impl<S: Set> SquarePlacements<S> {
    /// Leaves out this many placements, of the highest counters and squares: a position that no
    /// game leads to may have more than the network can take.
    #[cold]
    fn leave_out(&mut self, mut count: usize) {
        for level in self.levels.iter_mut().rev() {
            let less = count.min(usize::from(*level));
            *level -= less as u8;
            count -= less;
        }
        let board = self.board.as_mut();
        for content in board.iter_mut().rev().filter(|content| **content > 0).take(count) {
            *content = 0;
        }
    }
}
