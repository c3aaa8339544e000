//! The object-safe interface of a game for the protocol.

use super::message::{BenchResult, Message, Value};
use super::move_text::PositionError;
use super::openings::OpeningsRequest;
use super::referee::Ending;
use super::search_thread::Job;
use plyglot_core::game::network::{Network, NetworkShape};
use plyglot_core::game::{GameInfo, MoveCells, Picture, Side, TextError};
use plyglot_core::search::{Control, Settings};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Receives the messages of a job; called from the job's thread.
pub type MessageSink = Arc<dyn Fn(Message) + Send + Sync>;

/// The paths of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// The move, as the game prints it.
    pub name: String,
    /// The points of each path in order, shortest path first. Empty if the game's moves
    /// have no paths.
    pub ways: Vec<Vec<String>>,
}

/// A legal move in its forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// As the protocol has it.
    pub name: String,
    /// As game records have it.
    pub record: String,
    /// The shortest form.
    pub short: String,
    /// The cells of the picture that it leaves and enters.
    pub cells: MoveCells,
}

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
    /// Search for a win in this many moves.
    pub mate: Option<u16>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The clocks of the first and of the second player.
    pub clocks: [SideClock; 2],
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// The only moves to search, as the game prints them; all if empty.
    pub moves: Vec<String>,
}

/// A game for the protocol: a position and its operations.
pub trait Engine: Send {
    /// What is known of the game without a position.
    fn info(&self) -> &'static GameInfo;

    /// Sets up a position (the start position if `None`) and plays moves on it.
    ///
    /// # Errors
    /// If one of them is wrong; the position then stays unchanged.
    fn set_position(&mut self, start: Option<&str>, moves: &[&str]) -> Result<(), PositionError>;

    /// The side to move.
    fn side(&self) -> Side;

    /// If the game is over: the winner, `None` for a draw, and the reason.
    fn result(&self) -> Option<(Option<Side>, Ending)>;

    /// Sets one of the game's options. Returns whether anything changed; an unknown
    /// option or value changes nothing.
    fn set_option(&mut self, name: &str, value: &str) -> bool;

    /// The shape of the networks that fit the game apart from their number of neurons, if
    /// it has one.
    fn network_shape(&self) -> Option<NetworkShape>;

    /// Evaluates by a network, which must fit, or by the game's own from now on. Searches
    /// that were made before keep theirs.
    fn set_network(&mut self, network: Option<Arc<Network>>);

    /// The legal moves that these words stand for, as the game prints them, each once;
    /// and the error of the first word that is wrong.
    fn read_moves(&self, words: &[&str]) -> (Vec<String>, Option<PositionError>);

    /// A search of the position. It sends its lines, waits until `control` releases the
    /// answer, and sends the answer.
    fn go(
        &self,
        limits: &GoLimits,
        settings: &Settings,
        control: Arc<Control>,
        send: MessageSink,
    ) -> Job;

    /// Counts the move sequences of `depth` plies, for each first move.
    fn perft(&self, depth: u16, control: Arc<Control>, send: MessageSink) -> Job;

    /// Searches the game's benchmark positions by the network in use; the current position
    /// does not matter.
    fn bench(
        &self,
        control: Arc<Control>,
        send: MessageSink,
    ) -> Box<dyn FnOnce() -> BenchResult + Send>;

    /// Sends openings of the game; the current position does not matter.
    fn openings(&self, request: OpeningsRequest, control: Arc<Control>, send: MessageSink) -> Job;

    /// Writes the table to a file, and sends a note of the outcome.
    fn save_table(&self, path: PathBuf, send: MessageSink) -> Job;

    /// Reads the table from a file of the same game under the same rules, and sends a
    /// note of the outcome. A rejected file leaves the table unchanged.
    fn load_table(&self, path: PathBuf, threads: usize, send: MessageSink) -> Job;

    /// Clears what earlier searches learnt, except for the table.
    fn new_game(&self) -> Job;

    /// Starts this number of threads in advance. Sends a note if the system provides
    /// fewer.
    fn prepare(&self, threads: usize, send: MessageSink) -> Job;

    /// The position as a diagram, with its text and its key.
    fn diagram(&self) -> String;

    /// The position as text.
    fn position(&self) -> String;

    /// The legal moves; none if the game is over.
    fn legal_moves(&self) -> Vec<LegalMove>;

    /// The moves of a line from the position as game records have them, up to the first
    /// that is not legal.
    fn records(&self, line: &[String]) -> Vec<String>;

    /// The board with its pieces; `None` where the game has no board of files and ranks.
    fn picture(&self) -> Option<Picture>;

    /// Goes to the position with the sides exchanged, without a history. Returns
    /// `false` and changes nothing if the game has no such position.
    fn flip(&mut self) -> bool;

    /// Goes to the position in which the other side moves instead, without a history: to
    /// see what it threatens. Returns `false` and changes nothing where the game has no null
    /// move, or passing may be better than any move.
    fn pass(&mut self) -> bool;

    /// The paths of a legal move.
    ///
    /// # Errors
    /// If the text is not a legal move.
    fn paths(&self, text: &str) -> Result<Paths, TextError>;

    /// The static evaluation of the position for the side to move, or what is known of it.
    fn static_eval(&self) -> Value;

    /// The static evaluation of the position, in words.
    fn evaluation(&self) -> String;
}
