//! `plyglot board`: all games on a page in the browser, against any engine.
//!
//! `command` reads the arguments, prints the address and runs the `server`, which
//! accepts connections of this machine within bounds. The `gate` admits requests that have the
//! secret of the address and come from the page itself. `routes` finds the answer: a part of the
//! page (`assets`), or JSON of [`plyglot_answers`]. Searches (`search`) run in engine processes
//! (`engines`), and this program is the first of the engines. Answers that take a while are sent
//! line by line (`feed`): those, reasons of moves and a running match (`watch`).
//! `../../../docs/board.md` is for users.

#![allow(missing_docs)]

mod assets;
mod command;
mod engines;
mod feed;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod gate;
mod routes;
mod search;
mod server;
mod site;
mod survey;
mod watch;

pub use command::{command, run};
#[doc(hidden)]
pub use routes::questions;
