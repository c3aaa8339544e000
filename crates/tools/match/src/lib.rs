//! `plyglot match`: matches between engines, in any game. The rules of the game decide,
//! and the statistics come with error bounds.
//!
//! A [`MatchPlan`] describes a match; [`options`] reads it from the arguments, and `command`
//! has it played; `embedded` plays it in another program. This is the way of one game:
//!
//! 1. [`schedule`] pairs two engines and takes an opening from a book, or a random one.
//! 2. A thread of `runner` takes the game from the queue, with two engines. Each is a
//!    process behind pipes (`engine`) that speaks UCI, or [another protocol](plan::Protocol).
//! 3. `game` plays: a referee knows the rules and whose turn it is, each player has a
//!    clock, and what an engine reports is checked. The scores may end the game early.
//! 4. The game becomes a [`GameRecord`] ([`record`]): moves, result, and why it ended.
//! 5. The recorder of `runner` writes it to the files, as PGN and as JSON, and adds it to
//!    the [`results`], which print tables, rate the engines and decide a sequential test.
//!
//! [`Player`] is also one engine alone, for `plyglot board`.

#![allow(missing_docs, reason = "the interface for authors is that of core and engine")]

mod command;
mod embedded;
mod engine;
mod game;
pub mod options;
pub mod plan;
pub mod record;
pub mod results;
mod runner;
pub mod schedule;
mod seconds;

pub use command::run;
pub use embedded::match_here;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub use engine::fuzzing;
pub use engine::groups::kill_all;
pub use engine::player::{EngineFailure, Player};
pub use options::{command, free_name, stem};
pub use plan::{EngineSpec, MatchPlan};
pub use record::GameRecord;
pub use runner::{Match, MatchEvent};
