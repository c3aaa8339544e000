//! How a game ended, for its sides.

use plyglot_core::game::{Side, quote};
use serde::{Deserialize, Serialize};

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
