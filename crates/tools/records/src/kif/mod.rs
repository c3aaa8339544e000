//! KIF and KI2, the records of shogi that people keep: Kifu for Windows' formats, as many programs
//! write them. Lines are headers, a diagram, moves with their numbers (or, in KI2, behind the signs
//! of the sides), comments behind `*`, and variations behind `変化`.

use plyglot_support::files::Format;

mod printer;
mod reader;

pub(crate) use printer::print;
pub(crate) use reader::{is_line, read};

pub(crate) const FORMAT: Format = Format { name: "a game in KIF", beginnings: &["#KIF"] };

/// The headers that have a tag of their own in other records, the names of the sides first: of even
/// games, and of handicaps.
const TAGS: [(&str, &str); 8] = [
    ("先手", "White"),
    ("後手", "Black"),
    ("下手", "White"),
    ("上手", "Black"),
    ("棋戦", "Event"),
    ("場所", "Site"),
    ("開始日時", "Date"),
    ("終了日時", "EndDate"),
];

pub(crate) const HANDICAP: &str = "手合割";

/// Lines that mark a move begin with it.
const BOOKMARK: char = '&';
