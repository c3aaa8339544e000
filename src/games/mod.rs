//! The games, and the three traits by which a game is known to the rest.
//!
//! * [`Game`]: the rules. All that a search needs to play at all.
//! * [`Notation`]: text in and out. All that a protocol needs to speak of it.
//! * [`Knowledge`]: what the search may know beyond the rules. All of it optional.
//!   [`Linear`] lays an evaluation open, so that it can be fitted to games, and a
//!   [`Solver`] answers for the search where a game is solved.
//!
//! [`squares`] and [`stones`] have the text of boards, which most games need.
//!
//! Nothing in here knows of searching, of threads or of a protocol.
//! [`laws`] checks that an implementation keeps what the traits promise.

pub mod chess;
pub mod connect4;
mod exhaustive;
mod game;
mod knowledge;
pub mod laws;
mod linear;
pub mod network;
mod notation;
mod options;
pub mod random;
mod selectivity;
mod solver;
pub mod squares;
pub mod stones;
pub mod surakarta;
mod tapered;
pub mod tictactoe;
mod wdl;

pub use exhaustive::Exhaustive;
pub use game::{Game, Outcome, Side, Which};
pub use knowledge::{Cost, Exact, Glance, Knowledge, TableMove, TableMoves, TableValue};
pub use linear::{Group, Linear, Weight};
pub(crate) use notation::quote;
pub use notation::{Notation, TextError, text_error};
pub use options::{OptionKind, OptionSpec, Preset};
pub use selectivity::{Number, Selectivity};
pub use solver::{Aid, Solver, Tally};
pub use wdl::{Wdl, WinRate};
