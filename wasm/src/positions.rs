//! Positions that a program in JavaScript keeps here, by their numbers: a move costs what it costs
//! by the rules, however long the game is.

use plyglot_answers::{Answers, Fields, RequestRefusal};
use plyglot_engine::Engine;
use serde_json::{Value as Json, json};
use std::collections::HashMap;

/// A position with the moves that led to it.
struct KeptPosition {
    /// The name of its game.
    game: &'static str,
    rules: Box<dyn Engine>,
}

/// The positions that are kept.
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
                    let name = rules.read_move(text)?;
                    rules.push(&name)
                });
                played.map_err(|error| RequestRefusal::of_text(&error))?;
                Json::Null
            }
            "pop" => json!(rules.undo()),
            "moves" => json!(rules.moves()),
            "move" => {
                let text = asked.name("move")?;
                let found = rules.legal_move(text);
                let found = found.map_err(|error| RequestRefusal::of_text(&error))?;
                json!({ "name": found.name, "record": found.record })
            }
            "fen" => json!(rules.position()),
            "history" => {
                let (start, moves) = rules.history();
                json!({ "game": self.game, "start": start, "moves": moves })
            }
            "state" => plyglot_answers::state(&**rules),
            _ => return Err(RequestRefusal::unknown("not found")),
        })
    }
}
