//! What all protocols share: the selected game, the options, and the work in hand. The adapter of
//! a protocol (`session`) turns each line of its client into calls of it.
//!
//! `settings` is the table of the options, of which each is one row (`options`). `queue` has the
//! work, and `rules_files` reads games from files.

mod options;
mod queue;
mod rules_files;
mod settings;
mod strength;

pub(super) use options::UciOption;
pub(super) use queue::{EndsBy, PendingWork, is_answer};

use super::command::UsageError;
use super::output::{Output, OutputOptions};
use crate::{Engine, GameSearch, Job, Message, MessageSink, OptionValues, Registry, SeveralGames};
use anyhow::{Context, anyhow, ensure};
use plyglot_core::game::network::Network;
use plyglot_core::game::{SearchParams, TextError, quote};
use plyglot_core::search::{OutOfMemory, Settings, Table};
use plyglot_support::memory;
use plyglot_support::pool::{STACK, THREAD_MEMORY_BYTES};
use plyglot_support::text::NO_THREAD;
use queue::WorkQueue;
use std::panic::{AssertUnwindSafe, catch_unwind};
#[cfg(feature = "hash-file")]
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use strength::StrengthOptions;

/// The memory in bytes that a dialogue needs beside the table and the stack of the
/// search thread.
const DIALOGUE_BYTES: usize = THREAD_MEMORY_BYTES + (12 << 20);

/// The memory in bytes that a game needs beside that of its search: its rules, its network, and a
/// thread.
const GAME_BYTES: usize = THREAD_MEMORY_BYTES + (28 << 20);

pub(super) struct Dialogue {
    pub(super) output: Arc<Output>,
    pub(super) registry: Registry,
    /// The name of the game, or of the preset, that was selected at first.
    pub(super) default_game: &'static str,
    unnamed: Option<SeveralGames>,
    pub(super) options: Vec<UciOption>,
    pub(super) engine: Box<dyn Engine>,
    pub(super) settings: Settings,
    strength_options: StrengthOptions,
    game_options: OptionValues,
    /// The parameters of the game's search, if they are not its own.
    params: Option<SearchParams>,
    #[cfg(feature = "hash-file")]
    hash_file: Option<PathBuf>,
    networks: Vec<(&'static str, Arc<Network>)>,
    pub(super) output_options: OutputOptions,
    /// Whether the client asked last for a position that was refused: no search of another one
    /// would answer it.
    pub(super) is_position_refused: bool,
    /// Whether the client asked last for a game for which there is no memory: no move of another
    /// one would answer it.
    pub(super) is_game_refused: bool,
    /// The number of the current line, from 1.
    pub(super) line: usize,
    /// Whether an error ends the dialogue; true if the lines are arguments.
    pub(super) is_strict: bool,
    /// What ends a strict dialogue; a [`UsageError`] is one in the current line.
    fault: Option<anyhow::Error>,
    /// What is told of the first job of a strict dialogue that panicked.
    bug_in_job: Arc<OnceLock<String>>,
    pub(super) queue: WorkQueue,
}

impl Dialogue {
    pub(super) fn new(registry: Registry, output: Output) -> anyhow::Result<Dialogue> {
        // A later failure to allocate could not be reported: the program would be
        // aborted.
        let mib = settings::DEFAULT_HASH_MIB;
        ensure!(memory::can_be_had(1, (mib << 20) + STACK + DIALOGUE_BYTES), OutOfMemory { mib });
        let table = Table::new(mib)?;
        let first = registry.default_game();
        Ok(Dialogue {
            output: Arc::new(output),
            default_game: first.info.name,
            unnamed: registry.file_game().err(),
            options: settings::options(&registry, first.info.name),
            engine: first.open(),
            registry,
            settings: Settings::default(),
            strength_options: StrengthOptions::new(),
            game_options: OptionValues::default(),
            params: None,
            #[cfg(feature = "hash-file")]
            hash_file: None,
            networks: Vec::new(),
            output_options: OutputOptions::default(),
            is_position_refused: false,
            is_game_refused: false,
            line: 0,
            is_strict: false,
            fault: None,
            bug_in_job: Arc::default(),
            queue: WorkQueue::start(table).context(NO_THREAD)?,
        })
    }

    pub(super) fn begin_with(&mut self, name: &str) -> anyhow::Result<()> {
        self.select(name)?;
        self.default_game = self.registry.game(name).map_or(self.default_game, |game| game.name());
        self.list_options(self.default_game);
        Ok(())
    }

    /// The options are those of a dialogue that begins with the `default` game.
    pub(super) fn list_options(&mut self, default: &'static str) {
        self.options = settings::options(&self.registry, default);
    }

    pub(super) fn select(&mut self, name: &str) -> anyhow::Result<()> {
        let is_own = self.registry.is_own(name);
        if !is_own {
            // While the check below holds memory, no job may need it.
            self.queue.drain();
        }
        // A later failure to allocate could not be reported.
        let has_room = |bytes| -> anyhow::Result<()> {
            let is_there = is_own || memory::can_be_had(1, bytes + GAME_BYTES);
            ensure!(is_there, "not enough memory for {}", quote(name));
            Ok(())
        };
        has_room(0)?;
        let unknown = || UsageError::new(self.registry.unknown_game(name).to_string());
        let game = self.registry.game(name).ok_or_else(unknown)?;
        let mut engine = game.entry.open();
        has_room(engine.search_bytes())?;
        self.game_options.apply(&mut *engine);
        game.options().apply(&mut *engine);
        engine.set_network(self.network_of(&*engine));
        self.engine = engine;
        self.params = None;
        self.is_position_refused = false;
        self.is_game_refused = false;
        self.unnamed = None;
        // Two games may share a key.
        self.clear_table();
        self.prepare();
        Ok(())
    }

    /// Whether it is known which game is meant. If files have several, it is said which one is
    /// played; commands that are arguments end.
    pub(super) fn has_named_game(&mut self) -> bool {
        let Some(several) = self.unnamed.take() else { return true };
        if self.is_strict {
            self.fault = Some(anyhow!("{several}"));
            return false;
        }
        let found = several.found();
        let game = self.engine.info().title;
        self.note(&format!("{found}; until one is selected, the game is {game}"));
        true
    }

    /// The network that was loaded for a game, if any. The game may have got other rules since.
    pub(super) fn network_of(&self, engine: &dyn GameSearch) -> Option<Arc<Network>> {
        let game = engine.info().name;
        let (_, network) = self.networks.iter().find(|(name, _)| *name == game)?;
        network.shape().check(engine.network_shape()?).ok()?;
        Some(Arc::clone(network))
    }

    /// Queues all that the next search needs.
    fn prepare(&self) {
        self.queue.add(self.engine.prepare(self.settings.threads, self.note_sink()));
    }

    pub(super) fn forget(&self) {
        self.clear_table();
        self.queue.add(self.engine.new_game());
    }

    fn clear_table(&self) {
        let threads = self.settings.threads;
        self.queue.add(Box::new(move |table| table.clear(threads)));
    }

    /// Queues work. If it panics, the client gets a message, as it may wait for the
    /// end; a strict dialogue ends with the error.
    pub(super) fn run(&mut self, work: PendingWork, job: Job) {
        let output = Arc::clone(&self.output);
        let bug_in_job = Arc::clone(&self.bug_in_job);
        let line = self.line;
        let is_strict = self.is_strict;
        let job = move |table: &mut Table| {
            if catch_unwind(AssertUnwindSafe(|| job(table))).is_ok() {
                return;
            }
            if is_strict {
                bug_in_job.get_or_init(|| bug(line));
            } else {
                output.note(&format!("error: {}", bug(line)));
            }
        };
        self.queue.run(work, Box::new(job));
    }

    /// Waits for the work of a strict dialogue that has no more lines.
    pub(super) fn finish(&self) -> anyhow::Result<()> {
        self.queue.finish();
        self.queue.wait();
        match self.bug_in_job.get() {
            Some(bug) => Err(anyhow!("{bug}")),
            None => Ok(()),
        }
    }

    /// A receiver of what a job notes beside a search.
    fn note_sink(&self) -> MessageSink {
        let output = Arc::clone(&self.output);
        Arc::new(move |message| {
            if let Message::Note(note) = message {
                output.note(&note);
            }
        })
    }

    pub(super) fn note(&self, note: &str) {
        self.output.note(note);
    }

    pub(super) fn report(&mut self, error: &TextError) {
        let fault = format!("column {}: {error}", error.at + 1);
        log::info!("line {}, {fault}", self.line);
        if self.is_strict {
            self.fault.get_or_insert_with(|| UsageError::new(fault).into());
        } else {
            self.note(&format!("error: line {}, {fault}", self.line));
        }
    }

    /// Says that the current line led to a panic.
    pub(super) fn report_bug(&mut self) {
        let bug = bug(self.line);
        if self.is_strict {
            self.fault.get_or_insert_with(|| anyhow!(bug));
        } else {
            self.note(&format!("error: {bug}"));
        }
    }

    /// The fault of a strict dialogue in this line, if there is one.
    pub(super) fn check(&mut self, line: &str) -> anyhow::Result<()> {
        let Some(fault) = self.fault.take() else { return Ok(()) };
        Err(match fault.downcast::<UsageError>() {
            Ok(error) => UsageError::new(format!("{}: {error}", quote(line))).into(),
            Err(other) => other,
        })
    }
}

impl Drop for Dialogue {
    /// When the search thread is dropped, it finishes its jobs. None of them may wait
    /// for a command that can no longer come.
    fn drop(&mut self) {
        self.queue.finish();
    }
}

fn bug(line: usize) -> String {
    log::error!("line {line}: a panic");
    format!("line {line}: internal error; please report it")
}
