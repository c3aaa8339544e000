//! Self-play games, and the fitting of evaluations and search parameters.
//!
//! A [`DatagenPlan`] describes the games (module `plan`; `options` reads it from the
//! arguments). Threads play them (`datagen`, `selfplay`). Each finished game is a
//! [`Record`], which takes a few bytes per ply in a file (`record`, `files`). A
//! [`RecordReader`] reads it back. `command` connects these modules.
//!
//! [`dataset`] makes [`samples`] of records, and [`tune`] fits an evaluation to them.
//! [`train`] trains a network on them: [`network`] does so with samples in files, which
//! need not fit memory. [`learn`] plays games and trains networks by turns. [`spsa`] needs
//! no records: it tunes the parameters of a search by playing games, and [`screen`] says what
//! single ones are worth. `scale` measures what scores and ratings mean. `docs/training.md` is
//! the guide to all of them.

mod command;
pub mod datagen;
pub mod dataset;
mod files;
pub(crate) mod fuzzing;
mod game_pair;
pub mod learn;
pub mod network;
pub mod options;
mod pair_file;
mod parameters;
pub mod plan;
mod progress;
pub mod record;
pub mod samples;
pub(crate) mod scale;
pub mod screen;
mod selfplay;
pub mod spsa;
mod state_file;
mod threads;
pub mod train;
pub mod tune;

pub(crate) use command::run;
pub(crate) use options::command;
pub use plan::DatagenPlan;
pub use record::{Ply, Record, RecordHeader, RecordReader};
