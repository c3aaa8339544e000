//! `plyglot analyse`: what every move of a position is worth, and where a game turned.
//!
//! * `options`: the arguments.
//! * `study`: the searches, and what they say of a position or of each move of a game.
//! * `text`, `json`, `drawing`: the answers for people, for machines, and as images.
//! * `command`: from the arguments to the last line.

mod command;
mod drawing;
mod json;
mod options;
mod study;
mod text;

pub(crate) use command::run;
pub(crate) use options::command;
