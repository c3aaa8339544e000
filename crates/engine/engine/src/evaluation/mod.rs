//! Networks of games without their types, and the positions that they learn from.

mod network;
#[cfg(feature = "network")]
mod network_file;
mod replay;

pub(crate) use network::RuledGame;
pub use network::{NetworkEvaluation, NetworkPosition, PositionOrigin};
#[cfg(feature = "network")]
pub use network_file::{load_network, network_note, read_network, read_network_for};
pub use replay::ReplayError;
pub(crate) use replay::is_quiet;
