//! The positions that threads are searching, so that the threads spread out.
//!
//! A thread defers a move that another thread is searching (Tom Kerrigan, "Simplified
//! ABDADA", after Jean-Christophe Weill, "The ABDADA distributed minimax search
//! algorithm", 1996).

use super::lanes::SolverNode;
use crate::games::random::mix;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Slots. If two positions share one, a move is deferred once too often or too rarely.
const SLOTS: usize = 1 << 10;

/// The positions that are being searched now.
pub(super) struct InProgress {
    slots: Box<[AtomicU64]>,
}

impl InProgress {
    pub(super) fn new() -> InProgress {
        InProgress { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Whether some thread is searching this position.
    pub(super) fn contains(&self, node: &SolverNode) -> bool {
        let key = key(node);
        self.slot(key).load(Relaxed) == key
    }

    /// Marks a position as being searched.
    pub(super) fn insert(&self, node: &SolverNode) {
        let key = key(node);
        self.slot(key).store(key, Relaxed);
    }

    /// Ends the search of a position.
    pub(super) fn remove(&self, node: &SolverNode) {
        self.slot(key(node)).store(0, Relaxed);
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.slots[key as usize % SLOTS]
    }
}

fn key(node: &SolverNode) -> u64 {
    mix(node.mover ^ node.occupied.rotate_left(32))
}
