//! What the page asks once a game: its board and pieces, drawn, and the ratings of its levels. The
//! page puts the pieces on the cells.

use super::Answers;
use super::game_line::GameLine;
use super::request::{Fields, RequestRefusal};
use plyglot_core::game::{BoardStyle, Labels, Piece};
use plyglot_core::search::Level;
use plyglot_engine::Engine;
use plyglot_study::{BoardView, Ground, possible_pieces};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Serialize)]
struct PageBoard {
    files: usize,
    ranks: usize,
    is_hexagonal: bool,
    has_round_marks: bool,
    is_wall: bool,
    arcs: &'static [usize],
    tiles: bool,
    colours: [&'static str; 2],
    level_ratings: Vec<i16>,
    holes: Vec<usize>,
    names: Vec<String>,
    letters: String,
    /// What the pieces are worth, by their letters.
    values: BTreeMap<String, u8>,
    signs: String,
    views: [PageView; 2],
    upright: Option<[PageView; 2]>,
}

#[derive(Serialize)]
struct PageView {
    width: f64,
    height: f64,
    unit: f64,
    is_flipped: bool,
    centres: Vec<(f64, f64)>,
    below: String,
    labels: String,
    above: String,
    /// The pieces by their looks.
    pieces: BTreeMap<String, String>,
}

/// The board as both sides see it, also turned if it is narrower then, with names that go with
/// moves in the notation; `null` if the game has none.
pub(super) fn answer(answers: &Answers, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let played = GameLine::play(answers, &asked.game()?)?;
    let Some(picture) = played.line.rules().picture() else { return Ok(Json::Null) };
    let shape = picture.shape;
    let labels = Labels::new(shape, played.game.notation().unwrap_or(shape.notation));
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
    let mut values = BTreeMap::new();
    for piece in &pieces {
        if piece.side.is_some() {
            letters.insert(piece.letter.to_ascii_uppercase());
            signs.extend(piece.symbol.filter(|&symbol| symbol > '\u{2fff}'));
        }
        values.extend(shape.kind_of(piece).map(|kind| (piece.text(), kind.value)));
    }
    signs += &views[0].signs().concat();
    Ok(json!(PageBoard {
        files: shape.files,
        ranks: shape.ranks,
        is_hexagonal: views[0].is_hexagonal(),
        has_round_marks: views[0].has_round_marks(),
        is_wall: views[0].is_wall(),
        arcs,
        tiles: shape.has_tiles,
        colours: shape.colours,
        level_ratings: level_ratings(played.line.rules()),
        holes: all.clone().filter(|&cell| shape.is_hole(cell)).collect(),
        names: all.map(|cell| views[0].name(cell)).collect(),
        letters: letters.iter().collect(),
        values,
        signs,
        upright: views[0].upright().zip(views[1].upright()).map(|(first, second)| {
            [PageView::new(&first, &pieces), PageView::new(&second, &pieces)]
        }),
        views: views.map(|view| PageView::new(&view, &pieces)),
    }))
}

/// The Elo ratings of the levels of weaker play, from 0 on, if they were measured. None without a
/// server: there, the network of the game, which has them, is not read before a search.
fn level_ratings(game: &dyn Engine) -> Vec<i16> {
    if cfg!(target_family = "wasm") {
        return Vec::new();
    }
    (0..Level::FULL_SKILL)
        .filter_map(|level| Some(game.rating(Level::Skill(level))?.round() as i16))
        .collect()
}

impl PageView {
    fn new(view: &BoardView, pieces: &[Piece]) -> PageView {
        let cells = 0..view.shape.files * view.shape.ranks;
        let Ground { below, labels, above } = view.ground();
        PageView {
            width: view.width,
            height: view.height,
            unit: view.unit,
            is_flipped: view.is_flipped,
            centres: cells.map(|cell| view.centre(cell)).collect(),
            below,
            labels,
            above,
            pieces: pieces
                .iter()
                .map(|piece| (BoardView::look(piece), view.piece(piece)))
                .collect(),
        }
    }
}
