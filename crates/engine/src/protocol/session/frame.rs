//! The frame of a dialogue: what its lines mean, and the words around what the engine says.

use crate::protocol::spelling::MoveSpelling;
use crate::protocol::xboard::{game_end, move_text};
use crate::{Ending, Engine};
use plyglot_core::game::{GameInfo, Side};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Frame {
    /// UCI and its dialects: the client sends positions with all their moves. Only the word
    /// before notes is here; `response` has the others.
    #[default]
    Uci,
    /// XBoard's protocol: the client sends single moves, so the engine keeps the game.
    XBoard,
    Gomocup,
}

pub(super) enum Refusal {
    /// This move cannot be played: for this reason, or by the rules.
    Move(String, Option<&'static str>),
    /// It is no position of the game, for this reason.
    Position(String),
    Command(String),
}

impl Frame {
    pub(super) fn note_word(self) -> &'static str {
        match self {
            Frame::Uci => "info string",
            Frame::XBoard => "#",
            Frame::Gomocup => "MESSAGE",
        }
    }

    pub(super) fn spelling(self, info: &GameInfo) -> MoveSpelling {
        match self {
            Frame::Uci => MoveSpelling::Uci,
            Frame::XBoard => MoveSpelling::of_xboard(info),
            Frame::Gomocup => MoveSpelling::Points,
        }
    }

    /// A move of the engine, which is played in `engine`, and the end of the game if it ends it.
    pub(super) fn move_lines(
        self,
        name: &str,
        castles_by_rook: bool,
        engine: &mut dyn Engine,
    ) -> Vec<String> {
        // The move is legal, as the engine has found it.
        let record = engine.play(name).unwrap_or_default();
        let record = castles_by_rook.then_some(record.as_str());
        let text = move_text(self.spelling(engine.info()), name, record);
        let line = match self {
            Frame::XBoard => format!("move {text}"),
            Frame::Uci | Frame::Gomocup => text,
        };
        let end = engine.result().and_then(|(winner, ending)| self.end_line(winner, &ending));
        [Some(line), end].into_iter().flatten().collect()
    }

    /// The end of a game, if the client is to be told.
    pub(super) fn end_line(self, winner: Option<Side>, ending: &Ending) -> Option<String> {
        match self {
            Frame::XBoard => Some(game_end(winner, ending)),
            Frame::Uci | Frame::Gomocup => None,
        }
    }

    pub(super) fn refusal(self, refusal: &Refusal, line: &str) -> String {
        match (self, refusal) {
            (Frame::XBoard, Refusal::Move(text, None)) => format!("Illegal move: {text}"),
            (Frame::XBoard, Refusal::Move(text, Some(why))) => {
                format!("Illegal move ({why}): {text}")
            }
            (Frame::XBoard, Refusal::Position(why)) => {
                format!("tellusererror Illegal position: {why}")
            }
            (Frame::XBoard, Refusal::Command(why)) => format!("Error ({why}): {line}"),
            (Frame::Uci | Frame::Gomocup, Refusal::Move(text, why)) => {
                format!("ERROR {}: {text}", why.unwrap_or("illegal move"))
            }
            (_, Refusal::Position(why) | Refusal::Command(why)) => format!("ERROR {why}"),
        }
    }
}
