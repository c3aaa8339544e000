//! `plyglot explain`: why the best move is the best, in sentences. `plyglot play` also
//! asks for them.
//!
//! * `command`: the arguments, and the way from them to the last line.
//! * `explorer`: the searches, from which all `facts` come. `looks`: all moves but the best.
//!   `replies`: the moves of the other side. `budget`: the time of all searches together.
//! * `effect`: what a line achieves. `material`: what it wins and loses in pieces. `motif`: how.
//! * `sentences`: the facts in words. `json`: for machines and other programs.

mod budget;
mod command;
mod effect;
mod explorer;
mod facts;
mod json;
mod looks;
mod material;
mod motif;
mod replies;
mod sentences;

pub use command::{command, run};
pub(crate) use explorer::Explorer;
pub(crate) use facts::Reasons;
pub use json::answer;
pub(crate) use sentences::{Person, sentences_about};
