//! The protocol: UCI, UGI, USI, UCCI, XBoard's and Gomocup's over any pair of streams.
//!
//! Bytes become lines (`lines`), and lines become commands (`grammar`, `command`). An adapter for
//! each protocol (`session`) carries them out on what all share, such as the selected game
//! (`dialogue`), and the results become text again (`response`). `dialect` has the protocols that
//! are UCI in other words, `xboard` that of XBoard, `gomocup` that of the tournament. This module
//! depends on no particular game, only on [`Engine`](crate::Engine). Its specification is
//! `protocol.md`.
//!
//! Clients of other engines have [`go_command`], [`Translator`] for those that speak a dialect, and
//! [`InfoLine`], which reads what an engine says of its search.

mod command;
mod dialect;
mod dialogue;
mod gomocup;
mod grammar;
mod info_line;
mod lines;
mod output;
mod response;
mod session;
mod spelling;
mod xboard;

pub use command::{Command, GoCommand, UgiQuery, UsageError, Word};
pub use dialect::{RESIGNATION, Translator, go_command};
pub use grammar::{Parsed, command_words, parse_line};
pub use info_line::{InfoLine, ReportedScore};
pub use output::Output;
pub use session::Session;
