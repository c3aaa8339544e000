//! What the page of all games asks, and its answers, as JSON. Nothing here knows who asks:
//! `plyglot board` answers over HTTP, and the page without a server in a worker of its own.
//!
//! The page keeps the game. It asks for the games there are, the board of one (`board`), a position
//! (`game_line`, `position`), one that is set up (`setup`), games in a text (`record`), a game as a
//! record (`saved`), the costs of moves and their reasons (`explain`), the rules in words
//! (`rulebook`), and what is in a file of rules (`rule_files`), which then comes with each question
//! about its games.
//! For a search (`search`), and for a survey (`survey`), the engine is missing: it is a process or
//! another instance of the program. `request` reads the questions, and says what is wrong with
//! them.

#![allow(missing_docs)]

mod board;
mod explain;
mod game_line;
mod position;
mod record;
mod request;
mod rule_files;
mod rulebook;
mod saved;
mod search;
mod setup;
mod survey;

pub use explain::PageExplanation;
pub use position::{PageState, state};
pub use request::{Fields, RequestRefusal};
pub use rule_files::{RuleFiles, RulesStore};
pub use search::{Findings, FoundLine, GameProgress, MAX_LINES, PageSearch, SearchEvent};
pub use survey::PageSurvey;

use plyglot_core::search::Level;
use plyglot_engine::{ChosenGame, Engine, GameEntry, ListedGame, Registry};
use plyglot_records::RecordFormat;
use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};
use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[derive(Clone, Debug)]
pub struct Answers {
    pub registry: Arc<Registry>,
    /// The game to show first.
    pub game: String,
    files: Arc<RuleFiles>,
    /// Set when nobody waits for an answer any more.
    is_abandoned: Arc<AtomicBool>,
}

impl Answers {
    pub fn new(registry: Arc<Registry>, game: String, store: RulesStore) -> Answers {
        let files = Arc::new(RuleFiles::new(store));
        Answers { registry, game, files, is_abandoned: Arc::default() }
    }

    /// These answers for somebody who may leave before them. Setting `is_abandoned` ends the work.
    pub fn until(&self, is_abandoned: &Arc<AtomicBool>) -> Answers {
        Answers { is_abandoned: Arc::clone(is_abandoned), ..self.clone() }
    }

    /// # Errors
    /// If nobody waits for the answer any more. Nobody reads the refusal either.
    pub fn check_wanted(&self) -> Result<(), RequestRefusal> {
        if self.is_abandoned.load(Relaxed) {
            return Err(RequestRefusal::busy("nobody waits for the answer"));
        }
        Ok(())
    }

    /// The questions that take no search, with the functions that answer them.
    pub const ANSWERERS: [(&str, Answerer); 9] = [
        ("board", board::answer),
        ("position", position::answer),
        ("setup", setup::answer),
        ("record", record::answer),
        ("save", saved::answer),
        ("rulebook", rulebook::answer),
        ("read_rules", rule_files::answer),
        ("rule_words", rule_files::words),
        ("review", explain::review),
    ];

    /// The function that answers one of [`Answers::ANSWERERS`]; `None` for any other question.
    pub fn answerer(question: &str) -> Option<Answerer> {
        Self::ANSWERERS.iter().find(|(name, _)| *name == question).map(|&(_, found)| found)
    }

    pub fn find_game(&self, name: &str) -> Result<ChosenGame, RequestRefusal> {
        let game = self.registry.game(name);
        game.ok_or_else(|| RequestRefusal::unknown(format!("unknown game {name}")))
    }

    /// A game up to a position, by its rules.
    pub fn open(&self, asked: Fields<'_>) -> Result<(ChosenGame, Box<dyn Engine>), RequestRefusal> {
        let played = game_line::GameLine::play(self, &asked.game()?)?;
        Ok((played.game, played.line.rules().copy()))
    }

    /// The games and engines that the page can offer, and whether there is a match to watch.
    pub fn about(&self, engines: &[EngineFacts], watches: bool) -> Json {
        json!(About {
            program: self.registry.program().to_string(),
            game: &self.game,
            watches,
            reads_rules: self.registry.source().is_some(),
            extensions: RecordFormat::ALL.map(RecordFormat::extensions).concat(),
            games: self.games(|_| true),
            engines,
        })
    }

    fn games(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<PageGame> {
        let listed = self.registry.games();
        let by_name: HashMap<&str, &ListedGame> =
            listed.iter().map(|game| (game.name.as_str(), game)).collect();
        let mut entries: Vec<&GameEntry> = self.registry.entries().iter().collect();
        // Each game that is found is made, and there is room for a number of games.
        for name in self.registry.further_names() {
            if is_wanted(name) {
                entries.extend(self.registry.entry(name).ok());
            }
        }
        entries.retain(|entry| is_wanted(entry.info.name));
        entries
            .iter()
            .map(|entry| PageGame::new(entry, by_name.get(entry.info.name).copied()))
            .collect()
    }
}

pub type Answerer = fn(&Answers, Fields<'_>) -> Result<Json, RequestRefusal>;

#[derive(Serialize)]
struct About<'a> {
    program: String,
    game: &'a str,
    watches: bool,
    reads_rules: bool,
    extensions: Vec<&'static str>,
    games: Vec<PageGame>,
    engines: &'a [EngineFacts],
}

#[derive(Clone, Debug, Serialize)]
pub struct EngineFacts {
    pub name: String,
    /// The values of `Skill Level`, if it has that option.
    #[serde(serialize_with = "ends")]
    pub levels: Option<RangeInclusive<i64>>,
    /// The values of `UCI_Elo`, if it has that option.
    #[serde(serialize_with = "ends")]
    pub ratings: Option<RangeInclusive<i64>>,
    /// The names of the games that it plays; `None` for all.
    pub games: Option<Vec<String>>,
    /// Whether it plays games of files that are sent.
    pub reads_rules: bool,
}

impl EngineFacts {
    pub fn own(name: &str) -> EngineFacts {
        let ratings = i64::from(*Level::RATINGS.start())..=i64::from(*Level::RATINGS.end());
        let levels = Some(0..=i64::from(Level::FULL_SKILL));
        EngineFacts {
            name: name.to_owned(),
            levels,
            ratings: Some(ratings),
            games: None,
            reads_rules: true,
        }
    }
}

fn ends<S: Serializer>(
    range: &Option<RangeInclusive<i64>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    range.as_ref().map(|range| [*range.start(), *range.end()]).serialize(serializer)
}

#[derive(Serialize)]
struct PageGame {
    name: &'static str,
    title: String,
    family: Option<&'static str>,
    about: Option<String>,
    sides: [&'static str; 2],
    named_starts: Vec<&'static [&'static str]>,
    variants: Vec<PageVariant>,
}

#[derive(Serialize)]
struct PageVariant {
    name: &'static str,
    /// How many start positions have a number.
    starts: u16,
}

impl PageGame {
    fn new(entry: &GameEntry, listed: Option<&ListedGame>) -> PageGame {
        let info = entry.info;
        let mut meanings = HashSet::new();
        let mut variants = Vec::new();
        for preset in info.presets {
            if meanings.insert((preset.option, preset.value)) {
                // Only variants have start positions with numbers.
                variants.push(PageVariant { name: preset.name, starts: info.numbered_starts });
            }
        }
        PageGame {
            name: info.name,
            title: listed.map_or(info.title, |listed| &listed.title).to_owned(),
            family: listed.map(|listed| listed.family),
            about: listed.map(|listed| listed.about.clone()),
            sides: info.sides,
            named_starts: info.starts.iter().map(|start| start.names).collect(),
            variants,
        }
    }
}
