//! What the page of all games asks, and its answers, as JSON. Nothing here knows who asks:
//! `plyglot board` answers over HTTP, and the page without a server in a worker of its own.
//!
//! The page keeps the game. It asks for the games there are (`about`), a position (`game_line`,
//! `position`), one that is set up (`setup`), games in a text (`record`), a game as PGN (`saved`),
//! the costs of moves and their reasons (`explain`), the rules in words (`rulebook`). For a search (`search`), the engine is
//! missing: it is a process or another instance of the program. `request` reads the questions, and
//! says what is wrong with them.

#![allow(missing_docs)]

mod about;
mod explain;
mod game_line;
mod position;
mod record;
mod request;
mod rulebook;
mod saved;
mod search;
mod setup;

pub use about::{EngineFacts, Offers};
pub use explain::PageExplanation;
pub use position::state;
pub use request::{Fields, RequestRefusal};
pub use search::{Findings, MAX_LINES, PageSearch, SearchPlace};

use plyglot_engine::{Engine, NamedGame, Registry};
use serde_json::Value as Json;
use std::sync::Arc;

/// The answers about the games of a program.
#[derive(Clone, Debug)]
pub struct Answers {
    pub registry: Arc<Registry>,
    /// The game to show first.
    pub game: String,
}

impl Answers {
    /// The function that answers one of the questions that take no search: `position`, `setup`,
    /// `record`, `save`, `review` and `rulebook`. `None` for any other.
    pub fn answerer(question: &str) -> Option<Answerer> {
        Some(match question {
            "position" => position::answer,
            "setup" => setup::answer,
            "record" => record::answer,
            "save" => saved::answer,
            "rulebook" => rulebook::answer,
            "review" => |_, asked| explain::review(asked),
            _ => return None,
        })
    }

    pub fn find_game(&self, name: &str) -> Result<NamedGame, RequestRefusal> {
        let unknown = || RequestRefusal::unknown(format!("unknown game {name}"));
        self.registry.game(name).ok_or_else(unknown)
    }

    /// A game up to a position, by its rules.
    pub fn open(&self, asked: Fields<'_>) -> Result<(NamedGame, Box<dyn Engine>), RequestRefusal> {
        let line = game_line::GameLine::play(self, &asked.game()?)?;
        Ok((line.game, line.rules))
    }

    /// The games and engines that the page can offer, and what else it can do.
    pub fn about(&self, engines: &[EngineFacts], offers: Offers) -> Json {
        about::describe(self, engines, offers)
    }
}

/// Finds an answer, or why there is none.
pub type Answerer = fn(&Answers, Fields<'_>) -> Result<Json, RequestRefusal>;
