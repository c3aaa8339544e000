//! Starts groups of threads: all of them, or none.

use anyhow::{Context, Result};
use plyglot_core::lock;
use plyglot_support::text::NO_THREAD;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Does the work for each of the places on a separate thread, once all threads are
/// running. The threads then return `Some`.
pub(super) fn start<'scope, P, T>(
    scope: &'scope Scope<'scope, '_>,
    places: impl ExactSizeIterator<Item = P>,
    work: &'scope (impl Fn(P) -> T + Sync),
) -> Result<Vec<ScopedJoinHandle<'scope, Option<T>>>>
where
    P: Send + 'scope,
    T: Send + 'scope,
{
    // Whether the threads may begin. Locked until that is decided.
    let gate = Arc::new(Mutex::new(false));
    let mut is_open = lock(&gate);
    let count = places.len();
    let mut threads = Vec::with_capacity(count);
    for place in places {
        let gate = Arc::clone(&gate);
        let thread = Builder::new().spawn_scoped(scope, move || {
            let may_begin = *lock(&gate);
            may_begin.then(|| work(place))
        });
        threads.push(thread.with_context(|| refusal(count))?);
    }
    *is_open = true;
    Ok(threads)
}

pub(super) fn pool(count: usize) -> Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(count.max(1)).build();
    pool.with_context(|| refusal(count))
}

fn refusal(count: usize) -> String {
    format!("{NO_THREAD}; ask for fewer than {count} by --threads")
}
