//! The library, as its files have it.

use plyglot_variants::definition::Definition;
use plyglot_variants::file::read_sections;

/// The text of each file. A later one may build on games of those before.
pub(crate) const LIBRARY: [&str; 6] = [
    include_str!("../../library/chess.ini"),
    include_str!("../../library/drops.ini"),
    include_str!("../../library/ends.ini"),
    include_str!("../../library/large.ini"),
    include_str!("../../library/jumps.ini"),
    include_str!("../../library/stones.ini"),
];

/// The games of the library.
pub(crate) fn library() -> Vec<Definition> {
    LIBRARY.iter().fold(Vec::new(), |mut known, text| {
        let reading = read_sections(text, &known);
        known.extend(reading.definitions);
        known
    })
}
