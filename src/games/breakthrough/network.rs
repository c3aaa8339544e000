//! The network of Breakthrough: its inputs and its output buckets.
//!
//! A placement is a stone on a square. The rules are the same for both players: each sees
//! the own stones first, and the board from the own side.
//!
//! Attacked stones are no inputs: with them, a network of 64 neurons predicts results a
//! little better, but the search is 8 % slower and loses more games than it wins.

use super::Breakthrough;
use super::board::{self, SQUARES};
use crate::games::network::{Networked, PlacementSet};

/// Stages of the game by the number of stones, each of six; the last stones are one stage.
const STAGES: usize = 4;
/// The most moves that the most advanced stone needs in the buckets of races.
const RACE: u32 = 3;

impl Networked for Breakthrough {
    type Placements = PlacementSet<2>;
    /// The stones of the first player, then those of the second.
    const PLACEMENTS: usize = 2 * SQUARES;
    const BUCKETS: usize = 2 * STAGES;
    /// The mirror image.
    const SYMMETRIES: usize = 2;

    #[inline(always)]
    fn placements(&self) -> PlacementSet<2> {
        PlacementSet(self.by_player())
    }

    /// The second player sees the ranks in the opposite order.
    #[inline(always)]
    fn input(perspective: usize, placement: usize) -> usize {
        let (owner, square) = (placement / SQUARES, placement % SQUARES);
        match perspective {
            0 => placement,
            _ => (1 - owner) * SQUARES + usize::from(board::turned_square(square as u8)),
        }
    }

    fn symmetric(symmetry: usize, placement: usize) -> usize {
        if symmetry == 0 { placement } else { placement ^ 7 }
    }

    /// By the number of stones, and by whether one is within three moves of its last rank.
    #[inline(always)]
    fn bucket(&self) -> usize {
        let stones = (self.own.count_ones() + self.other.count_ones()) as usize;
        let stage = (stones.saturating_sub(9) / 6).min(STAGES - 1);
        let other_left = board::moves_left(board::turned(self.other));
        let is_race = board::moves_left(self.own).min(other_left) <= RACE;
        2 * stage + usize::from(is_race)
    }
}
