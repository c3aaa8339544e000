//! One game for the protocol: the object-safe trait that every game is known by, and what
//! it takes and gives.

use super::message::{BenchResult, Message};
use super::move_text::PositionError;
use super::openings::OpeningsRequest;
use super::referee::Ending;
use super::search_thread::Job;
use crate::games::{Side, TextError};
use crate::search::{Control, Settings};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Receives the messages of a job; called from the job's thread.
pub type MessageSink = Arc<dyn Fn(Message) + Send + Sync>;

/// The paths that a move can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// The move, as the game prints it.
    pub name: String,
    /// The points of each path in their order, the shortest path first. Empty where
    /// the game's moves have no paths.
    pub ways: Vec<Vec<String>>,
}

/// The clock of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideClock {
    /// The time left.
    pub left: Option<Duration>,
    /// What each move adds.
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
    /// Moves until more time is added.
    pub moves_to_go: Option<u32>,
    /// The only moves to look at, as the game prints them; all if it is empty.
    pub moves: Vec<String>,
}

/// One game for the protocol: a position, and what can be done with it.
pub trait Engine: Send {
    /// The name by which `UCI_Variant` selects the game.
    fn name(&self) -> &'static str;

    /// What a GUI without the rules needs to draw the board, in the words of the
    /// protocol.
    fn board(&self) -> Option<&'static str>;

    /// Takes a position (the start position if `None`) and plays moves on it.
    ///
    /// # Errors
    /// Then the position stays what it was.
    fn set_position(&mut self, start: Option<&str>, moves: &[&str]) -> Result<(), PositionError>;

    /// The side to move.
    fn side(&self) -> Side;

    /// The winner, or `None` for a draw, and why, if the game is over.
    fn result(&self) -> Option<(Option<Side>, Ending)>;

    /// Sets one of the game's options. Returns whether that changed anything; an
    /// unknown option or value does not.
    fn set_option(&mut self, name: &str, value: &str) -> bool;

    /// The legal moves that these words mean, as the game prints them, each once, and
    /// the error of the first word that means none.
    fn read_moves(&self, words: &[&str]) -> (Vec<String>, Option<PositionError>);

    /// A search of the position. It sends its lines, waits until `control` releases
    /// the answer, and sends that.
    fn go(
        &self,
        limits: &GoLimits,
        settings: &Settings,
        control: Arc<Control>,
        send: MessageSink,
    ) -> Job;

    /// Counts the move sequences of `depth` plies, by first moves.
    fn perft(&self, depth: u16, control: Arc<Control>, send: MessageSink) -> Job;

    /// Searches the game's own benchmark positions, whatever the position is.
    fn bench(
        &self,
        control: Arc<Control>,
        send: MessageSink,
    ) -> Box<dyn FnOnce() -> BenchResult + Send>;

    /// Sends some openings of the game, whatever the position is.
    fn openings(&self, request: OpeningsRequest, control: Arc<Control>, send: MessageSink) -> Job;

    /// Writes the table to a file, and sends a note of the outcome.
    fn save_table(&self, path: PathBuf, send: MessageSink) -> Job;

    /// Reads the table from a file of the same game under the same rules, and sends a
    /// note of the outcome. A file that is rejected leaves the table as it is.
    fn load_table(&self, path: PathBuf, threads: usize, send: MessageSink) -> Job;

    /// Clears what earlier searches learnt, except the table.
    fn new_game(&self) -> Job;

    /// Starts this number of threads now, so that the next search need not. Sends a
    /// note if the system gives fewer.
    fn prepare(&self, threads: usize, send: MessageSink) -> Job;

    /// The position as a picture, its text and its key.
    fn diagram(&self) -> String;

    /// Goes to the position with the sides exchanged, without a history. `false` if the
    /// game has no such position; then nothing changes.
    fn flip(&mut self) -> bool;

    /// The paths that a legal move can take.
    ///
    /// # Errors
    /// When the text is no legal move.
    fn paths(&self, text: &str) -> Result<Paths, TextError>;

    /// The static evaluation of the position, as a text for people.
    fn evaluation(&self) -> String;
}
