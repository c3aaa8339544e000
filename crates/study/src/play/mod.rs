//! `plyglot play`: a game in the terminal, against the engine or between two people.
//!
//! * `command`: the arguments, and the way from them to the first prompt.
//! * `session`: turn after turn, until the player quits, and what the commands do. `why`: what
//!   is good or bad about a move. `saved`: the game in a file.
//! * `game`: the moves, the clocks and the end. `thinker`: the engine.
//! * `prompt`: lines from a terminal or a pipe. `words`: the commands, and what may have been
//!   meant instead. `screen`: the board, and all that is said.

mod command;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod game;
mod prompt;
mod saved;
mod screen;
mod session;
mod thinker;
mod why;
mod words;

pub use command::{command, run};
