//! The object-safe interface to a game: its moves as text, its pictures and its search.

use super::message::{
    BenchResult, EndingFacts, EndingProgress, EndingRequest, Message, Solution, SolveRequest, Value,
};
use super::move_text::{LegalMove, Paths, PositionError};
use super::referee::Referee;
use super::searchers::Job;
use plyglot_core::game::network::{Network, NetworkShape};
use plyglot_core::game::{
    Counted, MoveNotation, Picture, SearchParams, Side, Strength, TextError, Wdl,
};
use plyglot_core::search::{Control, Level, Score, Settings, Table};
use plyglot_support::pool::Pool;
#[cfg(feature = "hash-file")]
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Receives the messages of a job; called from the job's thread.
pub type MessageSink = Arc<dyn Fn(Message) + Send + Sync>;

/// The clock of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideClock {
    /// The time left.
    pub left: Option<Duration>,
    /// The time added by each move.
    pub increment: Duration,
}

/// The limits of a search, with moves as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoLimits {
    /// Nominal depth in plies.
    pub depth: Option<u16>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// Nodes after which no iteration begins.
    pub soft_nodes: Option<u64>,
    /// Search for a win in this many moves.
    pub mate: Option<u16>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The clocks of the first and of the second player.
    pub clocks: [SideClock; 2],
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// The only moves to search, as the game prints them; all if it is `None`.
    pub moves: Option<Vec<String>>,
}

/// The result of a search, and its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The depth of the last whole iteration in plies; 0 if there was none.
    pub depth: u16,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The time for them.
    pub time: Duration,
    /// The score for the side to move.
    pub score: Score,
    /// The chances of the side to move by that score.
    pub wdl: Wdl,
    /// The best move; `None` if there is no move.
    pub best: Option<BestMove>,
    /// Whether the search panicked, because of a bug.
    pub panicked: bool,
    /// Whether it is a position to learn from: nothing is decided or threatened
    /// ([`Glance::Open`](plyglot_core::game::Glance::Open)), and the best move is not tactical, or
    /// all are.
    pub is_quiet: bool,
}

/// The best move of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The index among the legal moves.
    pub index: usize,
    /// The move, as the game prints it.
    pub name: String,
}

/// The moves of a game in progress, as people write them.
pub trait MoveText: Referee {
    /// The legal moves; none if the game is over.
    fn legal_moves(&self) -> Vec<LegalMove>;

    /// The legal move of a typed text in the notation of people, records or the protocol. There may
    /// be some even if the game is drawn.
    ///
    /// # Errors
    /// If it is not a legal move.
    fn legal_move(&self, text: &str) -> Result<LegalMove, TextError>;

    /// The moves of a line from the position, up to the first that is not legal. They are read as
    /// [`MoveText::legal_move`] does. Their records are in this notation; if it is `None`, as the
    /// option `Notation` says.
    fn legal_line(&self, line: &[String], notation: Option<MoveNotation>) -> Vec<LegalMove>;

    /// The legal moves that these words stand for, as the game prints them, each once;
    /// and the error of the first word that is wrong.
    fn read_moves(&self, words: &[&str]) -> (Vec<String>, Option<PositionError>);

    /// The notations in which moves are written, the usual one first, that of the protocol among them:
    /// the values of the option `Notation`.
    fn notations(&self) -> Vec<&'static str>;

    /// The paths of a legal move.
    ///
    /// # Errors
    /// If the text is not a legal move.
    fn paths(&self, text: &str) -> Result<Paths, TextError>;

    /// The first path of each of [`MoveText::legal_moves`]; empty where the path is obvious.
    fn shortest_paths(&self) -> Vec<Vec<String>>;
}

/// A game in progress, as people see it.
pub trait Pictures: MoveText {
    /// The board with its pieces; `None` where the game has no board of files and ranks.
    fn picture(&self) -> Option<Picture>;

    /// The position as a diagram, with its text and its key.
    fn diagram(&self) -> String;

    /// The cells of the picture whose pieces give check to the side to move.
    fn checkers(&self) -> Vec<usize>;

    /// The cells of the picture from which a side attacks one of them; see
    /// [`Notation::attackers`](plyglot_core::game::Notation::attackers).
    fn attackers(&self, by: Side, cell: usize) -> Option<Vec<usize>>;

    /// What speaks for the first player beside the pieces; see
    /// [`Notation::strengths`](plyglot_core::game::Notation::strengths).
    fn strengths(&self) -> Vec<Strength>;

    /// What both sides have of the things whose number decides the game; see
    /// [`Notation::counted`](plyglot_core::game::Notation::counted).
    fn counted(&self) -> Option<Counted>;
}

/// A game in progress, and its search.
pub trait GameSearch: Referee {
    /// A search of the position. It sends its lines, waits until `control` releases the
    /// answer, and sends the answer.
    fn go(
        &self,
        limits: &GoLimits,
        settings: &Settings,
        control: Arc<Control>,
        send: MessageSink,
    ) -> Job;

    /// Searches the position at once, without messages.
    fn think(
        &self,
        limits: &GoLimits,
        settings: &Settings,
        table: &Table,
        control: &Control,
    ) -> SearchResult;

    /// The static evaluation of the position for the side to move, or what is known of it.
    fn static_eval(&self) -> Value;

    /// Searches the game's benchmark positions by the network in use; the current position
    /// does not matter.
    fn bench(&self, control: Arc<Control>) -> Box<dyn FnOnce() -> BenchResult + Send>;

    /// Makes in advance what searches by this number of threads need. Sends a note if the system
    /// provides fewer.
    fn prepare(&self, threads: usize, send: MessageSink) -> Job;

    /// Clears what earlier searches learnt, except for the table.
    fn new_game(&self) -> Job;

    /// The memory in bytes that its first search takes, beside the table and its network.
    fn search_bytes(&self) -> usize;

    /// The default parameters of the game's search.
    fn params(&self) -> SearchParams;

    /// Searches by these parameters from now on, with nothing learnt from earlier searches.
    fn set_params(&mut self, params: SearchParams);

    /// The Elo rating of a level of weaker play by the network in use, on the game's own scale.
    /// `None` if nobody has measured it.
    fn rating(&self, level: Level) -> Option<f64>;

    /// The shape of the networks that fit the game apart from their number of neurons, if
    /// it has one.
    fn network_shape(&self) -> Option<NetworkShape>;

    /// A network that leaves only the evaluation by hand. `None` unless
    /// the game has both an evaluation by hand and a network of its own.
    fn base_alone(&self) -> Option<Arc<Network>>;

    /// Evaluates by a network, which must fit, or by the game's own from now on. Searches
    /// that were made before keep theirs.
    fn set_network(&mut self, network: Option<Arc<Network>>);

    /// Writes the table to a file, and sends a note of the outcome.
    #[cfg(feature = "hash-file")]
    fn save_table(&self, path: PathBuf, send: MessageSink) -> Job;

    /// Reads the table from a file of the same game under the same rules, and sends a
    /// note of the outcome. A rejected file leaves the table unchanged.
    #[cfg(feature = "hash-file")]
    fn load_table(&self, path: PathBuf, threads: usize, send: MessageSink) -> Job;
}

/// A game in progress, and its exact values.
pub trait GameSolver: Referee {
    /// The exact values of the position and its moves, worked out by the game's solver in the
    /// memory of `table`, with the help of these threads, or by a table of all positions that
    /// can come. `None` if interrupted.
    ///
    /// # Errors
    /// A description of the positions that the solver, or the table, would accept.
    fn solve(
        &self,
        request: &SolveRequest<'_>,
        table: &Table,
        helpers: &Pool,
    ) -> Result<Option<Solution>, String>;

    /// The table of the positions of some material, made with those that it needs, or found in a
    /// folder. `report` is called now and then. `None` if interrupted.
    ///
    /// # Errors
    /// A description of the games or the material that would have a table, or what is wrong with a
    /// file.
    fn solve_ending(
        &self,
        request: &EndingRequest<'_>,
        report: &mut dyn FnMut(&EndingProgress),
    ) -> Result<Option<EndingFacts>, String>;

    /// Clears what the solver left in the memory of `table`, and the tables of positions.
    fn forget_solved(&self, table: &Table);
}

/// A game in progress with all that it can do. A function of one part takes the trait of that part:
/// an engine is all of them.
pub trait Engine: Pictures + GameSearch + GameSolver {
    /// The game in its position, with its history, options and network, and a search of its
    /// own.
    fn copy(&self) -> Box<dyn Engine>;

    /// Goes to the position of another game, with its history; the options stay. Returns
    /// `false` and changes nothing if that is a game of another name.
    fn follow_game(&mut self, other: &dyn Referee) -> bool;

    /// Goes to the position with the sides exchanged, without a history. Returns
    /// `false` and changes nothing if the game has no such position.
    fn flip(&mut self) -> bool;

    /// Goes to the position in which the other side moves instead, without a history: to
    /// see what it threatens. Returns `false` and changes nothing where the game has no null
    /// move, or passing may be better than any move.
    fn pass(&mut self) -> bool;

    /// Counts the move sequences of `depth` plies, at most [`MAX_PLY`](plyglot_core::search::MAX_PLY),
    /// for each of these first moves, or for all if none is given.
    fn perft(
        &self,
        depth: u16,
        first: Vec<String>,
        control: Arc<Control>,
        send: MessageSink,
    ) -> Job;
}
