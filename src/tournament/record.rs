//! A finished game, and what became of it.

use crate::games::Side;
use std::time::Duration;

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Its number in the schedule, from 0.
    pub number: u32,
    /// Its round, from 1.
    pub round: u32,
    /// The engines that played it, the first player's first: indices into
    /// [`Plan::engines`](super::Plan::engines).
    pub engines: [usize; 2],
    /// Where it began.
    pub opening: Opening,
    /// The moves that were played after the opening.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub result: GameResult,
    /// Why.
    pub termination: Termination,
    /// Why, in a sentence: for engines that failed with what they last said.
    pub reason: String,
    /// The final position as text.
    pub final_position: String,
}

/// Where a game begins: a position, and moves that were not the engines' own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Opening {
    /// The position; `None` for the game's start position.
    pub position: Option<String>,
    /// Moves from there, as the game's notation prints them.
    pub moves: Vec<String>,
}

/// A move, and what the engine said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// The move as the protocol has it.
    pub name: String,
    /// The move as game records have it (SAN in chess).
    pub record: String,
    /// The engine's score, for itself.
    pub score: Option<ReportedScore>,
    /// The depth it reached, in plies.
    pub depth: Option<u32>,
    /// The depth it had when its clock began to run: that of its first line
    /// with a score from then on, or of its last one before, if it had
    /// pondered and had no more to say.
    pub first_depth: Option<u32>,
    /// The nodes it searched.
    pub nodes: Option<u64>,
    /// What came of its pondering; `None` if it did not ponder.
    pub ponder: Option<Pondering>,
    /// The time the move took on the referee's clock.
    pub time: Duration,
    /// What was wrong with what the engine said of it, in a sentence each.
    pub warnings: Vec<String>,
}

/// What came of thinking in the opponent's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pondering {
    /// The opponent played the expected move.
    Hit,
    /// It played another one.
    Miss,
}

/// A score as an engine reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedScore {
    /// Centi-units.
    Centi(i32),
    /// A forced result in so many moves (UCI) or plies (UGI), negative for a
    /// loss.
    Mate(i32),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// This player won.
    Win(Side),
    /// Nobody won.
    Draw,
    /// The game was not finished and does not count.
    Unfinished,
}

impl GameResult {
    /// Half points of a player: 2, 1 or 0; `None` for an unfinished game.
    pub fn half_points(self, side: Side) -> Option<u32> {
        match self {
            GameResult::Win(winner) => Some(if winner == side { 2 } else { 0 }),
            GameResult::Draw => Some(1),
            GameResult::Unfinished => None,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// By the rules of the game.
    Rules,
    /// By a rule of the match: scores, or the number of moves.
    Adjudication,
    /// A clock was overstepped.
    Time,
    /// A move was not legal.
    IllegalMove,
    /// An engine died, or closed its output.
    Crash,
    /// An engine did not answer, or flooded the referee.
    Stall,
    /// The engines did not agree on the state of a game that is unknown here.
    Disagreement,
    /// The match was interrupted.
    Interrupted,
}
