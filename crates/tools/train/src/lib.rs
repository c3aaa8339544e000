//! Self-play games, networks that learn from them, and the tuning of search parameters.
//!
//! The way from games to a network, which [`learn`] goes in each generation:
//!
//! 1. [`selfplay`] plays games, and `selfplay/record.rs` encodes them in a file (`datagen`).
//! 2. `trainer/samples.rs` makes samples of their positions.
//! 3. [`trainer`] fits a network to the samples: `trainer/epochs.rs` has the epochs, `model.rs` the
//!    losses and gradients. [`train`] is its command.
//! 4. [`chances`] fits the chances at its scores.
//! 5. `learn/gate.rs` has the new network play against the best one.
//!
//! [`pairs`] of games need no records: they tune the parameters of a search (`spsa`), and rate the
//! levels of a game (`ladder`). [`survey`] measures how a game plays. All share the files of their
//! states (`state_file`), the hashes that distinguish those of other runs (`fingerprint`), and the
//! start of threads (`threads`).
//! `docs/training.md` is the guide to all of them.

#![allow(missing_docs, reason = "the interface for authors is that of core and engine")]

pub mod chances;
mod fingerprint;
pub mod ladder;
pub mod learn;
pub mod pairs;
pub mod selfplay;
mod state_file;
pub mod survey;
mod threads;
pub mod train;
pub mod trainer;
mod varint;

pub use selfplay::{Ply, Record, RecordHeader, RecordReader};
