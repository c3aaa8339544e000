//! The static evaluation.

use super::Game;

/// The static evaluation of a game, which may be updated incrementally.
///
/// Everything except for the type of the state has a default. A game without an
/// evaluation writes `type State = ();` and is searched to its end.
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
    /// The state of an incremental evaluation along a line, `()` for none. It is copied
    /// at every move.
    type State: Clone + Default + Send + Sync;

    /// The state of a position from scratch.
    fn state(&self) -> Self::State {
        Self::State::default()
    }

    /// Updates `state` from this position to the one after the legal move `m`, which has
    /// not been played yet.
    fn advance(&self, _m: Self::Move, _state: &mut Self::State) {}

    /// The evaluation of an undecided position for the side to move, in hundredths of the
    /// game's unit (a pawn in chess), within +-20,000. 0 is balanced.
    fn evaluate(&self, _state: &Self::State) -> i32 {
        0
    }
}
