//! Games in Portable Game Notation (S. Edwards, "PGN Specification and Implementation
//! Guide", 1994): read, and replayed by the rules. Matches write it (`tournament::pgn`).

mod reader;
mod replay;
mod result;

pub use reader::{Games, PgnError, PgnGame, PgnMove, read};
pub use replay::{Replay, place, replay};
pub use result::GameResult;
