//! The dialogue with a client: what was selected, what runs, what a command does.

mod queue;
mod settings;

use super::command::{Command, GenFens, GoCommand, Start, Word};
use super::complaint::Complaint;
use super::genfens;
use super::grammar::{Parsed, command_words, parse_line};
use super::handicap::Wishes;
use super::help::HELP;
use super::lines::Lines;
use super::options::{self, Spec};
use super::output::{Output, Voice};
use super::response::{self, Manner};
use super::ugi::{Dialect, answer};
use crate::arguments::UsageError;
use crate::engine::{Effort, Engine, Job, Message, PositionError, Registry, Say};
use crate::games::{quote, text_error};
use crate::memory;
use crate::pool::STACK;
use crate::search::{Control, OutOfMemory, Settings, Table};
use anyhow::{Context, anyhow, ensure};
use queue::{End, Queue, Work};
use std::io::BufRead;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Memory in bytes that a dialogue takes beside the table and the stack of the search
/// thread.
const ROOM: usize = 8 << 20;

/// One dialogue.
pub struct Session {
    output: Arc<Output>,
    registry: Registry,
    specs: Vec<Spec>,
    engine: Box<dyn Engine>,
    settings: Settings,
    /// What was said of the strength to play with.
    wishes: Wishes,
    /// The options of games that the client set itself.
    game_options: Vec<(&'static str, String)>,
    /// Where the table is saved and loaded from, if anyone said.
    hash_file: Option<PathBuf>,
    manner: Manner,
    debug: bool,
    /// The number of the line that is read, from 1.
    line: usize,
    /// Whether a line that is wrong ends the dialogue, as its lines are arguments.
    is_strict: bool,
    /// What is wrong with a line of a strict dialogue.
    fault: Option<Complaint>,
    queue: Queue,
}

impl Session {
    /// A dialogue that plays the first game of `registry` until another is selected.
    ///
    /// # Errors
    /// When the system gives no memory for the table or no thread.
    pub fn new(registry: Registry, output: Output) -> anyhow::Result<Session> {
        // What is refused later could not be told: the program would be aborted.
        ensure!(
            memory::can_be_had(1, (options::DEFAULT_HASH << 20) + STACK + ROOM),
            "there is too little memory to begin with"
        );
        let table = Table::new(options::DEFAULT_HASH).map_err(|OutOfMemory| {
            anyhow!("no memory for a table of {} MiB", options::DEFAULT_HASH)
        })?;
        Ok(Session {
            output: Arc::new(output),
            specs: options::specs(&registry),
            engine: registry.default_game().open(),
            registry,
            settings: Settings {
                overhead: Duration::from_millis(options::default_overhead()),
                ..Settings::default()
            },
            wishes: Wishes::new(),
            game_options: Vec::new(),
            hash_file: None,
            manner: Manner::default(),
            debug: false,
            line: 0,
            is_strict: false,
            fault: None,
            queue: Queue::start(table).context("the search thread could not be started")?,
        })
    }

    /// Selects the game that is called `name`.
    ///
    /// # Errors
    /// When there is none, with a [`UsageError`].
    pub fn select(&mut self, name: &str) -> anyhow::Result<()> {
        let (entry, preset) =
            self.registry.find(name).ok_or_else(|| unknown_game(&self.registry, name))?;
        let mut engine = entry.open();
        for (option, value) in &self.game_options {
            engine.set_option(option, value);
        }
        if let Some(preset) = preset {
            engine.set_option(preset.option, preset.value);
        }
        self.engine = engine;
        // Two games may share a key.
        self.clear_table();
        self.queue.add(self.engine.prepare(self.settings.threads, self.say()));
        Ok(())
    }

    /// Carries out the commands of `input` until it ends or says `quit`.
    ///
    /// # Errors
    /// When `input` cannot be read.
    pub fn read(mut self, input: impl BufRead) -> anyhow::Result<()> {
        let mut lines = Lines::new(input);
        while let Some(line) = lines.next_line().context("the input cannot be read")? {
            if !self.obey(&line) {
                return Ok(());
            }
        }
        self.queue.finish();
        Ok(())
    }

    /// Carries out these commands, each a line of its own, and no others. The first
    /// that is wrong ends it; what was asked for before is finished.
    ///
    /// # Errors
    /// What is wrong with a command, as a [`UsageError`].
    pub fn carry_out<'a>(mut self, lines: impl IntoIterator<Item = &'a str>) -> anyhow::Result<()> {
        self.is_strict = true;
        for line in lines {
            let goes_on = self.obey(line);
            if let Some(fault) = self.fault.take() {
                return Err(UsageError::new(format!("{}: {fault}", quote(line))).into());
            }
            if !goes_on {
                break;
            }
        }
        self.queue.finish();
        Ok(())
    }

    /// Carries out one line. `false` if it was the last.
    fn obey(&mut self, line: &str) -> bool {
        self.line += 1;
        self.output.heard(line);
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') {
            return true;
        }
        match parse_line(line) {
            Ok(Parsed { skipped, command: Some(command) }) => {
                if let Some(skipped) = skipped {
                    self.note_skipped(&skipped);
                }
                if command == Command::Quit {
                    self.queue.stop_all();
                    return false;
                }
                // A bug in a game must not end the dialogue.
                match catch_unwind(AssertUnwindSafe(|| self.execute(command))) {
                    Ok(Ok(())) => {}
                    Ok(Err(complaint)) => self.complain(&complaint),
                    Err(_) => self.note(&bug(self.line)),
                }
            }
            Ok(Parsed { command: None, .. }) => self.complain(&unknown(line)),
            Err(complaint) => self.complain(&complaint),
        }
        true
    }

    fn execute(&mut self, command: Command) -> Result<(), Complaint> {
        match command {
            Command::Uci => self.introduce(Dialect::Uci),
            Command::Ugi => self.introduce(Dialect::Ugi),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.ready(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_ref())?,
            Command::Register | Command::Quit => {}
            Command::NewGame => self.forget(),
            Command::Position { start, moves } => self.set_position(&start, &moves)?,
            Command::Query(question) => {
                self.output.print(&answer(self.engine.as_ref(), question));
            }
            Command::Go(go) => self.go(*go)?,
            Command::Stop => self.queue.stop(),
            Command::PonderHit => self.queue.ponderhit(),
            Command::Display => self.output.print(&self.engine.diagram()),
            Command::Flip(word) => self.flip(&word)?,
            Command::Path(word) => self.tell_paths(&word)?,
            Command::Eval => self.output.print(&self.engine.evaluation()),
            Command::Bench(game) => self.bench(game.as_ref())?,
            Command::GenFens(order) => self.gen_fens(&order)?,
            Command::Help => self.output.print(HELP),
        }
        Ok(())
    }

    /// Says who this is, and speaks this dialect from now on.
    fn introduce(&mut self, dialect: Dialect) {
        self.manner.dialect = dialect;
        let name = concat!("id name Plyglot ", env!("CARGO_PKG_VERSION"));
        let mut lines = vec![name.to_owned(), "id author the Plyglot authors".to_owned()];
        lines.extend(self.specs.iter().map(Spec::to_string));
        lines.push(dialect.ok().to_owned());
        self.output.print(&lines.join("\n"));
    }

    /// During a search at once, otherwise when all that was asked for is done.
    fn ready(&self) {
        const READY: &str = "readyok";
        if self.queue.is_working() {
            self.output.print(READY);
        } else {
            let output = Arc::clone(&self.output);
            self.queue.add(Box::new(move |_| output.print(READY)));
        }
    }

    /// Empties the table and what else searches learnt.
    fn forget(&self) {
        self.clear_table();
        self.queue.add(self.engine.new_game());
    }

    fn clear_table(&self) {
        let threads = self.settings.threads;
        self.queue.add(Box::new(move |table| table.clear(threads)));
    }

    fn set_position(&mut self, start: &Start, moves: &[Word]) -> Result<(), Complaint> {
        let text = match start {
            Start::Initial => None,
            Start::Text(word) => Some(word),
        };
        let names: Vec<&str> = moves.iter().map(|word| word.text.as_str()).collect();
        self.engine
            .set_position(text.map(|word| word.text.as_str()), &names)
            .map_err(|error| locate(error, text, moves))
    }

    fn flip(&mut self, word: &Word) -> Result<(), Complaint> {
        if self.engine.flip() {
            return Ok(());
        }
        let expected = "a game whose position can have the other side to move";
        Err(Complaint::at(word.column, text_error(&word.text, 0, expected)))
    }

    fn tell_paths(&self, word: &Word) -> Result<(), Complaint> {
        let paths = self.engine.paths(&word.text);
        let paths = paths.map_err(|error| Complaint::at(word.column, error))?;
        self.output.print(&response::paths(&paths));
        Ok(())
    }

    /// Searches, or counts, as soon as what was asked for before is answered. What is
    /// wrong with the order is told and skipped, or an error where lines are arguments.
    fn go(&mut self, mut go: GoCommand) -> Result<(), Complaint> {
        match self.choose_moves(&mut go) {
            Some(complaint) if self.is_strict => return Err(complaint),
            Some(complaint) => self.complain(&complaint),
            None => {}
        }
        let control = Arc::new(Control::new(go.ponder, go.infinite));
        let is_done = Arc::new(AtomicBool::new(false));
        let (voice, done, ending) = (self.voice(), Arc::clone(&is_done), Arc::clone(&control));
        // Who has the answer may take the search for ended.
        let say = Arc::new(move |message: Message| {
            done.fetch_or(matches!(message, Message::Best { .. }), Relaxed);
            voice.say(&message, ending.is_stopped());
        });
        let job = match go.perft {
            Some(depth) => self.engine.perft(depth, Arc::clone(&control), say),
            None => self.engine.go(&go.order, &self.settings, Arc::clone(&control), say),
        };
        let end = match go.perft.is_some() || go.has_limit() {
            true => End::Limit,
            false if go.has_clock() => End::Clock,
            false => End::Open,
        };
        self.run(Work { control, end, is_done }, job);
        Ok(())
    }

    /// Finds the moves to search, and gives what was skipped. A search whose limit
    /// could not be read ends at once, as whoever asked for it waits for the answer.
    fn choose_moves(&self, go: &mut GoCommand) -> Option<Complaint> {
        let words: Vec<&str> = go.moves.iter().map(|word| word.text.as_str()).collect();
        let (moves, error) = self.engine.read_moves(&words);
        let error = error.map(|error| locate(error, None, &go.moves));
        let complaints = [go.complaint.take(), error].into_iter().flatten();
        let complaint = complaints.min_by_key(|complaint| complaint.column);
        let has_end = go.infinite || go.has_limit() || go.has_clock();
        go.order.moves = moves;
        if go.has_lost_limit || complaint.is_some() && !has_end {
            go.order.nodes = Some(0);
        }
        complaint
    }

    /// Runs the benchmark of one game, or of all.
    fn bench(&mut self, game: Option<&Word>) -> Result<(), Complaint> {
        let entries = match game {
            None => self.registry.entries().to_vec(),
            Some(word) => match self.registry.find(&word.text) {
                Some((entry, _)) => vec![*entry],
                None => return Err(self.no_game(word)),
            },
        };
        let control = Arc::new(Control::default());
        let say = self.say();
        let games: Vec<_> = entries
            .iter()
            .map(|entry| entry.open().bench(Arc::clone(&control), Arc::clone(&say)))
            .collect();
        let output = Arc::clone(&self.output);
        let job = move |_: &mut Table| {
            let total =
                games.into_iter().map(|bench| bench()).fold(Effort::default(), |sum, one| Effort {
                    nodes: sum.nodes + one.nodes,
                    time: sum.time + one.time,
                });
            let nps = response::per_second(total.nodes, total.time);
            output.print(&format!("{} nodes {nps} nps", total.nodes));
        };
        self.run(Work::limited(control), Box::new(job));
        Ok(())
    }

    /// Says openings.
    fn gen_fens(&mut self, order: &GenFens) -> Result<(), Complaint> {
        let order = genfens::read(order)?;
        let control = Arc::new(Control::default());
        let job = self.engine.openings(order, Arc::clone(&control), self.say());
        self.run(Work::limited(control), job);
        Ok(())
    }

    fn no_game(&self, word: &Word) -> Complaint {
        let names = || self.registry.entries().iter().flat_map(|entry| entry.names());
        let expected = format!("a game ({})", names().collect::<Vec<_>>().join(", "));
        Complaint::at(word.column, text_error(&word.text, 0, expected)).suggest(&word.text, names())
    }

    /// Queues work, and says so if it panics: who waits for its end hears of this one.
    fn run(&mut self, work: Work, job: Job) {
        let (output, line) = (Arc::clone(&self.output), self.line);
        let job = move |table: &mut Table| {
            if catch_unwind(AssertUnwindSafe(|| job(table))).is_err() {
                output.print(&response::string(&bug(line)));
            }
        };
        self.queue.run(work, Box::new(job));
    }

    fn say(&self) -> Say {
        let voice = self.voice();
        Arc::new(move |message: Message| voice.say(&message, false))
    }

    fn voice(&self) -> Voice {
        Voice::new(Arc::clone(&self.output), self.manner)
    }

    fn note(&self, note: &str) {
        self.output.print(&response::string(note));
    }

    fn complain(&mut self, complaint: &Complaint) {
        log::info!("line {}, {complaint}", self.line);
        if self.is_strict {
            self.fault.get_or_insert_with(|| complaint.clone());
            return;
        }
        self.note(&format!("error: line {}, {complaint}", self.line));
    }

    fn note_skipped(&self, skipped: &Word) {
        let column = skipped.column;
        let note = format!("line {}, column {column}: skipped {}", self.line, quote(&skipped.text));
        log::info!("{note}");
        if self.debug {
            self.note(&note);
        }
    }
}

impl Drop for Session {
    /// The search thread finishes its jobs when it is dropped; nothing of
    /// them may be left waiting for a release that nobody can give any more.
    fn drop(&mut self) {
        self.queue.finish();
    }
}

/// The name of no game.
fn unknown_game(registry: &Registry, name: &str) -> UsageError {
    let names: Vec<&str> = registry.entries().iter().flat_map(|entry| entry.names()).collect();
    UsageError::unknown(&format!("a game ({})", names.join(", ")), name, &names)
}

/// What is said of a command that was not carried out because of a panic.
fn bug(line: usize) -> String {
    log::error!("line {line}: a panic");
    format!(
        "error: line {line}, column 1: expected no bug of Plyglot's own, found one; please report it"
    )
}

/// What is wrong with a line in which there is no command.
fn unknown(line: &str) -> Complaint {
    let word = line.split_whitespace().next().unwrap_or_default();
    let at = line.find(|c: char| !c.is_whitespace()).unwrap_or(0);
    Complaint::at(1, text_error(line, at, "a command (try 'help')")).suggest(word, command_words())
}

/// The place in the line of what is wrong with a position or its moves.
fn locate(error: PositionError, start: Option<&Word>, moves: &[Word]) -> Complaint {
    match error {
        PositionError::Start(error) => {
            let (column, text) = start.map_or((1, ""), |word| (word.column, word.text.as_str()));
            Complaint::at(column, error).suggest(text, ["startpos", "fen", "moves"].into_iter())
        }
        PositionError::Move { word, error } => {
            Complaint::at(moves.get(word).map_or(1, |word| word.column), error)
        }
    }
}
