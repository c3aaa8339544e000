//! The work that was asked for: one piece after the other, in the order in which
//! it was asked for.

use crate::engine::{Job, SearchThread};
use crate::search::{Control, Table};
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What ends work by itself, unless it is infinite or in the opponent's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// A limit of its own, or that it has only so much to do.
    Limit,
    /// The clock of a game.
    Clock,
    /// Nothing but that there may be no more to find.
    Open,
}

/// A search, or anything else that takes time and can be stopped.
pub(super) struct Work {
    pub(super) control: Arc<Control>,
    pub(super) end: End,
    pub(super) is_done: Arc<AtomicBool>,
}

impl Work {
    /// Work with a limit.
    pub(super) fn limited(control: Arc<Control>) -> Work {
        Work { control, end: End::Limit, is_done: Arc::default() }
    }

    fn is_done(&self) -> bool {
        self.is_done.load(Relaxed)
    }

    /// Whether it waits for nothing but its turn.
    fn ends_by_itself(&self) -> bool {
        self.control.is_stopped() || self.end != End::Open && !self.control.holds()
    }

    fn end_if_held(&self) {
        if !self.ends_by_itself() {
            self.control.stop();
        }
    }
}

/// The search thread, and what it has to do. The dialogue hands it jobs without
/// waiting for them, as long as not too many wait already.
pub(super) struct Queue {
    thread: SearchThread,
    /// What is not known to be done, the first to be done first. Only the last
    /// may be without an end of its own.
    works: VecDeque<Work>,
}

impl Queue {
    /// A thread that owns the table.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn start(table: Table) -> io::Result<Queue> {
        Ok(Queue { thread: SearchThread::start(table)?, works: VecDeque::new() })
    }

    /// Queues a job of no great length, such as a change of the table. Where too many
    /// wait already, so does the caller. Nobody can stop a search meanwhile, so that
    /// one that does not end by itself is ended.
    pub(super) fn add(&self, job: Job) {
        if let Err(job) = self.thread.try_queue(job) {
            self.works.iter().for_each(Work::end_if_held);
            self.thread.queue(job);
        }
    }

    /// Queues work. Whatever has a limit is finished before; the rest is ended.
    pub(super) fn run(&mut self, work: Work, job: Job) {
        self.works.retain(|work| !work.is_done());
        self.works.iter().for_each(Work::end_if_held);
        let waits = self.works.iter().any(|work| !work.control.is_stopped());
        let (control, done) = (Arc::clone(&work.control), Arc::clone(&work.is_done));
        // Not before there is room is it one of those that hold others up.
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

    /// Ends the work in hand, and what waits for its turn without an end of its own.
    pub(super) fn stop(&self) {
        if let Some(work) = self.works.iter().find(|work| !work.is_done()) {
            work.control.stop();
        }
        self.works.iter().for_each(Work::end_if_held);
    }

    /// Ends all work.
    pub(super) fn stop_all(&self) {
        self.works.iter().for_each(|work| work.control.stop());
    }

    /// No more will be asked for. Ends what does not end by itself, and the last search
    /// if it is for a game: that will not go on.
    pub(super) fn finish(&self) {
        self.works.iter().for_each(Work::end_if_held);
        if let Some(last) = self.works.back().filter(|work| work.end == End::Clock) {
            last.control.stop();
        }
    }

    /// What was pondered about was played.
    pub(super) fn ponderhit(&self) {
        self.works.iter().for_each(|work| work.control.ponderhit());
    }
}
