//! Games in Portable Game Notation (S. Edwards, "PGN Specification and Implementation
//! Guide", 1994), read as generously as other programs do.

use plyglot_support::files::Format;

/// The format of files of games: the first tag of each is the event.
pub const FORMAT: Format = Format { name: "games in PGN", beginnings: &["[Event \""] };

mod printer;
mod reader;
mod replay;
#[cfg(test)]
mod tests;
mod words;

pub use printer::{GameText, print_game};
pub use reader::{PgnGame, PgnGames, PgnMove, PgnTag, read};
pub use replay::{Replay, replay, set_up};
