//! The positions that the threads of a solver are searching, so that the threads spread
//! out.
//!
//! A thread defers a move that another thread is searching (Tom Kerrigan, "Simplified
//! ABDADA", after Jean-Christophe Weill, "The ABDADA distributed minimax search
//! algorithm", 1996).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Slots. If two positions share one, a move is deferred once too often or too rarely.
const SLOTS: usize = 1 << 10;

/// The keys of the positions that are being searched now.
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
