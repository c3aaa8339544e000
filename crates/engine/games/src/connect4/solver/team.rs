//! What a query has: the solver's tables, and several threads if it is long.

use super::lanes::SolverNode;
use super::memory::SolverMemory;
use super::path::SolverPath;
use super::worker::SolverWorker;
use crate::team::{Team, first_answer};
use plyglot_core::game::{NodeCounter, SolverContext};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Nodes of a query that one thread searches alone before others join: below that, waking
/// them would cost more than they gain.
const SOLO_NODES: u64 = 1000;
const OWN_WORDS: usize = 1 << 14;

pub(super) struct SolverTeam<'a> {
    context: SolverContext<'a>,
    memory: SolverMemory<'a>,
}

impl SolverTeam<'_> {
    pub(super) fn with<T>(
        context: &SolverContext<'_>,
        work: impl FnOnce(&SolverTeam<'_>) -> Option<T>,
    ) -> Option<T> {
        if let Some(memory) = SolverMemory::new(context.memory, context.threads()) {
            return work(&SolverTeam { context: *context, memory });
        }
        let words: Vec<AtomicU64> = (0..OWN_WORDS).map(|_| AtomicU64::new(0)).collect();
        let context = SolverContext { helpers: None, ..*context };
        work(&SolverTeam { context, memory: SolverMemory::new(&words, 1)? })
    }

    pub(super) fn with_book(&self) -> bool {
        self.context.book
    }

    /// A bound of the score of a node (fail-soft): greater than `alpha` if and only if
    /// the score is. `None` if the meter ended the work.
    pub(super) fn search(&self, node: &SolverNode, alpha: i32) -> Option<i32> {
        let SolverContext { meter, helpers, .. } = self.context;
        let Some(pool) = helpers.filter(|pool| !pool.is_empty()) else {
            return self.worker(0, meter, None).search(node, alpha);
        };
        match self.search_alone(node, alpha) {
            ControlFlow::Break(answer) => answer,
            ControlFlow::Continue(()) => first_answer(pool, |thread, team| {
                self.worker(thread, meter, Some(team)).search(node, alpha)
            }),
        }
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
        let score = self.worker(0, &meter, None).search(node, alpha);
        let is_answer = score.is_some() || is_ended.load(Relaxed);
        if is_answer { ControlFlow::Break(score) } else { ControlFlow::Continue(()) }
    }
}

impl<'a> SolverTeam<'a> {
    fn worker<'w>(
        &self,
        thread: usize,
        meter: &'w (dyn Fn(u64) -> u64 + Sync),
        team: Option<&'w Team>,
    ) -> SolverWorker<'w>
    where
        'a: 'w,
    {
        SolverWorker {
            shared: self.memory.shared(),
            local: self.memory.local(thread),
            counter: NodeCounter::new(&SolverContext { meter, ..self.context }),
            nodes: 0,
            team,
            path: SolverPath::new(team.is_none()),
            unshared_stones: 0,
        }
    }
}
