//! State shared by all requests.

use super::engines::Engines;
use super::explain::Explanations;
use super::gate::PageGate;
use super::watch::Watched;
use plyglot_answers::Answers;
use std::sync::Arc;

/// The site that the server serves.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) gate: PageGate,
    pub(super) answers: Answers,
    pub(super) engines: Arc<Engines>,
    pub(super) explanations: Explanations,
    /// A running match.
    pub(super) watched: Option<Watched>,
}
