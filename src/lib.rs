//! Plyglot: one search that plays many two-player board games.
//!
//! The rooms of the house, from the ground up:
//!
//! * [`games`]: the rules, notation and knowledge of each game.
//! * [`search`]: the one search that plays any of them.
//! * [`engine`]: one object-safe face for every game.
//! * [`protocol`]: UCI, from bytes to commands and back.
//! * [`solve`]: exact values of positions.
//! * [`tournament`]: matches between engines, refereed.
//! * [`training`]: games of Plyglot against itself, and what evaluations learn from them.
//!
//! * [`arguments`]: the command line that these programs share.
//!
//! Calls go down only. `docs/design.md` shows the whole; `docs/new_game.md`
//! says how to bring a game of your own, which [`main`] then plays.

#![warn(missing_docs)]

pub mod arguments;
mod cli;
mod ending;
pub mod engine;
mod files;
pub mod games;
mod interrupt;
mod memory;
pub mod pool;
mod prefetch;
mod processor;
pub mod protocol;
pub mod search;
mod solve;
mod streams;
mod text;
pub mod tournament;
pub mod training;

pub use cli::{main, run};
pub use engine::Registry;
pub use processor::check_processor;
