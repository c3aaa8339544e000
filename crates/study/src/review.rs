//! The cost of each move of a game, from the evaluations of its positions.

use crate::shared::{lost_points, mark, mean_accuracy, turning_point};
use plyglot_core::game::{Side, Wdl};

/// A game, move by move.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReview {
    /// For each move the points that it cost, from 0 to 1, and its mark: `?!`, `?`, `??` or
    /// nothing.
    pub moves: Vec<(f64, &'static str)>,
    /// By side, the mean accuracy of its moves, from 0 to 1; `None` if it has made none.
    pub accuracy: [Option<f64>; 2],
    /// The index of the move that cost most, if one cost anything.
    pub turning_point: Option<usize>,
}

/// The costs of moves: of each the side that made it, and the chances of that side with the
/// best move and after the move.
pub fn review(moves: &[(Side, [Wdl; 2])]) -> GameReview {
    let cost = |&(side, [best, played]): &(Side, [Wdl; 2])| (side, lost_points(best, played));
    let costs: Vec<(Side, f64)> = moves.iter().map(cost).collect();
    let of = |side| costs.iter().filter(move |(mover, _)| *mover == side).map(|&(_, lost)| lost);
    GameReview {
        moves: costs.iter().map(|&(_, lost)| (lost, mark(lost))).collect(),
        accuracy: [Side::First, Side::Second].map(|side| mean_accuracy(of(side))),
        turning_point: turning_point(costs.iter().map(|&(_, lost)| lost)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The accuracies are those of the formula for losses of 0, 0.1 and 0.5.
    #[test]
    fn a_game_is_reviewed() {
        let even = Wdl { win: 0, draw: 1000, loss: 0 };
        let worse = Wdl { win: 0, draw: 800, loss: 200 };
        let moves = [
            (Side::First, [even, even]),
            (Side::Second, [even, worse]),
            (Side::First, [even, Wdl::LOSS]),
        ];
        let found = review(&moves);
        assert_eq!(found.moves.iter().map(|(_, mark)| *mark).collect::<Vec<_>>(), ["", "?", "??"]);
        let rounded = found.accuracy.map(|accuracy| accuracy.map(|a| (a * 1000.0).round()));
        assert_eq!(rounded, [Some(543.0), Some(636.0)]);
        assert_eq!(found.turning_point, Some(2));
        assert_eq!(review(&[]).accuracy, [None, None]);
    }
}
