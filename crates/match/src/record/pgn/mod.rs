//! The games of a match in PGN, with the tags and comments established by cutechess.

mod comment;
mod place;
mod record;
mod tags;
mod writer;

pub use comment::score_of;
pub use place::place;
pub use record::record;
pub use tags::date;
pub use writer::{PgnHeader, print, tags_of};
