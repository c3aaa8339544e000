//! `plyglot analyse`: what every move of a position is worth, and where a game turned.
//!
//! * `options`: the arguments.
//! * `source`: positions and games from arguments, lines and PGN.
//! * `study`: the searches, and what they say of a position or of each move of a game.
//! * `workers`: many positions at the same time, answered in their order.
//! * `text`, `json`, `drawing`: the answers for people, for machines, and as images.
//! * `command`: from the arguments to the last line.

mod command;
mod drawing;
mod json;
mod options;
mod source;
mod study;
mod text;
mod workers;

pub(crate) use command::run;
pub(crate) use options::command;
