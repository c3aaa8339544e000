//! Where a game meets the protocol: one object-safe face for every game.
//!
//! Above this, nothing knows a game; below it, nothing knows text. Work that
//! takes time is handed out as a [`Job`], which owns all it needs, so that
//! whoever asked for it stays free to listen.

mod bench;
mod expert;
mod face;
mod features;
mod hash_file;
mod memory;
mod message;
mod openings;
mod options;
mod perft;
mod player;
mod referee;
mod registry;
mod thread;

pub use expert::{Expert, Question, Verdict, Worth};
pub use features::{
    FeatureCount, Features, GameReplayer, LinearEvaluation, NetworkEvaluation, NetworkShape,
    ReplayError, SampleInfo,
};
pub use memory::available_mib;
pub use message::{Information, Message, Value};
pub use openings::OpeningsOrder;
pub use perft::perft;
pub use player::{Player, Thought};
pub use referee::{Ending, Referee, Walk};
pub use registry::{Entry, Registry};
pub use thread::{Job, SearchThread};

use crate::games::{Notation, Side, TextError};
use crate::search::{Control, Settings};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Takes what a job says; called from the job's thread.
pub type Say = Arc<dyn Fn(Message) + Send + Sync>;

/// A position, or a list of moves, that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The text of the position is wrong.
    Start(TextError),
    /// One of the moves is wrong.
    Move {
        /// The index of its word in the list.
        word: usize,
        /// What is wrong in the word.
        error: TextError,
    },
}

/// Cuts a word into moves, unless the whole of it is one.
fn cut<'w, G: Notation>(position: &G, word: &'w str) -> Vec<&'w str> {
    if position.read_move(word).is_ok() { vec![word] } else { G::split_moves(word) }
}

/// Reads a part of a word as the move of a person; the error counts from the word's beginning.
fn read_part<G: Notation>(position: &G, word: &str, part: &str) -> Result<G::Move, TextError> {
    position.read_move(part).map_err(|mut error| {
        let at = part.as_ptr() as usize - word.as_ptr() as usize;
        error.at += word[..at].chars().count();
        explained(position, error)
    })
}

/// Reads the move of a program, which writes as the protocol does.
fn parse_name<G: Notation>(position: &G, name: &str) -> Result<G::Move, TextError> {
    position.parse_move(name).map_err(|error| explained(position, error))
}

/// What is wrong with a move: it may be that there is none any more.
fn explained<G: Notation>(position: &G, mut error: TextError) -> TextError {
    if position.legal_moves().is_empty() {
        error.expected = "no more moves, as the game is over".to_owned();
    }
    error
}

/// The ways on which a move can go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// The move, as the game prints it.
    pub name: String,
    /// The points of each way in their order, the shortest way first. Empty
    /// where the game has no ways to tell.
    pub ways: Vec<Vec<String>>,
}

/// What one side has on its clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideClock {
    /// The time left.
    pub left: Option<Duration>,
    /// What each move adds.
    pub increment: Duration,
}

/// What a search is asked to do, with moves still as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// Nominal depth in plies.
    pub depth: Option<u16>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// A win in so many moves is looked for.
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

/// One game, as the protocol sees it: a position, and what can be done with it.
pub trait Engine: Send {
    /// The name by which `UCI_Variant` selects the game.
    fn name(&self) -> &'static str;

    /// What a board that knows no rules needs to draw the game.
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

    /// Sets one of the game's options, and says whether that made a difference;
    /// what is no option of the game, or none of its words, makes none.
    fn set_option(&mut self, name: &str, value: &str) -> bool;

    /// The legal moves that these words mean, as the game prints them, each once;
    /// and what is wrong with the first word that means none.
    fn read_moves(&self, words: &[&str]) -> (Vec<String>, Option<PositionError>);

    /// A search of the position. It says its lines, waits until `control`
    /// releases the answer, and says that.
    fn go(&self, order: &Order, settings: &Settings, control: Arc<Control>, say: Say) -> Job;

    /// Counts the move sequences of `depth` plies, by first moves.
    fn perft(&self, depth: u16, control: Arc<Control>, say: Say) -> Job;

    /// Searches the game's own benchmark positions, whatever the position is.
    fn bench(&self, control: Arc<Control>, say: Say) -> Box<dyn FnOnce() -> Effort + Send>;

    /// Says some openings of the game, whatever the position is.
    fn openings(&self, order: OpeningsOrder, control: Arc<Control>, say: Say) -> Job;

    /// Writes the table to a file, and says in a note how that went.
    fn save_table(&self, path: PathBuf, say: Say) -> Job;

    /// Has the table hold what a file of the same game, under the same rules,
    /// holds, and says in a note how that went. What cannot be taken leaves
    /// the table as it is.
    fn load_table(&self, path: PathBuf, threads: usize, say: Say) -> Job;

    /// Forgets what was learnt, but for the table.
    fn new_game(&self) -> Job;

    /// Takes so many threads for searches from the system, so that the next
    /// search needs no time for it. A note says so where there are fewer.
    fn prepare(&self, threads: usize, say: Say) -> Job;

    /// The position as a picture, its text and its key.
    fn diagram(&self) -> String;

    /// Goes to the position with the sides exchanged, without a past; `false` if the
    /// game has no such position, and everything stays as it was.
    fn flip(&mut self) -> bool;

    /// The ways on which a legal move can go.
    ///
    /// # Errors
    /// When the text is no legal move.
    fn paths(&self, text: &str) -> Result<Paths, TextError>;

    /// The static evaluation of the position, for people.
    fn evaluation(&self) -> String;
}

/// What a benchmark took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Nodes searched.
    pub nodes: u64,
    /// The time for them.
    pub time: Duration,
}
