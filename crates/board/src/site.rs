//! State shared by all requests.

use super::engines::Engines;
use super::gate::PageGate;
use super::study::Explanations;
use super::watch::Watched;
use plyglot_engine::Registry;
use std::sync::Arc;

/// The site that the server serves.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) gate: PageGate,
    pub(super) registry: Arc<Registry>,
    /// The game to show first.
    pub(super) game: String,
    pub(super) engines: Arc<Engines>,
    pub(super) explanations: Explanations,
    /// A running match.
    pub(super) watched: Option<Watched>,
}
