//! Games in Portable Game Notation (S. Edwards, "PGN Specification and Implementation
//! Guide", 1994), read as generously as other programs do.

use plyglot_support::files::Format;

/// The format of files of games: the first tag of each is the event, or that of Chinese PGN.
pub const FORMAT: Format = Format { name: "games in PGN", beginnings: &["[Event \"", "[Game \""] };

mod printer;
mod reader;
mod tag;
#[cfg(test)]
mod tests;
mod words;

pub use printer::print;
pub(crate) use printer::print_with;
pub(crate) use reader::read_ended;
pub use reader::{PgnGames, read};
