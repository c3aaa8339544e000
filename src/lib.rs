//! Plyglot: one search that plays many two-player board games.
//!
//! A game of Connect Four, both sides played by the library:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use plyglot::engine::{Analyst, GoLimits};
//!
//! let registry = plyglot::Registry::standard();
//! let (game, _) = registry.find("connect4").ok_or("no such game")?;
//! let mut player = Analyst::new(game, 16, Default::default())?;
//! let (limits, mut moves) = (GoLimits { nodes: Some(10_000), ..Default::default() }, vec![]);
//! while player.game().result().is_none() {
//!     moves.extend(player.search(&limits, &Default::default(), |_| ())?.best);
//!     player.set_position(None, &moves.iter().map(String::as_str).collect::<Vec<_>>())?;
//! }
//! println!("{}\n{}", moves.join(" "), player.game().diagram());
//! # // With the best moves of both sides, the first player wins with the last stone.
//! # assert_eq!(moves.len(), 41);
//! # Ok(())
//! # }
//! ```
//!
//! | you want | begin with | whole example |
//! |---|---|---|
//! | a bot that plays a side | [`engine::Referee`] keeps the game, [`engine::Analyst`] finds moves | `examples/bot.rs` |
//! | scores of moves | [`engine::Analyst`] | `examples/analysis.rs` |
//! | a game of your own | [`games::Game`], [`games::Notation`], [`Registry::of`], [`main`] | `examples/nim.rs`, `examples/hex.rs` |
//!
//! The modules, from the bottom up:
//!
//! * [`games`]: the rules, notation and knowledge of each game.
//! * [`search`]: the one search that plays any of them.
//! * [`engine`]: an object-safe interface to every game.
//! * [`protocol`]: UCI, from bytes to commands and back.
//! * `solve`: exact values of positions.
//! * `analyse`: what the moves of positions and games are worth; `explain`: why.
//! * `compare`: what each idea of a search is worth.
//! * `play`: games of people in the terminal; `board`: in the browser.
//! * [`tournament`]: matches between engines, refereed.
//! * [`training`]: self-play, and the fitting of evaluations and parameters.
//! * [`statistics`]: Elo and its bounds, from the results of games.
//! * [`arguments`]: the command line of these tools.
//!
//! Calls go downwards only. `docs/design.md` gives an overview. `docs/new_game.md`
//! explains how to add a game, which [`main`] then plays. Its crate needs none of the
//! features, so `default-features = false` leaves out the games and tools of Plyglot.
//!
//! Versions follow [Semantic Versioning](https://semver.org). Before 1.0.0, the second
//! number changes with what breaks callers. The oldest compiler that works is the
//! `rust-version` of `Cargo.toml`.

#![warn(missing_docs)]
// Much is used only by commands that a build may leave out.
#![cfg_attr(
    not(all(
        feature = "board",
        feature = "games",
        feature = "match",
        feature = "solve",
        feature = "study",
        feature = "training"
    )),
    allow(dead_code, unused_imports)
)]

pub mod aligned;
#[cfg(feature = "study")]
mod analyse;
#[cfg(feature = "cli")]
pub mod arguments;
#[cfg(feature = "board")]
mod board;
mod cli;
#[cfg(feature = "study")]
mod compare;
mod ending;
pub mod engine;
mod epd;
#[cfg(feature = "study")]
mod explain;
mod files;
#[doc(hidden)]
pub mod fuzzing;
pub mod games;
#[cfg(feature = "cli")]
mod interrupt;
#[cfg(feature = "cli")]
mod json;
#[cfg(any(feature = "solve", feature = "study"))]
mod lines;
mod memory;
#[cfg(feature = "match")]
mod pgn;
#[cfg(feature = "study")]
mod play;
pub mod pool;
mod prefetch;
mod processor;
#[cfg(feature = "cli")]
mod progress;
pub mod protocol;
pub mod search;
#[cfg(feature = "solve")]
mod solve;
#[cfg(any(feature = "match", feature = "training"))]
pub mod statistics;
mod streams;
#[cfg(feature = "study")]
mod study;
#[cfg(any(feature = "match", feature = "training"))]
mod svg;
mod terminal;
mod text;
#[cfg(feature = "match")]
pub mod tournament;
#[cfg(feature = "training")]
pub mod training;

pub use cli::{main, run};
pub use engine::{Program, Registry};
pub use processor::check_processor;
