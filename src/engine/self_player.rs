//! An object-safe interface for self-play of a game. Moves are indices, so no text is
//! written or read.

use super::referee::{Ending, result};
use crate::games::network::Network;
use crate::games::{Knowledge, Notation, SearchParams, Side};
use crate::search::{
    Control, Limits, OutOfMemory, Root, Search, Settings, StrengthLimit, Table, Task,
};
use std::sync::Arc;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedMove {
    /// The index of the best move among the legal ones.
    pub index: usize,
    /// Its score for the side to move, as `Score::value`: centi-units; forced results
    /// lie beyond 30,000.
    pub score: i16,
    /// The nodes searched.
    pub nodes: u64,
}

/// Plays both sides of a game.
pub trait SelfPlayer: Send {
    /// Goes back to the start position.
    fn restart(&mut self);

    /// Clears the results of earlier searches.
    fn forget(&mut self);

    /// The default parameters of the game's search.
    fn params(&self) -> SearchParams;

    /// Sets the parameters of the search from now on.
    fn adopt(&mut self, params: SearchParams);

    /// Evaluates by this network, which must fit, or by the game's own from now on.
    fn set_network(&mut self, network: Option<Arc<Network>>);

    /// Plays with less than full strength, or with all of it, from now on.
    fn set_strength(&mut self, limit: Option<StrengthLimit>);

    /// The side to move.
    fn side(&self) -> Side;

    /// If the game is over: the winner, `None` for a draw, and the reason.
    fn result(&self) -> Option<(Option<Side>, Ending)>;

    /// The number of legal moves, even if the game is drawn.
    fn legal_move_count(&self) -> usize;

    /// Plays the legal move of this index, which must be less than
    /// [`SelfPlayer::legal_move_count`].
    fn play(&mut self, index: usize);

    /// Searches the position, which must have a legal move. No iteration begins after
    /// `soft_nodes`, and the search stops at `hard_nodes`.
    fn think(&mut self, soft_nodes: u64, hard_nodes: u64) -> SearchedMove;
}

/// [`SelfPlayer`] for one game.
pub(super) struct GameSelfPlayer<G: Knowledge> {
    root: Root<G>,
    /// The legal moves of the position.
    moves: Vec<G::Move>,
    search: Search<G>,
    table: Table,
    settings: Settings,
}

impl<G: Notation + Knowledge> GameSelfPlayer<G> {
    pub(super) fn new(mib: usize) -> Result<GameSelfPlayer<G>, OutOfMemory> {
        let (root, search, table) = (start::<G>(), Search::new(), Table::new(mib)?);
        let moves = root.position.legal_moves();
        let settings = Settings { tables: true, reports: false, ..Settings::search_alone() };
        Ok(GameSelfPlayer { root, moves, search, table, settings })
    }
}

fn start<G: Notation>() -> Root<G> {
    Root::new(G::parse(G::START).expect("START is a position, as the laws check"))
}

impl<G: Notation + Knowledge> SelfPlayer for GameSelfPlayer<G> {
    fn restart(&mut self) {
        self.root = start();
        self.moves = self.root.position.legal_moves();
    }

    fn forget(&mut self) {
        self.table.clear(1);
        self.search.clear();
    }

    fn params(&self) -> SearchParams {
        G::PARAMS
    }

    fn adopt(&mut self, params: SearchParams) {
        self.search.set_params(params);
    }

    fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.settings.network = network;
    }

    /// The errors of a weaker player also depend on the games since its search was made.
    fn set_strength(&mut self, limit: Option<StrengthLimit>) {
        self.search = Search::new();
        self.settings.strength = limit;
    }

    fn side(&self) -> Side {
        self.root.position.side()
    }

    fn result(&self) -> Option<(Option<Side>, Ending)> {
        result(&self.root)
    }

    fn legal_move_count(&self) -> usize {
        self.moves.len()
    }

    fn play(&mut self, index: usize) {
        self.root.play(self.moves[index]);
        self.moves = self.root.position.legal_moves();
    }

    fn think(&mut self, soft_nodes: u64, hard_nodes: u64) -> SearchedMove {
        let limits =
            Limits { soft_nodes: Some(soft_nodes), nodes: Some(hard_nodes), ..Limits::default() };
        let task = Task {
            root: &self.root,
            limits: &limits,
            settings: &self.settings,
            table: &self.table,
            control: &Control::default(),
        };
        let answer = self.search.run(&task, &mut |_| ());
        SearchedMove {
            index: self.moves.iter().position(|&m| Some(m) == answer.best).unwrap_or(0),
            score: answer.score.value() as i16,
            nodes: answer.nodes,
        }
    }
}
