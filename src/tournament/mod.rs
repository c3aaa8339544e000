//! `plyglot match`: matches between engines, in any game. The rules of the game decide,
//! and the statistics come with error bounds.
//!
//! A [`Plan`] describes the match (module `plan`; `options` reads it from the
//! arguments). `schedule` pairs the engines and `openings` supplies the opening of each
//! pair. The threads of `runner` play the games. Each game (`game`) is a dialogue
//! between two engine processes (`process`, `player`), with a referee (`arbiter`) and
//! two clocks (`clock`). Every finished game is a [`GameRecord`], which goes to the
//! `recorder`. It writes the files (`pgn`, `json`), updates the statistics (`results`,
//! `crate::statistics`, `sprt`, `rating`) and prints progress and tables (`progress`,
//! `report`).
//!
//! `opponent` is one engine alone, for `plyglot play` and `plyglot board`.

mod adjudication;
mod answer_check;
mod arbiter;
mod chart;
mod clock;
mod command;
mod descendants;
mod engine_input;
mod files;
pub(crate) mod fuzzing;
mod game;
mod groups;
mod guard;
pub mod json;
mod live;
mod log;
mod mailbox;
pub mod openings;
mod opponent;
pub mod options;
mod outputs;
pub mod pgn;
pub mod plan;
mod player;
mod process;
pub mod progress;
pub mod rating;
pub mod record;
mod recorder;
pub mod report;
pub mod results;
pub mod rules;
mod runner;
pub mod schedule;
mod search_output;
pub mod sprt;
mod stop;
mod streak;
mod time;

pub(crate) use clock::PlayerClock;
pub(crate) use command::run;
pub(crate) use opponent::{Opponent, OpponentMove};
pub(crate) use options::{clock_of, command, stem};
pub use plan::{EngineSpec, Plan};
pub(crate) use player::EngineFailure;
pub use record::GameRecord;
pub use runner::{Match, MatchEvent};
#[cfg(feature = "board")]
pub(crate) use search_output::Info;
