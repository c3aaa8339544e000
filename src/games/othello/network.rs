//! The network of Othello: its inputs and its output buckets.
//!
//! A placement is a stone on a square. The rules are the same for both players: each sees
//! the own stones first, and the board from the own side.

use super::{Othello, Turn};
use crate::games::network::{Networked, PlacementSet};

const SQUARES: usize = 64;
/// The bits of a square that its image has differently if the ranks are mirrored.
const RANK: usize = 56;
/// Stages of the game, each of eight stones.
const STAGES: usize = 8;

impl Networked for Othello {
    type Placements = PlacementSet<2>;
    /// Stones of the first player, then those of the second.
    const PLACEMENTS: usize = 2 * SQUARES;
    const BUCKETS: usize = 2 * STAGES;
    /// Those of the square.
    const SYMMETRIES: usize = 8;

    /// A position that is over has none. So there are at most 63.
    #[inline(always)]
    fn placements(&self) -> Self::Placements {
        match self.turn {
            Turn::Over => PlacementSet::default(),
            _ => PlacementSet(self.by_player()),
        }
    }

    #[inline(always)]
    fn input(perspective: usize, placement: usize) -> usize {
        if perspective == 0 { placement } else { placement ^ (SQUARES | RANK) }
    }

    fn symmetric(symmetry: usize, placement: usize) -> usize {
        let (kind, square) = (placement / SQUARES, placement % SQUARES);
        let (file, rank) = (square % 8, square / 8);
        let (file, rank) = if symmetry & 1 == 0 { (file, rank) } else { (rank, file) };
        let file = if symmetry & 2 == 0 { file } else { 7 - file };
        let rank = if symmetry & 4 == 0 { rank } else { 7 - rank };
        kind * SQUARES + 8 * rank + file
    }

    /// By the stage of the game, and by which side gets the last free square if there is
    /// no further pass.
    #[inline(always)]
    fn bucket(&self) -> usize {
        let stones = self.board.occupied().count_ones() as usize;
        // A full board is of the last stage.
        2 * (stones * STAGES / SQUARES).min(STAGES - 1) + stones % 2
    }
}
