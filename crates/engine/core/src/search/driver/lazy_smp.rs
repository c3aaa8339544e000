//! Many threads on one tree: lazy SMP (chessprogramming.org "Lazy SMP").
//!
//! All threads search the same position and share the table. None waits for another. What
//! one thread has found, the others find in the table, and as they are never at exactly the
//! same place, each is ahead of the others somewhere. All end when the first one does, or
//! when any of them sees that time is up, and then they vote on the move.

#[cfg(test)]
mod tests;

use super::deepening::{Deepening, RootSearch};
use super::root::RootMove;
use crate::game::network::Network;
use crate::game::{Knowledge, SearchParams, Workspace, workspace};
use crate::search::modes::SolverMode;
use crate::search::node::{Buffers, History, LmrTable, Stopped, ThreadState};
use crate::search::table::Bound;
use crate::search::task::{Answer, MAX_THREADS, Reporter, Settings, Task};
use crate::search::time::{Control, Lag, LimitCheck, Limits, NodeCount, NodeCounts};
use plyglot_support::pool::Pool;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A line that a thread found, and the depth of the search behind it in plies.
#[derive(Clone, Debug)]
struct Opinion<M> {
    line: RootMove<M>,
    depth: u16,
}

impl<M> Opinion<M> {
    fn score(&self) -> i32 {
        self.line.score.map_or(0, |score| score.value())
    }

    /// The weight of its vote, if the lowest score of all is this one.
    fn weight(&self, lowest: i32) -> i64 {
        i64::from(self.score() - lowest + BASE) * i64::from(self.depth)
    }
}

/// One thread, with what it keeps from search to search.
struct SearchThread<G: Knowledge> {
    history: History<G>,
    /// Its evaluation data. The first thread's is made when the game is selected or begun, or by
    /// the first search. Not before: a program opens its first game and then selects another, and
    /// a network takes memory. It is dropped when another network is loaded.
    workspace: Option<Workspace<G>>,
    buffers: Buffers<G::Move>,
}

impl<G: Knowledge> SearchThread<G> {
    fn new() -> SearchThread<G> {
        SearchThread { history: History::new(), workspace: None, buffers: Buffers::default() }
    }

    fn workspace(&mut self, position: &G, network: &Option<Arc<Network>>) -> &mut Workspace<G> {
        self.workspace.get_or_insert_with(|| workspace(position, network))
    }

    /// Its part in a search; the first thread has the number 0.
    fn state<'a>(&'a mut self, shared: &Shared<'a, G>, number: usize) -> ThreadState<'a, G> {
        let Shared { task, network, params, lmr, counts } = *shared;
        let counts = NodeCounts::new(counts, number);
        let position = &task.root.position;
        ThreadState {
            history: &mut self.history,
            workspace: self.workspace.get_or_insert_with(|| workspace(position, network)),
            params,
            lmr,
            limits: LimitCheck::new(task.clock(), task.control, task.limits.nodes, counts),
            buffers: std::mem::take(&mut self.buffers),
        }
    }
}

/// What the threads of a search have in common.
struct Shared<'a, G: Knowledge> {
    task: &'a Task<'a, G>,
    network: &'a Option<Arc<Network>>,
    params: &'a SearchParams,
    lmr: &'a LmrTable,
    counts: &'a [NodeCount],
}

struct Helper<'a, G: Knowledge> {
    thread: &'a mut SearchThread<G>,
    shared: &'a Shared<'a, G>,
    number: usize,
    opinion: Option<Opinion<G::Move>>,
}

/// The threads of a search, with what each has learnt from move to move.
pub(crate) struct Driver<G: Knowledge> {
    /// At least the first one.
    threads: Vec<SearchThread<G>>,
    network: Option<Arc<Network>>,
    /// Where all but the first run.
    pool: Pool,
    params: SearchParams,
    lmr: LmrTable,
    /// How long the last searches had to wait for the machine.
    pub(crate) lag: Lag,
}

impl<G: Knowledge> Driver<G> {
    pub(crate) fn new() -> Driver<G> {
        Driver {
            threads: vec![SearchThread::new()],
            network: None,
            pool: Pool::default(),
            params: G::PARAMS,
            lmr: LmrTable::new(&G::PARAMS.lmr),
            lag: Lag::default(),
        }
    }

    pub(crate) fn set_params(&mut self, params: SearchParams) {
        self.lmr = LmrTable::new(&params.lmr);
        self.params = params;
    }

    /// Takes this many threads from the system, or fewer if it does not give as many, and
    /// gives how many there are. They have what a search of positions like this one needs.
    pub(crate) fn prepare(&mut self, threads: usize, position: &G) -> usize {
        position.read_tables();
        self.pool.resize(threads.clamp(1, MAX_THREADS) - 1);
        self.threads.resize_with(1 + self.pool.len(), SearchThread::new);
        for thread in &mut self.threads {
            thread.workspace(position, &self.network);
        }
        self.threads.len()
    }

    /// Forgets what was learnt, and has all that the first search of positions like this one
    /// needs.
    pub(crate) fn clear(&mut self, position: &G) {
        self.workspace(position);
        self.threads.iter_mut().for_each(|thread| thread.history.clear());
    }

    pub(crate) fn set_network(&mut self, network: Option<&Arc<Network>>) {
        let is_same = match (&self.network, network) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new),
            (old, new) => old.is_none() && new.is_none(),
        };
        if !is_same {
            self.network = network.cloned();
            self.threads.iter_mut().for_each(|thread| thread.workspace = None);
        }
    }

    /// The network that it evaluates by; `None` for the game's own.
    pub(crate) fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// The first thread's evaluation data.
    pub(crate) fn workspace(&mut self, position: &G) -> &mut Workspace<G> {
        self.threads[0].workspace(position, &self.network)
    }

    pub(crate) fn run(
        &mut self,
        task: &Task<'_, G>,
        moves: &[G::Move],
        exact: Option<SolverMode<'_, G>>,
        root_search: Option<Box<RootSearch<'_, G>>>,
        report: &mut Reporter<'_, G::Move>,
    ) -> Answer<G::Move> {
        let Driver { threads, network, pool, params, lmr, lag } = self;
        let clock = task.clock();
        log::debug!("search of {} moves on {} threads, {clock:?}", moves.len(), threads.len());
        let counts: Vec<_> = threads.iter().map(|_| NodeCount::default()).collect();
        let shared = &Shared { task, network, params, lmr, counts: &counts };
        let (first, others) = threads.split_at_mut(1);
        let thread = &mut first[0];
        let mut first = Deepening::new(task, moves, thread.state(shared, 0), report);
        first.exact = exact.map(|exact| (exact, &*pool));
        first.root_search = root_search;
        let mut helpers: Vec<_> = (1..)
            .zip(others)
            .map(|(number, thread)| Helper { thread, shared, number, opinion: None })
            .collect();
        // A bug in a game must not lose the game: what was found so far counts.
        let ended =
            catch_unwind(AssertUnwindSafe(|| first.search(task, moves, pool, &mut helpers)));
        let answer = first.finish(ended, helpers);
        if let Some(pause) = first.worker.limits.longest_pause() {
            lag.note(pause);
        }
        thread.buffers = first.into_buffers();
        answer
    }
}

/// Does `work` while the helpers search too; they stop when it is done, or when one of them
/// sees that the search is over. If there are more threads than processors, the first
/// thread may have to wait long for its turn to see so.
fn with_help<G: Knowledge, T>(
    pool: &Pool,
    task: &Task<'_, G>,
    moves: &[G::Move],
    helpers: &mut [Helper<'_, G>],
    work: impl FnOnce() -> T,
) -> T {
    let limits = Limits::default();
    let control = Control::default();
    let settings = Settings { reports: false, ..task.settings.clone() };
    let task = &Task { limits: &limits, settings: &settings, control: &control, ..*task };
    pool.scope(|crew| {
        let _until = StopAtEnd(&control);
        if let Some(crew) = crew {
            for helper in helpers.iter_mut().take_while(|_| !control.is_stopped()) {
                crew.spawn(move || helper.help(task, moves));
            }
        }
        work()
    })
}

/// Stops a search when it goes out of scope, be it by a panic.
struct StopAtEnd<'a>(&'a Control);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl<G: Knowledge> Helper<'_, G> {
    /// Searches until it is stopped or sees the end of every line. If it sees that the whole
    /// search is over, it stops the other helpers too.
    fn help(&mut self, task: &Task<'_, G>, moves: &[G::Move]) {
        if task.control.is_stopped() {
            return;
        }
        let thread = self.thread.state(self.shared, self.number);
        let counts = thread.limits.counts();
        let mut silence = |_| ();
        let mut deepening = Deepening::new(task, moves, thread, &mut silence);
        deepening.worker.is_interruptible = true;
        match catch_unwind(AssertUnwindSafe(|| deepening.go_on())) {
            Ok(Ok(())) => {}
            Ok(Err(_)) => {
                task.control.stop();
                deepening.finish_stopped_iteration();
            }
            // The others go on without this one, whose results may be wrong.
            Err(_) => return log::error!("a helper panicked at depth {}", deepening.depth),
        }
        counts.publish(deepening.worker.nodes);
        self.opinion = deepening.opinion();
        self.thread.buffers = deepening.into_buffers();
    }
}

impl<G: Knowledge> Deepening<'_, G> {
    /// Searches to the end, with the helpers unless it comes soon.
    fn search(
        &mut self,
        task: &Task<'_, G>,
        moves: &[G::Move],
        pool: &Pool,
        helpers: &mut [Helper<'_, G>],
    ) -> Result<(), Stopped> {
        if self.begin()? {
            return Ok(());
        }
        if self.root_search.is_some() {
            return self.go_on();
        }
        // A node limit is for all threads together: the others follow this one.
        self.worker.limits.counts().publish(self.worker.nodes);
        with_help(pool, task, moves, helpers, || self.go_on())
    }

    /// The answer after a search that ended like this; reports the lines behind it.
    fn finish(
        &mut self,
        ended: std::thread::Result<Result<(), Stopped>>,
        helpers: Vec<Helper<'_, G>>,
    ) -> Answer<G::Move> {
        if ended.is_err() {
            log::error!("the search panicked at depth {}", self.depth);
        }
        let is_whole = matches!(ended, Ok(Ok(())));
        log::debug!("search over after {} nodes: {}", self.worker.nodes, self.end(is_whole));
        if !is_whole {
            self.finish_stopped_iteration();
        }
        let is_outvoted = self.vote(helpers.into_iter().filter_map(|helper| helper.opinion));
        if (!is_whole || is_outvoted) && self.root_search.is_none() {
            self.report_lines();
        }
        self.answer(ended.is_err())
    }

    /// What its thread keeps for the next search.
    fn into_buffers(self) -> Buffers<G::Move> {
        self.worker.into_buffers()
    }

    fn opinion(&self) -> Option<Opinion<G::Move>> {
        let line = self.lines.first().filter(|line| line.score.is_some())?;
        if line.bound == Bound::Upper {
            return None;
        }
        Some(Opinion { line: line.clone(), depth: self.lines_depth })
    }

    /// Takes the line with the most votes, unless the client has fixed what it wants, such as
    /// a depth. Returns whether that line is another thread's.
    fn vote(&mut self, others: impl Iterator<Item = Opinion<G::Move>>) -> bool {
        let is_free =
            self.multi_pv == 1 && self.limits.depth.is_none() && self.limits.mate.is_none();
        if !is_free || self.exact_answer.is_some() {
            return false;
        }
        let opinions: Vec<_> = self.opinion().into_iter().chain(others).collect();
        let Some(winner) = vote_on(&opinions) else { return false };
        let is_new = winner.line.m != self.lines[0].m;
        if is_new {
            self.lines = vec![winner.line.clone()];
            self.lines_depth = winner.depth;
        }
        is_new
    }
}

/// The weight of a vote beyond the score's distance from the lowest, in centi-units.
const BASE: i32 = 14;

/// The opinion whose move has most votes, the earlier one of equals. A vote
/// weighs as much as the depth behind it, and the more the better the score; a
/// sure win needs no majority.
fn vote_on<M: Copy + PartialEq>(opinions: &[Opinion<M>]) -> Option<&Opinion<M>> {
    let lowest = opinions.iter().map(Opinion::score).min()?;
    // The last of equals is the greatest, so the order is turned round.
    opinions.iter().rev().max_by_key(|opinion| {
        let win = opinion.line.score.filter(|s| s.is_decisive() && s.value() > 0);
        let votes: i64 = opinions
            .iter()
            .filter(|other| other.line.m == opinion.line.m)
            .map(|other| other.weight(lowest))
            .sum();
        (win, votes, opinion.weight(lowest))
    })
}
