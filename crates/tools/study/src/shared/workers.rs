//! Work on many things at the same time, with the answers in order.

use anyhow::{Context, Result};
use plyglot_command::interrupt::POLL_INTERVAL;
use plyglot_core::search::Control;
use plyglot_support::lock;
use plyglot_support::text::NO_THREAD;
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

/// News of the work on an item: any number of steps, then its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event<A> {
    Step(WorkStep),
    Done(A),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WorkStep {
    /// A part of the answer, which may be empty.
    pub text: String,
    /// Where the work is.
    pub note: String,
    /// The steps of this item that are done.
    pub done: u64,
}

/// The controls of a worker's searches. Each search has its own, as its clock begins with
/// it.
#[derive(Default)]
pub(crate) struct Searches {
    is_over: AtomicBool,
    current: Mutex<Arc<Control>>,
}

impl Searches {
    pub(crate) fn begin(&self) -> Arc<Control> {
        let control = Arc::<Control>::default();
        *lock(&self.current) = Arc::clone(&control);
        // The end may have come before there was this control to be stopped.
        if self.is_over() {
            control.stop();
        }
        control
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    /// Ends the search that runs, and all that begin.
    pub(crate) fn stop(&self) {
        self.is_over.store(true, Relaxed);
        lock(&self.current).stop();
    }
}

/// Does some work. Its searches are stopped when `is_over` says so.
pub(crate) fn watched<T: Send>(
    is_over: &dyn Fn() -> bool,
    work: impl FnOnce(&Arc<Searches>) -> T + Send,
) -> Result<T, String> {
    let searches = Arc::<Searches>::default();
    if cfg!(target_family = "wasm") {
        // There are no threads, and nobody else who could end it.
        return Ok(work(&searches));
    }
    let caller = thread::current();
    thread::scope(|scope| {
        let work = thread::Builder::new().spawn_scoped(scope, || {
            let done = work(&searches);
            caller.unpark();
            done
        });
        let work = work.map_err(|_| NO_THREAD.to_owned())?;
        while !work.is_finished() {
            thread::park_timeout(POLL_INTERVAL);
            if is_over() {
                searches.stop();
            }
        }
        work.join().map_err(|_| "the search failed".to_owned())
    })
}

/// What works on items, one after another.
pub(crate) trait Worker: Send {
    type Item: Sync;
    type Answer: Send;

    fn work(&mut self, item: &Self::Item, job: &Job<'_>) -> Self::Answer;
}

pub(crate) struct Job<'j> {
    pub(crate) searches: &'j Arc<Searches>,
    tell: &'j dyn Fn(WorkStep),
}

impl Job<'_> {
    pub(crate) fn step(&self, step: WorkStep) {
        (self.tell)(step);
    }
}

/// A worker for each thread, but no more than there are items.
pub(crate) fn workers_for<W>(
    items: usize,
    threads: usize,
    worker: impl Fn() -> Result<W>,
) -> Result<Vec<W>> {
    (0..threads.clamp(1, items.max(1))).map(|_| worker()).collect()
}

/// Works on all items, each worker on one after another, and takes the results in the order of the
/// items. Ends early at an error of `take`, or when it wants no more. When `interrupt` is set, all
/// searches are stopped, and results so far of the items in hand are still taken. Returns whether
/// all was done before that.
pub(crate) fn run<W: Worker>(
    workers: Vec<W>,
    items: &[W::Item],
    interrupt: &AtomicBool,
    mut take: impl FnMut(&W::Item, Event<W::Answer>) -> Result<bool>,
) -> Result<bool> {
    let next = AtomicUsize::new(0);
    let all_searches: Vec<Arc<Searches>> = workers.iter().map(|_| Arc::default()).collect();
    let (sender, answers) = mpsc::channel();
    thread::scope(|scope| {
        for (worker, searches) in workers.into_iter().zip(&all_searches) {
            let sender = sender.clone();
            let next = &next;
            let body = move || work_through(worker, items, next, searches, &sender);
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, body) {
                stop_all(&all_searches);
                return Err(error).context(NO_THREAD);
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::<usize, VecDeque<Event<W::Answer>>>::new();
        let mut done = 0;
        let mut was_interrupted = false;
        let taken = loop {
            if done == items.len() {
                break Ok(!was_interrupted);
            }
            match answers.recv_timeout(POLL_INTERVAL) {
                Ok((i, event)) => waiting.entry(i).or_default().push_back(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(false),
            }
            if !was_interrupted && interrupt.load(Relaxed) {
                was_interrupted = true;
                stop_all(&all_searches);
            }
            match take_waiting(&mut waiting, items, &mut done, &mut take) {
                Ok(true) => {}
                Ok(false) => break Ok(false),
                Err(error) => break Err(error),
            }
        };
        stop_all(&all_searches);
        taken
    })
}

fn stop_all(searches: &[Arc<Searches>]) {
    searches.iter().for_each(|searches| searches.stop());
}

/// Takes the finished parts of the first unfinished item and of the items after it, in order.
/// Returns whether more is wanted.
fn take_waiting<T, A>(
    waiting: &mut BTreeMap<usize, VecDeque<Event<A>>>,
    items: &[T],
    done: &mut usize,
    take: &mut impl FnMut(&T, Event<A>) -> Result<bool>,
) -> Result<bool> {
    while let Some(event) = waiting.get_mut(done).and_then(VecDeque::pop_front) {
        let item = &items[*done];
        let is_end = matches!(event, Event::Done(_));
        if is_end {
            waiting.remove(done);
            *done += 1;
        }
        if !take(item, event)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Works on the next of the items, until there is none or nobody wants more.
fn work_through<W: Worker>(
    mut worker: W,
    items: &[W::Item],
    next: &AtomicUsize,
    searches: &Arc<Searches>,
    sender: &Sender<(usize, Event<W::Answer>)>,
) {
    loop {
        let i = next.fetch_add(1, Relaxed);
        let Some(item) = items.get(i) else { return };
        if searches.is_over() {
            return;
        }
        // If the receiver is gone, the last event shows it.
        let tell = |step| drop(sender.send((i, Event::Step(step))));
        let answer = worker.work(item, &Job { searches, tell: &tell });
        if sender.send((i, Event::Done(answer))).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;
    use std::time::Duration;

    static GO_ON: AtomicBool = AtomicBool::new(false);

    fn step(done: u64) -> WorkStep {
        WorkStep { done, ..WorkStep::default() }
    }

    #[derive(Clone)]
    struct Squarer;

    impl Worker for Squarer {
        type Item = u64;
        type Answer = u64;

        fn work(&mut self, item: &u64, job: &Job<'_>) -> u64 {
            job.step(step(2 * item));
            // The first take longest.
            thread::sleep(Duration::from_micros(100 * (50 - item)));
            job.step(step(2 * item + 1));
            item * item
        }
    }

    #[test]
    fn answers_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..50).collect();
        let mut found = Vec::new();
        let is_done = run(vec![Squarer; 4], &items, &GO_ON, |_, event| {
            found.push(event);
            Ok(true)
        });
        let is_done = is_done.unwrap();
        assert!(is_done);
        let events = |item: &u64| {
            let steps = [2 * item, 2 * item + 1].map(|done| Event::Step(step(done)));
            steps.into_iter().chain([Event::Done(item * item)])
        };
        assert_eq!(found, items.iter().flat_map(events).collect::<Vec<_>>());
    }

    /// Waits for the end with every item from this one on.
    #[derive(Clone)]
    struct Waiter(u64);

    impl Worker for Waiter {
        type Item = u64;
        type Answer = ();

        fn work(&mut self, item: &u64, job: &Job<'_>) {
            let control = job.searches.begin();
            while *item >= self.0 && !control.is_stopped() {
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    #[test]
    fn an_interrupt_and_an_error_stop_all() {
        let interrupt = AtomicBool::new(true);
        let mut taken = 0;
        let is_done = run(vec![Waiter(1); 2], &[1, 2, 3], &interrupt, |_, _| {
            taken += 1;
            Ok(true)
        });
        let is_done = is_done.unwrap();
        // Work in hand is finished, and nothing new begins.
        assert!(!is_done && taken <= 2, "{taken}");
        let failed = run(vec![Waiter(2); 2], &[1, 2, 3], &GO_ON, |_, _| bail!("no"));
        assert!(failed.is_err());
        let ended = run(vec![Waiter(2); 2], &[1, 2, 3], &GO_ON, |_, _| Ok(false));
        assert!(!ended.unwrap());
    }
}
