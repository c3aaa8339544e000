//! Several threads on one question.
//!
//! All search the same position and share what they find out through the table
//! (lazy SMP, chessprogramming.org "Lazy SMP"), and each sees what the others
//! are at. The first to answer ends them all; they stay for the next question.

use super::desk::Desk;
use super::lanes::Node;
use super::memory::Memory;
use super::trail::Trail;
use super::worker::Worker;
use crate::games::{NodeCounter, SolverContext};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Nodes that one thread searches alone before others join in: below that they
/// would cost more than they bring.
const ALONE: u64 = 500;
/// Words of memory that a solver takes where it was lent none.
const OWN_WORDS: usize = 1 << 14;
/// That no question is settled, for who is alone with it.
static NEVER: AtomicU64 = AtomicU64::new(0);

/// The threads that answer, with what they share.
pub(super) struct Team<'a> {
    bench: Bench<'a>,
    /// The other threads, unless there are to be none.
    others: Option<Others<'a>>,
}

/// What every thread works with.
#[derive(Clone, Copy)]
struct Bench<'a> {
    context: SolverContext<'a>,
    memory: Memory<'a>,
}

/// How the others are reached.
struct Others<'a> {
    desk: &'a Desk,
    /// Has them come.
    call: &'a dyn Fn(),
    are_there: bool,
}

/// Sends the others home, whatever happened.
struct Closing<'a>(&'a Desk);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Team<'_> {
    /// Does some work with a team.
    pub(super) fn with<T>(
        context: &SolverContext<'_>,
        work: impl FnOnce(&mut Team<'_>) -> Option<T>,
    ) -> Option<T> {
        let threads = context.threads();
        let Some(memory) = Memory::of(context.memory, threads) else {
            let words: Vec<AtomicU64> = (0..OWN_WORDS).map(|_| AtomicU64::new(0)).collect();
            let bench = Bench { context: *context, memory: Memory::of(&words, 1)? };
            return work(&mut Team { bench, others: None });
        };
        let bench = Bench { context: *context, memory };
        let Some(pool) = context.helpers.filter(|pool| !pool.is_empty()) else {
            return work(&mut Team { bench, others: None });
        };
        let desk = Desk::new();
        let desk = &desk;
        pool.scope(|crew| {
            let _closing = Closing(desk);
            let call = || {
                let Some(crew) = crew else { return };
                (1..threads).for_each(|i| crew.spawn(move || bench.serve(i, desk)));
            };
            let others = Some(Others { desk, call: &call, are_there: false });
            work(&mut Team { bench, others })
        })
    }

    /// Whether the book may be used.
    pub(super) fn with_book(&self) -> bool {
        self.bench.context.book
    }

    /// A bound on the score of a node, above `alpha` or not as the score is.
    pub(super) fn search(&mut self, node: &Node, alpha: i32) -> Option<i32> {
        let Team { bench, others } = self;
        let Some(others) = others else {
            return bench.worker(0, bench.context.meter, 1, None).search(node, alpha);
        };
        if !others.are_there {
            if let Some(score) = bench.search_alone(node, alpha)? {
                return Some(score);
            }
            (others.call)();
            others.are_there = true;
        }
        let number = others.desk.put(*node, alpha);
        bench.answer(0, others.desk, number, node, alpha).or_else(|| others.desk.answer(number))
    }
}

impl<'a> Bench<'a> {
    /// Answers questions until there will be none.
    fn serve(&self, thread: usize, desk: &Desk) {
        let mut last = 0;
        while let Some(question) = desk.take(last) {
            last = question.number;
            self.answer(thread, desk, last, &question.node, question.alpha);
        }
    }

    /// One thread's answer to a question, unless another thread has one first.
    fn answer(
        &self,
        thread: usize,
        desk: &Desk,
        number: u64,
        node: &Node,
        alpha: i32,
    ) -> Option<i32> {
        let score =
            self.worker(thread, self.context.meter, number, Some(desk)).search(node, alpha)?;
        desk.settle(number, score);
        Some(score)
    }

    /// One thread's answer, `Some(None)` if it takes many nodes.
    fn search_alone(&self, node: &Node, alpha: i32) -> Option<Option<i32>> {
        let (left, is_ended) = (AtomicU64::new(ALONE), AtomicBool::new(false));
        let meter = |visited| {
            let left = left.fetch_sub(visited, Relaxed) - visited;
            let granted = (self.context.meter)(visited);
            is_ended.fetch_or(granted == 0, Relaxed);
            granted.min(left)
        };
        let score = self.worker(0, &meter, 1, None).search(node, alpha);
        if score.is_none() && is_ended.load(Relaxed) { None } else { Some(score) }
    }

    fn worker<'w>(
        &self,
        thread: usize,
        meter: &'w (dyn Fn(u64) -> u64 + Sync),
        question: u64,
        desk: Option<&'w Desk>,
    ) -> Worker<'w>
    where
        'a: 'w,
    {
        Worker {
            shared: self.memory.shared(),
            small: self.memory.small(thread),
            tally: NodeCounter::new(&SolverContext { meter, ..self.context }),
            nodes: 0,
            question,
            settled: desk.map_or(&NEVER, |desk| &desk.settled),
            busy: desk.map(|desk| &desk.busy),
            trail: Trail::new(desk.is_none()),
            alone_from: 0,
        }
    }
}
