//! Games in Portable Game Notation (S. Edwards, "PGN Specification and Implementation
//! Guide", 1994), with the tags and comments established by cutechess.

use plyglot_support::files::Format;

/// The format of files of games: the first tag of each is the event.
pub const FORMAT: Format = Format { name: "games in PGN", beginnings: &["[Event \""] };

mod comment;
mod place;
mod printer;
mod reader;
mod record;
mod replay;
mod tags;
mod writer;

pub use comment::score_of;
pub use place::place;
pub use printer::{GameText, print_game};
pub use reader::{PgnError, PgnGame, PgnGames, PgnMove, read};
pub use record::record;
pub use replay::{Replay, replay, set_up};
pub use tags::{date, game_of};
pub use writer::{PgnHeader, print, tags_of};
