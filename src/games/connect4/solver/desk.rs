//! Where the questions of a team lie, one after the other, and their answers.
//!
//! Questions follow each other within microseconds, and many take no more than a
//! millisecond: to start threads for each, or to wake them, would take longer than
//! they need to look for themselves.

use super::busy::Busy;
use super::lanes::Node;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The number of no question: the desk is closed.
const CLOSED: u64 = u64::MAX;
/// Looks for a new question before a thread lies down between them.
const LOOKS: u32 = 4_000;
/// How long it then sleeps.
const NAP: Duration = Duration::from_micros(50);

/// Whether a node scores more than a number.
#[derive(Clone, Copy)]
pub(super) struct Question {
    /// From 1; that of the question before, and one more.
    pub(super) number: u64,
    pub(super) node: Node,
    pub(super) alpha: i32,
}

/// A question at a time, and its answer.
pub(super) struct Desk {
    question: Mutex<Option<Question>>,
    /// The number of the last question that was put.
    put: AtomicU64,
    /// The last answer, and the number of its question.
    answer: Mutex<(u64, i32)>,
    /// That number once more, to be looked at by all threads all the time.
    pub(super) settled: AtomicU64,
    /// What the threads are at.
    pub(super) busy: Busy,
}

impl Desk {
    pub(super) fn new() -> Desk {
        Desk {
            question: Mutex::new(None),
            put: AtomicU64::new(0),
            answer: Mutex::new((0, 0)),
            settled: AtomicU64::new(0),
            busy: Busy::new(),
        }
    }

    /// Puts the next question. The one before is answered, or nobody needs to know.
    /// Returns its number.
    pub(super) fn put(&self, node: Node, alpha: i32) -> u64 {
        let number = self.put.load(Relaxed) + 1;
        *lock(&self.question) = Some(Question { number, node, alpha });
        self.put.store(number, Release);
        number
    }

    /// Waits for a question after that of this number; `None` once the desk is closed.
    pub(super) fn take(&self, last: u64) -> Option<Question> {
        let mut looks = 0;
        loop {
            match self.put.load(Acquire) {
                CLOSED => return None,
                number if number > last => return *lock(&self.question),
                _ if looks < LOOKS => {
                    looks += 1;
                    std::hint::spin_loop();
                }
                _ => std::thread::sleep(NAP),
            }
        }
    }

    /// Answers a question, unless somebody has.
    pub(super) fn settle(&self, number: u64, score: i32) {
        let mut answer = lock(&self.answer);
        if answer.0 < number {
            *answer = (number, score);
            self.settled.store(number, Release);
        }
    }

    /// The answer to the last question, if there is one.
    pub(super) fn answer(&self, number: u64) -> Option<i32> {
        let answer = *lock(&self.answer);
        (answer.0 == number).then_some(answer.1)
    }

    /// Ends all waiting.
    pub(super) fn close(&self) {
        self.put.store(CLOSED, Release);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODE: Node = Node { mover: 0, occupied: 0, safe: 0, threats: 0, stones: 0 };

    #[test]
    fn the_first_answer_to_the_last_question_counts() {
        let desk = Desk::new();
        let first = desk.put(NODE, 3);
        desk.settle(first, 4);
        let second = desk.put(NODE, 5);
        assert_eq!(desk.answer(second), None);
        desk.settle(second, 2);
        desk.settle(second, 1);
        desk.settle(first, 9);
        assert_eq!(desk.answer(second), Some(2));
        assert_eq!(desk.settled.load(Relaxed), second);
    }

    #[test]
    fn who_waits_gets_every_question_that_is_left_lying_and_then_none() {
        let desk = Desk::new();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                let (mut last, mut sum) = (0, 0);
                while let Some(question) = desk.take(last) {
                    last = question.number;
                    sum += question.alpha;
                    desk.settle(last, question.alpha);
                }
                sum
            });
            for alpha in 1..=100 {
                let number = desk.put(NODE, alpha);
                while desk.answer(number).is_none() {
                    std::thread::yield_now();
                }
            }
            desk.close();
            assert_eq!(waiting.join().expect("it waits no more"), 5050);
        });
    }
}
