//! How a game ended, for its sides.

use super::{Outcome, Side, quote};

/// The result of a game. In files and in JSON, it is its [`word`](GameResult::word).
///
/// ```
/// use plyglot_core::game::{GameResult, Outcome, Side};
///
/// let result = GameResult::from_outcome(Outcome::Lost, Side::Second);
/// assert_eq!(result, GameResult::Win(Side::First));
/// assert_eq!((result.word(), result.text()), ("first", "1-0"));
/// assert_eq!(result.outcome(Side::First), Some(Outcome::Won));
/// assert_eq!(Side::BOTH.map(|side| result.half_points(side)), [Some(2), Some(0)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "&str", try_from = "String"))]
pub enum GameResult {
    /// This side has won.
    Win(Side),
    /// The game is a draw.
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

    /// The result of a finished game in which `side` would be to move.
    pub fn from_outcome(outcome: Outcome, side: Side) -> GameResult {
        match outcome {
            Outcome::Won => GameResult::Win(side),
            Outcome::Lost => GameResult::Win(!side),
            Outcome::Drawn => GameResult::Draw,
        }
    }

    /// The result for one side; `None` for an unfinished game.
    pub fn outcome(self, side: Side) -> Option<Outcome> {
        match self {
            GameResult::Win(winner) if winner == side => Some(Outcome::Won),
            GameResult::Win(_) => Some(Outcome::Lost),
            GameResult::Draw => Some(Outcome::Drawn),
            GameResult::Unfinished => None,
        }
    }

    /// The side that has won, if one has.
    pub fn winner(self) -> Option<Side> {
        match self {
            GameResult::Win(winner) => Some(winner),
            GameResult::Draw | GameResult::Unfinished => None,
        }
    }

    /// The half points of a side: 2, 1 or 0; `None` for an unfinished game.
    pub fn half_points(self, side: Side) -> Option<u8> {
        match self.outcome(side)? {
            Outcome::Won => Some(2),
            Outcome::Drawn => Some(1),
            Outcome::Lost => Some(0),
        }
    }

    /// The text of PGN: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::Win(Side::First) => "1-0",
            GameResult::Win(Side::Second) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unfinished => "*",
        }
    }

    /// Reads the text of PGN.
    pub fn read(text: &str) -> Option<GameResult> {
        GameResult::ALL.into_iter().find(|result| result.text() == text)
    }

    /// The word of files and of JSON: `first`, `second`, `draw` or `unfinished`.
    pub fn word(self) -> &'static str {
        match self {
            GameResult::Win(side) => side.word(),
            GameResult::Draw => "draw",
            GameResult::Unfinished => "unfinished",
        }
    }

    /// Reads the word of files and of JSON.
    pub fn from_word(word: &str) -> Option<GameResult> {
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
        GameResult::from_word(&word).ok_or_else(|| {
            format!("expected first, second, draw or unfinished, found {}", quote(&word))
        })
    }
}
