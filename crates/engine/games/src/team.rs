//! Several threads on one query of a solver: all search the same position and share results
//! through the table (lazy SMP, chessprogramming.org "Lazy SMP"). The first answer ends the
//! query for all of them.
//!
//! Each marks the positions that it is searching, so that the threads spread out: a thread
//! defers a move that another one is searching (Tom Kerrigan, "Simplified ABDADA", after
//! Jean-Christophe Weill, "The ABDADA distributed minimax search algorithm", 1996).

use plyglot_support::pool::Pool;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Slots. If two positions share one, a move is deferred once too often or too rarely.
const SLOTS: usize = 1 << 10;

/// The state that the threads share beside the table.
#[derive(Default)]
pub(super) struct Team {
    pub(super) in_progress: InProgress,
    is_answered: AtomicBool,
}

impl Team {
    /// Whether some thread has the answer, so that the others need not go on.
    #[inline(always)]
    pub(super) fn is_answered(&self) -> bool {
        self.is_answered.load(Relaxed)
    }
}

/// The first answer of this thread and those of a pool. Each searches with its number, 0 for
/// this one. `None` if none has an answer.
pub(super) fn first_answer(
    pool: &Pool,
    search: impl Fn(usize, &Team) -> Option<i32> + Sync,
) -> Option<i32> {
    let team = Team::default();
    let answer = OnceLock::new();
    let work = |thread| {
        if let Some(score) = search(thread, &team) {
            answer.get_or_init(|| score);
            team.is_answered.store(true, Relaxed);
        }
    };
    pool.scope(|crew| {
        if let Some(crew) = crew {
            (1..=pool.len()).for_each(|thread| crew.spawn(move || work(thread)));
        }
        work(0);
    });
    answer.into_inner()
}

pub(super) struct InProgress {
    slots: Box<[AtomicU64]>,
}

impl Default for InProgress {
    fn default() -> InProgress {
        InProgress { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }
}

impl InProgress {
    pub(super) fn contains(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    pub(super) fn insert(&self, key: u64) {
        self.slot(key).store(key, Relaxed);
    }

    pub(super) fn remove(&self, key: u64) {
        self.slot(key).store(0, Relaxed);
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.slots[key as usize % SLOTS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn each_thread_has_its_number_and_one_answer_is_enough() {
        let pool = Pool::new(3);
        for answering in 0..=pool.len() {
            let seen = Mutex::new(Vec::new());
            let answer = first_answer(&pool, |thread, team| {
                seen.lock().unwrap().push(thread);
                while thread != answering && !team.is_answered() {
                    std::thread::yield_now();
                }
                (thread == answering).then_some(7)
            });
            assert_eq!(answer, Some(7));
            let mut seen = seen.into_inner().unwrap();
            seen.sort_unstable();
            assert_eq!(seen, (0..=pool.len()).collect::<Vec<_>>());
        }
        assert_eq!(first_answer(&pool, |_, _| None), None);
    }
}
