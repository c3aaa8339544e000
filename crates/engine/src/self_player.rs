//! An object-safe interface for searches of a game without a dialogue: self-play, in which
//! moves are indices, and trials of one position with any settings.

use super::message::Value;
use super::options::GameOptions;
use super::position::read_text;
use super::referee::{Ending, result};
use plyglot_core::game::network::Network;
use plyglot_core::game::{
    EvalWorkspace, Knowledge, Notation, SearchParams, Side, TextError, Workspace,
};
use plyglot_core::search::{
    Answer, Control, Limits, OutOfMemory, Root, Search, Settings, StrengthLimit, Table, Task,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

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

/// How to search a position.
#[derive(Clone, Copy, Debug)]
pub struct TrialRequest<'a> {
    /// The algorithm and all that belongs to it.
    pub settings: &'a Settings,
    /// Nominal depth in plies.
    pub depth: u16,
    /// Nodes after which the search is cut short.
    pub nodes: Option<u64>,
    /// Stops the search.
    pub control: &'a Control,
}

/// What a search found, and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The depth of the last whole iteration in plies; 0 if there was none.
    pub depth: u16,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The time for them.
    pub time: Duration,
    /// The value for the side to move.
    pub value: Value,
    /// The best move, in the protocol's notation.
    pub best: Option<String>,
    /// Whether the search panicked: there is a bug.
    pub panicked: bool,
}

/// Searches positions of a game, and plays both sides of it.
pub trait SelfPlayer: Send {
    /// Sets one of the game's options for the positions that are set up from now on. Returns
    /// whether anything changed; an unknown option or value changes nothing.
    fn set_option(&mut self, name: &str, value: &str) -> bool;

    /// Sets up a position: its text, or `startpos`, optionally followed by `moves` and some
    /// moves.
    ///
    /// # Errors
    /// If the text is no position, and nothing changes then.
    fn set_position(&mut self, text: &str) -> Result<(), TextError>;

    /// The position as text.
    fn position(&self) -> String;

    /// A network for [`Settings::network`] by which positions are evaluated by hand alone.
    /// `None` unless the game has both an evaluation by hand and a network of its own.
    fn base_alone(&self) -> Option<Arc<Network>>;

    /// Searches the position by the settings of the request, with nothing known from earlier
    /// searches. The position must have a legal move.
    fn search(&mut self, request: &TrialRequest<'_>) -> Trial;

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
pub(super) struct GameSelfPlayer<G: Notation + Knowledge> {
    root: Root<G>,
    options: GameOptions<G>,
    /// The legal moves of the position.
    moves: Vec<G::Move>,
    search: Search<G>,
    table: Table,
    settings: Settings,
}

impl<G: Notation + Knowledge> GameSelfPlayer<G> {
    pub(super) fn new(rules: G::Rules, mib: usize) -> Result<GameSelfPlayer<G>, OutOfMemory> {
        let options = GameOptions::<G>::of(rules);
        let (root, search, table) = (Root::new(options.start()), Search::new(), Table::new(mib)?);
        let moves = root.position.legal_moves();
        let settings = Settings { tables: true, reports: false, ..Settings::search_alone() };
        Ok(GameSelfPlayer { root, options, moves, search, table, settings })
    }

    /// Forgets earlier searches, and has ready what the next one needs, so that its time is
    /// its own: its memory, its threads and its network.
    fn prepare(&mut self, settings: &Settings) {
        self.table.touch(1);
        let shortest = Settings { textbook: None, ..settings.clone() };
        self.run(&shortest, &Limits::depth(1), &Control::default());
        self.search.clear();
        self.table.clear(settings.threads);
    }

    fn run(
        &mut self,
        settings: &Settings,
        limits: &Limits<G::Move>,
        control: &Control,
    ) -> Answer<G::Move> {
        let task = Task { root: &self.root, limits, settings, table: &self.table, control };
        self.search.run(&task, &mut |_| ())
    }
}

impl<G: Notation + Knowledge> SelfPlayer for GameSelfPlayer<G> {
    fn set_option(&mut self, name: &str, value: &str) -> bool {
        self.options.set(name, value)
    }

    fn set_position(&mut self, text: &str) -> Result<(), TextError> {
        self.root = read_text(text, &self.options)?;
        self.moves = self.root.position.legal_moves();
        Ok(())
    }

    fn position(&self) -> String {
        self.root.position.print()
    }

    fn base_alone(&self) -> Option<Arc<Network>> {
        Workspace::<G>::base_alone()
    }

    fn search(&mut self, request: &TrialRequest<'_>) -> Trial {
        let TrialRequest { settings, depth, nodes, control } = *request;
        self.prepare(settings);
        let limits = Limits { nodes, ..Limits::depth(depth) };
        let start = Instant::now();
        let answer = self.run(settings, &limits, control);
        let time = start.elapsed();
        Trial {
            depth: answer.depth,
            nodes: answer.nodes,
            time,
            value: answer.score.into(),
            best: answer.best.map(|m| self.root.position.print_move(m)),
            panicked: answer.panicked,
        }
    }

    fn restart(&mut self) {
        self.root = Root::new(self.options.start());
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

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::tictactoe::TicTacToe;
    use plyglot_core::search::Textbook;

    fn player() -> GameSelfPlayer<TicTacToe> {
        GameSelfPlayer::new((), 1).expect("a MiB")
    }

    fn search(player: &mut dyn SelfPlayer, settings: &Settings, nodes: Option<u64>) -> Trial {
        let control = &Control::default();
        player.search(&TrialRequest { settings, depth: 9, nodes, control })
    }

    #[test]
    fn searches_know_nothing_of_earlier_ones() {
        let mut player = player();
        let settings = Settings::search_alone();
        let first = search(&mut player, &settings, None);
        assert_eq!((first.value, first.depth), (Value::Centi(0), 9));
        assert_eq!(search(&mut player, &settings, None).nodes, first.nodes);
    }

    #[test]
    fn a_search_that_is_cut_short_has_no_depth() {
        let settings = Settings {
            textbook: Some(Textbook::Minimax),
            iterative_deepening: false,
            ..Settings::search_alone()
        };
        let mut player = player();
        let found = search(&mut player, &settings, Some(500_000));
        assert_eq!((found.depth, found.nodes), (0, 500_001));
        assert!(found.best.is_some());
        let control = &Control::default();
        control.stop();
        let request = TrialRequest { settings: &settings, depth: 9, nodes: None, control };
        let found = player.search(&request);
        assert_eq!((found.depth, found.nodes), (0, 1));
    }

    #[test]
    fn positions_are_set_up_or_left() {
        let mut player = player();
        player.set_position("startpos moves 4 0").expect("a position");
        let before = player.position();
        let error = player.set_position("startpos moves 4 4").expect_err("an illegal move");
        assert_eq!((error.at, player.position()), (17, before));
        player.set_position("XXXOO....").expect("a position");
        assert_eq!(player.legal_move_count(), 0);
    }
}
