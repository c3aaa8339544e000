//! The queue of work, in the order of the commands.

use crate::{Job, Message, MessageSink, SearchThread};
use plyglot_core::search::{Control, Table};
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::channel;

/// The limit of work that is neither infinite nor pondering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndsBy {
    /// A limit, or its own finite length.
    Limit,
    Clock,
    /// Nothing, except that the game may be solved.
    Open,
}

pub(crate) struct PendingWork {
    control: Arc<Control>,
    end: EndsBy,
    pub(crate) is_done: Arc<AtomicBool>,
}

impl PendingWork {
    pub(crate) fn new(control: Arc<Control>, end: EndsBy) -> PendingWork {
        PendingWork { control, end, is_done: Arc::default() }
    }

    pub(crate) fn limited() -> (PendingWork, Arc<Control>) {
        let control = Arc::new(Control::default());
        (PendingWork::new(Arc::clone(&control), EndsBy::Limit), control)
    }

    /// A receiver of the work's messages. The work is done before the last one is sent: a client
    /// that has received the answer may assume that the work has ended.
    pub(crate) fn sink(
        &self,
        is_last: impl Fn(&Message) -> bool + Send + Sync + 'static,
        send: impl Fn(Message) + Send + Sync + 'static,
    ) -> MessageSink {
        let is_done = Arc::clone(&self.is_done);
        Arc::new(move |message| {
            is_done.fetch_or(is_last(&message), Relaxed);
            send(message);
        })
    }

    fn is_done(&self) -> bool {
        self.is_done.load(Relaxed)
    }

    fn ends_by_itself(&self) -> bool {
        self.control.is_stopped() || self.end != EndsBy::Open && !self.control.holds()
    }

    fn stop_if_open(&self) {
        if !self.ends_by_itself() {
            self.control.stop();
        }
    }
}

/// Whether a search or a perft ends with this message.
pub(crate) fn is_answer(message: &Message) -> bool {
    matches!(message, Message::Best { .. } | Message::PerftTotal(_))
}

/// The search thread and its work. The dialogue queues jobs without blocking, unless
/// too many are queued.
pub(crate) struct WorkQueue {
    thread: SearchThread,
    /// Work not known to be done, in order. Only the last may need a command to end.
    works: VecDeque<PendingWork>,
}

impl WorkQueue {
    pub(crate) fn start(table: Table) -> io::Result<WorkQueue> {
        Ok(WorkQueue { thread: SearchThread::start(table)?, works: VecDeque::new() })
    }

    /// Blocks if too many are queued. No search could be stopped meanwhile, so those that do
    /// not end by themselves are stopped first.
    pub(crate) fn add(&self, job: Job) {
        if let Err(job) = self.thread.try_queue(job) {
            self.works.iter().for_each(PendingWork::stop_if_open);
            self.thread.queue(job);
        }
    }

    /// Earlier work is finished if it ends without being told to, and stopped otherwise.
    pub(crate) fn run(&mut self, work: PendingWork, job: Job) {
        self.works.retain(|work| !work.is_done());
        self.works.iter().for_each(PendingWork::stop_if_open);
        let done = Arc::clone(&work.is_done);
        // Pushed last: while `add` blocks, this work must not block other work.
        self.add(Box::new(move |table| {
            job(table);
            done.store(true, Relaxed);
        }));
        self.works.push_back(work);
    }

    pub(crate) fn is_working(&self) -> bool {
        self.works.iter().any(|work| !work.is_done())
    }

    /// Waits for all queued jobs, unless a search is among them: it may need a command to end.
    pub(crate) fn drain(&self) {
        if !self.is_working() {
            self.wait();
        }
    }

    /// Waits for all queued jobs.
    pub(crate) fn wait(&self) {
        let (sender, receiver) = channel::<()>();
        self.add(Box::new(move |_| drop(sender)));
        // Ends with an error, as the sender is dropped.
        receiver.recv().ok();
    }

    /// Stops the running work, and all queued work that would not end otherwise.
    pub(crate) fn stop(&self) {
        if let Some(work) = self.works.iter().find(|work| !work.is_done()) {
            work.control.stop();
        }
        self.works.iter().for_each(PendingWork::stop_if_open);
    }

    pub(crate) fn stop_all(&self) {
        self.works.iter().for_each(|work| work.control.stop());
    }

    /// Ends the dialogue's work after the end of input. Stops work that does not end by
    /// itself, and the last search if it has a clock: its game will not continue.
    pub(crate) fn finish(&self) {
        self.works.iter().for_each(PendingWork::stop_if_open);
        let last = self.works.iter().rfind(|work| !work.control.is_stopped());
        if let Some(last) = last.filter(|work| work.end == EndsBy::Clock) {
            last.control.stop();
        }
    }

    pub(crate) fn ponderhit(&self) {
        self.works.iter().for_each(|work| work.control.ponderhit());
    }
}
