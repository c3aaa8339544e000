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

#[cfg(test)]
mod tests {
    use super::super::Move;
    use super::super::board::{Board, squares};
    use super::*;
    use crate::games::network::Placements;
    use crate::games::random::Random;
    use crate::games::{Game, Notation, Side};

    fn image(symmetry: usize, square: u8) -> u8 {
        Othello::symmetric(symmetry, usize::from(square)) as u8
    }

    fn image_of(symmetry: usize, position: &Othello) -> Othello {
        let of = |set| squares(set).fold(0, |set, square| set | 1 << image(symmetry, square));
        let board = Board { own: of(position.board.own), other: of(position.board.other) };
        let counters = [position.quiet_plies, position.number];
        Othello::new(board, position.side, position.placed, counters)
    }

    fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
        let mut items: Vec<T> = items.collect();
        items.sort_unstable();
        items
    }

    /// Shows every position of random games.
    fn walk(games: usize, mut visit: impl FnMut(usize, &Othello)) {
        let mut random = Random::new(21);
        for game in 0..games {
            let mut position = Othello::parse(Othello::START).expect("the start position");
            loop {
                visit(game, &position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.below(moves.len())]);
            }
        }
    }

    /// The image of a position has the images of its moves and of its placements.
    #[test]
    fn all_eight_symmetries_are_those_of_the_rules() {
        walk(160, |game, position| {
            let (symmetry, text) = (game % Othello::SYMMETRIES, position.print());
            let turned = image_of(symmetry, position);
            let map = |placement| Othello::symmetric(symmetry, placement);
            let expected = sorted(position.placements().iter().map(map));
            assert_eq!(turned.placements().iter().collect::<Vec<_>>(), expected, "{text}");
            assert_eq!(turned.bucket(), position.bucket(), "{text}");
            let turn = |m: Move| m.square().map(|square| image(symmetry, square));
            let moves = sorted(position.legal_moves().into_iter().map(turn));
            let expected = sorted(turned.legal_moves().into_iter().map(Move::square));
            assert_eq!(moves, expected, "{text}");
        });
    }

    /// With the sides exchanged, the other player sees the same. A network reads at most 63
    /// placements.
    #[test]
    fn both_players_see_the_board_from_their_own_side() {
        walk(160, |_, position| {
            let flipped = position.flipped().expect("every position has one");
            let inputs = |position: &Othello, side: Side| {
                let perspective = position.perspective(side);
                let placements = position.placements();
                sorted(placements.iter().map(|at| Othello::input(perspective, at)))
            };
            for side in [Side::First, Side::Second] {
                assert_eq!(inputs(position, side), inputs(&flipped, !side));
            }
            assert!(inputs(position, Side::First).len() <= 63, "{}", position.print());
            assert_eq!(position.bucket(), flipped.bucket());
        });
    }
}
