//! The network of Surakarta: its inputs and its output buckets.
//!
//! A placement is a stone on a point, or an attacked stone: one that the other side can
//! capture. A capture works in both directions along a loop, so the attacked stones are
//! also those that can capture. All that differs is a stone that sees itself round an arc:
//! the stones that it attacks cannot capture it.
//!
//! A network of 64 neurons, used alone, searches 2.6 million nodes a second with the
//! attacked stones, where the evaluation by hand searches 3.3 million. With the stones alone
//! it would be 3.0 million. The tactics of the game are captures, so the inputs that show
//! them are kept. They change with stones far away, so no state records the changes.
//!
//! The rules are the same for both players: each sees the own stones first, and the board
//! from the own side.

use super::Surakarta;
use super::board::{self, POINTS, SIDE};
use plyglot_core::game::network::{
    EmbeddedNetwork, Network, Networked, PlacementSet, RANKS_MIRRORED, SQUARE_SYMMETRIES,
    second_inputs, square_symmetry,
};
use plyglot_core::game::{Game, Side};
use std::sync::Arc;

/// Output buckets; each covers three numbers of stones.
const BUCKETS: usize = 8;

/// The input of each placement for the second player.
const SECOND_INPUTS: [u16; 4 * POINTS] = second_inputs([2, 3, 0, 1], SIDE, RANKS_MIRRORED);

impl Networked for Surakarta {
    type Placements = PlacementSet<{ (4 * POINTS).div_ceil(64) }>;
    /// Stones and attacked stones of the first player, then those of the second. A
    /// position has 24 stones, and at most all of them are attacked.
    const PLACEMENTS: usize = 4 * POINTS;
    const BUCKETS: usize = BUCKETS;
    const HAS_BASE: bool = true;
    /// The loops are the same under all of them.
    const SYMMETRIES: usize = SQUARE_SYMMETRIES;

    #[inline(always)]
    fn placements(&self) -> Self::Placements {
        let [own, other] = board::views(self.own, self.other);
        let mut halves = [[self.own.points, own.attacked], [self.other.points, other.attacked]];
        if self.side() == Side::Second {
            halves.reverse();
        }
        let [[first, firsts], [second, seconds]] = halves;
        PlacementSet::joined([first, firsts, second, seconds], POINTS)
    }

    #[inline(always)]
    fn input(perspective: usize, placement: usize) -> usize {
        if perspective == 0 { placement } else { usize::from(SECOND_INPUTS[placement]) }
    }

    fn symmetric(symmetry: usize, placement: usize) -> usize {
        square_symmetry(symmetry, placement, SIDE)
    }

    #[inline(always)]
    fn bucket(&self) -> usize {
        let stones = (self.own.count() + self.other.count()) as usize;
        (stones.saturating_sub(1) / 3).min(BUCKETS - 1)
    }

    fn base_evaluation(&self) -> Option<i32> {
        Some(self.value())
    }

    fn default_network() -> Option<Arc<Network>> {
        static NETWORK: EmbeddedNetwork = EmbeddedNetwork::new(include_bytes!("surakarta.network"));
        Some(NETWORK.get())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Move;
    use super::super::board::Army;
    use super::*;
    use plyglot_core::game::Notation;
    use plyglot_core::game::network::Placements;
    use plyglot_core::game::random::Random;

    fn start() -> Surakarta {
        Surakarta::start(())
    }

    /// A point's image. The placements of stones begin with the first player's.
    fn image(symmetry: usize, point: u8) -> u8 {
        Surakarta::symmetric(symmetry, usize::from(point)) as u8
    }

    fn image_of(symmetry: usize, position: &Surakarta) -> Surakarta {
        let of = |army: Army| {
            let points = board::points(army.points).map(|point| image(symmetry, point));
            Army::of(points.fold(0, |set, point| set | 1 << point))
        };
        Surakarta { own: of(position.own), other: of(position.other), ..position.clone() }
    }

    fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
        let mut items: Vec<T> = items.collect();
        items.sort_unstable();
        items
    }

    /// A game and its image: the same moves, the same placements.
    #[test]
    fn all_eight_symmetries_are_those_of_the_rules() {
        let mut random = Random::new(21);
        for game in 0..80 {
            let symmetry = game % Surakarta::SYMMETRIES;
            let mut position = start();
            let mut turned = image_of(symmetry, &position);
            for _ in 0..200 {
                let text = position.print();
                let map = |placement| Surakarta::symmetric(symmetry, placement);
                let expected = sorted(position.placements().iter().map(map));
                assert_eq!(turned.placements().iter().collect::<Vec<_>>(), expected, "{text}");
                assert_eq!(turned.bucket(), position.bucket(), "{text}");
                let turn =
                    |m: Move| Move { from: image(symmetry, m.from), to: image(symmetry, m.to) };
                let moves = position.legal_moves();
                let expected = sorted(moves.iter().map(|&m| Surakarta::pack(turn(m))));
                let found = sorted(turned.legal_moves().into_iter().map(Surakarta::pack));
                assert_eq!(found, expected, "{text}");
                if moves.is_empty() {
                    break;
                }
                let m = moves[random.below(moves.len())];
                position.play(m);
                turned.play(turn(m));
            }
        }
    }

    /// With the sides exchanged, the other player sees the same.
    #[test]
    fn both_players_see_the_board_from_their_own_side() {
        let mut random = Random::new(22);
        for _ in 0..50 {
            let mut position = start();
            for _ in 0..200 {
                let flipped = position.flipped().expect("there is no stalemate");
                let inputs = |position: &Surakarta, side: Side| {
                    let perspective = position.perspective(side);
                    let placements = position.placements();
                    sorted(placements.iter().map(|at| Surakarta::input(perspective, at)))
                };
                for side in [Side::First, Side::Second] {
                    assert_eq!(inputs(&position, side), inputs(&flipped, !side));
                }
                assert_eq!(position.bucket(), flipped.bucket());
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.below(moves.len())]);
            }
        }
    }

    #[test]
    fn attacked_stones_are_those_that_can_be_captured() {
        let mut random = Random::new(23);
        let mut captures = 0;
        for _ in 0..50 {
            let mut position = start();
            for _ in 0..200 {
                let [_, other] = board::views(position.own, position.other);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let hit = moves.iter().filter(|&&m| position.tactical(m));
                let targets = hit.fold(0, |set, m| set | 1_u64 << m.to);
                assert_eq!(other.attacked, targets, "{}", position.print());
                captures += targets.count_ones();
                position.play(moves[random.below(moves.len())]);
            }
        }
        assert!(captures > 1_000, "{captures} captures");
    }
}
