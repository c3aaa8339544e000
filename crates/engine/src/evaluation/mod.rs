//! Evaluations of games without their types: weighted features, and networks.

mod linear;
mod network;
#[cfg(feature = "network")]
mod network_file;

pub use linear::{FeatureCount, Features, LinearEvaluation, ReplayError, SampleInfo};
pub(crate) use linear::{RuledGame, is_quiet};
pub use network::{NetworkEvaluation, NetworkPosition, PositionOrigin};
#[cfg(feature = "network")]
pub use network_file::{load_network, network_note, read_network, read_network_for};
