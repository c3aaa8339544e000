//! The thread that runs all jobs in order.

use plyglot_core::search::Table;
use plyglot_support::lock;
use plyglot_support::pool::STACK;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;

/// A piece of work. It borrows the table while it runs.
pub type Job = Box<dyn FnOnce(&mut Table) + Send>;

/// Jobs that may wait while another runs. If there are more, the caller blocks, so that
/// no client can fill the memory.
const MAX_QUEUED_JOBS: usize = 256;

/// A thread that owns the transposition table and runs jobs in order. It ends when this
/// value is dropped, and sleeps between jobs. If there are no threads, as in a browser, each
/// job is run at once.
pub struct SearchThread {
    table: Option<Mutex<Table>>,
    /// `None` without a thread, and while it is being joined.
    jobs: Option<SyncSender<Job>>,
    handle: Option<JoinHandle<()>>,
}

impl SearchThread {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system provides no thread.
    pub fn start(mut table: Table) -> std::io::Result<SearchThread> {
        if cfg!(target_family = "wasm") {
            return Ok(SearchThread { table: Some(Mutex::new(table)), jobs: None, handle: None });
        }
        let (jobs, queue) = sync_channel::<Job>(MAX_QUEUED_JOBS);
        let builder = std::thread::Builder::new().name("search".to_owned()).stack_size(STACK);
        let handle = builder.spawn(move || {
            for job in queue {
                if catch_unwind(AssertUnwindSafe(|| job(&mut table))).is_err() {
                    log::error!("a job panicked");
                }
            }
        })?;
        Ok(SearchThread { table: None, jobs: Some(jobs), handle: Some(handle) })
    }

    /// Queues a job, or returns it if the queue is full.
    ///
    /// # Errors
    /// The job, if the queue is full.
    pub(crate) fn try_queue(&self, job: Job) -> Result<(), Job> {
        let Some(jobs) = &self.jobs else {
            self.queue(job);
            return Ok(());
        };
        match jobs.try_send(job) {
            Err(TrySendError::Full(job)) => return Err(job),
            Err(TrySendError::Disconnected(_)) => log::error!("the search thread is gone"),
            Ok(()) => {}
        }
        Ok(())
    }

    /// Queues a job; blocks until there is room.
    pub fn queue(&self, job: Job) {
        if let Some(table) = &self.table {
            return job(&mut lock(table));
        }
        if let Some(jobs) = &self.jobs
            && jobs.send(job).is_err()
        {
            log::error!("the search thread is gone");
        }
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(handle) = self.handle.take()
            && handle.join().is_err()
        {
            log::error!("the search thread panicked");
        }
    }
}
