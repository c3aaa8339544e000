//! Smart Game Format (A. Hollosi, "SGF File Format FF\[4\]", red-bean.com/sgf), read as generously
//! as other programs do, and its kin: records of Little Golem, which have no number of the game,
//! and GGF, the Generic Game Format of GGS, which has the same brackets.
//!
//! The first player is Black in SGF and White in the tags of PGN. What tags and comments have no
//! place for is kept in comments as commands `[%sgf NAME=value]`, which are written back.

use plyglot_support::files::Format;

mod board;
mod printer;
mod reader;
mod scanner;
#[cfg(test)]
mod tests;

pub(crate) use board::Board;
pub(crate) use printer::print;
pub(crate) use reader::{read, read_ended};
pub(crate) use scanner::is_tree;

pub(crate) const FORMAT: Format =
    Format { name: "games in SGF", beginnings: &["(;", "1 (;", "2 (;"] };

/// Tags of PGN for properties, those of SGF before those of GGF. All others keep their names.
const TAGS: [(&str, &str); 13] = [
    ("PB", "White"),
    ("PW", "Black"),
    ("BR", "WhiteElo"),
    ("WR", "BlackElo"),
    ("EV", "Event"),
    ("RO", "Round"),
    ("PC", "Site"),
    ("DT", "Date"),
    ("TM", "TimeControl"),
    ("AN", "Annotator"),
    ("RB", "WhiteElo"),
    ("RW", "BlackElo"),
    ("TI", "TimeControl"),
];

/// The property for tags, glyphs and commands that have none: `PGN[ECO:A00]`, `PGN[$7]`,
/// `PGN[%emt 0:00:12]`.
const OTHERS: &str = "PGN";

/// The glyphs from 1 to 6 as properties with their values.
const GLYPHS: [(&str, &str); 6] =
    [("TE", "1"), ("BM", "1"), ("TE", "2"), ("BM", "2"), ("IT", ""), ("DO", "")];

struct Mark {
    /// The property of cells, or of arrows.
    property: &'static str,
    /// The command `[%csl]` or `[%cal]`.
    command: &'static str,
    colour: char,
}

const MARKS: [Mark; 6] = [
    Mark { property: "CR", command: "csl", colour: 'G' },
    Mark { property: "TR", command: "csl", colour: 'Y' },
    Mark { property: "SQ", command: "csl", colour: 'B' },
    Mark { property: "MA", command: "csl", colour: 'R' },
    Mark { property: "AR", command: "cal", colour: 'G' },
    Mark { property: "LN", command: "cal", colour: 'B' },
];
