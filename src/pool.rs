//! Threads that help the one that works anyway, asleep between two pieces of work.

use crate::memory;
use rayon_core::{Scope, ThreadBuilder, ThreadPool, ThreadPoolBuilder};
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{
    AtomicUsize,
    Ordering::{Acquire, Release},
};
use std::thread::{self, JoinHandle};

/// The stack in bytes of a thread that searches: enough for the deepest line of
/// the largest position.
pub const STACK: usize = 16 << 20;

/// Looks at whether the others are done before a thread sleeps until they are: to
/// be put to sleep and woken takes longer than most of them need.
const LOOKS: u32 = 4_000;

/// Memory in bytes that a thread should find beside its stack: what a search of
/// the largest game learns, and 64 MiB of addresses, which the C library of Linux
/// sets aside for what a thread allocates. Without room for its own beginnings, a
/// thread that was started would abort the program.
const ROOM: usize = 68 << 20;

/// Threads beside the one that searches anyway.
#[derive(Debug, Default)]
pub struct Pool {
    /// `None` while there are none.
    threads: Option<Threads>,
    /// The number of threads that were last asked for.
    asked: usize,
}

/// Threads that there are.
#[derive(Debug)]
struct Threads {
    /// `None` only while they end.
    pool: Option<ThreadPool>,
    handles: Vec<JoinHandle<()>>,
}

impl Threads {
    /// `count` threads, or none.
    fn start(count: usize) -> Result<Threads, Box<dyn Error>> {
        if !memory::can_be_had(count, STACK + ROOM) {
            return Err("there is too little memory".into());
        }
        let mut handles = Vec::new();
        let start = |thread: ThreadBuilder| {
            let name = format!("helper {}", thread.index() + 1);
            let builder = thread::Builder::new().name(name).stack_size(STACK);
            handles.push(builder.spawn(|| thread.run())?);
            Ok(())
        };
        let built = ThreadPoolBuilder::new().num_threads(count).spawn_handler(start).build();
        // From here on, those that were started are waited for, come what may.
        let mut threads = Threads { pool: None, handles };
        threads.pool = Some(built?);
        Ok(threads)
    }
}

impl Drop for Threads {
    /// Waits until they have ended: only then are their stacks free for others.
    fn drop(&mut self) {
        self.pool = None;
        for handle in self.handles.drain(..) {
            if handle.join().is_err() {
                log::error!("a helper panicked");
            }
        }
    }
}

impl Pool {
    /// So many threads, or as many as the system gives; see [`Pool::resize`].
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

    /// Makes it `threads` threads. Where the system does not give as many, it is asked
    /// for half of them, and half of those: what is left over, other work needs.
    pub fn resize(&mut self, threads: usize) {
        if threads == self.asked {
            return;
        }
        // The old ones end before new ones begin.
        (self.threads, self.asked) = (None, threads);
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
            log::warn!("of {threads} more threads the system gives {count}");
        }
    }

    /// Does `work` in this thread, which may give the others something to do,
    /// and waits until all of it is done.
    pub(crate) fn scope<'s, T>(&self, work: impl FnOnce(Option<&Crew<'_, 's>>) -> T) -> T {
        let pool = self.threads.as_ref().and_then(|threads| threads.pool.as_ref());
        let Some(pool) = pool else { return work(None) };
        let at_work = Arc::new(AtomicUsize::new(0));
        let done = pool.in_place_scope(|scope| {
            let done = work(Some(&Crew { scope, at_work: &at_work }));
            for _ in 0..LOOKS {
                if at_work.load(Acquire) == 0 {
                    break;
                }
                std::hint::spin_loop();
            }
            done
        });
        at_work.load(Acquire);
        done
    }
}

/// The threads of a pool while one works with them.
///
/// The pool sees to it that each side finds what the other has written. The
/// counter says so once more, in this crate's own code: ThreadSanitizer does not
/// see it where the standard library was built without.
pub(crate) struct Crew<'a, 's> {
    scope: &'a Scope<'s>,
    /// Pieces of work that are not done yet.
    at_work: &'a Arc<AtomicUsize>,
}

impl<'s> Crew<'_, 's> {
    /// Gives one of the threads something to do.
    pub(crate) fn spawn(&self, work: impl FnOnce() + Send + 's) {
        self.at_work.fetch_add(1, Release);
        let at_work = Arc::clone(self.at_work);
        self.scope.spawn(move |_| {
            at_work.load(Acquire);
            work();
            at_work.fetch_sub(1, Release);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[test]
    fn a_pool_has_the_threads_that_were_last_asked_for() {
        let mut pool = Pool::default();
        for threads in [0, 2, 2, 3, 1, 0] {
            pool.resize(threads);
            assert_eq!(pool.len(), threads);
        }
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
