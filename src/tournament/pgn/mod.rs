//! Games in Portable Game Notation (S. Edwards, "PGN Specification and Implementation
//! Guide", 1994), with the tags and comments established by cutechess.

mod comment;
mod place;
mod reader;
mod replay;
mod tags;
mod writer;

pub use place::place;
pub use reader::{Games, PgnError, PgnGame, PgnMove, read};
pub use replay::{Replay, record, replay};
pub use tags::date;
pub use writer::print;
