//! Games as files have them. `plyglot match`, `analyse`, `play`, the page in the browser and the
//! package for Python read and write games here, and nowhere else.
//!
//! [`pgn`] is the one format so far. [`pgn::read`] divides a text into games and knows no rules;
//! [`GameChoice`] finds the game that the tags of each name, and [`pgn::replay`] plays its moves.
//! What is wrong in a text is a [`Fault`] with its line, and never the end of the reading.

mod choice;
mod fault;
pub mod pgn;
mod result;

pub use choice::{GameChoice, find_game};
pub use fault::Fault;
pub use result::GameResult;
