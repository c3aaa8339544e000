//! The rules of a game in words.

use super::Answers;
use super::request::{Fields, RequestRefusal};
use serde_json::Value as Json;

pub(super) fn answer(answers: &Answers, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let game = answers.find_game(asked.name("game")?)?;
    Ok(plyglot_study::rules::json(game.name(), &answers.registry.rules_text(&game)))
}
