//! The rules of a game in words, with pictures of its start and of where its pieces go and promote.

use super::Answers;
use super::board::pieces;
use super::game_line::GameLine;
use super::request::{Fields, RequestRefusal};
use plyglot_core::game::{Labels, Piece, RulesItem, Side};
use plyglot_study::{BoardView, Drawing, diagram_marks};
use serde_json::{Value as Json, json};

pub(super) fn answer(answers: &Answers, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let played = GameLine::play(answers, &asked.game()?)?;
    let game = &played.game;
    let text = answers.registry.rules_text(game);
    let mut book = plyglot_study::rules::json(game.name(), &text);
    book["section"] = json!(answers.registry.source().and_then(|all| all.section(game.name())));
    let Some(picture) = played.line.rules().picture() else { return Ok(book) };
    let shape = picture.shape;
    let labels = Labels::new(shape, game.notation.unwrap_or(shape.notation));
    let view = BoardView::new(shape, labels, game.entry.info.sides, false);
    book["start_picture"] = drawn(&view.position(&picture));
    let known = pieces(&picture);
    for (at, section) in text.sections.iter().enumerate() {
        book["sections"][at]["picture"] =
            view.zones(&section.cells).as_ref().map_or(Json::Null, drawn);
        let items = section.items.iter().enumerate();
        for (i, item) in items.filter(|(_, item)| !item.diagram.is_empty()) {
            let diagram = view.diagram(&item.diagram, piece_of(item, &known).as_ref());
            book["sections"][at]["items"][i]["picture"] = drawn(&diagram);
        }
    }
    book["marks"] = diagram_marks().map(|(sign, mark)| (sign.to_string(), drawn(&mark))).collect();
    Ok(book)
}

/// The first player's piece that an item is about, or else the other's.
fn piece_of(item: &RulesItem, known: &[Piece]) -> Option<Piece> {
    let is_it = |piece: &&Piece| piece.text().to_uppercase() == item.sign;
    // Stones of all games, which stand first, have letters that other pieces may have.
    let of = |side: Side| known.iter().rfind(|piece| is_it(piece) && piece.side == Some(side));
    of(Side::First).or_else(|| of(Side::Second)).copied()
}

fn drawn(drawing: &Drawing) -> Json {
    json!({ "width": drawing.width, "height": drawing.height, "content": drawing.content })
}
