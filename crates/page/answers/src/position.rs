//! A position for the page: pieces, moves, result.

use super::Answers;
use super::game_line::GameLine;
use super::request::{Fields, RequestRefusal};
use plyglot_core::game::{BoardShape, MoveCells, MoveNotation, Picture, Piece, Side};
use plyglot_engine::{LegalMove, Line, LineStep, Pictures, Referee, usi_position_command};
use plyglot_records::{opening_name, position_text};
use serde_json::{Value as Json, json};

pub(super) fn answer(answers: &Answers, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let played = GameLine::play(answers, &asked.game()?)?;
    let game = &played.game;
    let line = &played.line;
    let rules = line.rules();
    let picture = rules.picture();
    let picture = picture.as_ref();
    let legal = rules.legal_moves();
    let paths = rules.shortest_paths();
    let moves: Vec<Json> =
        legal.iter().zip(&paths).map(|(m, path)| move_json(picture, m, path)).collect();
    let state = state(rules);
    let notations = rules.notations();
    Ok(json!({
        "game": game.name(),
        "start": line.start(),
        "position": rules.position(),
        "texts": texts(&played),
        "names": line.names(),
        "opening": opening_name(&game.entry, line.start(), &line.names()),
        "line": line.steps().iter().map(step_json).collect::<Vec<Json>>(),
        "side": state["side"],
        "cells": picture.map(cells),
        "diagram": rules.diagram(),
        "moves": moves,
        "hands": picture.and_then(hands),
        "checks_left": picture.and_then(|picture| picture.checks_left),
        "counted": counted(rules),
        "may_be_drawn": rules.may_be_drawn(),
        "marked": picture.map_or(&[][..], |picture| &picture.marked),
        "last": line.steps().last().map(|step| last_json(step, line)),
        "result": state["result"],
        "notation": game.notation.map_or(notations[0], MoveNotation::name),
        "notations": notations,
    }))
}

/// The position, the moves and the command for both, as the programs of the game's players read them.
fn texts(played: &GameLine) -> Json {
    use MoveNotation::{Numbers, Squares, Usi};
    let line = &played.line;
    let notations = line.rules().notations();
    let own = [Usi, Numbers, Squares].into_iter().find(|own| notations.contains(&own.name()));
    let mut moves: Vec<String> = line.names().into_iter().map(str::to_owned).collect();
    if own.is_some() {
        let legal = line.at(0).legal_line(&moves, own);
        moves = legal.into_iter().map(|m| m.record).collect();
    }
    let command = match own {
        Some(Usi) => usi_position_command(line.start(), &moves),
        _ => played.command(),
    };
    json!({ "position": position_text(line.rules()), "moves": moves.join(" "), "command": command })
}

/// The side to move, and the result of a game that is over.
pub fn state(rules: &dyn Referee) -> Json {
    let result = rules.result().map(
        |(winner, ending)| json!({ "winner": winner.map(Side::word), "reason": ending.reason() }),
    );
    json!({ "side": rules.side().word(), "result": result })
}

/// A move that was played, as it stands in a list of moves.
pub(super) fn step_json(step: &LineStep) -> Json {
    json!({
        "name": step.played.name,
        "record": step.played.record,
        "shown": step.played.shown(),
        "side": step.side.word(),
        "number": step.number.count,
        "is_reply": step.number.is_reply,
    })
}

fn cells(picture: &Picture) -> Json {
    picture.cells.iter().map(|cell| piece(picture.shape, *cell)).collect()
}

fn hands(picture: &Picture) -> Option<Json> {
    let [first, second] = picture.hands.as_ref()?;
    Some(json!({ "first": hand(picture.shape, first), "second": hand(picture.shape, second) }))
}

fn hand(shape: &BoardShape, held: &[(Piece, usize)]) -> Json {
    let pieces =
        held.iter().map(|(of, count)| json!({ "piece": piece(shape, Some(*of)), "count": count }));
    pieces.collect()
}

/// What both sides have of the things whose number decides the game; `null` if nothing is counted.
fn counted(rules: &dyn Pictures) -> Json {
    let counted = rules.counted();
    counted.map_or(Json::Null, |of| json!({ "what": of.what, "sides": of.sides }))
}

pub(super) fn move_json(picture: Option<&Picture>, m: &LegalMove, way: &[String]) -> Json {
    let MoveCells { from, to, wall, taken, piece: made, rook, .. } = m.cells;
    json!({
        "name": m.name,
        "record": m.record,
        "shown": m.shown(),
        "from": from,
        "to": to,
        "wall": wall,
        "taken": taken,
        "rook": rook,
        "piece": picture.map(|picture| piece(picture.shape, made)),
        "path": path(picture, way),
    })
}

fn last_json(step: &LineStep, line: &Line) -> Json {
    let MoveCells { from, to, wall, .. } = step.played.cells;
    let mut object = step_json(step);
    object["from"] = json!(from);
    object["to"] = json!(to);
    object["wall"] = json!(wall);
    let before = line.at(line.steps().len() - 1);
    let ways = before.paths(&step.played.name).map(|paths| paths.ways).unwrap_or_default();
    object["path"] = path(before.picture().as_ref(), ways.first().map_or(&[], Vec::as_slice));
    object["changed"] = json!(line.changed());
    object
}

/// The cells of a move's path, from origin to target; `null` if it is obvious.
fn path(picture: Option<&Picture>, way: &[String]) -> Json {
    let Some(picture) = picture.filter(|_| way.len() > 2) else { return Json::Null };
    let cells = way.iter().map(|point| picture.shape.cell(point));
    json!(cells.collect::<Option<Vec<usize>>>())
}

pub(super) fn piece(shape: &BoardShape, cell: Option<Piece>) -> Json {
    let Some(piece) = cell else { return Json::Null };
    json!({
        "side": piece.side.map(Side::word),
        "letter": piece.letter,
        "symbol": piece.symbol,
        "promoted": piece.is_promoted,
        "name": shape.kind_of(&piece).map(|kind| kind.name),
    })
}
