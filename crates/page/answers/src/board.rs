//! What the page asks once a game: its board and pieces, drawn, and the ratings of its levels. The
//! page puts the pieces on the cells.

use super::Answers;
use super::game_line::GameLine;
use super::request::{Fields, RequestRefusal};
use plyglot_core::game::{BoardShape, BoardStyle, Labels, Piece};
use plyglot_core::search::Level;
use plyglot_engine::Engine;
use plyglot_study::{BoardView, possible_pieces};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// The board as both sides see it, also turned if it is narrower then, with names that go with
/// moves in the notation; `null` if the game has none.
pub(super) fn answer(answers: &Answers, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let played = GameLine::play(answers, &asked.game()?)?;
    let Some(picture) = played.line.rules().picture() else { return Ok(Json::Null) };
    let shape = picture.shape;
    let labels = Labels::new(shape, played.game.notation.unwrap_or(shape.notation));
    let pieces = possible_pieces(&picture);
    let views = [false, true].map(|is_flipped| {
        BoardView::new(shape, labels.clone(), played.game.entry.info.sides, is_flipped)
    });
    let arcs: &[usize] = match shape.style {
        BoardStyle::Points { arcs, .. } => arcs,
        BoardStyle::Chequered
        | BoardStyle::Plain
        | BoardStyle::Holes
        | BoardStyle::Hexagons
        | BoardStyle::HexagonFiles => &[],
    };
    let all = 0..shape.files * shape.ranks;
    let mut letters = BTreeSet::new();
    let mut signs = String::new();
    for piece in pieces.iter().filter(|piece| piece.side.is_some()) {
        letters.insert(piece.letter.to_ascii_uppercase());
        signs.extend(piece.symbol.filter(|&symbol| symbol > '\u{2fff}'));
    }
    signs += &views[0].signs().concat();
    Ok(json!({
        "files": shape.files,
        "ranks": shape.ranks,
        "is_hexagonal": views[0].is_hexagonal(),
        "has_round_marks": views[0].has_round_marks(),
        "is_wall": views[0].is_wall(),
        "arcs": arcs,
        "tiles": shape.has_tiles,
        "colours": shape.colours,
        "level_ratings": level_ratings(played.line.rules()),
        "holes": all.clone().filter(|&cell| shape.is_hole(cell)).collect::<Vec<_>>(),
        "names": all.map(|cell| views[0].name(cell)).collect::<Vec<_>>(),
        "letters": letters.iter().collect::<String>(),
        "values": pieces.iter().filter_map(|piece| worth(shape, piece)).collect::<Json>(),
        "signs": signs,
        "views": views.each_ref().map(|view| view_json(view, &pieces)),
        "upright": views[0].upright().zip(views[1].upright()).map(|(first, second)| {
            [view_json(&first, &pieces), view_json(&second, &pieces)]
        }),
    }))
}

/// A piece by its letter, with what it is worth.
fn worth(shape: &BoardShape, piece: &Piece) -> Option<(String, u8)> {
    Some((piece.text(), shape.kind_of(piece)?.value))
}

/// The Elo ratings of the levels of weaker play, from 0 on, if they were measured. None without a
/// server: there, the network of the game, which has them, is not read before a search.
fn level_ratings(game: &dyn Engine) -> Vec<i16> {
    if cfg!(target_family = "wasm") {
        return Vec::new();
    }
    let levels = (0..Level::FULL_SKILL).map(Level::Skill);
    levels.filter_map(|level| Some(game.rating(level)?.round() as i16)).collect()
}

fn view_json(view: &BoardView, pieces: &[Piece]) -> Json {
    let cells = 0..view.shape.files * view.shape.ranks;
    let ground = view.ground();
    let mut drawn = json!({});
    for piece in pieces {
        drawn[BoardView::look(piece)] = json!(view.piece(piece));
    }
    json!({
        "width": view.width,
        "height": view.height,
        "unit": view.unit,
        "is_flipped": view.is_flipped,
        "centres": cells.map(|cell| view.centre(cell)).collect::<Vec<_>>(),
        "below": ground.below,
        "labels": ground.labels,
        "above": ground.above,
        "pieces": drawn,
    })
}
