//! The library, as its files have it.

use plyglot_definition::Definition;
use plyglot_definition::file::read_sections;
use std::sync::LazyLock;

/// The text of each file. A later one may build on games of those before.
pub(crate) const LIBRARY: [&str; 6] = [
    include_str!("../../games/chess.ini"),
    include_str!("../../games/drops.ini"),
    include_str!("../../games/ends.ini"),
    include_str!("../../games/large.ini"),
    include_str!("../../games/jumps.ini"),
    include_str!("../../games/stones.ini"),
];

pub(crate) fn library() -> &'static [Definition] {
    static GAMES: LazyLock<Vec<Definition>> = LazyLock::new(|| {
        LIBRARY.iter().fold(Vec::new(), |mut known, text| {
            known.extend(read_sections(text, &known).definitions);
            known
        })
    });
    &GAMES
}

/// A number of the environment, for longer runs.
pub(crate) fn number(name: &str, standard: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(standard)
}
