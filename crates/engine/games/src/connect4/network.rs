//! The network of Connect Four, for learning: the solver plays without one. A placement is a
//! stone on a bit of the board, the guard bits included.

use super::ConnectFour;
use super::board::{FILES, RANKS, index, place};
use plyglot_core::game::network::{NetworkShape, Networked, PlacementSet};

const BITS: usize = index(FILES, 0) as usize;
const CELLS: usize = FILES as usize * RANKS as usize;
const STAGES: usize = 7;

impl Networked for ConnectFour {
    type Placements = PlacementSet<2>;

    /// Placements are the stones of the first player, then those of the second.
    fn shape(_: ()) -> NetworkShape {
        let mut shape = NetworkShape::new(2 * BITS);
        shape.buckets = 2 * STAGES;
        shape.has_base = true;
        shape
    }

    #[inline(always)]
    fn placements(&self) -> PlacementSet<2> {
        PlacementSet::joined(self.by_player(), BITS)
    }

    fn symmetries(_: ()) -> usize {
        2
    }

    fn symmetric(_: (), symmetry: usize, placement: usize) -> usize {
        let owner = placement / BITS;
        let (file, rank) = place((placement % BITS) as u8);
        let file = if symmetry == 0 { file } else { FILES - 1 - file };
        owner * BITS + usize::from(index(file, rank))
    }

    /// By the number of stones, and by the side to move: when the rest of the board is full, the
    /// first player gets the odd ranks and the second one the even ranks.
    #[inline(always)]
    fn bucket(&self) -> usize {
        let stones = self.occupied.count_ones() as usize;
        // A full board is of the last stage.
        2 * (stones * STAGES / CELLS).min(STAGES - 1) + stones % 2
    }

    fn base_evaluation(&self) -> Option<i32> {
        Some(self.value())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect4::Landing;
    use crate::networks::check_symmetries;

    #[test]
    fn left_and_right_are_the_same() {
        check_symmetries(
            ConnectFour::INFO.start,
            |symmetry, position: &ConnectFour| match symmetry {
                0 => *position,
                _ => position.mirror_image(),
            },
            |symmetry, m: Landing| if symmetry == 0 { m } else { m.mirrored() },
        );
    }
}
