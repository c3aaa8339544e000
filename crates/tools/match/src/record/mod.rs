//! The record of a finished game, and its forms in files: [`json`] and [`pgn`].

pub mod json;
pub mod pgn;

use crate::seconds;
pub use plyglot_engine::ReportedScore;
pub use plyglot_records::{GameEnd, Termination};
use serde::{Deserialize, Serialize};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, from 0.
    pub number: u32,
    /// Its round, from 1.
    pub round: u32,
    /// The engines, first player first: indices into
    /// [`MatchPlan::engines`](crate::plan::MatchPlan::engines).
    pub engines: [usize; 2],
    #[serde(flatten)]
    pub opening: Opening,
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
    #[serde(flatten)]
    pub end: GameEnd,
    #[serde(rename = "final")]
    pub final_position: String,
}

impl GameRecord {
    /// A game without moves that is not part of a match.
    pub fn alone(end: GameEnd) -> GameRecord {
        GameRecord {
            number: 0,
            round: 1,
            engines: [0, 1],
            opening: Opening::default(),
            moves: Vec::new(),
            end,
            final_position: String::new(),
        }
    }
}

/// The start of a game: a position, and moves that the engines did not choose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    /// The position; `None` for the game's start position.
    pub position: Option<String>,
    /// Moves from there, as the game's notation prints them.
    #[serde(rename = "opening")]
    pub moves: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move in the notation of the protocol.
    #[serde(rename = "move")]
    pub name: String,
    /// The move in the notation of game records (SAN in chess).
    pub record: String,
    /// The engine's score, from its own view.
    #[serde(flatten)]
    pub score: Option<ReportedScore>,
    /// The depth it reached, in plies.
    pub depth: Option<u32>,
    /// The depth when its clock began to run: that of its first line with a score after
    /// that. If it had pondered and sent no such line, that of its last one before.
    pub first_depth: Option<u32>,
    pub nodes: Option<u64>,
    /// Whether the pondered move was played; `None` if it did not ponder.
    pub ponder: Option<Pondering>,
    /// The time the move took by the referee's clock.
    #[serde(with = "seconds")]
    pub time: Duration,
    /// The faults in what the engine reported, one sentence each.
    pub warnings: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pondering {
    Hit,
    Miss,
}
