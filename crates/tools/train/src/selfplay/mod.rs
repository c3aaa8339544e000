//! Games of self-play, and `plyglot datagen`, which makes them.
//!
//! Threads play the games (`game`). Each finished game is a [`Record`], which takes a few bytes per
//! ply in a file ([`record`]). A [`RecordReader`] reads it back, and [`selection`] chooses positions
//! of games to learn from.

mod command;
pub(crate) mod game;
pub mod record;
pub mod selection;

pub use command::{command, parse, run};
pub use record::{Ply, Record, RecordHeader, RecordReader};
