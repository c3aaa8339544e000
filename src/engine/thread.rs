//! The thread on which all work is done, one job after the other.

use crate::pool::STACK;
use crate::search::Table;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

/// A piece of work. It is lent the table for as long as it takes.
pub type Job = Box<dyn FnOnce(&mut Table) + Send>;

/// A thread that owns the transposition table and works off jobs in the order
/// in which they come. It lives as long as this value, asleep between jobs.
#[derive(Debug)]
pub struct SearchThread {
    /// `None` only while the thread is being joined.
    jobs: Option<Sender<Job>>,
    handle: Option<JoinHandle<()>>,
}

impl SearchThread {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(mut table: Table) -> std::io::Result<SearchThread> {
        let (jobs, queue) = channel::<Job>();
        let builder = std::thread::Builder::new().name("search".to_owned()).stack_size(STACK);
        let handle = builder.spawn(move || {
            for job in queue {
                if catch_unwind(AssertUnwindSafe(|| job(&mut table))).is_err() {
                    log::error!("a job panicked");
                }
            }
        })?;
        Ok(SearchThread { jobs: Some(jobs), handle: Some(handle) })
    }

    /// Puts a job behind those that wait already.
    pub fn queue(&self, job: Job) {
        if let Some(jobs) = &self.jobs
            && jobs.send(job).is_err()
        {
            log::error!("the search thread is gone");
        }
    }
}

impl Drop for SearchThread {
    /// Waits until every job is done.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(handle) = self.handle.take()
            && handle.join().is_err()
        {
            log::error!("the search thread panicked");
        }
    }
}
