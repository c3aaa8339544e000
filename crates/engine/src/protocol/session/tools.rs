//! Work beside the game: perft, the benchmark, openings and files of rules.

use super::{DialogueError, PendingWork, Session, is_answer};
use crate::protocol::command::Word;
use crate::protocol::options;
use crate::{BenchResult, GameEntry, Loaded, Message, OpeningsRequest, read_variants};
use plyglot_core::game::TextError;
use plyglot_core::search::Table;
use plyglot_support::files;
use plyglot_support::text::{counted, per_second, reason};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

impl Session {
    pub(super) fn perft(&mut self, depth: u16) {
        let (work, control) = PendingWork::limited();
        let job_output = self.job_output();
        let send = work.sink(is_answer, move |message| job_output.send(&message, false));
        let job = self.engine.perft(depth, control, send);
        self.run(work, job);
    }

    pub(super) fn bench(&mut self, games: &[Word]) -> Result<(), TextError> {
        let named = games.iter().map(|word| match self.registry.find(&word.text) {
            Some((entry, _)) => Ok(*entry),
            None => Err(self.no_game(word)),
        });
        let mut entries: Vec<GameEntry> = named.collect::<Result<_, _>>()?;
        if entries.is_empty() {
            entries = self.registry.bench_games();
        }
        let (work, control) = PendingWork::limited();
        let done = Arc::clone(&work.is_done);
        let bench = |entry: &GameEntry| {
            let mut engine = entry.open();
            engine.set_network(self.network_of(&*engine));
            (entry.info.name, engine.bench(Arc::clone(&control)))
        };
        let games: Vec<_> = entries.iter().map(bench).collect();
        let output = Arc::clone(&self.output);
        let job = move |_: &mut Table| {
            let mut total = BenchResult::default();
            for (name, bench) in games {
                let BenchResult { nodes, time, .. } = bench();
                total.nodes += nodes;
                total.time += time;
                output.print(&format!("{name}: {nodes} nodes {} nps", per_second(nodes, time)));
            }
            let nps = per_second(total.nodes, total.time);
            done.store(true, Relaxed);
            output.print(&format!("{} nodes {nps} nps", total.nodes));
        };
        self.run(work, Box::new(job));
        Ok(())
    }

    pub(super) fn gen_fens(
        &mut self,
        count: u64,
        seed: u64,
        book: Option<&Word>,
    ) -> Result<(), TextError> {
        let book = book.map(read_book).transpose()?;
        let (work, control) = PendingWork::limited();
        let job_output = self.job_output();
        let left = AtomicU64::new(count);
        let is_last = move |message: &Message| {
            matches!(message, Message::Opening(_)) && left.fetch_sub(1, Relaxed) == 1
        };
        let send = work.sink(is_last, move |message| job_output.send(&message, false));
        let job = self.engine.openings(OpeningsRequest { count, seed, book }, control, send);
        self.run(work, job);
        Ok(())
    }

    fn no_game(&self, word: &Word) -> TextError {
        let mismatch = self.registry.unknown_game(&word.text);
        word.locate(TextError { at: 0, mismatch })
    }

    /// Reads a file of rules, and keeps the games in it if `keep` is set. Faults in it are noted
    /// and end a strict dialogue; the games without faults can still be played.
    pub(super) fn read_variants(&mut self, file: &Word, keep: bool) -> Result<(), TextError> {
        let path = Path::new(&file.text);
        let loaded = read_variants(&self.registry, path, keep)
            .map_err(|expected| file.whole_error(expected))?;
        for fault in loaded.complaints.iter().chain(&loaded.warnings) {
            self.note(&format!("{}: {fault}", path.display()));
        }
        if let Some(ignored) = loaded.ignored() {
            self.note(&format!("{}: {ignored}", path.display()));
        }
        self.note(&summary(&loaded, path, keep));
        for Ok(note) | Err(note) in &loaded.networks {
            self.note(note);
        }
        if self.is_strict && !loaded.complaints.is_empty() {
            let (path, count) = (path.display(), loaded.complaints.len());
            let why = format!("{path}: expected a rules file without errors, found {count}");
            self.fault = Some(DialogueError::File(why));
        }
        if keep {
            // There are more games to choose from.
            self.specs = options::specs(&self.registry, self.default_game);
        }
        Ok(())
    }
}

fn read_book(name: &Word) -> Result<Vec<String>, TextError> {
    let path = Path::new(&name.text);
    match files::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()),
        Err(error) => Err(name.error(format!("'None' or a file ({})", reason(&error)))),
    }
}

fn summary(loaded: &Loaded, path: &Path, keep: bool) -> String {
    let (count, path) = (loaded.names.len(), path.display());
    let names = loaded.names.join(", ");
    match (keep, count) {
        (_, 0) => format!("{path}: no game"),
        (true, _) => format!("{path}: {}: {names}", counted(count, "game")),
        (false, _) => format!("{path}: {}: {names}", counted(count, "valid game")),
    }
}
