//! Who may know whom: calls go down only, and text stays at the rim.

use std::path::{Path, PathBuf};

/// The Rust files below a folder of `src`, without those that are tests alone.
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
            false if path.ends_with("tests.rs") => {}
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
            // The names of features are those of tools.
            let is_feature = line.trim_start().starts_with("#[cfg(feature");
            if !is_feature && words(line).any(|word| forbidden.contains(&word)) {
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

/// The types of all games in `src/games`.
fn games() -> Vec<String> {
    let sources = files("games").into_iter().map(std::fs::read_to_string);
    let sources: Vec<String> = sources.map(|text| text.expect("sources are text")).collect();
    let lines = sources.iter().flat_map(|text| text.lines());
    let games: Vec<String> = lines
        .filter_map(|line| line.strip_prefix("impl Game for ")?.strip_suffix(" {"))
        .map(str::to_owned)
        .collect();
    assert!(games.len() >= 7, "{games:?}");
    games
}

#[track_caller]
fn expect_no_game(folder: &str) {
    let games = games();
    expect_none(folder, &games.iter().map(String::as_str).collect::<Vec<_>>());
}

/// As [`expect_none`], for pieces of code of more than a word.
#[track_caller]
fn expect_none_of(folder: &str, forbidden: &[&str]) {
    for file in files(folder) {
        let text = std::fs::read_to_string(&file).expect("sources are text");
        for line in text.lines().map(code) {
            let found = forbidden.iter().find(|piece| line.contains(**piece));
            assert_eq!(found, None, "{}: {line}", file.display());
        }
    }
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
    expect_none("search", &["protocol", "engine", "tournament", "training"]);
}

/// Of a word that is also what a solver does, the room alone is meant.
#[test]
fn games_know_nothing_above_them() {
    expect_none("games", &["engine", "protocol", "tournament", "training", "log"]);
    expect_none_of("games", &["::search", "search::", "{search,", ", search,", ", search}"]);
}

#[test]
fn the_engine_knows_no_protocol() {
    expect_none("engine", &["protocol", "tournament", "training"]);
}

#[test]
fn the_protocol_knows_no_tournament_and_no_training() {
    expect_none("protocol", &["tournament", "training"]);
}

/// Matches referee engines that are processes: of the rooms below they use the
/// rules behind their referee.
#[test]
fn a_tournament_uses_no_engine_but_as_a_process() {
    // PGN has that game's name in its own words.
    expect_none_of("tournament", &["crate::protocol", "crate::training", "games::surakarta"]);
    expect_none("tournament", &["Session"]);
    let games: Vec<String> = games().into_iter().filter(|game| game != "Surakarta").collect();
    expect_none("tournament", &games.iter().map(String::as_str).collect::<Vec<_>>());
}

/// The board in the browser stands on the engine and on a match's processes and records.
#[test]
fn the_board_knows_no_game_and_none_of_its_neighbours() {
    let neighbours = ["protocol", "training", "solve", "analyse", "explain", "compare", "play"];
    let paths = neighbours.map(|room| format!("crate::{room}"));
    expect_none_of("board", &paths.each_ref().map(String::as_str));
    expect_no_game("board");
    for room in ["engine", "search", "games", "protocol", "tournament", "play", "analyse"] {
        expect_none_of(room, &["crate::board"]);
    }
}

#[test]
fn training_knows_no_game_and_none_of_its_neighbours() {
    expect_none_of("training", &["crate::protocol", "crate::tournament"]);
    expect_none("training", &["Session"]);
    expect_no_game("training");
}

#[test]
fn the_solvers_command_knows_no_game_and_none_of_its_neighbours() {
    expect_none_of("solve", &["crate::protocol", "crate::tournament", "crate::training"]);
    expect_none("solve", &["Session"]);
    expect_no_game("solve");
}

#[test]
fn analysis_knows_no_game_and_none_of_its_neighbours() {
    for room in ["analyse", "explain", "pgn", "study"] {
        expect_none_of(room, &["crate::protocol", "crate::tournament", "crate::training"]);
        expect_none_of(room, &["crate::play"]);
        expect_none(room, &["Session"]);
        expect_no_game(room);
    }
}

#[test]
fn the_comparison_knows_no_game_and_none_of_its_neighbours() {
    let neighbours = ["protocol", "tournament", "training", "solve", "analyse"];
    let paths = neighbours.map(|room| format!("crate::{room}"));
    expect_none_of("compare", &paths.each_ref().map(String::as_str));
    expect_none("compare", &["Session"]);
    expect_no_game("compare");
}

/// Opponents, clocks and records of those who play are those of a match.
#[test]
fn those_who_play_know_no_game_and_no_neighbour_but_the_match() {
    for room in ["play", "study"] {
        expect_none_of(room, &["crate::protocol", "crate::training", "crate::analyse"]);
        expect_no_game(room);
    }
    expect_none_of("study", &["crate::tournament", "crate::play"]);
}

/// One room creates, extends, replaces and removes files: there no file is lost.
#[test]
fn files_are_written_by_the_room_for_files_alone() {
    let ways = [
        "fs::write",
        "fs::rename",
        "fs::copy",
        "fs::hard_link",
        "fs::remove_",
        "fs::create_dir",
        "remove_file",
        "File::create",
        "File::options",
        "OpenOptions",
        "create_new",
        ".set_len(",
        "tempfile",
    ];
    for file in files("") {
        let name = file.to_string_lossy();
        if name.contains("/src/files") || name.ends_with("tests.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("sources are text");
        // Tests have folders of their own; they end a file.
        let tested = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        for line in tested.lines().map(code) {
            let found = ways.iter().find(|way| line.contains(**way));
            assert_eq!(found, None, "{}: {line}", file.display());
        }
    }
    expect_none("files", &["arguments", "engine", "protocol", "search", "tournament", "training"]);
}

#[test]
fn the_command_line_knows_no_program() {
    expect_none("arguments", &["search", "engine", "protocol", "tournament", "training"]);
}

/// They write to the output that they are given. The streams of engines are pipes.
#[test]
fn programs_print_nothing_themselves() {
    let tools = ["tournament", "training", "solve", "analyse", "compare", "play"];
    for folder in tools.into_iter().chain(["arguments", "study"]) {
        expect_none(folder, &["println!", "print!", "eprintln!", "eprint!", "dbg!"]);
        let streams = ["io::stdout", "io::stderr", "io::stdin", "stdout()", "stderr()", "stdin()"];
        expect_none_of(folder, &streams);
    }
}

#[test]
fn the_protocol_and_the_search_know_no_game_by_name() {
    for folder in ["protocol", "search"] {
        expect_no_game(folder);
    }
}

/// The finder itself: it must find what is there.
#[test]
fn the_finder_of_mentions_finds_them() {
    assert!(!mentions("protocol", &["engine"]).is_empty());
    assert!(!mentions("engine", &["search"]).is_empty());
    assert_eq!(
        words("let x = crate::search::run(); // protocol").filter(|w| *w == "search").count(),
        1
    );
    assert_eq!(words("x(); // protocol").filter(|w| *w == "protocol").count(), 0);
    assert_eq!(words("println!(\"\")").next(), Some("println!"));
}
