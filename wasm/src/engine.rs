//! The engine: the dialogue of the protocol, whose lines go to whoever asked.

use crate::{say, say_json};
use plyglot_answers::{EngineFacts, Findings, PageSearch};
use plyglot_engine::Registry;
use plyglot_engine::protocol::{Output, Session};
use serde_json::json;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most lines of a search, as the option `MultiPV` has it.
const LINES: std::ops::RangeInclusive<i64> = 1..=500;

/// Who hears the lines of the engine.
#[derive(Debug, Default)]
enum Listener {
    #[default]
    Nobody,
    /// The one who sent a line of the protocol.
    Sender,
    /// The page, in its own words; and the move that was found.
    Page(Findings, Option<String>),
}

impl Listener {
    fn hear(&mut self, line: &str) {
        match self {
            Listener::Nobody => {}
            Listener::Sender => say(line),
            Listener::Page(findings, best) => match line.strip_prefix("bestmove ") {
                Some(words) => *best = words.split_whitespace().next().map(str::to_owned),
                None => findings.see(Some(line)).iter().for_each(say_json),
            },
        }
    }
}

/// The output of the dialogue.
#[derive(Clone, Default)]
struct Ear(Arc<Mutex<Listener>>);

impl Ear {
    fn listener(&self) -> MutexGuard<'_, Listener> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lines are written whole.
impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut listener = self.listener();
        String::from_utf8_lossy(bytes).lines().for_each(|line| listener.hear(line));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The engine of this program.
pub(crate) struct OwnEngine {
    session: Session,
    ear: Ear,
    /// The game of the last search, and its place in it.
    searched: Option<(String, (Option<String>, usize))>,
}

impl OwnEngine {
    /// # Errors
    /// If there is no memory for its table.
    pub(crate) fn start(registry: &Registry) -> Result<OwnEngine, String> {
        let ear = Ear::default();
        let output = Output::new(ear.clone(), |_| ());
        let session = Session::new(registry.clone(), output).map_err(|error| error.to_string())?;
        Ok(OwnEngine { session, ear, searched: None })
    }

    /// Carries out a line of the protocol; its answers are said.
    pub(crate) fn carry_out(&mut self, line: &str) {
        *self.ear.listener() = Listener::Sender;
        self.session.execute_line(line);
        self.searched = None;
        *self.ear.listener() = Listener::Nobody;
    }

    /// Searches, and says what it finds.
    pub(crate) fn search(&mut self, facts: &EngineFacts, search: PageSearch) {
        let search = Arc::new(search);
        say_json(&json!({ "type": "started", "engine": facts.name }));
        self.choose_game(&search);
        let range = |option: &str| match option {
            "MultiPV" => Some(LINES),
            "UCI_Elo" => facts.ratings.clone(),
            "Skill Level" => facts.levels.clone(),
            _ => None,
        };
        for (name, value) in search.options(range) {
            self.session.execute_line(&format!("setoption name {name} value {value}"));
        }
        self.session.execute_line(&search.command);
        *self.ear.listener() = Listener::Page(Findings::new(&search), None);
        self.session.execute_line(&search.go);
        let heard = std::mem::take(&mut *self.ear.listener());
        if let Listener::Page(mut findings, best) = heard {
            findings.report().iter().for_each(say_json);
            say_json(&search.end(best));
        }
    }

    /// Selects the game of a search, and forgets what is of another one.
    fn choose_game(&mut self, search: &PageSearch) {
        let game = search.game.name();
        let place = self.searched.as_ref().filter(|(name, _)| name == game).map(|(_, place)| place);
        match place {
            None => {
                self.session.execute_line("ucinewgame");
                self.session.execute_line(&format!("setoption name UCI_Variant value {game}"));
            }
            Some(place) if !search.goes_on(place) => {
                self.session.execute_line("ucinewgame");
            }
            Some(_) => {}
        }
        self.searched = Some((game.to_owned(), search.place()));
    }
}
