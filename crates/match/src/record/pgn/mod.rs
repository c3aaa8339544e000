//! The games of a match in PGN, with the tags and comments established by cutechess.

mod record;
mod tags;
mod writer;

pub use record::{place, record};
pub use tags::{date, score_of};
pub use writer::{PgnHeader, print, tags_of};
