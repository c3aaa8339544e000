//! Work on many things at the same time, with the answers in order.

use crate::search::Control;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// From one look at the interrupt to the next, while no answer comes.
const MOMENT: Duration = Duration::from_millis(50);

/// The controls of a worker's searches. Each search has its own, as its clock begins with
/// it.
#[derive(Default)]
pub(crate) struct Searches {
    is_over: AtomicBool,
    current: Mutex<Arc<Control>>,
}

impl Searches {
    /// The control of a search that begins now.
    pub(crate) fn begin(&self) -> Arc<Control> {
        let control = Arc::<Control>::default();
        *self.lock() = Arc::clone(&control);
        // The end may have come before there was this control to be stopped.
        if self.is_over() {
            control.stop();
        }
        control
    }

    /// Whether no result is needed any more.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    /// Ends the search that runs, and all that begin.
    pub(crate) fn stop(&self) {
        self.is_over.store(true, Relaxed);
        self.lock().stop();
    }

    /// A control is whole even if its worker panicked.
    fn lock(&self) -> MutexGuard<'_, Arc<Control>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Works on all items, each worker on one after another, and takes the answers in the
/// order of the items. Ends early at an error of `take`, or when `interrupt` is set:
/// then all searches are stopped. Returns whether all was done.
///
/// # Errors
/// Those of `take`, or if the system provides no thread.
pub(crate) fn run<W: Send, T: Sync, A: Send>(
    workers: Vec<W>,
    items: &[T],
    interrupt: &AtomicBool,
    work: impl Fn(&mut W, &T, &Searches) -> A + Sync,
    mut take: impl FnMut(&T, A) -> Result<()>,
) -> Result<bool> {
    let next = AtomicUsize::new(0);
    let all_searches: Vec<Searches> = workers.iter().map(|_| Searches::default()).collect();
    let (sender, answers) = mpsc::channel();
    let stop = || all_searches.iter().for_each(Searches::stop);
    thread::scope(|scope| {
        for (mut worker, searches) in workers.into_iter().zip(&all_searches) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            let body = move || {
                while let Some((i, item)) = claim(next, items)
                    && !searches.is_over()
                {
                    let answer = work(&mut worker, item, searches);
                    if sender.send((i, answer)).is_err() {
                        return;
                    }
                }
            };
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, body) {
                stop();
                return Err(error).context("there are too few threads");
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut done = 0;
        while done < items.len() {
            match answers.recv_timeout(MOMENT) {
                _ if interrupt.load(Relaxed) => break,
                Ok((i, answer)) => drop(waiting.insert(i, answer)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(answer) = waiting.remove(&done) {
                if let Err(error) = take(&items[done], answer) {
                    stop();
                    return Err(error);
                }
                done += 1;
            }
        }
        stop();
        Ok(done == items.len())
    })
}

/// The next item that nobody has worked on.
fn claim<'a, T>(next: &AtomicUsize, items: &'a [T]) -> Option<(usize, &'a T)> {
    let i = next.fetch_add(1, Relaxed);
    items.get(i).map(|item| (i, item))
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;

    static GO_ON: AtomicBool = AtomicBool::new(false);

    #[test]
    fn answers_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..50).collect();
        let mut found = Vec::new();
        let work = |_: &mut (), item: &u64, _: &Searches| {
            // The first take longest.
            thread::sleep(Duration::from_micros(100 * (50 - item)));
            item * item
        };
        let take = |_: &u64, answer| {
            found.push(answer);
            Ok(())
        };
        let is_done = run(vec![(); 4], &items, &GO_ON, work, take).unwrap();
        assert!(is_done);
        assert_eq!(found, items.iter().map(|item| item * item).collect::<Vec<_>>());
    }

    #[test]
    fn an_interrupt_and_an_error_stop_all() {
        let wait = |_: &mut (), _: &u64, searches: &Searches| {
            let control = searches.begin();
            while !control.is_stopped() {
                thread::sleep(Duration::from_millis(1));
            }
        };
        let interrupt = AtomicBool::new(true);
        let is_done = run(vec![(); 2], &[1, 2, 3], &interrupt, wait, |_, ()| Ok(())).unwrap();
        assert!(!is_done);
        let second_waits = |worker: &mut (), item: &u64, searches: &Searches| {
            if *item > 1 {
                wait(worker, item, searches);
            }
        };
        let take = |_: &u64, ()| bail!("no");
        assert!(run(vec![(); 2], &[1, 2, 3], &GO_ON, second_waits, take).is_err());
    }
}
