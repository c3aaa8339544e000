//! The queue of work, in the order in which it was asked for.

use crate::engine::{Job, SearchThread};
use crate::search::{Control, Table};
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What ends a piece of work, unless it is infinite or pondering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndsBy {
    /// A limit, or that it is finite.
    Limit,
    /// The clock of a game.
    Clock,
    /// Nothing, unless the game is solved.
    Open,
}

/// A search, or anything else that takes time and can be stopped.
pub(super) struct PendingWork {
    pub(super) control: Arc<Control>,
    pub(super) end: EndsBy,
    pub(super) is_done: Arc<AtomicBool>,
}

impl PendingWork {
    /// Work with a limit.
    pub(super) fn limited(control: Arc<Control>) -> PendingWork {
        PendingWork { control, end: EndsBy::Limit, is_done: Arc::default() }
    }

    fn is_done(&self) -> bool {
        self.is_done.load(Relaxed)
    }

    /// Whether it ends without another command.
    fn ends_by_itself(&self) -> bool {
        self.control.is_stopped() || self.end != EndsBy::Open && !self.control.holds()
    }

    fn end_if_held(&self) {
        if !self.ends_by_itself() {
            self.control.stop();
        }
    }
}

/// The search thread and its work. The dialogue queues jobs without waiting, as long
/// as not too many are queued.
pub(super) struct WorkQueue {
    thread: SearchThread,
    /// The work that is not known to be done, in order. Only the last may have no end of
    /// its own.
    works: VecDeque<PendingWork>,
}

impl WorkQueue {
    /// A thread that owns the table.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn start(table: Table) -> io::Result<WorkQueue> {
        Ok(WorkQueue { thread: SearchThread::start(table)?, works: VecDeque::new() })
    }

    /// Queues a short job, such as a change of the table. If too many are queued, the
    /// caller waits. No search can be stopped meanwhile, so one that does not end by
    /// itself is stopped first.
    pub(super) fn add(&self, job: Job) {
        if let Err(job) = self.thread.try_queue(job) {
            self.works.iter().for_each(PendingWork::end_if_held);
            self.thread.queue(job);
        }
    }

    /// Queues work. Earlier work is finished if it has a limit, and stopped if not.
    pub(super) fn run(&mut self, work: PendingWork, job: Job) {
        self.works.retain(|work| !work.is_done());
        self.works.iter().for_each(PendingWork::end_if_held);
        let waits = self.works.iter().any(|work| !work.control.is_stopped());
        let (control, done) = (Arc::clone(&work.control), Arc::clone(&work.is_done));
        // Only then is it pushed: while `add` waits, this work blocks no other.
        self.add(Box::new(move |table| {
            if waits {
                control.begin();
            }
            job(table);
            done.store(true, Relaxed);
        }));
        self.works.push_back(work);
    }

    /// Whether there is work.
    pub(super) fn is_working(&self) -> bool {
        self.works.iter().any(|work| !work.is_done())
    }

    /// Stops the work that runs, and all queued work that has no end of its own.
    pub(super) fn stop(&self) {
        if let Some(work) = self.works.iter().find(|work| !work.is_done()) {
            work.control.stop();
        }
        self.works.iter().for_each(PendingWork::end_if_held);
    }

    /// Stops all work.
    pub(super) fn stop_all(&self) {
        self.works.iter().for_each(|work| work.control.stop());
    }

    /// The input has ended. Stops work that does not end by itself, and the last search
    /// if it has a clock: its game will not go on.
    pub(super) fn finish(&self) {
        self.works.iter().for_each(PendingWork::end_if_held);
        if let Some(last) = self.works.back().filter(|work| work.end == EndsBy::Clock) {
            last.control.stop();
        }
    }

    /// The move that was pondered on was played.
    pub(super) fn ponderhit(&self) {
        self.works.iter().for_each(|work| work.control.ponderhit());
    }
}
