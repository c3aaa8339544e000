//! Games of Plyglot against itself, from which an evaluation is to learn.
//!
//! What was asked for is a [`Plan`] (`plan`, read from arguments by
//! `options`). Some threads play the games that it describes (`selfplay`,
//! `datagen`); each finished one is a [`Record`], which takes a few bytes a
//! ply in a file (`record`, `files`) and comes back by a [`Reader`]. `command` is
//! where all of it meets. `docs/training.md` is the guide.

mod command;
pub mod datagen;
mod files;
pub mod options;
pub mod plan;
mod progress;
pub mod record;
mod selfplay;

pub use command::run;
pub use plan::Plan;
pub use record::{Header, Ply, Reader, Record};
