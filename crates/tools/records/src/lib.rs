//! Games as files have them. `plyglot match`, `analyse`, `play`, the page in the browser and the
//! package for Python read and write games here, and nowhere else.
//!
//! [`read`] tells the format of a text by its first lines and divides it into games; it knows no
//! rules. [`GameChoice`] finds the game that the tags of each name, and [`replay()`] plays its
//! moves, which may be in any notation of the game.
//! [`GameStream`] reads a file in parts, of which it holds no more than a few.
//! What is wrong in a text is a [`Fault`] with its line, and never the end of the reading.

#![allow(missing_docs, reason = "the interface for authors is that of core and engine")]

mod branches;
mod choice;
mod commands;
mod csa;
mod dhtmlxq;
mod encoding;
mod format;
mod game;
mod gib;
mod kif;
mod move_string;
mod normalize;
mod openings;
mod pdn;
pub mod pgn;
mod plain;
mod psq;
mod reason;
mod replay;
mod sgf;
mod shogi;
mod stream;
#[cfg(test)]
mod tests;
mod usi;
mod walk;

pub use choice::{GameChoice, find_game};
pub use commands::{command, set_command};
pub use encoding::{Decoder, RecordEncoding, decoded, is_compressed};
pub use format::{position_text, print, read, sources};
pub use game::{RecordFormat, RecordedGame, RecordedMove, Tag};
pub use normalize::with_ranks;
pub use openings::opening_name;
pub use plain::{PlainGame, read_plain};
pub use reason::{reason, reason_of_tags};
pub use replay::{Replay, replay, set_up};
pub use stream::GameStream;
pub use usi::command as usi_command;

use plyglot_core::game::{Mismatch, Side, quote};
use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    pub mismatch: Mismatch,
    /// Whether moves are lost by it.
    pub cuts: bool,
}

impl Fault {
    /// A fault by which no moves are lost.
    pub fn slight(line: usize, expected: impl Into<String>, found: impl Into<String>) -> Fault {
        Fault { line, mismatch: Mismatch::new(expected, found), cuts: false }
    }

    /// A fault by which moves are lost.
    pub fn cutting(line: usize, expected: impl Into<String>, found: impl Into<String>) -> Fault {
        Fault { cuts: true, ..Fault::slight(line, expected, found) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.mismatch)
    }
}

impl std::error::Error for Fault {}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "&str", try_from = "String")]
pub enum GameResult {
    Win(Side),
    Draw,
    /// The game was not finished and does not count.
    Unfinished,
}

impl GameResult {
    const ALL: [GameResult; 4] = [
        GameResult::Win(Side::First),
        GameResult::Win(Side::Second),
        GameResult::Draw,
        GameResult::Unfinished,
    ];

    /// The half points of a player: 2, 1 or 0; `None` for an unfinished game.
    pub fn half_points(self, side: Side) -> Option<u32> {
        match self {
            GameResult::Win(winner) => Some(if winner == side { 2 } else { 0 }),
            GameResult::Draw => Some(1),
            GameResult::Unfinished => None,
        }
    }

    /// The text of PGN.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::Win(Side::First) => "1-0",
            GameResult::Win(Side::Second) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unfinished => "*",
        }
    }

    pub fn read(text: &str) -> Option<GameResult> {
        GameResult::ALL.into_iter().find(|result| result.text() == text)
    }

    /// The word of JSON.
    pub fn word(self) -> &'static str {
        match self {
            GameResult::Win(side) => side.word(),
            GameResult::Draw => "draw",
            GameResult::Unfinished => "unfinished",
        }
    }

    pub fn of_word(word: &str) -> Option<GameResult> {
        GameResult::ALL.into_iter().find(|result| result.word() == word)
    }
}

impl From<GameResult> for &str {
    fn from(result: GameResult) -> Self {
        result.word()
    }
}

impl TryFrom<String> for GameResult {
    type Error = String;

    fn try_from(word: String) -> Result<GameResult, String> {
        GameResult::of_word(&word).ok_or_else(|| {
            format!("expected first, second, draw or unfinished, found {}", quote(&word))
        })
    }
}
