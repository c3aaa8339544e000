//! The network of Ataxx: its inputs and its output buckets.
//!
//! A placement is a stone on a point. A move changes few of them. The rules are the same
//! for both players and in all directions: each sees the own stones first, on the same
//! points. Walls are no inputs, as games from the start position have none.

use super::Ataxx;
use super::board::{POINTS, SIDE};
use crate::games::network::{Networked, PlacementSet};

/// Output buckets: stages of the game, by the number of points that are not empty.
const BUCKETS: usize = 8;

impl Networked for Ataxx {
    type Placements = PlacementSet<{ (2 * POINTS).div_ceil(64) }>;
    /// The stones of the first player, then those of the second.
    const PLACEMENTS: usize = 2 * POINTS;
    const BUCKETS: usize = BUCKETS;
    /// Those of the square.
    const SYMMETRIES: usize = 8;

    #[inline(always)]
    fn placements(&self) -> Self::Placements {
        PlacementSet::joined(self.by_player(), POINTS)
    }

    fn symmetric(symmetry: usize, placement: usize) -> usize {
        let (player, point) = (placement / POINTS, placement % POINTS);
        let (file, rank) = (point % SIDE, point / SIDE);
        let (file, rank) = if symmetry & 1 == 0 { (file, rank) } else { (rank, file) };
        let file = if symmetry & 2 == 0 { file } else { SIDE - 1 - file };
        let rank = if symmetry & 4 == 0 { rank } else { SIDE - 1 - rank };
        player * POINTS + rank * SIDE + file
    }

    #[inline(always)]
    fn bucket(&self) -> usize {
        let taken = POINTS - self.empty().count_ones() as usize;
        (taken * BUCKETS / POINTS).min(BUCKETS - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Move;
    use super::super::board::points;
    use super::*;
    use crate::games::network::Placements;
    use crate::games::random::Random;
    use crate::games::{Game, Notation, Side};

    fn start() -> Ataxx {
        Ataxx::parse("P5p/7/2*1*2/7/2*1*2/7/p5P w").expect("a position")
    }

    /// A point's image. The placements begin with the first player's.
    fn image(symmetry: usize, point: u8) -> u8 {
        Ataxx::symmetric(symmetry, usize::from(point)) as u8
    }

    fn image_of(symmetry: usize, position: &Ataxx) -> Ataxx {
        let of = |set| points(set).fold(0, |set, point| set | 1_u64 << image(symmetry, point));
        let [own, other, walls] = [position.own, position.other, position.walls].map(of);
        Ataxx { own, other, walls, ..position.clone() }
    }

    fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
        let mut items: Vec<T> = items.collect();
        items.sort_unstable();
        items
    }

    /// A game and its image: the same moves, the same placements.
    #[test]
    fn all_eight_symmetries_are_those_of_the_rules() {
        let mut random = Random::new(31);
        for game in 0..80 {
            let symmetry = game % Ataxx::SYMMETRIES;
            let mut position = start();
            let mut turned = image_of(symmetry, &position);
            while position.status().is_none() {
                let text = position.print();
                let map = |placement| Ataxx::symmetric(symmetry, placement);
                let expected = sorted(position.placements().iter().map(map));
                assert_eq!(turned.placements().iter().collect::<Vec<_>>(), expected, "{text}");
                assert_eq!(turned.bucket(), position.bucket(), "{text}");
                let turn = |m: Move| match m {
                    Move::PASS => m,
                    Move { from, to } => {
                        Move { from: image(symmetry, from), to: image(symmetry, to) }
                    }
                };
                let moves = position.legal_moves();
                let expected = sorted(moves.iter().map(|&m| Ataxx::pack(turn(m))));
                let found = sorted(turned.legal_moves().into_iter().map(Ataxx::pack));
                assert_eq!(found, expected, "{text}");
                let m = moves[random.below(moves.len())];
                position.play(m);
                turned.play(turn(m));
            }
            assert_eq!(turned.status(), position.status());
        }
    }

    #[test]
    fn the_other_player_sees_the_same_with_colours_exchanged() {
        let position = Ataxx::parse("P5p/7/2Pp3/3P3/p6/7/1p4P w").expect("a position");
        let inputs = |position: &Ataxx, side: Side| {
            let perspective = position.perspective(side);
            sorted(position.placements().iter().map(|at| Ataxx::input(perspective, at)))
        };
        // Own stones on g1, d4, c5, a7; the others' on b1, a3, d5, g7.
        assert_eq!(inputs(&position, Side::First), [6, 24, 30, 42, 50, 63, 80, 97]);
        let flipped = position.flipped().expect("it has one");
        for side in [Side::First, Side::Second] {
            assert_eq!(inputs(&position, side), inputs(&flipped, !side));
        }
    }

    #[test]
    fn buckets_follow_the_number_of_stones() {
        for (text, bucket) in [
            (Ataxx::START, 0),
            ("PPPPPPP/7/7/7/7/7/7 w", 1),
            ("PPPPPPP/PPPPPPP/PPPPPPP/ppppppp/ppppppp/ppppppp/ppp4 w", 7),
            ("PPPPPPP/PPPPPPP/PPPPPPP/ppppppp/ppppppp/ppppppp/ppppppp w", 7),
        ] {
            assert_eq!(Ataxx::parse(text).expect("a position").bucket(), bucket, "{text}");
        }
    }
}
