//! Jobs where there are no threads, as in a browser: each is run at once.

use plyglot_core::search::Table;
use std::sync::{Mutex, PoisonError};

/// A piece of work. It borrows the table while it runs.
pub type Job = Box<dyn FnOnce(&mut Table) + Send>;

/// Owns the transposition table and runs jobs in the thread that queues them.
pub struct SearchThread(Mutex<Table>);

impl SearchThread {
    /// Takes the table.
    ///
    /// # Errors
    /// None: as with a thread.
    pub fn start(table: Table) -> std::io::Result<SearchThread> {
        Ok(SearchThread(Mutex::new(table)))
    }

    /// Runs a job to its end.
    ///
    /// # Errors
    /// None: as with a thread.
    pub fn try_queue(&self, job: Job) -> Result<(), Job> {
        self.queue(job);
        Ok(())
    }

    /// Runs a job to its end.
    pub fn queue(&self, job: Job) {
        job(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
