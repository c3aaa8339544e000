//! From a question to its answer.

use crate::engine::OwnEngine;
use crate::{begin, say_json};
use plyglot_answers::{
    Answers, EngineFacts, Fields, Offers, PageExplanation, PageSearch, RequestRefusal,
};
use serde_json::{Value as Json, json};
use std::path::Path;
use std::sync::Arc;

/// The longest line of the protocol, in bytes.
const MAX_LINE: usize = 1 << 16;
/// The longest file of rules, in bytes.
const MAX_RULES: usize = 1 << 20;

/// There is no match that could be watched.
const OFFERS: Offers = Offers { watches: false, reads_rules: true };

/// All games, and the engine once it was needed.
pub(crate) struct Worker {
    answers: Answers,
    engine: Option<OwnEngine>,
}

impl Worker {
    pub(crate) fn new() -> Worker {
        let registry = plyglot_variants::with_library(plyglot_games::standard());
        let game = registry.default_game().info.name.to_owned();
        Worker { answers: Answers { registry: Arc::new(registry), game }, engine: None }
    }

    /// Answers a question in JSON.
    pub(crate) fn answer(&mut self, question: &[u8]) {
        if let Err(refusal) = self.find(question) {
            begin(refusal.status);
            say_json(&refusal.json());
        }
    }

    /// # Errors
    /// If the question is none, or there is no answer to it; nothing has been said then.
    fn find(&mut self, question: &[u8]) -> Result<(), RequestRefusal> {
        let question: Json = serde_json::from_slice(question)
            .map_err(|error| RequestRefusal::wrong(format!("invalid JSON: {error}")))?;
        let name = question["path"].as_str().unwrap_or_default();
        let found = match name {
            "about" => self.answers.about(&[self.facts()], OFFERS),
            "health" => json!({ "searches": 0, "engines": 1 }),
            _ => return self.find_asked(name, Fields::of(&question["body"])?),
        };
        begin(200);
        say_json(&found);
        Ok(())
    }

    fn find_asked(&mut self, name: &str, asked: Fields<'_>) -> Result<(), RequestRefusal> {
        if let Some(find) = Answers::to(name) {
            let found = find(&self.answers, asked)?;
            begin(200);
            say_json(&found);
            return Ok(());
        }
        match name {
            // Its tables and networks are not in the program: see `split.js`.
            "data" => {
                let name = asked.name("game")?;
                let unknown = || RequestRefusal::unknown(format!("unknown game {name}"));
                let game = self.answers.registry.game(name).ok_or_else(unknown)?;
                begin(200);
                say_json(&json!(game.entry.info.name));
            }
            "rules" => {
                let found = self.read_rules(asked)?;
                begin(200);
                say_json(&found);
            }
            "explain" => {
                let explanation = PageExplanation::of(&self.answers, asked)?;
                begin(200);
                // Whoever needs no answer any more ends this whole worker.
                say_json(&explanation.answer(&|| false));
            }
            "search" => {
                let search = PageSearch::of(&self.answers, asked)?;
                let facts = self.facts();
                let engine = self.engine()?;
                begin(200);
                engine.search(&facts, search);
            }
            "uci" => {
                let line = asked.text("line", MAX_LINE)?.unwrap_or_default();
                let engine = self.engine()?;
                begin(200);
                engine.carry_out(line);
            }
            _ => return Err(RequestRefusal::unknown("there is nothing here")),
        }
        Ok(())
    }

    /// Adds the games of a file of rules.
    ///
    /// # Errors
    /// If it is too long, or the program reads none.
    fn read_rules(&mut self, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
        let text = asked.text("text", MAX_RULES)?.unwrap_or_default();
        let registry = &self.answers.registry;
        let source = registry.source().ok_or_else(|| RequestRefusal::unknown("no rules"))?;
        let own: Vec<&str> = registry.entries().iter().flat_map(|entry| entry.names()).collect();
        // There are no networks beside it.
        let loaded = source.load(Path::new(""), text, &own, true);
        // It knows the games from its beginning.
        self.engine = None;
        Ok(json!({ "names": loaded.names, "complaints": loaded.complaints }))
    }

    fn facts(&self) -> EngineFacts {
        EngineFacts::own(self.answers.registry.program().name())
    }

    /// The engine, started if it was not needed before.
    fn engine(&mut self) -> Result<&mut OwnEngine, RequestRefusal> {
        let no_memory = |error| RequestRefusal::busy(format!("no engine: {error}"));
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => OwnEngine::start(&self.answers.registry).map_err(no_memory)?,
        };
        Ok(self.engine.insert(engine))
    }
}
