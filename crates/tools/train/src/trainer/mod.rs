//! A trainer for networks ([`plyglot_core::game::network`]).
//!
//! It knows positions only as numbers, so any game can use it. A position is a set of
//! *placements*, which are the same for both sides: in chess, a piece of a kind and colour
//! on a square. Each side sees them from its *perspective*. A table gives the network's
//! input for each placement and perspective ([`TrainingShape`]).
//!
//! Up to sixteen consecutive positions of a game are a [`chunk`]. Chunks are made from games
//! ([`samples`]), kept in memory, and shuffled for each epoch. Positions of a chunk share most
//! placements: [`model`] computes the first layer from row differences, and its gradient from
//! running sums. A [`Trainer`] takes a step of AdamW (`adamw`) for each batch of chunks. It writes
//! its state to a file (`checkpoint`), from which it can be resumed. Inputs can share rows. A
//! [`Judge`] measures how good the networks are.

mod adamw;
pub(crate) mod checkpoint;
pub mod chunk;
pub mod epochs;
pub mod judge;
mod kernel;
pub mod model;
pub mod objective;
pub mod samples;
mod settings;
pub mod shape;

use plyglot_core::game::network::NetworkFile;
use plyglot_support::files::Format;

pub(super) const NETWORK: Format =
    Format { name: "a network", beginnings: &[NetworkFile::BEGINNING] };

pub use chunk::{Chunk, Samples};
pub use epochs::{NetworkErrors, Trainer, TrainingProgress};
pub use judge::Judge;
pub use objective::Objective;
pub use settings::TrainerSettings;
pub use shape::TrainingShape;
