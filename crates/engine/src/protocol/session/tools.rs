//! Work beside the game: perft, the benchmark and openings.

use super::{PendingWork, Session, is_answer};
use crate::protocol::command::{GenFens, Word};
use crate::protocol::genfens;
use crate::{BenchResult, GameEntry, Message};
use plyglot_core::game::TextError;
use plyglot_core::search::Table;
use plyglot_support::text::per_second;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

impl Session {
    /// Queues a perft of so many plies.
    pub(super) fn perft(&mut self, depth: u16) {
        let (work, control) = PendingWork::limited();
        let job_output = self.job_output();
        let send = work.sink(is_answer, move |message| job_output.send(&message, false));
        let job = self.engine.perft(depth, control, send);
        self.run(work, job);
    }

    /// Runs the benchmark of these games, or of the usual ones, with the networks that were loaded.
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
        let send = self.message_sink();
        let games: Vec<_> = entries
            .iter()
            .map(|entry| {
                let mut engine = entry.open();
                engine.set_network(self.network_of(&*engine));
                engine.bench(Arc::clone(&control), Arc::clone(&send))
            })
            .collect();
        let output = Arc::clone(&self.output);
        let job = move |_: &mut Table| {
            let total =
                games.into_iter().map(|bench| bench()).fold(BenchResult::default(), |sum, one| {
                    BenchResult { nodes: sum.nodes + one.nodes, time: sum.time + one.time }
                });
            let nps = per_second(total.nodes, total.time);
            done.store(true, Relaxed);
            output.print(&format!("{} nodes {nps} nps", total.nodes));
        };
        self.run(work, Box::new(job));
        Ok(())
    }

    /// Queues the search for openings.
    pub(super) fn gen_fens(&mut self, request: &GenFens) -> Result<(), TextError> {
        let request = genfens::read(request)?;
        let (work, control) = PendingWork::limited();
        let job_output = self.job_output();
        let left = AtomicU64::new(request.count);
        let is_last = move |message: &Message| {
            matches!(message, Message::Opening(_)) && left.fetch_sub(1, Relaxed) == 1
        };
        let send = work.sink(is_last, move |message| job_output.send(&message, false));
        let job = self.engine.openings(request, control, send);
        self.run(work, job);
        Ok(())
    }

    fn no_game(&self, word: &Word) -> TextError {
        let mismatch = self.registry.unknown_game(&word.text);
        word.locate(TextError { at: 0, mismatch })
    }
}
