//! Which positions the threads are at, so that they spread out.
//!
//! A thread that comes to a move which another one is searching tries the
//! others first (Tom Kerrigan, "Simplified ABDADA", after Jean-Christophe
//! Weill, "The ABDADA distributed minimax search algorithm", 1996).

use super::lanes::Node;
use crate::games::random::mix;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Places; two positions that share one cost a deferral too many or too few.
const PLACES: usize = 1 << 10;

/// The positions that are being searched.
pub(super) struct Busy {
    places: Box<[AtomicU64]>,
}

impl Busy {
    pub(super) fn new() -> Busy {
        Busy { places: (0..PLACES).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Whether some thread is at this position.
    pub(super) fn has(&self, node: &Node) -> bool {
        let key = key(node);
        self.place(key).load(Relaxed) == key
    }

    /// Begins with a position.
    pub(super) fn enter(&self, node: &Node) {
        let key = key(node);
        self.place(key).store(key, Relaxed);
    }

    /// Is done with it.
    pub(super) fn leave(&self, node: &Node) {
        self.place(key(node)).store(0, Relaxed);
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.places[key as usize % PLACES]
    }
}

fn key(node: &Node) -> u64 {
    mix(node.mover ^ node.occupied.rotate_left(32))
}
