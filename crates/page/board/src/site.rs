//! What the answers of the server have in common.

use super::engines::Engines;
use super::gate::PageGate;
use super::watch::WatchedMatch;
use plyglot_answers::Answers;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::Semaphore;

#[derive(Debug)]
pub(super) struct Site {
    pub(super) gate: PageGate,
    pub(super) answers: Answers,
    pub(super) engines: Arc<Engines>,
    pub(super) explanations: Arc<Semaphore>,
    /// Held by each answer that is worked on.
    pub(super) under_way: Arc<()>,
    pub(super) watched: Option<WatchedMatch>,
    /// The program that `survey` is a tool of.
    pub(super) program: PathBuf,
}

impl Site {
    pub(super) fn answers_under_way(&self) -> usize {
        Arc::strong_count(&self.under_way) - 1
    }
}
