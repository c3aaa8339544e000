//! The games of the library, for tests of what only this crate sees.

use crate::SizedVariant;
use crate::rules::Variant;
use plyglot_definition::Definition;
use plyglot_definition::file::{read, read_sections};
use std::path::{Path, PathBuf};

/// The games of the library, from its files as they are now: a change of theirs compiles no test.
/// In the order of their names, no file builds on a later one.
pub(crate) fn library() -> Vec<Definition> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../library/games");
    let entries = std::fs::read_dir(folder).expect("the folder of the library");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "ini"));
    files.sort();
    let mut games: Vec<Definition> = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("a file of the library");
        let reading = read_sections(&text, &games);
        assert_eq!(reading.complaints, []);
        games.extend(reading.definitions);
    }
    games
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
