//! Self-play games, and the fitting of evaluations and search parameters.
//!
//! [`selfplay`] plays games against itself and records them. [`tune`] makes samples of the
//! records, and fits an evaluation to them. [`train`] trains a network on them: [`trainer`]
//! does so with samples in files, which need not fit memory. [`learn`] plays games and trains
//! networks in turn. [`pairs`] of games need no records: they tune the parameters of a search
//! (`spsa`), say what single ones are worth (`screen`), and measure what scores and ratings
//! mean (`scale`). [`survey`] tells how a game plays. All of them share the files of their states
//! (`state_file`) and the start of threads (`threads`). `docs/training.md` is the guide to all of
//! them.

#[doc(hidden)]
pub mod fuzzing;
pub mod learn;
pub mod pairs;
pub mod selfplay;
mod state_file;
pub mod survey;
mod threads;
pub mod train;
pub mod trainer;
pub mod tune;
mod varint;

pub use selfplay::{Ply, Record, RecordHeader, RecordReader};
