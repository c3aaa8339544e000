//! Helper threads for parallel work; they sleep when there is none.

use crate::memory;
use rayon_core::{Scope, ThreadBuilder, ThreadPool, ThreadPoolBuilder};
use std::cell::Cell;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{
    AtomicUsize,
    Ordering::{Acquire, Release},
};
use std::thread::{self, JoinHandle};

/// The stack of a search thread in bytes: enough for the deepest line of the largest
/// position.
pub const STACK: usize = 16 << 20;

/// Checks whether the helpers are done before a thread sleeps until they are. Sleeping
/// and waking takes longer than most of them need.
const MAX_SPINS: u32 = 4_000;

/// The most threads that look for work among each other. A thread without any asks all
/// others again and again before it sleeps: a thousand in one group would take seconds of two
/// processors for that, after each search.
const MAX_GROUP_THREADS: usize = 32;

/// Memory in bytes that a thread needs beside its stack: what a search of the largest
/// game learns, and 64 MiB of addresses, which the C library of Linux reserves for a
/// thread's allocations. A thread started without this room would abort the program.
pub const THREAD_MEMORY_BYTES: usize = 68 << 20;

/// The helper threads beside the calling one.
#[derive(Debug, Default)]
pub struct Pool {
    threads: Option<Threads>,
    asked: usize,
}

#[derive(Debug)]
struct Threads {
    /// Groups of nearly equal sizes, the larger ones first. Empty only during shutdown.
    groups: Vec<ThreadPool>,
    handles: Vec<JoinHandle<()>>,
}

impl Threads {
    fn start(count: usize) -> Result<Threads, Box<dyn Error>> {
        if !memory::can_be_had(count, STACK + THREAD_MEMORY_BYTES) {
            return Err("not enough memory for their stacks".into());
        }
        // The started threads are joined on every path.
        let mut threads = Threads { groups: Vec::new(), handles: Vec::new() };
        let groups = count.div_ceil(MAX_GROUP_THREADS);
        for group in 0..groups {
            let handles = &mut threads.handles;
            let size = (count - group).div_ceil(groups);
            let built = ThreadPoolBuilder::new()
                .num_threads(size)
                .spawn_handler(|thread: ThreadBuilder| {
                    let name = format!("helper {}", handles.len() + 1);
                    let builder = thread::Builder::new().name(name).stack_size(STACK);
                    handles.push(builder.spawn(|| thread.run())?);
                    Ok(())
                })
                .build();
            threads.groups.push(built?);
        }
        Ok(threads)
    }
}

impl Drop for Threads {
    /// Joins the threads: only then are their stacks free.
    fn drop(&mut self) {
        self.groups.clear();
        for handle in self.handles.drain(..) {
            if handle.join().is_err() {
                log::error!("a helper panicked");
            }
        }
    }
}

impl Pool {
    /// A pool of `threads` threads, or fewer; see [`Pool::resize`].
    pub fn new(threads: usize) -> Pool {
        let mut pool = Pool::default();
        pool.resize(threads);
        pool
    }

    /// The number of threads.
    pub fn len(&self) -> usize {
        self.threads.as_ref().map_or(0, |threads| threads.handles.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Changes the number of threads. If the system does not provide them, half as many
    /// are requested, and so on: the rest is left for other work.
    pub fn resize(&mut self, threads: usize) {
        if threads == self.asked {
            return;
        }
        // The old threads end before new ones start.
        self.threads = None;
        self.asked = threads;
        let mut count = threads;
        while count > 0 && self.threads.is_none() {
            match Threads::start(count) {
                Ok(started) => self.threads = Some(started),
                Err(error) => {
                    log::info!("no {count} more threads: {error}");
                    count /= 2;
                }
            }
        }
        if count < threads {
            log::warn!("the system gives only {count} of {threads} more threads");
        }
    }

    /// Runs `work` in this thread, which may give tasks to the helpers. Returns when
    /// all of them are done.
    pub fn scope<'s, T>(&self, work: impl FnOnce(Option<&Crew<'_, 's>>) -> T) -> T {
        let Some(Threads { groups, .. }) = &self.threads else { return work(None) };
        let pending = Arc::new(AtomicUsize::new(0));
        let done = in_scopes(groups, Vec::new(), |scopes| {
            let done = work(Some(&Crew { scopes, spawned: Cell::new(0), pending: &pending }));
            for _ in 0..MAX_SPINS {
                if pending.load(Acquire) == 0 {
                    break;
                }
                std::hint::spin_loop();
            }
            done
        });
        pending.load(Acquire);
        done
    }
}

/// Runs `work` with a scope of each of these groups, after those of others.
fn in_scopes<'s, T>(
    groups: &[ThreadPool],
    scopes: Vec<&Scope<'s>>,
    work: impl FnOnce(Vec<&Scope<'s>>) -> T,
) -> T {
    let Some((first, rest)) = groups.split_first() else { return work(scopes) };
    first.in_place_scope(|scope| {
        let scopes = scopes.into_iter().chain([scope]).collect();
        in_scopes(rest, scopes, work)
    })
}

/// Spawns tasks on the threads of a pool.
///
/// The pool already synchronizes memory between the threads. The counter does so again
/// in this crate's own code, for ThreadSanitizer: it does not see the pool's
/// synchronization unless the standard library was built with it.
pub struct Crew<'a, 's> {
    scopes: Vec<&'a Scope<'s>>,
    spawned: Cell<usize>,
    pending: &'a Arc<AtomicUsize>,
}

impl<'s> Crew<'_, 's> {
    /// Gives a task to one of the threads. As many tasks as there are threads have a thread
    /// each.
    pub fn spawn(&self, work: impl FnOnce() + Send + 's) {
        let scope = self.scopes[self.spawned.get() % self.scopes.len()];
        self.spawned.update(|tasks| tasks + 1);
        self.pending.fetch_add(1, Release);
        let pending = Arc::clone(self.pending);
        scope.spawn(move |_| {
            pending.load(Acquire);
            work();
            pending.fetch_sub(1, Release);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::time::{Duration, Instant};

    #[test]
    fn a_pool_has_the_threads_that_were_last_asked_for() {
        let mut pool = Pool::default();
        for threads in [0, 2, 2, 3, 1, 0] {
            pool.resize(threads);
            assert_eq!(pool.len(), threads);
        }
    }

    #[test]
    fn many_threads_are_in_groups_and_each_task_has_one() {
        let pool = Pool::new(2 * MAX_GROUP_THREADS + 3);
        let threads = pool.threads.as_ref().expect("there are threads");
        let sizes: Vec<usize> =
            threads.groups.iter().map(ThreadPool::current_num_threads).collect();
        assert_eq!(sizes, [23, 22, 22]);
        let there = AtomicUsize::new(0);
        let given_up = Instant::now() + Duration::from_secs(600);
        pool.scope(|scope| {
            let scope = scope.expect("there are threads");
            (0..pool.len()).for_each(|_| {
                scope.spawn(|| {
                    there.fetch_add(1, Relaxed);
                    while there.load(Relaxed) < pool.len() && Instant::now() < given_up {
                        thread::yield_now();
                    }
                });
            });
        });
        assert!(Instant::now() < given_up, "a task waited for another's thread");
    }

    #[test]
    fn all_tasks_are_done_before_the_scope_ends() {
        let mut pool = Pool::default();
        pool.resize(3);
        for _ in 0..50 {
            let done = AtomicUsize::new(0);
            pool.scope(|scope| {
                let scope = scope.expect("there are threads");
                (0..3).for_each(|_| {
                    scope.spawn(|| {
                        done.fetch_add(1, Relaxed);
                    });
                });
            });
            assert_eq!(done.into_inner(), 3);
        }
    }
}
