//! The network of Surakarta: its inputs and its output buckets.
//!
//! A placement is a stone on a point, or an attacked stone: one that the other side can
//! capture. A capture works in both directions along a loop, so the attacked stones are
//! also those that can capture. All that differs is a stone that sees itself round an arc:
//! the stones that it attacks cannot capture it.
//!
//! A network of 64 neurons searches 2.6 million nodes a second with the attacked stones, and
//! would search 3.0 million without them. The tactics of the game are captures, so the inputs
//! that show them are kept. They change with stones far away, so no state records the changes.
//!
//! The rules are the same for both players: each sees the own stones first, and the board
//! from the own side.

use super::Surakarta;
use super::board::{self, POINTS, SIDE};
use plyglot_core::game::network::{
    EmbeddedNetwork, NetworkShape, NetworkSource, Networked, PlacementSet, RANKS_MIRRORED,
    SQUARE_SYMMETRIES, second_inputs, square_symmetry,
};
use plyglot_core::game::{Game, Side};

/// Output buckets; each covers three numbers of stones.
const BUCKETS: usize = 8;

const SECOND_INPUTS: [u16; 4 * POINTS] = second_inputs([2, 3, 0, 1], SIDE, RANKS_MIRRORED);

impl Networked for Surakarta {
    type Placements = PlacementSet<{ (4 * POINTS).div_ceil(64) }>;

    /// Placements are stones and attacked stones of the first player, then those of the second. A
    /// position has 24 stones, and at most all of them are attacked.
    fn shape(_: ()) -> NetworkShape {
        let mut shape = NetworkShape::new(4 * POINTS);
        shape.buckets = BUCKETS;
        shape.has_base = true;
        shape
    }

    #[inline(always)]
    fn placements(&self) -> Self::Placements {
        let [own, other] = board::attacked(self.own, self.other);
        let mut halves = [[self.own.points, own], [self.other.points, other]];
        if self.side() == Side::Second {
            halves.reverse();
        }
        let [[first, firsts], [second, seconds]] = halves;
        PlacementSet::joined([first, firsts, second, seconds], POINTS)
    }

    #[inline(always)]
    fn input(_: (), perspective: usize, placement: usize) -> usize {
        if perspective == 0 { placement } else { usize::from(SECOND_INPUTS[placement]) }
    }

    /// The loops are the same under all of them.
    fn symmetries(_: ()) -> usize {
        SQUARE_SYMMETRIES
    }

    fn symmetric(_: (), symmetry: usize, placement: usize) -> usize {
        square_symmetry(symmetry, placement, SIDE)
    }

    #[inline(always)]
    fn bucket(&self) -> usize {
        let stones = (self.own.count() + self.other.count()) as usize;
        (stones.saturating_sub(1) / 3).min(BUCKETS - 1)
    }

    fn base_evaluation(&self) -> Option<i32> {
        Some(self.value_of_stones())
    }

    fn default_network(_: ()) -> Option<NetworkSource> {
        static NETWORK: EmbeddedNetwork = EmbeddedNetwork::new(include_bytes!("surakarta.network"));
        Some(NetworkSource::Embedded(&NETWORK))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Move;
    use super::super::board::Army;
    use super::*;
    use crate::networks::{check_symmetries, walk};
    use plyglot_core::game::{Game, Notation};

    fn image(symmetry: usize, point: u8) -> u8 {
        Surakarta::symmetric((), symmetry, usize::from(point)) as u8
    }

    fn image_of(symmetry: usize, position: &Surakarta) -> Surakarta {
        let of = |army: Army| {
            let points = board::points(army.points).map(|point| image(symmetry, point));
            Army::new(points.fold(0, |set, point| set | 1 << point))
        };
        Surakarta { own: of(position.own), other: of(position.other), ..position.clone() }
    }

    #[test]
    fn all_eight_symmetries_are_those_of_the_rules() {
        check_symmetries(Surakarta::INFO.start, image_of, |symmetry, m: Move| Move {
            from: image(symmetry, m.from),
            to: image(symmetry, m.to),
        });
    }

    #[test]
    fn attacked_stones_are_those_that_can_be_captured() {
        let mut captures = 0;
        walk(Surakarta::INFO.start, 50, |_, position: &Surakarta| {
            let [_, attacked] = board::attacked(position.own, position.other);
            let moves = position.legal_moves();
            if moves.is_empty() {
                return;
            }
            let hit = moves.iter().filter(|&&m| position.tactical(m));
            let targets = hit.fold(0, |set, m| set | 1_u64 << m.to);
            assert_eq!(attacked, targets, "{}", position.print());
            captures += targets.count_ones();
        });
        assert!(captures > 1_000, "{captures} captures");
    }
}
