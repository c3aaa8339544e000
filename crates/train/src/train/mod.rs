//! `plyglot train`: trains a game's network on recorded games.
//!
//! Positions of the games become samples in memory. The network to begin with is the game's own,
//! that of a file, or a random one. A [`Trainer`](super::trainer::Trainer) fits it to the samples.
//! The best epoch's parameters are quantized and written as a file that `EvalFile` loads.

mod command;
mod options;

pub use command::run;
pub use options::command;
