//! The network of a game of stones sees the stones of both sides on their cells.

use super::cells::Cells;
use super::game::StoneGame;
use super::inputs::MOST;
use super::position::StonePosition;
use crate::network::images::bucket;
use plyglot_core::game::network::{
    NO_PLACEMENT, NetworkShape, NetworkSource, Networked, Placements,
};

/// The stones of both sides.
#[derive(Clone, Copy)]
pub struct Stones([Cells; 2]);

impl Default for Stones {
    fn default() -> Self {
        Stones([Cells::EMPTY; 2])
    }
}

impl Placements for Stones {
    type List = [u16; MOST + 1];
    const NONE: Self::List = [NO_PLACEMENT; MOST + 1];

    fn iter(&self) -> impl Iterator<Item = usize> {
        let second = self.0[1].iter().map(|cell| Cells::SIZE + usize::from(cell));
        self.0[0].iter().map(usize::from).chain(second)
    }

    #[inline(always)]
    fn visit_difference(&self, other: &Self, mut visit: impl FnMut(usize, bool)) {
        for side in 0..2 {
            let (old, new) = (self.0[side], other.0[side]);
            let at = |cell: u16| side * Cells::SIZE + usize::from(cell);
            (old & !new).iter().for_each(|cell| visit(at(cell), false));
            (new & !old).iter().for_each(|cell| visit(at(cell), true));
        }
    }
}

impl Networked for StonePosition {
    type Placements = Stones;

    fn shape(game: &'static StoneGame) -> NetworkShape {
        game.inputs().shape
    }

    #[inline(always)]
    fn placements(&self) -> Stones {
        let most = self.game.inputs().shape.most_placements;
        let occupied = self.stones[0].count() + self.stones[1].count();
        if occupied as usize <= most {
            return Stones(self.stones);
        }
        let seen: Cells = (self.stones[0] | self.stones[1]).iter().take(most).collect();
        Stones(self.stones.map(|stones| stones & seen))
    }

    #[inline(always)]
    fn input(game: &'static StoneGame, perspective: usize, placement: usize) -> usize {
        game.inputs().images.input(perspective, placement)
    }

    fn symmetries(game: &'static StoneGame) -> usize {
        game.inputs().images.symmetries()
    }

    fn symmetric(game: &'static StoneGame, symmetry: usize, placement: usize) -> usize {
        game.inputs().images.symmetric(symmetry, placement)
    }

    #[inline(always)]
    fn bucket(&self) -> usize {
        let occupied = self.stones[0].count() + self.stones[1].count();
        let most = self.grid.board.count().min(MOST as u32);
        bucket(occupied as usize, most as usize)
    }

    fn base_evaluation(&self) -> Option<i32> {
        Some(self.by_rules())
    }

    /// That beside the game's file, or that of the library.
    fn default_network(game: &'static StoneGame) -> Option<NetworkSource> {
        game.network.source()
    }
}
