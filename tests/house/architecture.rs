//! Rules that no boundary between crates enforces: which modules of a crate may use which, where text is
//! printed, where files are written, and which crates name games.

use std::path::{Path, PathBuf};

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[track_caller]
pub(crate) fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The Rust files below a folder of the sources, without those that are only tests.
pub(crate) fn files(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(&root().join(folder), &mut files);
    assert!(!files.is_empty(), "nothing in {folder}");
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    if folder.is_file() {
        files.push(folder.to_owned());
        return;
    }
    for entry in std::fs::read_dir(folder).expect("a folder of the sources") {
        let path = entry.expect("a readable folder").path();
        let is_source = path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs");
        if path.is_dir() {
            collect(&path, files)
        } else if is_source {
            files.push(path)
        }
    }
}

/// The sources of what is given all games: the program, the package for Python, and the page
/// without a server.
const PROGRAMS: [&str; 3] = ["src", "python/src", "wasm/src"];

fn folders(of: &str) -> impl Iterator<Item = String> + '_ {
    let entries = std::fs::read_dir(root().join(of)).expect("a folder");
    entries.map(move |entry| {
        let name = entry.expect("a readable folder").file_name();
        format!("{of}/{}", name.into_string().expect("a plain name"))
    })
}

/// The folders of all crates' sources.
pub(crate) fn crates() -> Vec<String> {
    let mut crates = Vec::new();
    for group in folders("crates") {
        crates.extend(folders(&group).map(|name| format!("{name}/src")));
    }
    crates.sort();
    assert!(crates.len() >= 9, "{crates:?}");
    crates.extend(PROGRAMS.map(str::to_owned));
    crates
}

/// A line of code, without the comment at its end.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// The words of a line of code: `crate::search` has two.
fn words(line: &str) -> impl Iterator<Item = &str> {
    code(line).split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '!'))
}

/// The code of a file before its tests, which end it.
fn without_tests(file: &Path) -> String {
    let text = std::fs::read_to_string(file).expect("sources are text");
    text.split("#[cfg(test)]\nmod ").next().unwrap_or_default().to_owned()
}

/// Where one of the words stands in the code of a folder or file.
fn mentions(place: &str, forbidden: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files(place) {
        for (i, line) in without_tests(&file).lines().enumerate() {
            if words(line).any(|word| forbidden.contains(&word)) {
                found.push(format!("{}:{}: {}", file.display(), i + 1, line.trim()));
            }
        }
    }
    found
}

#[track_caller]
fn expect_none(place: &str, forbidden: &[&str]) {
    let found = mentions(place, forbidden);
    assert!(found.is_empty(), "{place} mentions {forbidden:?}:\n{}", found.join("\n"));
}

/// As [`expect_none`], for pieces of code of more than a word.
#[track_caller]
fn expect_none_of(place: &str, forbidden: &[&str]) {
    for file in files(place) {
        for line in without_tests(&file).lines().map(code) {
            let found = forbidden.iter().find(|piece| line.contains(**piece));
            assert_eq!(found, None, "{}: {line}", file.display());
        }
    }
}

/// The types of the games in `crates/engine/games` and `crates/engine/chess`.
fn games() -> Vec<String> {
    let files = ["crates/engine/chess/src", "crates/engine/games/src"].into_iter().flat_map(files);
    let sources = files.map(std::fs::read_to_string);
    let sources: Vec<String> = sources.map(|text| text.expect("sources are text")).collect();
    let lines = sources.iter().flat_map(|text| text.lines());
    let games: Vec<String> = lines
        .filter_map(|line| line.strip_prefix("impl Game for ")?.strip_suffix(" {"))
        .map(str::to_owned)
        .collect();
    assert!(games.len() >= 6, "{games:?}");
    games
}

/// Programs are built of crates that know no game, by whose list they are given them.
#[test]
fn games_are_named_where_they_are_alone() {
    let games = games();
    // PGN has a game's name among its own words.
    let games: Vec<&str> = games.iter().map(String::as_str).filter(|g| *g != "Surakarta").collect();
    // The format of files of rules has such words.
    let named = [
        "crates/engine/chess/src",
        "crates/engine/definition/src",
        "crates/engine/games/src",
        "crates/engine/variants/src",
    ];
    for folder in crates().iter().filter(|folder| !named.contains(&folder.as_str())) {
        // Records of xiangqi are of "Chinese Chess".
        let is_records = folder == "crates/tools/records/src";
        let names: Vec<&str> =
            games.iter().copied().filter(|game| !is_records || *game != "Chess").collect();
        expect_none(folder, &names);
        expect_none_of(folder, &["plyglot_games::surakarta"]);
        if !PROGRAMS.contains(&folder.as_str()) {
            expect_none(folder, &["plyglot_games", "plyglot_chess"]);
        }
    }
}

const PRINTING: [&str; 5] = ["println!", "print!", "eprintln!", "eprint!", "dbg!"];

/// All else writes to the output that it is given. The streams of engines are pipes.
#[test]
fn few_modules_use_the_streams_of_the_process() {
    let streams = ["io::stdin()", "io::stdout()", "io::stderr()", "stdio::std"];
    // They hand the streams out, restore the terminal, and greet a person.
    let allowed = [
        "crates/engine/support/src/",
        "crates/tools/command/src/",
        "crates/engine/engine/src/cli/",
    ];
    for file in crates().iter().flat_map(|folder| files(folder)) {
        let name = file.strip_prefix(root()).expect("a file of ours").to_string_lossy();
        // It speaks before anything else may run.
        if name == "src/processor.rs" {
            continue;
        }
        expect_none(&name, &PRINTING);
        if !allowed.iter().any(|folder| name.starts_with(folder)) {
            expect_none_of(&name, &streams);
        }
    }
}

/// The modules of one crate, between which there is no boundary of crates.
#[test]
fn calls_go_down_only_inside_a_crate() {
    let engine = files("crates/engine/engine/src").into_iter().filter(|file| {
        let name = file.to_string_lossy();
        !["/protocol/", "/cli/", "lib.rs"].iter().any(|part| name.contains(part))
    });
    for file in engine {
        let name = file.strip_prefix(root()).expect("a file of ours");
        expect_none(&name.to_string_lossy(), &["protocol", "cli"]);
    }
    expect_none("crates/engine/engine/src/protocol", &["cli"]);
    expect_none_of("crates/engine/core/src/game", &["crate::search"]);
    let modules = ["record", "schedule", "engine", "game", "results", "options", "runner"];
    for (i, module) in modules.into_iter().enumerate() {
        let above: Vec<String> = modules[i + 1..]
            .iter()
            .chain(&["command"])
            .map(|above| format!("crate::{above}"))
            .collect();
        let above: Vec<&str> = above.iter().map(String::as_str).collect();
        expect_none_of(&format!("crates/tools/match/src/{module}"), &above);
    }
    let tools = ["analyse", "compare", "explain", "play", "rules", "solve"];
    for module in tools.into_iter().chain(["shared"]) {
        // `play` says why a move was made, and a review of `analyse` why one was wrong.
        let may_explain = ["analyse", "play"].contains(&module);
        let above = tools.into_iter().filter(|other| *other != module);
        let above = above.filter(|other| !may_explain || *other != "explain");
        let paths: Vec<String> = above.map(|other| format!("crate::{other}")).collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let folder = format!("crates/tools/study/src/{module}");
        let is_folder = root().join(&folder).is_dir();
        expect_none_of(&if is_folder { folder } else { folder + ".rs" }, &paths);
    }
}

/// Opponents are processes, or the search behind its interface; a session is for clients.
#[test]
fn tools_speak_no_protocol_to_themselves() {
    let folders =
        ["tools/match", "tools/study", "tools/train", "tools/book", "page/answers", "page/board"];
    for name in folders {
        expect_none_of(&format!("crates/{name}/src"), &["plyglot_engine::protocol"]);
    }
}

/// One module creates, extends, replaces and removes files, so that no file is lost.
#[test]
fn only_the_module_for_files_writes_them() {
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
    for file in crates().iter().flat_map(|folder| files(folder)) {
        if file.to_string_lossy().contains("crates/engine/support/src/files") {
            continue;
        }
        for line in without_tests(&file).lines().map(code) {
            let found = ways.iter().find(|way| line.contains(**way));
            assert_eq!(found, None, "{}: {line}", file.display());
        }
    }
}

/// The finder itself: it must find what is there.
#[test]
fn the_finder_of_mentions_finds_them() {
    assert!(!mentions("crates/engine/engine/src/protocol", &["Engine"]).is_empty());
    assert!(!mentions("crates/engine/engine/src", &["plyglot_core"]).is_empty());
    assert_eq!(
        words("let x = crate::search::run(); // protocol").filter(|w| *w == "search").count(),
        1
    );
    assert_eq!(words("x(); // protocol").filter(|w| *w == "protocol").count(), 0);
    assert_eq!(words("println!(\"\")").next(), Some("println!"));
}
