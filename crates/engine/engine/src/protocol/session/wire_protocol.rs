//! The protocols in which the client sends single moves and the engine keeps the game: the words
//! around what the engine says.

use crate::protocol::spelling::MoveSpelling;
use crate::protocol::xboard::{game_end, move_text};
use crate::{GameOver, Referee};
use plyglot_core::game::GameInfo;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum WireProtocol {
    #[default]
    XBoard,
    Gomocup,
}

pub(super) enum Refusal {
    /// This move cannot be played: for this reason, or by the rules.
    Move(String, Option<&'static str>),
    Position(String),
    Command(String),
}

impl WireProtocol {
    pub(super) fn note_word(self) -> &'static str {
        match self {
            WireProtocol::XBoard => "#",
            WireProtocol::Gomocup => "MESSAGE",
        }
    }

    pub(super) fn spelling(self, info: &GameInfo) -> MoveSpelling {
        match self {
            WireProtocol::XBoard => MoveSpelling::for_xboard(info),
            WireProtocol::Gomocup => MoveSpelling::Points,
        }
    }

    /// A move of the engine, which is played in `engine`, and the end of the game if it ends it.
    pub(super) fn move_lines(
        self,
        name: &str,
        castles_by_rook: bool,
        engine: &mut dyn Referee,
    ) -> Vec<String> {
        // The move is legal, as the engine has found it.
        let record = engine.play(name).unwrap_or_default();
        let record = if castles_by_rook { Some(record.as_str()) } else { None };
        let text = move_text(self.spelling(engine.info()), name, record);
        let line = match self {
            WireProtocol::XBoard => format!("move {text}"),
            WireProtocol::Gomocup => text,
        };
        let end = engine.result().and_then(|over| self.end_line(&over));
        [Some(line), end].into_iter().flatten().collect()
    }

    /// The end of a game, if the client is to be told.
    pub(super) fn end_line(self, over: &GameOver) -> Option<String> {
        match self {
            WireProtocol::XBoard => Some(game_end(over)),
            WireProtocol::Gomocup => None,
        }
    }

    pub(super) fn refusal(self, refusal: &Refusal, line: &str) -> String {
        match (self, refusal) {
            (WireProtocol::XBoard, Refusal::Move(text, None)) => format!("Illegal move: {text}"),
            (WireProtocol::XBoard, Refusal::Move(text, Some(why))) => {
                format!("Illegal move ({why}): {text}")
            }
            (WireProtocol::XBoard, Refusal::Position(why)) => {
                format!("tellusererror Illegal position: {why}")
            }
            (WireProtocol::XBoard, Refusal::Command(why)) => format!("Error ({why}): {line}"),
            (WireProtocol::Gomocup, Refusal::Move(text, why)) => {
                format!("ERROR {}: {text}", why.unwrap_or("illegal move"))
            }
            (WireProtocol::Gomocup, Refusal::Position(why) | Refusal::Command(why)) => {
                format!("ERROR {why}")
            }
        }
    }
}
