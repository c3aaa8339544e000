//! Where a game's network comes from.

#[cfg(any(test, feature = "network"))]
use super::EmbeddedNetwork;
use super::Network;
use std::sync::Arc;

/// The network of a game.
#[derive(Clone, Debug)]
pub enum NetworkSource {
    /// One built into the program.
    #[cfg(any(test, feature = "network"))]
    Embedded(&'static EmbeddedNetwork),
    /// One from a file, or made.
    Loaded(Arc<Network>),
}

impl NetworkSource {
    /// The network.
    ///
    /// # Panics
    /// If the bytes of one built into the program are no file with a network.
    pub fn get(&self) -> Arc<Network> {
        match self {
            #[cfg(any(test, feature = "network"))]
            NetworkSource::Embedded(network) => network.get(),
            NetworkSource::Loaded(network) => Arc::clone(network),
        }
    }
}
