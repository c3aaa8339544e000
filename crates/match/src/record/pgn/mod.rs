//! The games of a match in PGN, with the tags and comments established by cutechess.

mod place;
mod tags;
mod writer;

pub use place::place;
pub use tags::{date, score_of};
pub use writer::{PgnHeader, print, tags_of};
