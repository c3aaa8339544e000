//! Positions that are set up piece by piece.
//!
//! The text of a position begins with the rows of the board, as in FEN: a word for each piece, such
//! as `P` or `+P`, and a number for empty cells. Games with other texts have no such editor; their
//! positions are typed.

use super::Answers;
use super::position::PagePiece;
use super::request::{Fields, MAX_POSITION_BYTES, RequestRefusal};
use plyglot_core::game::{HeldPiece, OptionSpec, Picture, Piece, Side};
use plyglot_engine::{
    BoardText, ChosenGame, MAX_CELLS, MoveText, Pictures, Referee, WrittenPosition, of_other_side,
};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

const MAX_WORD_BYTES: usize = 8;
/// The fields after the board of a FEN, from that of the side to move.
const CASTLING: usize = 1;
const EN_PASSANT: usize = 2;
/// The number of empty cells on which a piece is tried: on some it may give check or be forbidden.
const MAX_TRIED_CELLS: usize = 4;

#[derive(Serialize)]
struct SetUp<'a> {
    position: String,
    cells: &'a [String],
    hand: Option<String>,
    side: &'static str,
    castling: Vec<String>,
    rights: &'a str,
    passed: Vec<String>,
    en_passant: &'a str,
    pieces: Vec<(String, PagePiece)>,
    error: Option<RequestRefusal>,
}

/// The cells of a position as words, or a position made of such cells, with the pieces that can be
/// placed. A position that the game refuses has an `error`.
pub(super) fn answer(answers: &Answers, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let game = answers.find_game(asked.name("game")?)?;
    let mut rules = game.open();
    let start = BoardText::new(&rules.position());
    let editor = rules.picture().filter(|picture| picture.cells.len() == start.cells.len());
    let Some(picture) = editor else { return Ok(Json::Null) };
    let typed = asked.text("position", MAX_POSITION_BYTES)?;
    let mut text = typed.map_or_else(|| start.clone(), BoardText::new);
    let mut error = None;
    let mut known = Vec::new();
    if asked.get("cells").is_some() {
        text.cells = asked.list("cells", MAX_CELLS, MAX_WORD_BYTES)?;
        text.hand = asked.text("hand", MAX_POSITION_BYTES)?.map(str::to_owned);
        text.set_side(asked.text("side", 16)? == Some("second"));
        text.set_field(CASTLING, asked.text("rights", MAX_POSITION_BYTES)?);
        let passed = asked.text("en_passant", MAX_WORD_BYTES)?.unwrap_or_default();
        text.set_field(EN_PASSANT, Some(passed));
        error = set_up(&mut text, &mut *rules).err();
    } else {
        known = pieces(&mut *rules, &start);
        match set_position(&mut *rules, typed.unwrap_or("startpos")) {
            Ok(()) => text = BoardText::new(&rules.position()),
            Err(refused) => error = Some(refused),
        }
    }
    if text.cells.len() != picture.cells.len() {
        return Err(error.unwrap_or_else(|| RequestRefusal::wrong("expected the cells of a board")));
    }
    Ok(json!(SetUp {
        position: text.to_string(),
        cells: &text.cells,
        hand: picture.hands.is_some().then(|| text.hand.clone().unwrap_or_default()),
        side: if text.is_second() { "second" } else { "first" },
        castling: castling(&game, &text, &start, &mut *rules),
        rights: text.field(CASTLING),
        passed: possible(&text, EN_PASSANT, passed_cells(&text), &mut *rules),
        en_passant: text.field(EN_PASSANT),
        pieces: known
            .into_iter()
            .map(|PlaceablePiece { word, piece }| (word, PagePiece::new(picture.shape, &piece)))
            .collect(),
        error,
    }))
}

/// The rights to castle that are possible. Those by the files of rooks belong to Chess960.
fn castling(
    game: &ChosenGame,
    text: &BoardText,
    start: &BoardText,
    rules: &mut dyn MoveText,
) -> Vec<String> {
    let mut rights = possible(text, CASTLING, castling_rights(text, start), rules);
    let is_chess960 = game.options().get(OptionSpec::CHESS960.name) == Some("true");
    if has_usual_rooks(start.field(CASTLING)) && !is_chess960 {
        rights.retain(|right| has_usual_rooks(right));
    }
    rights
}

fn has_usual_rooks(rights: &str) -> bool {
    rights.chars().all(|c| "KQkq".contains(c))
}

fn set_position(rules: &mut dyn Referee, text: &str) -> Result<(), RequestRefusal> {
    let placed = WrittenPosition::new(text).set_up(|start, moves| rules.set_position(start, moves));
    placed.map_err(|error| RequestRefusal::of_text(&error))
}

/// A piece that can be placed, with the word of its cell.
#[derive(Clone)]
struct PlaceablePiece {
    word: String,
    piece: Piece,
}

fn pieces(rules: &mut dyn Pictures, start: &BoardText) -> Vec<PlaceablePiece> {
    let mut found = Vec::new();
    let Some(picture) = rules.picture() else { return found };
    for (word, piece) in start.cells.iter().zip(&picture.cells) {
        add_piece(&mut found, word, *piece);
    }
    for HeldPiece { piece, .. } in picture.hands.iter().flatten().flatten() {
        add_piece(&mut found, &piece.letter.to_string(), Some(*piece));
    }
    // If the picture has no hands, those of the text are counts of stones, which would be wrong.
    let hand = if picture.hands.is_some() { start.hand.clone() } else { None };
    let without_stones = BoardText { hand, ..start.clone() };
    let trials = trials(start);
    let mut words = Vec::new();
    for sign in ["", "+"] {
        words.extend(('A'..='Z').chain('a'..='z').map(|letter| format!("{sign}{letter}")));
    }
    // Cells are blocked in games of walls, and in games of stones such as Ataxx.
    let has_walls = rules.legal_moves().iter().any(|m| m.cells.wall.is_some());
    if has_walls || kind_count(&picture) < 2 {
        words.push("*".to_owned());
    }
    for word in words {
        let piece = trials.iter().find_map(|trial| trial.piece(rules, &without_stones, &word));
        add_piece(&mut found, &word, piece);
    }
    let all = found.clone();
    found.retain(|PlaceablePiece { word, piece }| {
        start.cells.contains(word) || !all.iter().any(|other| is_promotion(&other.piece, piece))
    });
    found
}

/// Whether the plain piece has in black a sign of shogi that is promoted in red: the piece that it
/// becomes stands alone in other games.
fn is_promotion(piece: &Piece, plain: &Piece) -> bool {
    let is_same = (piece.side, piece.symbol) == (plain.side, plain.symbol);
    is_same && piece.is_promoted && piece.symbol.is_some() && !plain.is_promoted
}

/// The cells on which each piece is tried.
fn trials(start: &BoardText) -> Vec<PlacedPiece> {
    let empty: Vec<usize> =
        (0..start.cells.len()).filter(|&cell| start.cells[cell].is_empty()).collect();
    let mut trials = Vec::new();
    for cells in empty.rchunks((empty.len() / MAX_TRIED_CELLS).max(2)).take(MAX_TRIED_CELLS) {
        let [.., partner, cell] = *cells else { continue };
        trials.push(PlacedPiece { cell, partner: None, side: Side::First });
        trials.push(PlacedPiece { cell, partner: None, side: Side::Second });
        // In games whose stones on the board tell whose turn it is, a single stone of the first
        // player is possible, and one of each side.
        trials.push(PlacedPiece { cell, partner: Some(partner), side: Side::First });
    }
    trials
}

fn add_piece(found: &mut Vec<PlaceablePiece>, word: &str, piece: Option<Piece>) {
    if let Some(piece) = piece
        && found.iter().all(|known| known.word != word)
    {
        found.push(PlaceablePiece { word: word.to_owned(), piece });
    }
}

/// A piece that is put on an empty cell to see what it is.
struct PlacedPiece {
    cell: usize,
    /// The cell of the same piece of the other side, if there is one.
    partner: Option<usize>,
    side: Side,
}

impl PlacedPiece {
    /// The piece of a word; `None` if the rules refuse the position or change the cell.
    fn piece(&self, rules: &mut dyn Pictures, start: &BoardText, word: &str) -> Option<Piece> {
        let mut text = start.clone();
        word.clone_into(&mut text.cells[self.cell]);
        if let Some(partner) = self.partner {
            text.cells[partner] = of_other_side(word);
        }
        text.set_side(self.side == Side::Second);
        set_position(rules, &text.to_string()).ok()?;
        if BoardText::new(&rules.position()).cells.get(self.cell)? != word {
            return None;
        }
        rules.picture()?.cells[self.cell]
    }
}

fn kind_count(picture: &Picture) -> usize {
    let mut pieces: Vec<Piece> = picture.cells.iter().copied().flatten().collect();
    pieces.extend(picture.hands.iter().flatten().flatten().map(|held| held.piece));
    pieces.retain(|piece| piece.side == Some(Side::First));
    pieces.iter().map(|piece| piece.letter).collect::<BTreeSet<char>>().len()
}

/// The rights to castle that may be possible: those of the start position, of the usual rooks,
/// and of a rook on each file.
fn castling_rights(text: &BoardText, start: &BoardText) -> Vec<String> {
    let mut rights: Vec<String> = start.field(CASTLING).chars().map(String::from).collect();
    for white in "KQ".chars().chain(('A'..='Z').take(text.files)) {
        rights.push(white.to_string());
        rights.push(white.to_ascii_lowercase().to_string());
    }
    rights
}

/// The cells that a pawn may just have passed: it stands behind them, and came over them.
fn passed_cells(text: &BoardText) -> Vec<String> {
    let rows = text.cells.len() / text.files;
    let mut names = Vec::new();
    for row in 1..rows.saturating_sub(1) {
        for (file, letter) in (0..text.files).zip('a'..='z') {
            let mut from = &text.cells[(row - 1) * text.files + file];
            let mut to = &text.cells[(row + 1) * text.files + file];
            if text.is_second() {
                std::mem::swap(&mut from, &mut to);
            }
            let has_pawn =
                to.chars().any(|c| c.is_alphabetic() && c.is_uppercase() == text.is_second());
            if text.cells[row * text.files + file].is_empty() && from.is_empty() && has_pawn {
                names.push(format!("{letter}{}", rows - row));
            }
        }
    }
    names
}

/// The values of a field that change what may be played or written, as the game writes them.
fn possible(
    of: &BoardText,
    at: usize,
    values: Vec<String>,
    rules: &mut dyn MoveText,
) -> Vec<String> {
    let mut text = of.clone();
    text.set_field(CASTLING, Some(""));
    text.set_field(EN_PASSANT, Some(""));
    if set_position(rules, &text.to_string()).is_err() {
        return Vec::new();
    }
    let usual = rules.legal_moves().len();
    let mut found: Vec<String> = Vec::new();
    for value in values {
        text.set_field(at, Some(&value));
        if set_position(rules, &text.to_string()).is_err() {
            continue;
        }
        let written = BoardText::new(&rules.position()).field(at).to_owned();
        let is_idle = at == EN_PASSANT && rules.legal_moves().len() == usual;
        if !written.is_empty() && !is_idle && !found.contains(&written) {
            found.push(written);
        }
    }
    found
}

/// Sets the position up. Parts that no longer fit the pieces are dropped: the square of a
/// capture en passant, the castling rights that the game drops, and the number of stones that
/// are left.
fn set_up(text: &mut BoardText, rules: &mut dyn Referee) -> Result<(), RequestRefusal> {
    let passed = text.clone();
    text.set_field(EN_PASSANT, Some(""));
    let no_hand = BoardText { hand: None, ..text.clone() };
    let placed = set_position(rules, &passed.to_string())
        .or_else(|_| set_position(rules, &text.to_string()));
    placed.or_else(|wrong| set_position(rules, &no_hand.to_string()).map_err(|_| wrong))?;
    *text = BoardText::new(&rules.position());
    Ok(())
}
