//! The games, and the four traits by which a game is known to the rest.
//!
//! * [`Game`]: the rules. All that a search needs to play at all.
//! * [`Notation`]: text in and out. All that a protocol needs to speak of it.
//! * [`Evaluation`]: how good a position looks.
//! * [`Knowledge`]: what else the search may know. All of it optional.
//!   [`Linear`] lays an evaluation open, so that it can be fitted to games, and a
//!   [`Solver`] answers for the search where a game is solved.
//!
//! [`squares`] and [`stones`] have the text of boards, which most games need.
//!
//! Nothing in here knows of searching, of threads or of a protocol.
//! [`laws`] checks that an implementation keeps what the traits promise.

#[cfg(feature = "games")]
pub mod chess;
#[cfg(feature = "games")]
pub mod connect4;
mod depth;
mod evaluation;
mod exact;
mod exhaustive;
mod game;
mod knowledge;
pub mod laws;
mod linear;
pub mod network;
mod notation;
mod options;
pub mod random;
mod scale;
mod search_params;
mod solver;
pub mod squares;
pub mod stones;
#[cfg(feature = "games")]
pub mod surakarta;
mod tablebase;
mod tapered;
pub mod tictactoe;

pub use depth::Depth;
pub use evaluation::Evaluation;
pub use exact::{Exact, Glance};
pub use exhaustive::Exhaustive;
pub use game::{Game, Outcome, Side, Which};
pub use knowledge::Knowledge;
pub use linear::{FeatureGroup, Linear, Weight};
pub(crate) use notation::quote;
pub use notation::{Notation, TextError, text_error};
pub use options::{OptionKind, OptionSpec, Preset};
pub use scale::{Scale, Wdl, WinRate};
pub use search_params::{Centi, Factor, Milli, Parameter, SearchParams};
pub use solver::{NodeCounter, Solver, SolverContext};
pub use tablebase::{TablebaseMove, TablebaseMoves, TablebaseValue};
