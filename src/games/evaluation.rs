//! How good a position looks.

use super::Game;

/// The static evaluation of a game, which may be kept up move by move.
///
/// Everything but the type of the state has a default: a game without an evaluation
/// writes `type State = ();` and is searched to its end.
///
/// ```
/// use plyglot::games::tictactoe::TicTacToe;
/// use plyglot::games::{Evaluation, Notation};
///
/// let position = TicTacToe::parse("X...O....").unwrap();
/// position.state(); // `()`: tic-tac-toe carries no evaluation along
/// assert_eq!(position.evaluate(&()), 0);
/// ```
pub trait Evaluation: Game {
    /// What an incremental evaluation carries down a line beside the
    /// position, `()` for none. Copied at every move.
    type State: Clone + Default + Send + Sync;

    /// The state of a position from scratch.
    fn state(&self) -> Self::State {
        Self::State::default()
    }

    /// Changes `state` from that of this position to that of the position
    /// after the legal move `m`, which is not yet played.
    fn advance(&self, _m: Self::Move, _state: &mut Self::State) {}

    /// How good an open position is for the side to move, in hundredths of the
    /// game's unit (a pawn in chess), within +-20,000. 0 is balanced.
    fn evaluate(&self, _state: &Self::State) -> i32 {
        0
    }
}
