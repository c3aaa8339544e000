//! From a question to its answer.

use crate::engine::OwnEngine;
use crate::positions::Positions;
use crate::{begin, say_found, say_json};
use plyglot_answers::{
    Answers, EngineFacts, Fields, PageExplanation, PageSearch, PageSurvey, RequestRefusal,
};
use plyglot_core::search::INTERRUPT;
use plyglot_engine::Registry;
use plyglot_records::{GameChoice, JsonGame, json_games};
use plyglot_train::survey::{Plan, survey_here};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The longest line of the protocol, in bytes.
const MAX_LINE: usize = 1 << 16;
/// The longest file of rules, in bytes.
const MAX_RULES: usize = 1 << 20;

/// The longest text of games, in bytes.
const MAX_GAMES: usize = 1 << 28;
/// The longest name of a game, in bytes.
const MAX_NAME: usize = 256;

fn wrong(error: impl ToString) -> RequestRefusal {
    RequestRefusal::wrong(error.to_string())
}

/// All games, and the engine once it was needed.
pub(crate) struct Worker {
    answers: Answers,
    positions: Positions,
    engine: Option<OwnEngine>,
}

impl Worker {
    pub(crate) fn new() -> Worker {
        let registry = plyglot_library::with_library(plyglot_games::standard());
        let game = registry.default_game().info.name.to_owned();
        let store = Box::new(|_: &str| Ok(PathBuf::new()));
        let answers = Answers::new(Arc::new(registry), game, store);
        Worker { answers, positions: Positions::default(), engine: None }
    }

    pub(crate) fn answer(&mut self, question: &[u8]) {
        if let Err(refusal) = self.answer_question(question) {
            begin(refusal.status);
            say_json(&refusal.json());
        }
    }

    /// # Errors
    /// If the question is none, or there is no answer to it; nothing has been said then.
    fn answer_question(&mut self, question: &[u8]) -> Result<(), RequestRefusal> {
        let question = Fields::parse(question)?;
        match question["path"].as_str().unwrap_or_default() {
            "about" => say_found(&self.answers.about(&[self.facts()], false)),
            "health" => say_found(&json!({ "searches": 0, "engines": 1 })),
            path => self.answer_with_body(path, Fields::try_from(&question["body"])?)?,
        }
        Ok(())
    }

    fn answer_with_body(&mut self, path: &str, asked: Fields<'_>) -> Result<(), RequestRefusal> {
        if let Some(answerer) = Answers::answerer(path) {
            say_found(&answerer(&self.answers.to(asked)?, asked)?);
            return Ok(());
        }
        match path {
            // Its tables and networks are not in the program: see `split.js`.
            "data" => {
                let game = self.answers.to(asked)?.find_game(asked.name("game")?)?;
                say_found(&json!(plyglot_library::network_owner(game.entry.info.name)));
            }
            "game" => say_found(&self.positions.answer(&self.answers, asked)?),
            "games" => {
                let text = asked.needed_text("text", MAX_GAMES)?;
                let wanted = asked.text("game", MAX_NAME)?;
                let game = self.answers.find_game(wanted.unwrap_or("chess"))?;
                let registry = &self.answers.registry;
                let choice = GameChoice { registry, game, is_wanted: wanted.is_some() };
                say_found(&json!(json_games(text, &choice)));
            }
            "print" => {
                let format = asked.name("format")?;
                let game = asked.get("game").cloned().unwrap_or_default();
                let game: JsonGame = serde_json::from_value(game).map_err(wrong)?;
                say_found(&json!(game.print(format, &self.answers.registry).map_err(wrong)?));
            }
            "rules" => {
                let text = asked.needed_text("text", MAX_RULES)?;
                say_found(&self.read_rules(text, asked.flag("whole")?)?);
            }
            "explain" => {
                let explanation = PageExplanation::read(&self.answers.to(asked)?, asked)?;
                // An answer that is no longer needed ends with its worker.
                say_found(&explanation.answer(&|| false));
            }
            "survey" => {
                let PageSurvey { game, games, nodes, seed } =
                    PageSurvey::read(&self.answers.to(asked)?, asked)?;
                let plan = Plan { games, nodes, seed, ..Plan::default() };
                begin(200);
                if let Err(error) = survey_here(&game.entry, plan, &INTERRUPT, say_json) {
                    say_json(&json!({ "failed": error.to_string() }));
                }
            }
            "search" => {
                let answers = self.answers.to(asked)?;
                let search = PageSearch::read(&answers, asked)?;
                let facts = self.facts();
                let engine = self.engine(&answers.registry)?;
                begin(200);
                engine.search(&facts, search);
            }
            "uci" => {
                let line = asked.needed_text("line", MAX_LINE)?;
                let registry = Arc::clone(&self.answers.registry);
                let engine = self.engine(&registry)?;
                begin(200);
                engine.carry_out(line);
            }
            _ => return Err(RequestRefusal::unknown("not found")),
        }
        Ok(())
    }

    /// Adds the games of a file of rules; none if it has faults and only the whole file will do.
    ///
    /// # Errors
    /// If the program reads none.
    fn read_rules(&mut self, text: &str, whole: bool) -> Result<Json, RequestRefusal> {
        let unreadable = || RequestRefusal::unknown("this program cannot read rules files");
        // No network file lies beside it.
        let load = |keep| self.answers.registry.load_rules(Path::new(""), text, keep);
        let looked_at = if whole { load(false) } else { None };
        let looked_at = looked_at.filter(|found| !found.complaints.is_empty());
        let loaded = looked_at.or_else(|| load(true)).ok_or_else(unreadable)?;
        // The engine copied the list of games when it started.
        self.engine = None;
        Ok(json!({
            "names": loaded.names,
            "complaints": loaded.complaints,
            "warnings": loaded.warnings,
        }))
    }

    fn facts(&self) -> EngineFacts {
        EngineFacts::own(self.answers.registry.program().name())
    }

    /// The engine for these games, started if it was not needed before.
    fn engine(&mut self, registry: &Arc<Registry>) -> Result<&mut OwnEngine, RequestRefusal> {
        let no_memory = |error| RequestRefusal::busy(format!("no engine: {error}"));
        let engine =
            match self.engine.take().filter(|engine| Arc::ptr_eq(&engine.registry, registry)) {
                Some(engine) => engine,
                None => OwnEngine::start(registry).map_err(no_memory)?,
            };
        Ok(self.engine.insert(engine))
    }
}
