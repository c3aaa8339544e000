//! Who may know whom: calls go down only, and text stays at the rim.

use std::path::{Path, PathBuf};

/// The Rust files below a folder of `src`.
fn files(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder), &mut files);
    assert!(!files.is_empty(), "nothing in src/{folder}");
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of the sources") {
        let path = entry.expect("a readable folder").path();
        match path.is_dir() {
            true => collect(&path, files),
            false if path.extension().is_some_and(|e| e == "rs") => files.push(path),
            false => {}
        }
    }
}

/// A line of code, without the comment at its end.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// The words of a line of code: `crate::search` has two.
fn words(line: &str) -> impl Iterator<Item = &str> {
    code(line).split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '!'))
}

/// Where one of the words stands in the code of a folder.
fn mentions(folder: &str, forbidden: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files(folder) {
        let text = std::fs::read_to_string(&file).expect("sources are text");
        for (i, line) in text.lines().enumerate() {
            if words(line).any(|word| forbidden.contains(&word)) {
                found.push(format!("{}:{}: {}", file.display(), i + 1, line.trim()));
            }
        }
    }
    found
}

#[track_caller]
fn expect_none(folder: &str, forbidden: &[&str]) {
    let found = mentions(folder, forbidden);
    assert!(found.is_empty(), "src/{folder} mentions {forbidden:?}:\n{}", found.join("\n"));
}

#[test]
fn nothing_below_the_protocol_prints() {
    for folder in ["games", "search", "engine"] {
        expect_none(folder, &["println!", "print!", "eprintln!", "eprint!", "dbg!"]);
        expect_none(folder, &["stdout", "stderr", "stdin"]);
    }
}

#[test]
fn the_search_knows_no_protocol_and_no_engine() {
    expect_none("search", &["protocol", "engine", "tournament"]);
}

#[test]
fn games_know_nothing_above_them() {
    expect_none("games", &["search", "engine", "protocol", "tournament", "log"]);
}

#[test]
fn the_engine_knows_no_protocol() {
    expect_none("engine", &["protocol", "tournament"]);
}

#[test]
fn the_protocol_knows_no_tournament() {
    expect_none("protocol", &["tournament"]);
}

/// Matches referee engines that are processes: of the rooms below they use the
/// rules behind their referee, and of the protocol the search for the word
/// that was meant.
#[test]
fn a_tournament_speaks_to_engines_as_a_stranger() {
    let known = "use crate::protocol::nearest;";
    let others: Vec<String> = mentions("tournament", &["protocol"])
        .into_iter()
        .filter(|line| line.contains("crate::protocol") && !line.ends_with(known))
        .collect();
    assert!(others.is_empty(), "src/tournament uses of the protocol more than {known}\n{others:?}");
    expect_none("tournament", &["Session", "Chess", "ConnectFour", "TicTacToe"]);
}

/// It writes to the output that it is given. The streams of engines are pipes.
#[test]
fn a_tournament_prints_nothing_itself() {
    expect_none("tournament", &["println!", "print!", "eprintln!", "eprint!", "dbg!"]);
    let streams = ["io::stdout", "io::stderr", "io::stdin", "stdout()", "stderr()", "stdin()"];
    for file in files("tournament") {
        let text = std::fs::read_to_string(&file).expect("sources are text");
        for line in text.lines().map(code) {
            let found = streams.iter().find(|stream| line.contains(**stream));
            assert_eq!(found, None, "{}: {line}", file.display());
        }
    }
}

#[test]
fn the_protocol_and_the_search_know_no_game_by_name() {
    for folder in ["protocol", "search"] {
        expect_none(folder, &["Chess", "ConnectFour", "TicTacToe"]);
    }
}

/// The finder itself: it must find what is there.
#[test]
fn mentions_are_found() {
    assert!(!mentions("protocol", &["engine"]).is_empty());
    assert!(!mentions("engine", &["search"]).is_empty());
    assert_eq!(
        words("let x = crate::search::run(); // protocol").filter(|w| *w == "search").count(),
        1
    );
    assert_eq!(words("x(); // protocol").filter(|w| *w == "protocol").count(), 0);
    assert_eq!(words("println!(\"\")").next(), Some("println!"));
}
