//! Plyglot: one search that plays many two-player board games.
//!
//! The rooms of the house, from the ground up:
//!
//! * [`games`]: the rules, notation and knowledge of each game.
//! * [`search`]: the one search that plays any of them.
//! * [`engine`]: one object-safe face for every game.
//! * [`protocol`]: UCI, from bytes to commands and back.
//! * `solve`: exact values of positions.
//! * [`tournament`]: matches between engines, refereed.
//! * [`training`]: games of Plyglot against itself, and what evaluations learn from them.
//!
//! * [`arguments`]: the command line that these programs share.
//!
//! Calls go down only. `docs/design.md` shows the whole; `docs/new_game.md`
//! says how to bring a game of your own, which [`main`] then plays.

#![warn(missing_docs)]
// Much is there for the commands that a program may leave out.
#![cfg_attr(
    not(all(feature = "games", feature = "match", feature = "solve", feature = "training")),
    allow(dead_code, unused_imports)
)]

#[cfg(feature = "cli")]
pub mod arguments;
mod cli;
mod ending;
pub mod engine;
mod files;
pub mod games;
#[cfg(feature = "cli")]
mod interrupt;
mod memory;
pub mod pool;
mod prefetch;
mod processor;
#[cfg(feature = "cli")]
mod progress;
pub mod protocol;
pub mod search;
#[cfg(feature = "solve")]
mod solve;
mod streams;
mod text;
#[cfg(feature = "match")]
pub mod tournament;
#[cfg(feature = "training")]
pub mod training;

pub use cli::{main, run};
pub use engine::{Program, Registry};
pub use processor::check_processor;
