//! `plyglot explain`: why the best move is the best, in sentences. `plyglot play` asks for
//! them, too.
//!
//! * `options`: the arguments. `command`: from them to the last line.
//! * `explorer`: the searches, from which all `facts` come. `looks`: all moves but the best.
//!   `replies`: those to the best move. `threats`: those of the other side. `budget`: the time of
//!   all searches together.
//! * `answer`: for other programs.
//! * `deed`: what a line achieves. `material`: what it wins and loses in pieces. `motif`: how.
//! * `sentences`: the facts in words. `text`, `json`: the answers for readers and for
//!   machines.

mod answer;
mod budget;
mod command;
mod deed;
mod explorer;
mod facts;
mod json;
mod looks;
mod material;
mod motif;
mod options;
mod replies;
mod sentences;
mod text;
mod threats;

pub use answer::answer;
pub use command::run;
pub(crate) use explorer::Explorer;
pub(crate) use facts::Reasons;
pub use options::command;
pub(crate) use sentences::{Person, sentences_about};
