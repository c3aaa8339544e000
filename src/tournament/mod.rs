//! `plyglot match`: engines against each other, in any game, refereed by its
//! own rules, with statistics that can be trusted.
//!
//! What was asked for is a [`Plan`] (`plan`, read from arguments by `options`).
//! The schedule says who plays whom from which opening (`schedule`,
//! `openings`); a few threads play the games (`runner`), each a dialogue of
//! two processes (`process`, `player`) under a referee and two clocks
//! (`game`, `clock`). Every finished game is a [`GameRecord`], which the
//! `desk` takes in: from it come the files (`pgn`, `json`), the numbers
//! (`statistics`, `sprt`, `rating`) and what a person sees (`progress`,
//! `report`).

mod adjudication;
mod arbiter;
mod chart;
mod clock;
mod command;
mod descendants;
mod desk;
mod files;
mod game;
mod groups;
mod guard;
mod inlet;
pub mod json;
mod log;
mod mailbox;
pub mod openings;
pub mod options;
mod outputs;
pub mod pgn;
pub mod plan;
mod player;
mod process;
pub mod progress;
pub mod rating;
pub mod record;
pub mod report;
pub mod results;
pub mod rules;
mod runner;
pub mod schedule;
mod scrutiny;
pub mod sprt;
pub mod statistics;
mod stop;
mod streak;
mod thought;
mod time;

pub(crate) use command::run;
pub(crate) use options::command;
pub use plan::{EngineSpec, Plan};
pub use record::GameRecord;
pub use runner::Match;
