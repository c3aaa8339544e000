//! Work beside the game: perft, the benchmark and openings.

use super::{Uci, read_moves};
use crate::protocol::command::Word;
use crate::protocol::dialogue::{Dialogue, PendingWork, is_answer};
use crate::{BenchResult, Message, OpeningsRequest, openings};
use plyglot_core::game::TextError;
use plyglot_core::search::Table;
use plyglot_support::files;
use plyglot_support::text::{per_second, reason};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

impl Uci {
    /// Queues a perft of these first moves, or of all. If one cannot be read, nothing is counted.
    pub(super) fn perft(
        &self,
        dialogue: &mut Dialogue,
        depth: u16,
        words: &[Word],
    ) -> Result<(), TextError> {
        let (moves, error) = read_moves(dialogue, words);
        if let Some(error) = error {
            return Err(error);
        }
        let (work, control) = PendingWork::limited();
        let job_output = self.job_output(dialogue, false);
        let send = work.sink(is_answer, move |message| job_output.send(&message, false));
        let job = dialogue.engine.perft(depth, moves, control, send);
        dialogue.run(work, job);
        Ok(())
    }

    pub(super) fn gen_fens(
        &self,
        dialogue: &mut Dialogue,
        count: u64,
        seed: u64,
        book: Option<Word>,
    ) -> Result<(), TextError> {
        let book = book.as_ref().map(read_book).transpose()?;
        let (work, control) = PendingWork::limited();
        let job_output = self.job_output(dialogue, false);
        let left = AtomicU64::new(count);
        let is_last = move |message: &Message| {
            matches!(message, Message::Opening(_)) && left.fetch_sub(1, Relaxed) == 1
        };
        let send = work.sink(is_last, move |message| job_output.send(&message, false));
        let request = OpeningsRequest { count, seed, book };
        let job = openings(dialogue.engine.copy(), request, control, send);
        dialogue.run(work, job);
        Ok(())
    }
}

pub(super) fn bench(dialogue: &mut Dialogue, games: &[Word]) -> Result<(), TextError> {
    let mut entries = Vec::new();
    for word in games {
        let Some(game) = dialogue.registry.game(&word.text) else {
            let mismatch = dialogue.registry.unknown_game(&word.text);
            return Err(word.locate(TextError { at: 0, mismatch }));
        };
        entries.push(game.entry);
    }
    if entries.is_empty() {
        entries = dialogue.registry.bench_games();
    }
    let (work, control) = PendingWork::limited();
    let done = Arc::clone(&work.is_done);
    let mut games = Vec::new();
    for entry in entries {
        let mut engine = entry.open();
        engine.set_network(dialogue.network_of(&*engine));
        games.push((entry.info.name, engine.bench(Arc::clone(&control))));
    }
    let output = Arc::clone(&dialogue.output);
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
    dialogue.run(work, Box::new(job));
    Ok(())
}

fn read_book(name: &Word) -> Result<Vec<String>, TextError> {
    let path = Path::new(&name.text);
    match files::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()),
        Err(error) => Err(name.error(format!("'None' or a file ({})", reason(&error)))),
    }
}
