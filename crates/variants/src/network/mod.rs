//! The network of any game from a file: its inputs follow from the rules.
//!
//! Placements are pieces on their squares, walls, the first pieces of each kind in hand, and the
//! checks that each side still has to give ([`layout`]). Each side sees its own pieces first,
//! and the board under a map that exchanges the sides, if the rules have one; else each side has
//! inputs of its own. Which symmetries there are is tried out ([`symmetry`]).

mod derivation;
pub(crate) mod images;
pub(crate) mod layout;
mod placements;
mod symmetry;
#[cfg(test)]
mod tests;

use layout::Layout;
pub use placements::SquarePlacements;

use crate::position::Position;
use crate::set::Set;
use crate::variant::Variant;
use plyglot_core::game::network::{NetworkShape, NetworkSource, Networked};
use std::hash::Hash;

impl<S: Set + Hash> Variant<S> {
    /// The placements of the game, which are worked out when a network is used.
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
        self.placements_in(self.rules().variant.layout())
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
        self.bucket_of(self.rules().variant.layout())
    }

    fn base_evaluation(&self) -> Option<i32> {
        Some(self.by_rules())
    }

    /// That beside the game's file, or that of the library.
    fn default_network(game: &'static Variant<S>) -> Option<NetworkSource> {
        game.network.source()
    }
}
