//! Games in Portable Game Notation (S. Edwards, "PGN Specification and Implementation
//! Guide", 1994): read, and replayed by the rules. Matches write it (`tournament::pgn`).

use crate::files::Format;

/// The format of files of games: the first tag of each is the event.
#[cfg_attr(not(feature = "match"), expect(dead_code, reason = "matches write it"))]
pub(crate) const FORMAT: Format = Format { name: "games in PGN", beginnings: &["[Event \""] };

mod reader;
mod replay;
mod result;

pub use reader::{Games, PgnError, PgnGame, PgnMove, read};
pub use replay::{Replay, place, replay};
pub use result::GameResult;
