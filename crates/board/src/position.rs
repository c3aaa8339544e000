//! A position for the page: board, moves, result.

use super::game_line::{GameLine, PlayedStep, shown};
use super::grid::Grid;
use super::refusal::RequestRefusal;
use super::request::Fields;
use super::site::Site;
use plyglot_command::json::side_word;
use plyglot_core::game::{BoardShape, BoardStyle, MoveCells, Picture, Piece, Side};
use plyglot_engine::{Ending, LegalMove};
use serde_json::{Value as Json, json};

/// The position after the moves of a game.
///
/// # Errors
/// If there is no such game or position, or a move is not legal.
pub(super) fn answer(site: &Site, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let line = GameLine::play(&site.registry, &asked.game()?)?;
    let board = BoardDrawing::of(&line);
    let moves: Vec<Json> = line.rules.legal_moves().iter().map(|m| board.json(&line, m)).collect();
    Ok(json!({
        "game": line.game.name(),
        "start": line.start,
        "position": line.rules.position(),
        "command": line.command(),
        "names": line.names(),
        "line": line.steps.iter().map(step_json).collect::<Vec<Json>>(),
        "side": side_word(line.rules.side()),
        "shape": board.shape(),
        "cells": board.cells(),
        "diagram": line.rules.diagram(),
        "moves": moves,
        // As the record of the last move says.
        "check": line.steps.last().is_some_and(|step| step.played.record.ends_with(['+', '#'])),
        "last": line.steps.last().map(|step| board.last(step)),
        "result": line.rules.result().map(|(winner, ending)| result(winner, ending)),
    }))
}

/// A move that was played, as it stands in a list of moves.
pub(super) fn step_json(step: &PlayedStep) -> Json {
    json!({
        "name": step.played.name,
        "record": step.played.record,
        "shown": shown(&step.played),
        "side": side_word(step.side),
        "number": step.number,
    })
}

/// The reason is a word for the page, which has all that people read.
fn result(winner: Option<Side>, ending: Ending) -> Json {
    let reason = match ending {
        Ending::Repetition => "repetition",
        Ending::Position => "rules",
    };
    json!({ "winner": winner.map(side_word), "reason": reason })
}

/// What the board is drawn from.
enum BoardDrawing {
    /// The game's own picture.
    Picture(Picture),
    /// Its diagram.
    Grid(Grid),
    /// Its diagram is no grid.
    None,
}

impl BoardDrawing {
    fn of(line: &GameLine) -> BoardDrawing {
        if let Some(picture) = line.rules.picture() {
            return BoardDrawing::Picture(picture);
        }
        Grid::of(&line.rules.diagram()).map_or(BoardDrawing::None, BoardDrawing::Grid)
    }

    fn shape(&self) -> Json {
        match self {
            BoardDrawing::Picture(picture) => shape(picture.shape),
            BoardDrawing::Grid(grid) => grid.shape(),
            BoardDrawing::None => Json::Null,
        }
    }

    fn cells(&self) -> Json {
        match self {
            BoardDrawing::Picture(picture) => {
                picture.cells.iter().map(|cell| piece(picture.shape, *cell)).collect()
            }
            BoardDrawing::Grid(grid) => grid.cells(),
            BoardDrawing::None => Json::Null,
        }
    }

    fn cells_of(&self, m: &LegalMove) -> MoveCells {
        match self {
            BoardDrawing::Grid(grid) => grid.cells_of(&m.name),
            _ => m.cells,
        }
    }

    /// A legal move.
    fn json(&self, line: &GameLine, m: &LegalMove) -> Json {
        let MoveCells { from, to } = self.cells_of(m);
        json!({
            "name": m.name,
            "record": m.record,
            "shown": shown(m),
            "from": from,
            "to": to,
            "path": path(line.path(m)),
        })
    }

    /// The last move.
    fn last(&self, step: &PlayedStep) -> Json {
        let MoveCells { from, to } = self.cells_of(&step.played);
        let mut object = step_json(step);
        object["from"] = json!(from);
        object["to"] = json!(to);
        object["path"] = path(step.path.clone());
        object["changed"] = json!(step.changed);
        object
    }
}

fn path(cells: Vec<usize>) -> Json {
    if cells.is_empty() { Json::Null } else { json!(cells) }
}

fn shape(shape: &BoardShape) -> Json {
    let (style, arcs): (_, &[usize]) = match shape.style {
        BoardStyle::Chequered => ("chequered", &[]),
        BoardStyle::Plain => ("plain", &[]),
        BoardStyle::Holes => ("holes", &[]),
        BoardStyle::Points { arcs } => ("points", arcs),
    };
    json!({
        "files": shape.files,
        "ranks": shape.ranks,
        "style": style,
        "arcs": arcs,
        "colours": shape.colours,
        "records_from_top": shape.records_from_top,
        "drops": shape.style == BoardStyle::Holes,
    })
}

fn piece(shape: &BoardShape, cell: Option<Piece>) -> Json {
    let Some(piece) = cell else { return Json::Null };
    let kind = shape.kinds.iter().find(|kind| kind.letters.contains(&piece.letter));
    json!({
        "side": piece.side.map(side_word),
        "letter": piece.letter,
        "symbol": piece.symbol,
        "name": kind.map(|kind| kind.name),
    })
}
