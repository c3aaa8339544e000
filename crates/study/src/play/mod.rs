//! `plyglot play`: a game in the terminal, against the engine, between two people, or
//! between engines.
//!
//! * `options`: the arguments. `command`: from them to the first prompt.
//! * `session`: turn after turn, until the player quits.
//! * `prompt`, `completion`: lines from a terminal or a pipe. `voice`: what is said.
//! * `words`, `slip`: the commands, and what may have been meant instead.
//! * `answers`, `why`, `changes`: what the commands say, and what they change.
//! * `game`: the moves, the clocks and the end. `seats`: who plays which side.
//! * `thinker`, `strength`: the engine of this program. Other engines are
//!   [`Opponent`](plyglot_match::Opponent)s.
//! * `paint`: the board. `turning`: where the game turned. `saved`: games in files.

mod answers;
mod changes;
mod command;
mod completion;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod game;
mod options;
mod paint;
mod prompt;
mod saved;
mod seats;
mod session;
mod slip;
mod strength;
mod thinker;
mod turning;
mod voice;
mod why;
mod words;

pub use command::run;
pub use options::command;
