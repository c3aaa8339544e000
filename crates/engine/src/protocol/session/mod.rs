//! The dialogue with a client: the selected game, running work, and the effect of each
//! command. The way of a line:
//!
//! 1. [`Session::read`] takes it from a stream, or [`Session::carry_out`] from arguments.
//! 2. [`Session::execute_line`] counts and logs it, and catches panics.
//! 3. The frame of the dialogue (`frame`) says what it means. XBoard (`xboard`) and Gomocup
//!    (`gomocup`) have the engine keep the game; the further steps are those of UCI.
//! 4. The dialect or the grammar of UCI makes a [`Command`] of it.
//! 5. `execute` carries the command out: at once, or as a job in the queue of work (`queue`).
//!    `settings` sets options; `tools` counts, measures and reads rules files.
//! 6. The messages of a job become lines in its `JobOutput`.
//! 7. `report` answers an error, or keeps it to end a dialogue of arguments.

mod frame;
mod gomocup;
mod queue;
mod settings;
mod tools;
mod xboard;

use super::command::{Command, GoCommand, UsageError, Word};
use super::dialect::{Dialect, DialectContext, Request, TimeUnit, UCCI_OPTIONS, answer};
use super::gomocup::is_gomocup;
use super::grammar::{Parsed, command_words, help};
use super::lines::LineReader;
use super::options::{self, StrengthOptions, UciOption};
use super::output::{JobOutput, Output};
use super::response::{self, ResponseFormat};
use crate::{Engine, Job, Message, MessageSink, PositionError, Registry, SeveralGames};
use anyhow::{Context, anyhow, ensure};
use frame::Frame;
use gomocup::Gomocup;
use plyglot_core::game::network::Network;
use plyglot_core::game::{SearchParams, TextError, quote, text_error};
use plyglot_core::memory;
use plyglot_core::pool::{STACK, THREAD_MEMORY_BYTES};
use plyglot_core::search::{Control, OutOfMemory, Settings, Table};
use plyglot_support::text::{NO_THREAD, nearest};
use queue::{EndsBy, PendingWork, WorkQueue};
use std::io::BufRead;
use std::panic::{AssertUnwindSafe, catch_unwind};
#[cfg(feature = "hash-file")]
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use xboard::XBoard;

/// The memory in bytes that a dialogue needs beside the table and the stack of the
/// search thread.
const DIALOGUE_BYTES: usize = THREAD_MEMORY_BYTES + (12 << 20);

/// The memory in bytes that a game needs beside that of its search: its rules, its network, and a
/// thread.
const GAME_BYTES: usize = THREAD_MEMORY_BYTES + (28 << 20);

enum DialogueError {
    Line(TextError),
    /// A rules file is faulty, which was reported already.
    File(String),
}

/// One dialogue.
pub struct Session {
    output: Arc<Output>,
    registry: Registry,
    /// The name of the game, or of the preset, that was selected at first.
    default_game: &'static str,
    unnamed: Option<SeveralGames>,
    specs: Vec<UciOption>,
    engine: Box<dyn Engine>,
    settings: Settings,
    strength_options: StrengthOptions,
    game_options: Vec<(&'static str, String)>,
    /// The parameters of the game's search, if they are not its own.
    params: Option<SearchParams>,
    #[cfg(feature = "hash-file")]
    hash_file: Option<PathBuf>,
    networks: Vec<(&'static str, Arc<Network>)>,
    format: ResponseFormat,
    /// Whether the client asked last for a position that was refused: no search of another one
    /// would answer it.
    is_position_refused: bool,
    /// Whether the client asked last for a game for which there is no memory: no move of another
    /// one would answer it.
    is_game_refused: bool,
    /// Moves that a search of this position does not try.
    banned: Vec<String>,
    debug: bool,
    /// The number of the current line, from 1.
    line: usize,
    /// Whether an error ends the dialogue; true if the lines are arguments.
    is_strict: bool,
    fault: Option<DialogueError>,
    queue: WorkQueue,
    frame: Frame,
    /// The game, if the client speaks XBoard's or Gomocup's protocol.
    xboard: XBoard,
    /// What Gomocup's client has said beside moves.
    gomocup: Gomocup,
}

impl Session {
    /// A dialogue that plays the first game of `registry` until another is selected.
    ///
    /// # Errors
    /// If the system provides no memory for the table or no thread.
    pub fn new(registry: Registry, output: Output) -> anyhow::Result<Session> {
        // A later failure to allocate could not be reported: the program would be
        // aborted.
        let mib = options::DEFAULT_HASH_MIB;
        ensure!(memory::can_be_had(1, (mib << 20) + STACK + DIALOGUE_BYTES), OutOfMemory { mib });
        let table = Table::new(mib)?;
        let first = registry.default_game();
        Ok(Session {
            output: Arc::new(output),
            default_game: first.info.name,
            unnamed: registry.file_game().err(),
            specs: options::specs(&registry, first.info.name),
            engine: first.open(),
            registry,
            settings: Settings {
                overhead: Duration::from_millis(options::DEFAULT_OVERHEAD_MS as u64),
                ..Settings::default()
            },
            strength_options: StrengthOptions::new(),
            game_options: Vec::new(),
            params: None,
            #[cfg(feature = "hash-file")]
            hash_file: None,
            networks: Vec::new(),
            format: ResponseFormat::default(),
            is_position_refused: false,
            is_game_refused: false,
            banned: Vec::new(),
            debug: false,
            line: 0,
            is_strict: false,
            fault: None,
            queue: WorkQueue::start(table).context(NO_THREAD)?,
            frame: Frame::default(),
            xboard: XBoard::default(),
            gomocup: Gomocup::default(),
        })
    }

    /// Begins with the game of this name, which is the default then.
    ///
    /// # Errors
    /// A [`UsageError`] if there is no such game.
    pub fn begin_with(&mut self, name: &str) -> anyhow::Result<()> {
        self.select(name)?;
        self.default_game = self.registry.game(name).map_or(self.default_game, |game| game.name());
        self.specs = options::specs(&self.registry, self.default_game);
        Ok(())
    }

    /// Selects the game with this name.
    ///
    /// # Errors
    /// A [`UsageError`] if there is no such game; or that the system has too little memory for it.
    pub fn select(&mut self, name: &str) -> anyhow::Result<()> {
        let is_own = self.registry.is_own(name);
        if !is_own {
            // While the check below holds memory, no job may need it.
            self.queue.settle();
        }
        // A later failure to allocate could not be reported.
        let has_room = |bytes| -> anyhow::Result<()> {
            let is_there = is_own || memory::can_be_had(1, bytes + GAME_BYTES);
            ensure!(is_there, "not enough memory for {}", quote(name));
            Ok(())
        };
        has_room(0)?;
        let unknown = || UsageError::new(self.registry.unknown_game(name).to_string());
        let (entry, preset) = self.registry.find(name).ok_or_else(unknown)?;
        let mut engine = entry.open();
        has_room(engine.search_bytes())?;
        for (option, value) in &self.game_options {
            engine.set_option(option, value);
        }
        if let Some(preset) = preset {
            engine.set_option(preset.option, preset.value);
        }
        engine.set_network(self.network_of(&*engine));
        self.engine = engine;
        self.params = None;
        self.is_position_refused = false;
        self.is_game_refused = false;
        self.unnamed = None;
        self.banned.clear();
        // Two games may share a key.
        self.clear_table();
        self.queue.add(self.engine.prepare(self.settings.threads, self.message_sink()));
        Ok(())
    }

    /// Carries out the commands of `input` up to its end or `quit`.
    ///
    /// # Errors
    /// If `input` cannot be read.
    pub fn read(mut self, input: impl BufRead) -> anyhow::Result<()> {
        let mut lines = LineReader::new(input);
        while let Some(line) = lines.next_line().context("the input cannot be read")? {
            if !self.execute_line(&line) {
                return Ok(());
            }
        }
        self.queue.finish();
        Ok(())
    }

    /// Carries out these commands, each a line. The first error ends the dialogue;
    /// earlier work is finished.
    ///
    /// # Errors
    /// The error of a command, as a [`UsageError`]; or that a file of rules has errors.
    pub fn carry_out<'a>(mut self, lines: impl IntoIterator<Item = &'a str>) -> anyhow::Result<()> {
        self.is_strict = true;
        for line in lines {
            let goes_on = self.execute_line(line);
            match self.fault.take() {
                Some(DialogueError::Line(error)) => {
                    let error = with_column(&error);
                    return Err(UsageError::new(format!("{}: {error}", quote(line))).into());
                }
                Some(DialogueError::File(why)) => return Err(anyhow!(why)),
                None => {}
            }
            if !goes_on {
                break;
            }
        }
        self.queue.finish();
        Ok(())
    }

    /// Carries out one line; `false` after the last one.
    pub fn execute_line(&mut self, line: &str) -> bool {
        self.line += 1;
        self.output.log_input(line);
        log::debug!("line {}: {line:?}", self.line);
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') {
            return true;
        }
        // A bug in a game must not end the dialogue.
        let goes_on = catch_unwind(AssertUnwindSafe(|| {
            if self.line == 1 && is_gomocup(text) {
                self.speak_gomocup(text);
            }
            match self.frame {
                Frame::Uci => self.execute_uci(line),
                Frame::XBoard => self.execute_xboard(line),
                Frame::Gomocup => self.execute_gomocup(line),
            }
        }));
        goes_on.unwrap_or_else(|_| {
            let bug = bug(self.line);
            if self.is_strict {
                self.fault.get_or_insert(DialogueError::File(bug));
            } else {
                self.note(&bug);
            }
            true
        })
    }

    fn speak(&mut self, frame: Frame) {
        self.output.write_notes_after(frame.note_word());
        self.frame = frame;
    }

    /// Carries out a line of UCI or of one of its dialects; `false` after the last one.
    fn execute_uci(&mut self, line: &str) -> bool {
        let dialect = self.format.dialect;
        let (info, side) = (self.engine.info(), self.engine.side());
        let context = DialectContext { info, side, options: &self.specs };
        match dialect.read(line, context) {
            Ok(Request::Ban(moves)) => self.banned = moves,
            Ok(Request::Speak(dialect)) => self.format.dialect = dialect,
            Ok(Request::Nothing) => {}
            Ok(Request::Uci(Parsed { skipped, command: Some(command) })) => {
                if let Some(skipped) = skipped {
                    self.note_skipped(&skipped);
                }
                if command == Command::Quit {
                    self.queue.stop_all();
                    if matches!(dialect, Dialect::Ucci { .. }) {
                        self.output.print("bye");
                    }
                    return false;
                }
                if let Err(error) = self.execute(command) {
                    self.report(error);
                }
            }
            Ok(Request::Uci(Parsed { command: None, .. })) => self.report(unknown(line)),
            Err(error) => {
                let command =
                    line.split_whitespace().find(|word| command_words().any(|c| c == *word));
                self.is_position_refused |= command == Some("position");
                self.report(error);
            }
        }
        true
    }

    fn execute(&mut self, command: Command) -> Result<(), TextError> {
        log::debug!("{command:?}");
        if command.is_about_a_game() && !self.has_named_game() {
            return Ok(());
        }
        match command {
            Command::Uci => self.introduce(Dialect::Uci),
            Command::Ugi => self.introduce(Dialect::Ugi),
            Command::Usi => self.introduce(Dialect::Usi),
            Command::Ucci => self.introduce(Dialect::Ucci { unit: TimeUnit::default() }),
            Command::XBoard => self.speak(Frame::XBoard),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.ready(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_ref())?,
            Command::Register | Command::Quit => {}
            Command::NewGame => {
                self.banned.clear();
                self.forget();
            }
            Command::Position { start, moves } => self.set_position(start.as_ref(), &moves)?,
            Command::Query(query) => {
                self.output.print(&answer(self.engine.as_ref(), query));
            }
            Command::Go(go) => self.go(*go)?,
            Command::Stop => self.queue.stop(),
            Command::PonderHit => self.queue.ponderhit(),
            Command::Display => self.output.print(&self.engine.diagram()),
            Command::Flip(word) => self.flip(&word)?,
            Command::Path(word) => self.print_paths(&word)?,
            Command::Eval => self.output.print(&self.engine.evaluation()),
            Command::Bench(games) => self.bench(&games)?,
            Command::GenFens { count, seed, book } => self.gen_fens(count, seed, book.as_ref())?,
            Command::Load(file) => self.read_variants(&file, true)?,
            Command::Check(file) => self.read_variants(&file, false)?,
            Command::Help => self.output.print(&help(self.registry.program())),
        }
        Ok(())
    }

    /// Whether it is known which game is meant. If files have several, it is said which one is
    /// played; commands that are arguments end.
    fn has_named_game(&mut self) -> bool {
        let Some(several) = self.unnamed.take() else { return true };
        if self.is_strict {
            self.fault = Some(DialogueError::File(several.to_string()));
            return false;
        }
        let (found, game) = (several.found(), self.engine.info().title);
        self.note(&format!("{found}; until one is selected, the game is {game}"));
        true
    }

    /// Introduces the engine, and answers in this dialect from now on.
    fn introduce(&mut self, dialect: Dialect) {
        self.format.dialect = dialect;
        self.banned.clear();
        let begun = self.begin_game_of(dialect);
        let program = self.registry.program();
        let mut lines = vec![format!("id name {program}")];
        lines.push(format!("id author {}", program.author()));
        lines.extend(self.specs.iter().filter_map(|option| dialect.option(option)));
        if matches!(dialect, Dialect::Ucci { .. }) {
            lines.push(UCCI_OPTIONS.to_owned());
        }
        lines.push(dialect.ok().to_owned());
        self.output.print(&lines.join("\n"));
        if let Some(note) = begun {
            self.note(&note);
        }
    }

    /// Selects the game that the clients of a dialect mean, unless the one in hand is like it. Says
    /// so if another one had been chosen. The default is the game that a client has when it sets
    /// nothing.
    fn begin_game_of(&mut self, dialect: Dialect) -> Option<String> {
        let before = self.engine.info();
        let mut note = None;
        let mut default = self.default_game;
        if let Some(game) = dialect.game() {
            if !dialect.can_write(before) {
                note = match self.select(game) {
                    Err(why) => Some(format!("error: line {}, {why}", self.line)),
                    Ok(()) if before.name == self.registry.entries()[0].info.name => None,
                    Ok(()) => Some(format!("{}; the game is {game}", dialect.cannot_write(before))),
                };
            }
            default = self.engine.info().name;
        }
        self.specs = options::specs(&self.registry, default);
        note
    }

    /// Answers at once during a search; otherwise after all queued work, and with all there that a
    /// search needs. Later lines are answered later.
    fn ready(&self) {
        if !self.queue.is_working() {
            // That there are fewer threads was said when they were set.
            self.queue.add(self.engine.prepare(self.settings.threads, Arc::new(|_| ())));
            self.queue.settle();
        }
        self.output.print("readyok");
    }

    fn forget(&self) {
        self.clear_table();
        self.queue.add(self.engine.new_game());
    }

    fn clear_table(&self) {
        let threads = self.settings.threads;
        self.queue.add(Box::new(move |table| table.clear(threads)));
    }

    fn set_position(&mut self, start: Option<&Word>, moves: &[Word]) -> Result<(), TextError> {
        let names: Vec<&str> = moves.iter().map(|word| word.text.as_str()).collect();
        self.banned.clear();
        let set = self.engine.set_position(start.map(|word| word.text.as_str()), &names);
        self.is_position_refused = set.is_err();
        set.map_err(|error| locate(error, start, moves))
    }

    fn flip(&mut self, word: &Word) -> Result<(), TextError> {
        if self.engine.flip() {
            return Ok(());
        }
        let expected = "a game that supports flipping";
        Err(word.error(expected))
    }

    fn print_paths(&self, word: &Word) -> Result<(), TextError> {
        let paths = self.engine.paths(&word.text);
        let paths = paths.map_err(|error| word.locate(error))?;
        self.output.print(&response::paths(&paths));
        Ok(())
    }

    /// Queues a search, or a perft. Words that cannot be read are reported and skipped;
    /// if the lines are arguments, they are errors.
    fn go(&mut self, mut go: GoCommand) -> Result<(), TextError> {
        match self.choose_moves(&mut go) {
            Some(error) if self.is_strict => return Err(error),
            Some(error) => self.report(error),
            None => {}
        }
        if let Some(depth) = go.perft {
            self.perft(depth);
            return Ok(());
        }
        let bans = !self.banned.is_empty() && go.moves.is_empty();
        // To the engine, no moves would be all of them.
        let is_refused = self.is_position_refused || self.is_game_refused;
        let has_no_move = is_refused || bans && go.limits.moves.is_empty();
        let control = Arc::new(Control::new(go.ponder, go.infinite));
        let seeks_mate = self.format.dialect == Dialect::Usi && go.limits.mate.is_some();
        // Without a time, such a search may last.
        let is_limited = go.has_limit() && !(seeks_mate && go.limits.move_time.is_none());
        let end = if is_limited {
            EndsBy::Limit
        } else if go.has_clock() {
            EndsBy::Clock
        } else {
            EndsBy::Open
        };
        let work = PendingWork::new(Arc::clone(&control), end);
        let mut job_output = self.job_output();
        if seeks_mate {
            job_output.seek_mate();
        }
        let ending = Arc::clone(&control);
        let send =
            work.sink(is_answer, move |message| job_output.send(&message, ending.is_stopped()));
        let job: Job = if has_no_move {
            Box::new(move |_: &mut Table| {
                control.wait_for_release();
                send(Message::Best { best: None, ponder: None });
            })
        } else {
            self.engine.go(&go.limits, &self.settings, control, send)
        };
        self.run(work, job);
        Ok(())
    }

    /// Finds the moves to search. Returns the error of a skipped word. A search whose
    /// limit could not be read ends at once: otherwise the client could wait for its
    /// answer forever.
    fn choose_moves(&self, go: &mut GoCommand) -> Option<TextError> {
        let words: Vec<&str> = go.moves.iter().map(|word| word.text.as_str()).collect();
        let (mut moves, error) = self.engine.read_moves(&words);
        if words.is_empty() && !self.banned.is_empty() {
            moves = self.engine.moves();
            moves.retain(|name| !self.banned.contains(name));
        }
        let error = error.map(|error| locate(error, None, &go.moves));
        let first = [go.error.take(), error].into_iter().flatten().min_by_key(|error| error.at);
        let has_end = go.infinite || go.has_limit() || go.has_clock();
        go.limits.moves = moves;
        if go.has_lost_limit || first.is_some() && !has_end {
            go.limits.nodes = Some(0);
        }
        first
    }

    /// The network that was loaded for a game, if any. The game may have got other rules since.
    fn network_of(&self, engine: &dyn Engine) -> Option<Arc<Network>> {
        let game = engine.info().name;
        let (_, network) = self.networks.iter().find(|(name, _)| *name == game)?;
        network.shape().check(engine.network_shape()?).ok()?;
        Some(Arc::clone(network))
    }

    /// Queues work. If it panics, the client gets a message, as it may wait for the
    /// end.
    fn run(&mut self, work: PendingWork, job: Job) {
        let (output, line) = (Arc::clone(&self.output), self.line);
        let job = move |table: &mut Table| {
            if catch_unwind(AssertUnwindSafe(|| job(table))).is_err() {
                output.note(&bug(line));
            }
        };
        self.queue.run(work, Box::new(job));
    }

    fn message_sink(&self) -> MessageSink {
        let job_output = self.job_output();
        Arc::new(move |message: Message| job_output.send(&message, false))
    }

    fn job_output(&self) -> JobOutput {
        let spelling = self.format.dialect.spelling(self.engine.info());
        JobOutput::new(Arc::clone(&self.output), ResponseFormat { spelling, ..self.format })
    }

    fn note(&self, note: &str) {
        self.output.note(note);
    }

    fn report(&mut self, error: TextError) {
        let place = format!("line {}, {}", self.line, with_column(&error));
        log::info!("{place}");
        if self.is_strict {
            self.fault.get_or_insert(DialogueError::Line(error));
            return;
        }
        self.note(&format!("error: {place}"));
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
    /// When the search thread is dropped, it finishes its jobs. None of them may wait
    /// for a command that can no longer come.
    fn drop(&mut self) {
        self.queue.finish();
    }
}

fn bug(line: usize) -> String {
    log::error!("line {line}: a panic");
    format!("error: line {line}: internal error; please report it")
}

fn is_answer(message: &Message) -> bool {
    matches!(message, Message::Best { .. } | Message::PerftTotal(_))
}

fn with_column(error: &TextError) -> String {
    format!("column {}: {error}", error.at + 1)
}

fn unknown(line: &str) -> TextError {
    let word = line.split_whitespace().next().unwrap_or_default();
    let at = line.find(|c: char| !c.is_whitespace()).unwrap_or(0);
    text_error(line, at, "a command (try 'help')").hinted(nearest(word, command_words()))
}

fn locate(error: PositionError, start: Option<&Word>, moves: &[Word]) -> TextError {
    match error {
        PositionError::Start(error) => match start {
            Some(word) => {
                let hint = nearest(&word.text, ["startpos", "fen", "moves"].into_iter());
                word.locate(error).hinted(hint)
            }
            None => error,
        },
        PositionError::Move { word, error } => match moves.get(word) {
            Some(word) => word.locate(error),
            None => error,
        },
    }
}
