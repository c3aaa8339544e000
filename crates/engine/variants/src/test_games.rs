//! The games of the library, for tests of what only this crate sees.

use crate::SizedVariant;
use crate::file::{read, read_sections};
use crate::rules::Variant;
use plyglot_definition::Definition;
use std::path::Path;

/// The files of the library. Children come after their parents.
const FILES: [&str; 6] = ["chess", "drops", "ends", "large", "jumps", "stones"];

/// The games of the library, in the order of its files, which are read as they are now: a change
/// of theirs compiles no test.
pub(crate) fn library() -> Vec<Definition> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../library/games");
    FILES.iter().fold(Vec::new(), |mut games, name| {
        let text = std::fs::read_to_string(folder.join(format!("{name}.ini")));
        let reading = read_sections(&text.expect("a file of the library"), &games);
        assert_eq!(reading.complaints, []);
        games.extend(reading.definitions);
        games
    })
}

/// A game of the library with these rules, on up to 64 squares.
pub(crate) fn child_of(name: &str, rules: &str) -> &'static Variant<u64> {
    let text = format!("[child:{name}]\n{rules}\n");
    let games = read(&text, &library()).expect("the rules are right");
    match SizedVariant::new(games[0].clone()) {
        SizedVariant::Small(game) => game,
        other => panic!("{other:?} is too large"),
    }
}
