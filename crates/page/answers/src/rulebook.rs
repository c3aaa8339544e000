//! The rules of a game in words, with pictures of its start and of where its pieces go and promote.

use super::Answers;
use super::game_line::GameLine;
use super::request::{Fields, RequestRefusal};
use plyglot_study::rules::{self, RulesPictures, SectionPictures};
use plyglot_study::{Drawing, diagram_marks};
use serde_json::{Value as Json, json};

pub(super) fn answer(answers: &Answers, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let played = GameLine::play(answers, &asked.game()?)?;
    let game = &played.game;
    let text = answers.registry.rules_text(game);
    let mut book = rules::json(game.name(), &text);
    book["section"] = json!(answers.registry.source().and_then(|all| all.section(game.name())));
    let Some(picture) = played.line.rules().picture() else { return Ok(book) };
    let RulesPictures { start, sections } = rules::pictures(game, &text, &picture);
    book["start_picture"] = drawn(&start);
    for (at, SectionPictures { zones, items }) in sections.iter().enumerate() {
        let section = &mut book["sections"][at];
        section["picture"] = zones.as_ref().map_or(Json::Null, drawn);
        for (i, item) in items.iter().enumerate() {
            if let Some(diagram) = item {
                section["items"][i]["picture"] = drawn(diagram);
            }
        }
    }
    book["marks"] = diagram_marks().map(|(sign, mark)| (sign.to_string(), drawn(&mark))).collect();
    Ok(book)
}

fn drawn(drawing: &Drawing) -> Json {
    json!({ "width": drawing.width, "height": drawing.height, "content": drawing.content })
}
