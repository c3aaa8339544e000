//! Several threads on one question.
//!
//! All search the same position and share what they find out through the table
//! (lazy SMP, chessprogramming.org "Lazy SMP"), and each sees what the others
//! are at. The first to answer ends them all.

use super::busy::Busy;
use super::lanes::Node;
use super::memory::Memory;
use super::worker::Worker;
use crate::games::{Aid, Tally};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::Builder;

/// Nodes that one thread searches alone before others join in: below that they
/// would cost more than they bring.
const ALONE: u64 = 2_000;
/// Words of memory that a solver takes where it was lent none.
const OWN_WORDS: usize = 1 << 14;

/// The threads that answer, with what they share.
pub(super) struct Team<'a> {
    aid: Aid<'a>,
    memory: Memory<'a>,
    threads: usize,
}

impl Team<'_> {
    /// Does some work with a team.
    pub(super) fn with<T>(
        aid: &Aid<'_>,
        work: impl FnOnce(&mut Team<'_>) -> Option<T>,
    ) -> Option<T> {
        let threads = aid.threads.max(1);
        if let Some(memory) = Memory::of(aid.memory, threads) {
            return work(&mut Team { aid: *aid, memory, threads });
        }
        let words: Vec<AtomicU64> = (0..OWN_WORDS).map(|_| AtomicU64::new(0)).collect();
        let memory = Memory::of(&words, 1)?;
        work(&mut Team { aid: *aid, memory, threads: 1 })
    }

    /// Whether the book may be used.
    pub(super) fn with_book(&self) -> bool {
        self.aid.book
    }

    /// A bound on the score of a node, above `alpha` or not as the score is.
    pub(super) fn search(&mut self, node: &Node, alpha: i32) -> Option<i32> {
        let is_done = AtomicBool::new(false);
        if self.threads == 1 {
            return self.worker(0, self.aid.meter, &is_done, None).search(node, alpha);
        }
        if let Some(score) = self.search_alone(node, alpha, &is_done)? {
            return Some(score);
        }
        let busy = Busy::new();
        let answer = |thread| {
            let mut worker = self.worker(thread, self.aid.meter, &is_done, Some(&busy));
            let score = worker.search(node, alpha);
            if score.is_some() {
                is_done.store(true, Relaxed);
            }
            score
        };
        std::thread::scope(|scope| {
            // As many as the system gives.
            let spawn = |thread| Builder::new().spawn_scoped(scope, move || answer(thread)).ok();
            let others: Vec<_> = (1..self.threads).map_while(spawn).collect();
            let own = answer(0);
            let scores = others.into_iter().map(|other| other.join().ok().flatten());
            scores.fold(own, |found, score| found.or(score))
        })
    }

    /// One thread's answer, `Some(None)` if it takes many nodes.
    fn search_alone(&self, node: &Node, alpha: i32, is_done: &AtomicBool) -> Option<Option<i32>> {
        let (left, is_ended) = (AtomicU64::new(ALONE), AtomicBool::new(false));
        let meter = |visited| {
            let left = left.fetch_sub(visited, Relaxed) - visited;
            let granted = (self.aid.meter)(visited);
            is_ended.fetch_or(granted == 0, Relaxed);
            granted.min(left)
        };
        let score = self.worker(0, &meter, is_done, None).search(node, alpha);
        if score.is_none() && is_ended.load(Relaxed) { None } else { Some(score) }
    }

    fn worker<'w>(
        &self,
        thread: usize,
        meter: &'w (dyn Fn(u64) -> u64 + Sync),
        is_done: &'w AtomicBool,
        busy: Option<&'w Busy>,
    ) -> Worker<'w>
    where
        Self: 'w,
    {
        Worker {
            shared: self.memory.shared(),
            small: self.memory.small(thread),
            tally: Tally::new(&Aid { meter, ..self.aid }),
            nodes: 0,
            is_done,
            busy,
        }
    }
}
