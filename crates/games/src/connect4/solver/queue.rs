//! The queries of a team, one after the other, and their answers.
//!
//! Queries follow each other within microseconds, and many take less than a
//! millisecond. Starting or waking threads for each would take longer, so they poll.

use super::lanes::SolverNode;
use crate::in_progress::InProgress;
use plyglot_core::lock;
use std::sync::Mutex;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::time::Duration;

const CLOSED: u64 = u64::MAX;
/// How often a thread polls for a query before it begins to sleep between polls.
const SPINS: u32 = 4_000;
const SLEEP: Duration = Duration::from_micros(50);

/// Whether the score of a node is greater than `alpha`.
#[derive(Clone, Copy)]
pub(super) struct BoundQuery {
    pub(super) number: u64,
    pub(super) node: SolverNode,
    pub(super) alpha: i32,
}

pub(super) struct QueryQueue {
    query: Mutex<Option<BoundQuery>>,
    put: AtomicU64,
    answer: Mutex<(u64, i32)>,
    pub(super) answered: AtomicU64,
    pub(super) in_progress: InProgress,
}

impl QueryQueue {
    pub(super) fn new() -> QueryQueue {
        QueryQueue {
            query: Mutex::new(None),
            put: AtomicU64::new(0),
            answer: Mutex::new((0, 0)),
            answered: AtomicU64::new(0),
            in_progress: InProgress::default(),
        }
    }

    /// Replaces the current query, which is answered or no longer needed. Returns the
    /// number of the new one.
    pub(super) fn put(&self, node: SolverNode, alpha: i32) -> u64 {
        let number = self.put.load(Relaxed) + 1;
        *lock(&self.query) = Some(BoundQuery { number, node, alpha });
        self.put.store(number, Release);
        number
    }

    /// Waits for a query after the one of this number; `None` once the queue is closed.
    pub(super) fn take(&self, last: u64) -> Option<BoundQuery> {
        let mut spins = 0;
        loop {
            match self.put.load(Acquire) {
                CLOSED => return None,
                number if number > last => return *lock(&self.query),
                _ if spins < SPINS => {
                    spins += 1;
                    std::hint::spin_loop();
                }
                _ => std::thread::sleep(SLEEP),
            }
        }
    }

    pub(super) fn answer_query(&self, number: u64, score: i32) {
        let mut answer = lock(&self.answer);
        if answer.0 < number {
            *answer = (number, score);
            self.answered.store(number, Release);
        }
    }

    pub(super) fn answer(&self, number: u64) -> Option<i32> {
        let answer = *lock(&self.answer);
        (answer.0 == number).then_some(answer.1)
    }

    pub(super) fn close(&self) {
        self.put.store(CLOSED, Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODE: SolverNode = SolverNode { mover: 0, occupied: 0, safe: 0, threats: 0, stones: 0 };

    #[test]
    fn the_first_answer_to_the_last_query_counts() {
        let queue = QueryQueue::new();
        let first = queue.put(NODE, 3);
        queue.answer_query(first, 4);
        let second = queue.put(NODE, 5);
        assert_eq!(queue.answer(second), None);
        queue.answer_query(second, 2);
        queue.answer_query(second, 1);
        queue.answer_query(first, 9);
        assert_eq!(queue.answer(second), Some(2));
        assert_eq!(queue.answered.load(Relaxed), second);
    }

    #[test]
    fn a_waiting_thread_takes_every_query_until_the_end() {
        let queue = QueryQueue::new();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                let (mut last, mut sum) = (0, 0);
                while let Some(query) = queue.take(last) {
                    last = query.number;
                    sum += query.alpha;
                    queue.answer_query(last, query.alpha);
                }
                sum
            });
            for alpha in 1..=100 {
                let number = queue.put(NODE, alpha);
                while queue.answer(number).is_none() {
                    std::thread::yield_now();
                }
            }
            queue.close();
            assert_eq!(waiting.join().expect("the thread does not panic"), 5050);
        });
    }
}
