//! The board of a game and its pieces, drawn once: the page puts the pieces on the cells.

use super::Answers;
use super::game_line::GameLine;
use super::request::{Fields, RequestRefusal};
use plyglot_core::game::{BoardShape, BoardStyle, Labels, Piece};
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
        _ => &[],
    };
    let all = 0..shape.files * shape.ranks;
    let of_sides = pieces.iter().filter(|piece| piece.side.is_some());
    let letters: BTreeSet<char> =
        of_sides.clone().map(|piece| piece.letter.to_ascii_uppercase()).collect();
    let signs = of_sides.filter_map(|piece| piece.symbol).filter(|&symbol| symbol > '\u{2fff}');
    let river: String = views[0].signs().concat();
    Ok(json!({
        "files": shape.files,
        "ranks": shape.ranks,
        "is_hexagonal": views[0].is_hexagonal(),
        "has_round_marks": views[0].has_round_marks(),
        "is_wall": views[0].is_wall(),
        "arcs": arcs,
        "tiles": shape.has_tiles,
        "counts_plies": shape.counts_plies,
        "colours": shape.colours,
        "holes": all.clone().filter(|&cell| shape.is_hole(cell)).collect::<Vec<_>>(),
        "names": all.map(|cell| views[0].name(cell)).collect::<Vec<_>>(),
        "letters": letters.iter().collect::<String>(),
        "values": pieces.iter().filter_map(|piece| worth(shape, piece)).collect::<Json>(),
        "signs": signs.chain(river.chars()).collect::<String>(),
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
