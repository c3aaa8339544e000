//! The thread that runs all jobs in order.

use plyglot_core::pool::STACK;
use plyglot_core::search::Table;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;

/// A piece of work. It borrows the table while it runs.
pub type Job = Box<dyn FnOnce(&mut Table) + Send>;

/// Jobs that may wait while another runs. If there are more, the caller blocks, so that
/// no client can fill the memory.
const MAX_QUEUED_JOBS: usize = 256;

/// A thread that owns the transposition table and runs jobs in order. It ends when this
/// value is dropped, and sleeps between jobs.
#[derive(Debug)]
pub struct SearchThread {
    /// `None` only while the thread is being joined.
    jobs: Option<SyncSender<Job>>,
    handle: Option<JoinHandle<()>>,
}

impl SearchThread {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system provides no thread.
    pub fn start(mut table: Table) -> std::io::Result<SearchThread> {
        let (jobs, queue) = sync_channel::<Job>(MAX_QUEUED_JOBS);
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

    /// Queues a job, or returns it if the queue is full.
    ///
    /// # Errors
    /// The job, if the queue is full.
    pub fn try_queue(&self, job: Job) -> Result<(), Job> {
        match self.jobs.as_ref().map(|jobs| jobs.try_send(job)) {
            Some(Err(TrySendError::Full(job))) => Err(job),
            Some(Err(TrySendError::Disconnected(_))) => {
                log::error!("the search thread is gone");
                Ok(())
            }
            Some(Ok(())) | None => Ok(()),
        }
    }

    /// Queues a job; blocks until there is room.
    pub fn queue(&self, job: Job) {
        if let Some(jobs) = &self.jobs
            && jobs.send(job).is_err()
        {
            log::error!("the search thread is gone");
        }
    }
}

impl Drop for SearchThread {
    /// Waits until all jobs are done.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(handle) = self.handle.take()
            && handle.join().is_err()
        {
            log::error!("the search thread panicked");
        }
    }
}
