//! Why a match ends before its last game.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Says to all threads of a match that it is to end.
#[derive(Debug)]
pub(super) struct Stop<'m> {
    interrupt: &'m AtomicBool,
    trouble: Mutex<Option<anyhow::Error>>,
}

impl<'m> Stop<'m> {
    /// Whoever sets `interrupt` ends the match as well.
    pub(super) fn new(interrupt: &'m AtomicBool) -> Stop<'m> {
        Stop { interrupt, trouble: Mutex::new(None) }
    }

    /// Whether the match is to end; nothing is waited for then.
    pub(super) fn is_asked(&self) -> bool {
        self.interrupt.load(Relaxed)
    }

    /// Ends the match.
    pub(super) fn ask(&self) {
        self.interrupt.store(true, Relaxed);
    }

    /// Ends the match for a trouble that is the runner's own and no engine's.
    /// The first one counts.
    pub(super) fn fail(&self, trouble: anyhow::Error) {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(trouble);
        self.ask();
    }

    /// # Errors
    /// The trouble that ended the match.
    pub(super) fn outcome(self) -> anyhow::Result<()> {
        let trouble = self.trouble.into_inner().unwrap_or_else(PoisonError::into_inner);
        trouble.map_or(Ok(()), Err)
    }
}
