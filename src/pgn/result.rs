//! Results of games.

use crate::games::Side;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// This player won.
    Win(Side),
    /// Drawn.
    Draw,
    /// The game was not finished and does not count.
    Unfinished,
}

impl GameResult {
    /// The half points of a player: 2, 1 or 0; `None` for an unfinished game.
    pub fn half_points(self, side: Side) -> Option<u32> {
        match self {
            GameResult::Win(winner) => Some(if winner == side { 2 } else { 0 }),
            GameResult::Draw => Some(1),
            GameResult::Unfinished => None,
        }
    }

    /// The text of PGN.
    pub(crate) fn text(self) -> &'static str {
        match self {
            GameResult::Win(Side::First) => "1-0",
            GameResult::Win(Side::Second) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unfinished => "*",
        }
    }

    /// The result with this text.
    pub(crate) fn read(text: &str) -> Option<GameResult> {
        let all = [
            GameResult::Win(Side::First),
            GameResult::Win(Side::Second),
            GameResult::Draw,
            GameResult::Unfinished,
        ];
        all.into_iter().find(|result| result.text() == text)
    }
}
