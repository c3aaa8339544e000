//! Games of self-play, and `plyglot datagen`, which makes them.
//!
//! [`options`] reads the arguments. Threads play the games ([`datagen`], `game`). Each finished game
//! is a [`Record`], which takes a few bytes per ply in a file ([`record`], `files`). A
//! [`RecordReader`] reads it back, and [`selection`] chooses positions of games to learn from.
//! `command` connects these modules, and `progress` reports on the run.

mod command;
pub mod datagen;
pub(crate) mod files;
pub(crate) mod game;
pub mod options;
mod progress;
pub mod record;
pub mod selection;

pub use command::run;
pub use options::command;
pub use record::{Ply, Record, RecordHeader, RecordReader};
