//! Games of Plyglot against itself, from which an evaluation is to learn.
//!
//! What was asked for is a [`DatagenPlan`] (`plan`, read from arguments by
//! `options`). Some threads play the games that it describes (`selfplay`,
//! `datagen`); each finished one is a [`Record`], which takes a few bytes a
//! ply in a file (`record`, `files`) and comes back by a [`RecordReader`]. `command` is
//! where all of it meets.
//!
//! The other way, [`dataset`] makes [`samples`] of records, and [`tune`] fits an
//! evaluation to them. [`spsa`] needs no records: it finds the numbers of a search
//! by games. `docs/training.md` is the guide to all three.

mod command;
pub mod datagen;
pub mod dataset;
mod files;
pub mod options;
pub mod plan;
mod progress;
pub mod record;
pub mod samples;
mod selfplay;
pub mod spsa;
mod threads;
pub mod tune;

pub(crate) use command::run;
pub(crate) use options::command;
pub use plan::DatagenPlan;
pub use record::{Ply, Record, RecordHeader, RecordReader};
