//! What an engine says, with moves as text but not yet in any protocol's words.

use crate::games::Wdl;
use crate::search::{Bound, Score};
use std::time::Duration;

/// Something that a [`Job`](super::Job) says.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// A line that was searched.
    Information(Information),
    /// The move that is looked at now.
    Current {
        /// Nominal depth in plies.
        depth: u16,
        /// The move.
        name: String,
        /// Its number in the order of searching, from 1.
        number: usize,
    },
    /// How far a solver is.
    Progress {
        /// Nodes so far.
        nodes: u64,
        /// Time so far.
        time: Duration,
        /// How full its memory is, in permill.
        hashfull: u16,
    },
    /// The game is over in this position, with this value for the side to move.
    Finished(Value),
    /// The search is done, but its answer must wait for the client.
    Pause,
    /// The answer of a search: the best move and the expected reply, if there are any.
    Best {
        /// The best move.
        best: Option<String>,
        /// The reply.
        ponder: Option<String>,
    },
    /// How many move sequences begin with a move.
    Division {
        /// The move.
        name: String,
        /// The count.
        count: u64,
    },
    /// How many move sequences there are in all.
    Total(u64),
    /// A position to begin a game from.
    Opening(String),
    /// Nodes and speed of one game's benchmark.
    Bench {
        /// The game.
        name: &'static str,
        /// What it took.
        effort: super::Effort,
    },
    /// A word to the user.
    Note(String),
}

/// A line that was searched.
#[derive(Clone, Debug, PartialEq)]
pub struct Information {
    /// Nominal depth in plies.
    pub depth: u16,
    /// The deepest ply that was reached.
    pub seldepth: u16,
    /// The rank of the line, from 1.
    pub rank: usize,
    /// The value for the side to move.
    pub value: Value,
    /// What the value says.
    pub bound: Bound,
    /// How likely the side to move wins, draws and loses.
    pub wdl: Wdl,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in permill.
    pub hashfull: u16,
    /// Positions whose value endgame tables gave.
    pub tbhits: u64,
    /// The moves.
    pub pv: Vec<String>,
}

/// A score as people read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// An evaluation in hundredths, or a draw.
    Centi(i32),
    /// A forced result in so many plies from now: positive for a win, 0 and
    /// negative for a loss.
    End(i32),
}

impl From<Score> for Value {
    fn from(score: Score) -> Value {
        score.plies_to_end().map_or(Value::Centi(score.value()), Value::End)
    }
}
