//! Several threads on one query.
//!
//! All threads search the same position and share results through the table (lazy SMP,
//! chessprogramming.org "Lazy SMP"). Each sees which positions the others are searching.
//! The first answer ends the query for all threads; they stay for the next query.

use super::lanes::SolverNode;
use super::memory::SolverMemory;
use super::path::SolverPath;
use super::queue::QueryQueue;
use super::worker::SolverWorker;
use plyglot_core::game::{NodeCounter, SolverContext};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Nodes that one thread searches alone before others join: below that they would cost
/// more than they gain.
const SOLO_NODES: u64 = 500;
const OWN_WORDS: usize = 1 << 14;
/// For a thread that is alone: no query is ever answered by another.
static NEVER_ANSWERED: AtomicU64 = AtomicU64::new(0);

pub(super) struct SolverTeam<'a> {
    resources: Resources<'a>,
    helpers: Option<TeamHelpers<'a>>,
}

#[derive(Clone, Copy)]
struct Resources<'a> {
    context: SolverContext<'a>,
    memory: SolverMemory<'a>,
}

struct TeamHelpers<'a> {
    queue: &'a QueryQueue,
    start: &'a dyn Fn(),
    are_started: bool,
}

/// Ends the other threads when it is dropped, even by a panic.
struct CloseOnDrop<'a>(&'a QueryQueue);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl SolverTeam<'_> {
    pub(super) fn with<T>(
        context: &SolverContext<'_>,
        work: impl FnOnce(&mut SolverTeam<'_>) -> Option<T>,
    ) -> Option<T> {
        let threads = context.threads();
        let Some(memory) = SolverMemory::of(context.memory, threads) else {
            let words: Vec<AtomicU64> = (0..OWN_WORDS).map(|_| AtomicU64::new(0)).collect();
            let resources = Resources { context: *context, memory: SolverMemory::of(&words, 1)? };
            return work(&mut SolverTeam { resources, helpers: None });
        };
        let resources = Resources { context: *context, memory };
        let Some(pool) = context.helpers.filter(|pool| !pool.is_empty()) else {
            return work(&mut SolverTeam { resources, helpers: None });
        };
        let queue = QueryQueue::new();
        let queue = &queue;
        pool.scope(|crew| {
            let _closing = CloseOnDrop(queue);
            let start = || {
                let Some(crew) = crew else { return };
                (1..threads).for_each(|i| crew.spawn(move || resources.serve(i, queue)));
            };
            let helpers = Some(TeamHelpers { queue, start: &start, are_started: false });
            work(&mut SolverTeam { resources, helpers })
        })
    }

    pub(super) fn with_book(&self) -> bool {
        self.resources.context.book
    }

    /// A bound of the score of a node (fail-soft): greater than `alpha` if and only if
    /// the score is. `None` if the meter ended the work.
    pub(super) fn search(&mut self, node: &SolverNode, alpha: i32) -> Option<i32> {
        let SolverTeam { resources, helpers } = self;
        let Some(helpers) = helpers else {
            return resources.worker(0, resources.context.meter, 1, None).search(node, alpha);
        };
        if !helpers.are_started {
            if let ControlFlow::Break(answer) = resources.search_alone(node, alpha) {
                return answer;
            }
            (helpers.start)();
            helpers.are_started = true;
        }
        let number = helpers.queue.put(*node, alpha);
        resources
            .answer(0, helpers.queue, number, node, alpha)
            .or_else(|| helpers.queue.answer(number))
    }
}

impl<'a> Resources<'a> {
    fn serve(&self, thread: usize, queue: &QueryQueue) {
        let mut last = 0;
        while let Some(query) = queue.take(last) {
            last = query.number;
            self.answer(thread, queue, last, &query.node, query.alpha);
        }
    }

    /// One thread's answer to a query, unless another thread is first.
    fn answer(
        &self,
        thread: usize,
        queue: &QueryQueue,
        number: u64,
        node: &SolverNode,
        alpha: i32,
    ) -> Option<i32> {
        let score =
            self.worker(thread, self.context.meter, number, Some(queue)).search(node, alpha)?;
        queue.answer_query(number, score);
        Some(score)
    }

    /// One thread's answer, as [`SolverTeam::search`] gives it. Goes on if it takes more than
    /// [`SOLO_NODES`].
    fn search_alone(&self, node: &SolverNode, alpha: i32) -> ControlFlow<Option<i32>> {
        let left = AtomicU64::new(SOLO_NODES);
        let is_ended = AtomicBool::new(false);
        let meter = |visited| {
            let left = left.fetch_sub(visited, Relaxed) - visited;
            let granted = (self.context.meter)(visited);
            is_ended.fetch_or(granted == 0, Relaxed);
            granted.min(left)
        };
        let score = self.worker(0, &meter, 1, None).search(node, alpha);
        let is_answer = score.is_some() || is_ended.load(Relaxed);
        if is_answer { ControlFlow::Break(score) } else { ControlFlow::Continue(()) }
    }

    fn worker<'w>(
        &self,
        thread: usize,
        meter: &'w (dyn Fn(u64) -> u64 + Sync),
        query: u64,
        queue: Option<&'w QueryQueue>,
    ) -> SolverWorker<'w>
    where
        'a: 'w,
    {
        SolverWorker {
            shared: self.memory.shared(),
            local: self.memory.local(thread),
            counter: NodeCounter::new(&SolverContext { meter, ..self.context }),
            nodes: 0,
            query,
            answered: queue.map_or(&NEVER_ANSWERED, |queue| &queue.answered),
            in_progress: queue.map(|queue| &queue.in_progress),
            path: SolverPath::new(queue.is_none()),
            unshared_stones: 0,
        }
    }
}
