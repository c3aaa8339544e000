//! The network of Breakthrough: its inputs and its output buckets.
//!
//! A placement is a stone on a square. The rules are the same for both players: each sees
//! the own stones first, and the board from the own side.
//!
//! Attacked stones are no inputs: with them, a network of 64 neurons predicts results a
//! little better, but the search is slower and loses more games than it wins.

use super::Breakthrough;
use super::board::{self, SQUARES};
use plyglot_core::game::network::{
    EmbeddedNetwork, NetworkShape, NetworkSource, Networked, PlacementSet,
};

/// Stages of the game by the number of stones, each of six; the last stones are one stage.
const STAGES: usize = 4;
/// The maximum number of moves that the most advanced stone needs in the buckets of races.
const RACE: u32 = 3;

impl Networked for Breakthrough {
    type Placements = PlacementSet<2>;

    /// Placements are the stones of the first player, then those of the second.
    fn shape(_: ()) -> NetworkShape {
        let mut shape = NetworkShape::new(2 * SQUARES);
        shape.buckets = 2 * STAGES;
        shape
    }

    #[inline(always)]
    fn placements(&self) -> PlacementSet<2> {
        PlacementSet(self.by_player())
    }

    /// The second player sees the ranks in the opposite order.
    #[inline(always)]
    fn input(_: (), perspective: usize, placement: usize) -> usize {
        let owner = placement / SQUARES;
        let square = placement % SQUARES;
        match perspective {
            0 => placement,
            _ => (1 - owner) * SQUARES + usize::from(board::turned_square(square as u8)),
        }
    }

    fn symmetries(_: ()) -> usize {
        2
    }

    fn symmetric(_: (), symmetry: usize, placement: usize) -> usize {
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

    fn default_network(_: ()) -> Option<NetworkSource> {
        static NETWORK: EmbeddedNetwork =
            EmbeddedNetwork::new(include_bytes!("breakthrough.network"));
        Some(NetworkSource::Embedded(&NETWORK))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Move;
    use super::*;
    use crate::networks::{check_symmetries, inputs};
    use plyglot_core::game::{Notation, Side};

    fn mirrored(set: u64) -> u64 {
        set.swap_bytes().reverse_bits()
    }

    #[test]
    fn inputs_are_the_stones_as_each_player_sees_them() {
        let position = Breakthrough::parse("p7/8/8/8/8/8/1P6/7P b").expect("a position");
        // h1 and b2 of the first player, a8 of the second.
        assert_eq!(inputs(&position, Side::First), [7, 9, 64 + 56]);
        // From the other side, a8 is where a1 was, h1 where h8 was, b2 where b7 was.
        assert_eq!(inputs(&position, Side::Second), [0, 64 + 49, 64 + 63]);
    }

    #[test]
    fn left_and_right_are_the_same() {
        check_symmetries(
            Breakthrough::INFO.start,
            |symmetry, position: &Breakthrough| match symmetry {
                0 => *position,
                _ => {
                    let [own, other] = [position.own, position.other].map(mirrored);
                    Breakthrough { own, other, ..*position }
                }
            },
            |symmetry, m: Move| match symmetry {
                0 => m,
                _ => Move { from: m.from ^ 7, to: m.to ^ 7 },
            },
        );
    }

    #[test]
    fn buckets_tell_stages_and_races_apart() {
        for (fen, bucket) in [
            (Breakthrough::INFO.start, 6),
            ("pppppppp/pppppp2/8/8/8/8/2PPPPPP/PPPPPPPP w", 6),
            ("pppppppp/8/pppp4/8/8/PP6/PPPPPP2/PPPP4 w", 4),
            ("pppppppp/8/8/4P3/8/8/PPPPP3/PPPPPPPP w", 5),
            ("pppppppp/8/8/8/4p3/8/PPPPP3/PPPPPPPP w", 5),
            ("8/7p/8/8/8/8/P7/8 w", 0),
            ("8/7p/8/8/P7/8/8/8 w", 0),
            ("8/7p/8/P7/8/8/8/8 w", 1),
        ] {
            let position = Breakthrough::parse(fen).expect(fen);
            assert_eq!(position.bucket(), bucket, "{fen}");
        }
    }
}
