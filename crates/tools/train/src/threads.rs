//! Groups of threads: all of them start, or none.

use anyhow::{Context, Result};
use plyglot_command::interrupt::POLL_INTERVAL;
use plyglot_support::lock;
use plyglot_support::text::NO_THREAD;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, Builder};

const MAX_QUEUED: usize = 256;

/// Does the work of each number, on a thread for each of `boards`. `work` returns `None` if it was
/// interrupted by the flag that it gets. `report` gets the number and the result of each, in the
/// order in which they are done, and `None` after some time without one. It may end the run, as
/// `interrupt` does.
pub(super) fn for_each_number<B: Send, T: Send>(
    boards: &mut [B],
    numbers: impl Iterator<Item = u64> + Send,
    interrupt: &AtomicBool,
    work: &(impl Fn(&mut B, u64, &AtomicBool) -> Option<T> + Sync),
    mut report: impl FnMut(Option<(u64, T)>) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let numbers = Mutex::new(numbers);
    let is_over = AtomicBool::new(false);
    // Whether the threads may begin. Locked until that is decided.
    let gate = Mutex::new(false);
    let (sender, results) = sync_channel(MAX_QUEUED);
    let count = boards.len();
    let next = || lock(&numbers).next();
    let run = |board: &mut B, sender: SyncSender<(u64, T)>| {
        let may_begin = *lock(&gate);
        while may_begin
            && let Some(number) = next()
            && let Some(result) = work(board, number, &is_over)
        {
            if sender.send((number, result)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let mut is_open = lock(&gate);
        for board in boards {
            let run = &run;
            let sender = sender.clone();
            let thread = Builder::new().spawn_scoped(scope, move || run(board, sender));
            thread.with_context(|| refusal(count))?;
        }
        *is_open = true;
        drop((is_open, sender));
        let mut outcome = Ok(ControlFlow::Continue(()));
        while matches!(outcome, Ok(ControlFlow::Continue(()))) && !interrupt.load(Relaxed) {
            outcome = match results.recv_timeout(POLL_INTERVAL) {
                Ok(result) => report(Some(result)),
                Err(RecvTimeoutError::Timeout) => report(None),
                Err(RecvTimeoutError::Disconnected) => break,
            };
        }
        is_over.store(true, Relaxed);
        // Otherwise a thread could block on a full channel.
        drop(results);
        outcome.map(drop)
    })
}

pub(super) fn pool(count: usize) -> Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(count.max(1)).build();
    pool.with_context(|| refusal(count))
}

fn refusal(count: usize) -> String {
    format!("{NO_THREAD}; ask for fewer than {count} by --threads")
}
