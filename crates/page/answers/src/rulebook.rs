//! The rules of a game in words.

use super::Answers;
use super::request::{Fields, RequestRefusal};
use serde_json::{Value as Json, json};

pub(super) fn answer(answers: &Answers, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let game = answers.find_game(asked.name("game")?)?;
    let mut book = plyglot_study::rules::json(game.name(), &answers.registry.rules_text(&game));
    book["section"] = json!(answers.registry.source().and_then(|all| all.section(game.name())));
    Ok(book)
}
