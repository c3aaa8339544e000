//! The signal that ends a match before its last game.

use plyglot_support::lock;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

#[derive(Debug)]
pub(crate) struct Stop<'m> {
    interrupt: &'m AtomicBool,
    error: Mutex<Option<anyhow::Error>>,
    /// Whether the engine plays in a match; otherwise it stands alone.
    is_match: bool,
}

impl<'m> Stop<'m> {
    /// Setting `interrupt` also ends the match.
    pub(crate) const fn new(interrupt: &'m AtomicBool) -> Stop<'m> {
        Stop { interrupt, error: Mutex::new(None), is_match: true }
    }

    /// For an engine without a match, where nothing else ends with it.
    pub(crate) const fn of_one_engine(interrupt: &'m AtomicBool) -> Stop<'m> {
        Stop { interrupt, error: Mutex::new(None), is_match: false }
    }

    pub(crate) fn is_of_match(&self) -> bool {
        self.is_match
    }

    pub(crate) fn is_asked(&self) -> bool {
        self.interrupt.load(Relaxed)
    }

    pub(crate) fn ask(&self) {
        self.interrupt.store(true, Relaxed);
    }

    /// Ends the match because of an error of the runner, not of an engine. The first
    /// error is kept.
    pub(crate) fn fail(&self, error: anyhow::Error) {
        lock(&self.error).get_or_insert(error);
        self.ask();
    }

    /// Ends the match if the answer to one of its events asks for that, or is an error.
    pub(crate) fn note(&self, answer: anyhow::Result<ControlFlow<()>>) {
        match answer {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => self.ask(),
            Err(error) => self.fail(error),
        }
    }

    pub(crate) fn outcome(self) -> anyhow::Result<()> {
        let error = self.error.into_inner().unwrap_or_else(PoisonError::into_inner);
        error.map_or(Ok(()), Err)
    }
}
