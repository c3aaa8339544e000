//! What a page asks a survey of a game for.

use super::Answers;
use super::request::{Fields, RequestRefusal};
use plyglot_engine::ChosenGame;

/// A survey that the page asks for: its options are those of `plyglot survey`.
#[derive(Debug)]
pub struct PageSurvey {
    pub game: ChosenGame,
    pub games: u64,
    pub nodes: u64,
    pub seed: u64,
}

impl PageSurvey {
    pub fn read(answers: &Answers, asked: Fields<'_>) -> Result<PageSurvey, RequestRefusal> {
        Ok(PageSurvey {
            game: answers.find_game(asked.name("game")?)?,
            games: asked.number("games", 2..=100_000)?.unwrap_or(40).next_multiple_of(2),
            nodes: asked.number("nodes", 1..=1_000_000)?.unwrap_or(50),
            seed: asked.number("seed", 0..=u64::MAX)?.unwrap_or(1),
        })
    }
}
