//! How a game that was played here ended, and why.

use plyglot_core::game::GameResult;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    pub result: GameResult,
    pub termination: Termination,
    /// Why, in a sentence or a few words. If an engine failed, with its last output on stderr.
    pub reason: String,
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

impl Termination {
    /// The word of the PGN standard, or of cutechess where it has none.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Termination::Rules => "normal",
            Termination::Adjudication => "adjudication",
            Termination::Time => "time forfeit",
            Termination::IllegalMove => "illegal move",
            Termination::Crash => "abandoned",
            Termination::Stall => "stalled connection",
            Termination::Disagreement | Termination::Interrupted => "unterminated",
        }
    }
}
