//! `plyglot train`: trains a game's network on recorded games.
//!
//! Positions of the games become samples in files beside the result (`samples`). The
//! network to begin with is the game's own, that of a file, or a random one. A
//! [`Trainer`](super::trainer::Trainer) reads the samples from disk in every epoch, so they
//! may be far larger than memory. The best epoch's parameters are quantized
//! and written as a file that `EvalFile` loads.

mod command;
mod options;
mod samples;

pub use command::run;
pub use options::command;
