//! Games in Portable Game Notation (S. Edwards, "PGN Specification and Implementation
//! Guide", 1994), with the tags and comments established by cutechess.

mod comment;
mod place;
mod replay;
mod tags;
mod writer;

pub use crate::pgn::{Games, PgnError, PgnGame, PgnMove, Replay, read, replay};
pub(crate) use comment::score_of;
pub use place::place;
pub use replay::record;
pub use tags::date;
pub use writer::print;
