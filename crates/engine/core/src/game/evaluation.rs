//! The static evaluation.

use super::network::{Network, NetworkShape};
use super::{Game, WinRate};
use std::sync::Arc;

/// The static evaluation of a game, which may be updated incrementally.
///
/// Everything except for the type of the state has a default. A game without an
/// evaluation writes `type State = ();` and is searched to its end.
///
/// ```
/// use plyglot_core::game::tictactoe::TicTacToe;
/// use plyglot_core::game::{Evaluation, Notation};
///
/// let position = TicTacToe::parse("X...O....").unwrap();
/// position.state(); // `()`: tic-tac-toe carries no evaluation along
/// assert_eq!(position.evaluate(&(), &mut ()), 0);
/// ```
pub trait Evaluation: Game {
    /// The state of an incremental evaluation along a line, `()` for none. It is copied
    /// at every move.
    type State: EvalState<Self>;

    /// The state of a position from scratch.
    fn state(&self) -> Self::State {
        Self::State::default()
    }

    /// Updates `state` from this position to the one after the legal move `m`, which has
    /// not been played yet.
    fn advance(&self, _m: Self::Move, _state: &mut Self::State) {}

    /// The evaluation of an undecided position for the side to move, in hundredths of the
    /// game's unit (a pawn in chess), within +-20,000. 0 is balanced.
    ///
    /// `workspace` belongs to the thread and must not change the result, but for the network
    /// that it was made for.
    fn evaluate(&self, _state: &Self::State, _workspace: &mut Workspace<Self>) -> i32 {
        0
    }

    /// The position under a symmetry of the game (left and right exchanged, or the
    /// colours). Its value for the side to move must be the same. Used by the law
    /// checker; `None` where there is no such symmetry.
    fn mirrored(&self) -> Option<Self> {
        None
    }
}

/// The state of an incremental evaluation of the game `G`, and what a thread keeps for it.
pub trait EvalState<G: ?Sized>: Clone + Default + Send + Sync {
    /// A thread's data for evaluating positions: `()`, or the
    /// [accumulators](super::network::Accumulators) of a network.
    type Workspace: EvalWorkspace<G>;

    /// Whether [`record`](EvalState::record) passes on what moves change. If not, a network
    /// compares each position with the last ones that it evaluated nearby.
    const RECORDS: bool = false;

    /// A move has led to this state, `ply` plies from the root.
    #[inline(always)]
    fn record(&self, ply: usize, workspace: &mut Self::Workspace) {
        workspace.forget(ply);
    }
}

impl<G: ?Sized> EvalState<G> for () {
    type Workspace = ();
}

/// A thread's data for evaluating positions of a game.
pub type Workspace<G> = <<G as Evaluation>::State as EvalState<G>>::Workspace;

/// A thread's data for evaluating positions of the game `G`. All but a network's has nothing to
/// do.
pub trait EvalWorkspace<G: ?Sized>: Send {
    /// A workspace for all positions with the rules of this one: with a network, which must
    /// fit, or with the game's own.
    fn new(position: &G, network: Option<Arc<Network>>) -> Self;

    /// The next position to be evaluated is this many plies from the root.
    #[inline(always)]
    fn set_ply(&mut self, _ply: usize) {}

    /// Forgets the data of this ply, which belong to another line.
    #[inline(always)]
    fn forget(&mut self, _ply: usize) {}

    /// A null move has led to this ply.
    #[inline(always)]
    fn pass(&mut self, _ply: usize) {}

    /// The shape of the networks that fit the rules of this position, apart from their number
    /// of neurons.
    fn network_shape(_position: &G) -> Option<NetworkShape> {
        None
    }

    /// The chances at scores with a network, or with the game's own, if they are known.
    fn win_rate(_position: &G, _network: Option<&Arc<Network>>) -> Option<WinRate> {
        None
    }

    /// The [`Scale::lookahead`](super::Scale::lookahead) with a network: the network's own, or else
    /// that of the game's own network. `None` if neither has one.
    fn lookahead(_position: &G, _network: Option<&Arc<Network>>) -> Option<Vec<(i16, f64)>> {
        None
    }

    /// A network that leaves the base evaluation as it is, for a game that has one beside
    /// its own network. With it, positions are evaluated as if there were no network.
    fn base_alone(_position: &G) -> Option<Arc<Network>> {
        None
    }
}

impl<G: ?Sized> EvalWorkspace<G> for () {
    fn new(_: &G, _: Option<Arc<Network>>) {}
}

/// A workspace for positions like this one with this network, which must fit, or with the
/// game's own.
pub fn workspace<G: Evaluation>(position: &G, network: &Option<Arc<Network>>) -> Workspace<G> {
    Workspace::<G>::new(position, network.clone())
}

/// The evaluation of a single position, by the game's own network if it has one.
pub fn evaluate<G: Evaluation>(position: &G) -> i32 {
    evaluate_alone(position, &mut workspace(position, &None))
}

/// The evaluation of a position that belongs to no line.
pub fn evaluate_alone<G: Evaluation>(position: &G, workspace: &mut Workspace<G>) -> i32 {
    workspace.set_ply(0);
    workspace.forget(0);
    position.evaluate(&position.state(), workspace)
}
