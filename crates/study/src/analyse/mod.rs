//! `plyglot analyse`: what every move of a position is worth, and where a game turned.
//!
//! * `options`: the arguments.
//! * `study`: the searches, and what they say of a position or of each move of a game.
//! * `text`, `json`, `drawing`: the answers as text, as JSON, and as images.
//! * `command`: from the arguments to the last line.

mod command;
mod drawing;
mod json;
mod options;
mod study;
mod text;

pub use command::run;
pub use options::command;
