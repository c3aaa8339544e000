//! Positions that a program in JavaScript keeps here, by their numbers: a move costs what it costs
//! by the rules, however long the game is.

use plyglot_answers::{Answers, Fields, RequestRefusal};
use plyglot_core::game::{MoveNotation, Picture, Side, quote};
use plyglot_engine::{Engine, GameHistory, Leniency, MoveText, NOTATION, Pictures, PositionError};
use serde_json::{Value as Json, json};
use std::collections::HashMap;

/// The longest name, and the longest text of a position, in bytes.
const MAX_NAME: usize = 256;
const MAX_POSITION: usize = 16 << 10;

/// A position with the moves that led to it.
struct KeptPosition {
    game: &'static str,
    rules: Box<dyn Engine>,
}
#[derive(Default)]
pub(crate) struct Positions {
    kept: HashMap<u64, KeptPosition>,
    last: u64,
}

impl Positions {
    /// Answers a question about a position, or changes it: `do` says which, and `id` the position.
    ///
    /// # Errors
    /// If there is no such position or question, or a move is not legal.
    pub(crate) fn answer(
        &mut self,
        answers: &Answers,
        asked: Fields<'_>,
    ) -> Result<Json, RequestRefusal> {
        let unknown = || RequestRefusal::unknown("there is no such position");
        let id = asked.number("id", 0..=u64::MAX)?;
        let act = asked.name("do")?;
        if act == "open" {
            let (game, rules) = answers.open(asked)?;
            return Ok(self.keep(KeptPosition { game: game.name(), rules }));
        }
        let id = id.ok_or_else(unknown)?;
        if act == "close" {
            self.kept.remove(&id);
            return Ok(Json::Null);
        }
        let position = self.kept.get_mut(&id).ok_or_else(unknown)?;
        if act == "copy" {
            let (game, rules) = (position.game, position.rules.copy());
            return Ok(self.keep(KeptPosition { game, rules }));
        }
        position.answer(act, asked)
    }

    fn keep(&mut self, position: KeptPosition) -> Json {
        self.last += 1;
        self.kept.insert(self.last, position);
        json!(self.last)
    }
}

impl KeptPosition {
    fn answer(&mut self, act: &str, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
        let rules = &mut self.rules;
        Ok(match act {
            "push" => {
                let text = asked.name("move")?;
                let played = rules.push(text).or_else(|_| {
                    let name = rules.read_move(text, Leniency::Typed)?;
                    rules.push(&name)
                });
                played.map_err(|error| RequestRefusal::of_text(&error))?;
                Json::Null
            }
            "pop" => json!(rules.undo()),
            "moves" => json!(rules.moves()),
            "move" => {
                let found = rules.legal_move(asked.name("move")?);
                let found = found.map_err(|error| RequestRefusal::of_text(&error))?;
                let record = match asked.text("notation", MAX_NAME)? {
                    Some(notation) => written(&**rules, &found.name, notation)?,
                    None => found.record,
                };
                json!({ "name": found.name, "record": record })
            }
            "effects" => {
                let found = rules.legal_move(asked.name("move")?);
                let found = found.map_err(|error| RequestRefusal::of_text(&error))?;
                let (before, mut after) = (picture(&**rules)?, rules.copy());
                after.push(&found.name).map_err(|error| RequestRefusal::of_text(&error))?;
                let captures = after.picture().is_some_and(|after| after.has_fewer(&before));
                json!({ "captures": captures, "checks": after.is_check() })
            }
            "board" => board(&**rules)?,
            "attackers" => attackers(&**rules, asked)?,
            "set" => {
                let text = asked.needed_text("start", MAX_POSITION)?;
                rules.set_position(Some(text), &[]).map_err(|error| match error {
                    PositionError::Start(error) | PositionError::Move { error, .. } => {
                        RequestRefusal::of_text(&error)
                    }
                })?;
                Json::Null
            }
            "fen" => json!(rules.position()),
            "history" => {
                let GameHistory { start, moves } = rules.history();
                json!({ "game": self.game, "start": start, "moves": moves })
            }
            "state" => json!(plyglot_answers::state(&**rules)),
            _ => return Err(RequestRefusal::unknown("not found")),
        })
    }
}

fn written(rules: &dyn MoveText, name: &str, notation: &str) -> Result<String, RequestRefusal> {
    rules.prepare_option(NOTATION, notation).map_err(|expected| {
        RequestRefusal::wrong(format!("notation: expected {expected}, found {}", quote(notation)))
    })?;
    let line = [name.to_owned()];
    let found = rules.legal_line(&line, MoveNotation::named(notation)).pop();
    Ok(found.map_or_else(String::new, |m| m.record))
}

fn picture(rules: &dyn Pictures) -> Result<Picture, RequestRefusal> {
    rules.picture().ok_or_else(|| RequestRefusal::wrong("the game has no board of files and ranks"))
}

fn names(picture: &Picture, cells: impl IntoIterator<Item = usize>) -> Vec<String> {
    cells.into_iter().map(|cell| picture.shape.name(cell)).collect()
}

/// What stands where, and what is known of the position.
fn board(rules: &dyn Pictures) -> Result<Json, RequestRefusal> {
    let picture = picture(rules)?;
    let mut pieces = serde_json::Map::new();
    let mut walls = Vec::new();
    for (cell, piece) in picture.cells.iter().enumerate() {
        let Some(piece) = piece else { continue };
        let square = picture.shape.name(cell);
        let Some(side) = piece.side else {
            walls.push(square);
            continue;
        };
        let name = picture.shape.kind_of(piece).map(|kind| kind.name);
        let piece = json!({ "side": side.word(), "symbol": piece.text(), "name": name });
        pieces.insert(square, piece);
    }
    Ok(json!({
        "pieces": pieces,
        "walls": walls,
        "checks_left": picture.checks_left,
        "checkers": names(&picture, rules.checkers()),
        "epd": rules.identity(),
        "occurrences": rules.occurrences(),
    }))
}

/// The squares of a side's pieces that attack a square.
fn attackers(rules: &dyn Pictures, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let picture = picture(rules)?;
    let square = asked.name("square")?;
    let no_square = || RequestRefusal::wrong(format!("expected a square, found {}", quote(square)));
    let cell = picture.shape.cell(square).ok_or_else(no_square)?;
    let side = match asked.name("side")? {
        "first" => Side::First,
        "second" => Side::Second,
        _ => return Err(RequestRefusal::wrong("expected first or second in \"side\"")),
    };
    let expected = "expected a game whose pieces capture by moving to a square";
    let found = rules.attackers(side, cell).ok_or_else(|| RequestRefusal::wrong(expected))?;
    Ok(json!(names(&picture, found)))
}
