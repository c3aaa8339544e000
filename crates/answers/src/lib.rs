//! What the page of all games asks, and its answers, as JSON. Nothing here knows who asks:
//! `plyglot board` answers over HTTP, and the page without a server in a worker of its own.
//!
//! The page keeps the game. It asks for the games there are (`about`), a position (`game_line`,
//! `position`), one that is set up (`setup`), games in a text (`record`), a game as text (`saved`),
//! the costs of moves (`review`) and their reasons (`explain`). Of a search (`search`), this has all
//! but the engine, which is a process or another instance of the program. `request` reads the
//! questions, and `refusal` says what is wrong with them.

mod about;
mod explain;
mod game_line;
mod grid;
mod position;
mod record;
mod refusal;
mod request;
mod review;
mod saved;
mod search;
mod setup;

pub use about::{EngineFacts, Offers};
pub use explain::PageExplanation;
pub use refusal::RequestRefusal;
pub use request::Fields;
pub use search::{Findings, PageSearch};

use plyglot_engine::Registry;
use serde_json::Value as Json;
use std::sync::Arc;

/// The answers about the games of a program.
#[derive(Clone, Debug)]
pub struct Answers {
    /// The games.
    pub registry: Arc<Registry>,
    /// The game to show first.
    pub game: String,
}

impl Answers {
    /// Who answers this question that takes no search: `position`, `setup`, `record`, `pgn` or
    /// `review`. `None` if it is none of them.
    pub fn to(question: &str) -> Option<Answerer> {
        Some(match question {
            "position" => position::answer,
            "setup" => setup::answer,
            "record" => record::answer,
            "pgn" => saved::answer,
            "review" => |_, asked| review::answer(asked),
            _ => return None,
        })
    }

    /// The games and engines that the page can offer, and what else it can do.
    pub fn about(&self, engines: &[EngineFacts], offers: Offers) -> Json {
        about::describe(self, engines, offers)
    }
}

/// Finds an answer, or why there is none.
pub type Answerer = fn(&Answers, Fields<'_>) -> Result<Json, RequestRefusal>;
