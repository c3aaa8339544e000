//! The protocol: UCI and UGI over any pair of streams.
//!
//! Bytes become lines (`lines`), lines become commands (`grammar`, `command`),
//! commands are carried out on the selected game (`session`), and what comes
//! back becomes text again (`response`). No game is known here, only [`Engine`](crate::engine::Engine).
//! `protocol.md` is the norm that this module follows.

mod command;
mod complaint;
mod genfens;
mod grammar;
mod handicap;
mod lines;
mod log;
mod opponent;
mod options;
mod output;
mod response;
mod session;
mod ugi;
mod usage;

pub use command::{Command, GenFens, GoCommand, Start, UgiQuery, Word};
pub use complaint::Complaint;
pub(crate) use grammar::command_words;
pub use grammar::{Parsed, parse_line};
pub use output::Output;
pub use session::Session;
pub use usage::UsageError;
