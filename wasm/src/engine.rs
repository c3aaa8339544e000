//! The engine: the dialogue of the protocol, whose lines go to whoever asked.

use crate::{say, say_json};
use plyglot_answers::{EngineFacts, Findings, GameProgress, MAX_LINES, PageSearch, SearchEvent};
use plyglot_engine::Registry;
use plyglot_engine::protocol::{Output, Session};
use plyglot_support::lock;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

#[derive(Debug, Default)]
enum Receiver {
    #[default]
    None,
    /// Whoever sent a line of the protocol.
    Lines,
    /// The page, which gets findings in its own words.
    Search { findings: Findings, best: Option<String> },
}

impl Receiver {
    fn receive(&mut self, line: &str) {
        match self {
            Receiver::None => {}
            Receiver::Lines => say(line),
            Receiver::Search { findings, best } => match line.strip_prefix("bestmove ") {
                Some(words) => *best = words.split_whitespace().next().map(str::to_owned),
                None => findings.see(line).iter().for_each(say_json),
            },
        }
    }
}

#[derive(Clone, Default)]
struct SessionOutput(Arc<Mutex<Receiver>>);

/// `Output` writes each line with one call.
impl Write for SessionOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut receiver = lock(&self.0);
        String::from_utf8_lossy(bytes).lines().for_each(|line| receiver.receive(line));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) struct OwnEngine {
    /// Its games, which are those that it was started with.
    pub(crate) registry: Arc<Registry>,
    session: Session,
    output: SessionOutput,
    last_search: Option<LastSearch>,
}

struct LastSearch {
    game: String,
    progress: GameProgress,
}

impl OwnEngine {
    /// # Errors
    /// If there is no memory for its table.
    pub(crate) fn start(registry: &Arc<Registry>) -> Result<OwnEngine, String> {
        let output = SessionOutput::default();
        let session = Session::new(Registry::clone(registry), Output::new(output.clone(), |_| ()));
        let session = session.map_err(|error| error.to_string())?;
        Ok(OwnEngine { registry: Arc::clone(registry), session, output, last_search: None })
    }

    /// Carries out a line of the protocol; its answers are said.
    pub(crate) fn carry_out(&mut self, line: &str) {
        *lock(&self.output.0) = Receiver::Lines;
        self.session.execute_line(line);
        self.last_search = None;
        *lock(&self.output.0) = Receiver::None;
    }

    pub(crate) fn search(&mut self, facts: &EngineFacts, search: PageSearch) {
        let search = Arc::new(search);
        say_json(&SearchEvent::Started { engine: &facts.name }.json());
        self.choose_game(&search);
        let range = |option: &str| match option {
            "MultiPV" => Some(1..=MAX_LINES as i64),
            "UCI_Elo" => facts.ratings.clone(),
            "Skill Level" => facts.levels.clone(),
            _ => None,
        };
        for (name, value) in search.options(range) {
            self.session.execute_line(&format!("setoption name {name} value {value}"));
        }
        self.session.execute_line(&search.command);
        let findings = Findings::new(&search);
        *lock(&self.output.0) = Receiver::Search { findings, best: None };
        self.session.execute_line(&search.go);
        let received = std::mem::take(&mut *lock(&self.output.0));
        if let Receiver::Search { mut findings, best } = received {
            findings.report().iter().for_each(say_json);
            say_json(&search.end(best));
        }
    }

    /// Selects the game of a search, and forgets what is of another one.
    fn choose_game(&mut self, search: &PageSearch) {
        let game = search.game.name();
        let before = self.last_search.as_ref().filter(|last| last.game == game);
        if before.is_none() {
            self.session.execute_line(&format!("setoption name UCI_Variant value {game}"));
        }
        // Once the game is known: what it needs may be the only data that are loaded.
        if before.is_none_or(|last| !search.progress.continues(&last.progress)) {
            self.session.execute_line("ucinewgame");
        }
        let progress = search.progress.clone();
        self.last_search = Some(LastSearch { game: game.to_owned(), progress });
    }
}
