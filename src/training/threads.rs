//! Threads of which all begin, or none.

use anyhow::{Context, Result};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Does the work at each of the places, each on a thread of its own, once all
/// threads are there. What each of them gives is `Some`.
///
/// # Errors
/// When the system does not give as many threads; then no work is begun.
pub(super) fn start<'scope, P, T>(
    scope: &'scope Scope<'scope, '_>,
    places: impl ExactSizeIterator<Item = P>,
    work: &'scope (impl Fn(P) -> T + Sync),
) -> Result<Vec<ScopedJoinHandle<'scope, Option<T>>>>
where
    P: Send + 'scope,
    T: Send + 'scope,
{
    // Whether they may begin. Locked until that is known.
    let gate = Arc::new(Mutex::new(false));
    let mut is_open = gate.lock().unwrap_or_else(PoisonError::into_inner);
    let count = places.len();
    let mut threads = Vec::with_capacity(count);
    for place in places {
        let gate = Arc::clone(&gate);
        let thread = Builder::new().spawn_scoped(scope, move || {
            let may_begin = *gate.lock().unwrap_or_else(PoisonError::into_inner);
            may_begin.then(|| work(place))
        });
        threads.push(thread.with_context(|| refusal(count))?);
    }
    *is_open = true;
    Ok(threads)
}

/// So many threads, at least one, for much work of little pieces.
///
/// # Errors
/// When the system does not give as many.
pub(super) fn pool(count: usize) -> Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(count.max(1)).build();
    pool.with_context(|| refusal(count))
}

/// What is said where so many threads cannot be had.
fn refusal(count: usize) -> String {
    format!("the system does not give {count} threads; ask for fewer by --threads")
}
