//! The record of a finished game, and its forms in files: [`json`] and [`pgn`].

pub mod json;
pub mod pgn;

use crate::seconds;
use plyglot_engine::Line;
pub use plyglot_records::GameResult;
use serde::{Deserialize, Serialize};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, from 0.
    pub number: u32,
    /// Its round, from 1.
    pub round: u32,
    /// The engines, first player first: indices into
    /// [`Plan::engines`](crate::plan::Plan::engines).
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

    /// A game that is not part of a match.
    pub fn of_line(line: &Line, end: GameEnd) -> GameRecord {
        let position = line.start().map(str::to_owned);
        let played = line.steps().iter().map(|step| PlayedMove {
            name: step.played.name.clone(),
            record: step.played.record.clone(),
            ..PlayedMove::default()
        });
        GameRecord {
            opening: Opening { position, ..Opening::default() },
            moves: played.collect(),
            final_position: line.rules().position(),
            ..GameRecord::alone(end)
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    pub result: GameResult,
    pub termination: Termination,
    /// Why, in a sentence or a few words. If an engine failed, with its last output on stderr.
    pub reason: String,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReportedScore {
    /// Centi-units.
    #[serde(rename = "cp")]
    Centi(i32),
    /// A forced result in this number of moves (UCI) or plies (UGI); negative for a
    /// loss.
    #[serde(rename = "mate")]
    Mate(i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Termination {
    Rules,
    /// Adjudicated by the match: by scores, or by the number of moves.
    Adjudication,
    Time,
    #[serde(rename = "illegal move")]
    IllegalMove,
    /// An engine crashed or closed its output.
    Crash,
    /// An engine did not answer, or flooded its output.
    Stall,
    /// The engines of a game that only they know do not mean the same rules.
    Disagreement,
    Interrupted,
}
