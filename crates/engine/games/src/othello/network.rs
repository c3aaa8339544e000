//! The network of Othello: its inputs and its output buckets.
//!
//! A placement is a stone on a square, or a free square on which one side can place a stone,
//! or both can. Mobility is what the middle game turns on, and a network of one layer finds
//! it only with many neurons.
//!
//! With these targets, a search visits 3.2 million nodes a second, with the stones alone 4.3
//! million. After eight generations of 80,000 positions, the network with targets won +397
//! [+347, +462] Elo at 10,000 nodes a move, and +340 [+297, +393] where the other had 13,600
//! nodes, as many as in the same time (400 games each).
//!
//! The rules are the same for both players: each sees the own stones first, and the board
//! from the own side.

use super::{Othello, TurnOptions, targets};
use plyglot_core::game::Side;
use plyglot_core::game::network::{
    EmbeddedNetwork, NetworkShape, NetworkSource, Networked, PlacementSet, RANKS_MIRRORED,
    SQUARE_SYMMETRIES, second_inputs, square_symmetry,
};

const SIDE: usize = 8;
const SQUARES: usize = SIDE * SIDE;
/// The states of a square: a stone of the first or of the second player, or a target of the
/// first, of the second or of both.
const KINDS: usize = 5;
const STAGES: usize = 8;

/// The input of each placement for the second player: the players exchanged, the ranks
/// mirrored.
const SECOND_INPUTS: [u16; KINDS * SQUARES] = second_inputs([1, 0, 3, 2, 4], SIDE, RANKS_MIRRORED);

impl Networked for Othello {
    type Placements = PlacementSet<KINDS>;

    fn shape(_: ()) -> NetworkShape {
        let mut shape = NetworkShape::new(KINDS * SQUARES);
        shape.buckets = 2 * STAGES;
        shape
    }

    /// A position that is over has none. Targets are left out where every free square is
    /// one: so there are at most 63.
    #[inline(always)]
    fn placements(&self) -> Self::Placements {
        if self.turn == TurnOptions::Over {
            return PlacementSet::default();
        }
        let [first, second] = self.by_player();
        let own = self.mobility;
        let other = targets(self.board.passed());
        let is_shown = self.board.empty() & !(own | other) != 0;
        let shown = u64::from(is_shown).wrapping_neg();
        let [firsts, seconds] = match self.side {
            Side::First => [own & shown, other & shown],
            Side::Second => [other & shown, own & shown],
        };
        PlacementSet([first, second, firsts & !seconds, seconds & !firsts, firsts & seconds])
    }

    #[inline(always)]
    fn input(_: (), perspective: usize, placement: usize) -> usize {
        if perspective == 0 { placement } else { usize::from(SECOND_INPUTS[placement]) }
    }

    fn symmetries(_: ()) -> usize {
        SQUARE_SYMMETRIES
    }

    fn symmetric(_: (), symmetry: usize, placement: usize) -> usize {
        square_symmetry(symmetry, placement, SIDE)
    }

    /// By the stage of the game, and by which side gets the last free square if there is
    /// no further pass.
    #[inline(always)]
    fn bucket(&self) -> usize {
        let stones = self.board.occupied().count_ones() as usize;
        // A full board is of the last stage.
        2 * (stones * STAGES / SQUARES).min(STAGES - 1) + stones % 2
    }

    fn default_network(_: ()) -> Option<NetworkSource> {
        static NETWORK: EmbeddedNetwork = EmbeddedNetwork::new(include_bytes!("othello.network"));
        Some(NetworkSource::Embedded(&NETWORK))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Move;
    use super::super::board::{Discs, squares};
    use super::*;
    use crate::networks::check_symmetries;

    fn image(symmetry: usize, square: u8) -> u8 {
        Othello::symmetric((), symmetry, usize::from(square)) as u8
    }

    fn image_of(symmetry: usize, position: &Othello) -> Othello {
        let of = |set| squares(set).fold(0, |set, square| set | 1 << image(symmetry, square));
        let board = Discs { own: of(position.board.own), other: of(position.board.other) };
        let counters = [position.quiet_plies, position.number];
        Othello::new(board, position.side, position.placed, counters)
    }

    #[test]
    fn all_eight_symmetries_are_those_of_the_rules() {
        check_symmetries(Othello::INFO.start, image_of, |symmetry, m: Move| {
            m.square().map_or(m, |square| Move(image(symmetry, square)))
        });
    }
}
