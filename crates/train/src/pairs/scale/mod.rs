//! `plyglot scale`: what scores and ratings mean in a game, its
//! [`Scale`](plyglot_core::game::Scale).
//!
//! Self-play games show how often a side won that had a given score (`win_rate`). Matches
//! of players that see ever further ahead make a ladder of ratings (`ladder`). The result
//! is printed as the lines of Rust that go into the game.

mod command;
mod ladder;
mod win_rate;

pub use command::{command, run};
