//! `plyglot match` as its users call it, and what is left of it.

use super::engine::{PATIENCE, PLYGLOT};
use super::folder::Folder;
use super::match_games::{number_of, replayed};
use plyglot_records::pgn::read;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::Instant;

/// With arguments that are cut at blanks.
fn command(arguments: &str) -> Command {
    let mut command = Command::new(PLYGLOT);
    command.arg("match").args(arguments.split_whitespace()).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Plays a match to its end, which must be a good one; gives what it printed.
#[track_caller]
pub fn play(arguments: &str) -> String {
    let Output { status, stdout, stderr } = command(arguments).output().expect("plyglot starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{arguments:?}: {status}\n{stdout}\n{stderr}");
    stdout.into_owned()
}

/// Plays a match that fails; gives its exit status, what it printed, and what
/// it said on stderr.
#[track_caller]
pub fn play_badly(arguments: &str) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command(arguments).output().expect("plyglot starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(!status.success(), "{arguments:?}: {}\n{}", text(&stdout), text(&stderr));
    (status.code(), text(&stdout), text(&stderr))
}

/// A match that is not waited for.
pub fn start(arguments: &str) -> Child {
    command(arguments).spawn().expect("plyglot starts")
}

#[track_caller]
pub fn wait_for(log: &str, text: &str) {
    let start = Instant::now();
    while !std::fs::read_to_string(log).is_ok_and(|log| log.contains(text)) {
        assert!(start.elapsed() < PATIENCE, "{text} does not come");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// The games of a record in JSON, whose first line is the head.
#[track_caller]
pub fn games(folder: &Folder, record: &str) -> Vec<Value> {
    let text = folder.read(record);
    text.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// How often each game is in a record of JSON lines.
#[track_caller]
pub fn games_in_json(folder: &Folder, record: &str) -> BTreeMap<u64, usize> {
    let mut counts = BTreeMap::new();
    for game in games(folder, record) {
        *counts.entry(game["number"].as_u64().expect("a number")).or_default() += 1;
    }
    counts
}

/// How often each game is in a PGN, all of whose games can be replayed.
#[track_caller]
pub fn games_in_pgn(path: &str) -> BTreeMap<u64, usize> {
    let text = std::fs::read_to_string(path).expect("the PGN exists");
    let mut counts = BTreeMap::new();
    for game in read(&text) {
        // This game was in the file before the match.
        if game.tag("Event") == Some("before") {
            continue;
        }
        replayed(&game);
        assert!(game.result.is_some(), "a game without its end in\n{text}");
        *counts.entry(number_of(&game)).or_default() += 1;
    }
    counts
}

pub fn each_once(count: u64) -> BTreeMap<u64, usize> {
    (0..count).map(|number| (number, 1)).collect()
}

/// The processes, dead ones aside, with this text among their arguments (Linux).
pub fn processes(mark: &str) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir("/proc") else { return Vec::new() };
    let line = |path: PathBuf| std::fs::read_to_string(path.join("cmdline")).ok();
    let lines = folder.flatten().filter_map(|entry| line(entry.path()));
    lines.filter(|line| line.split('\0').any(|word| word == mark)).collect()
}

/// Fails if a process with this mark is left, once those that are dying are dead.
#[track_caller]
pub fn expect_none_left(mark: &str) {
    let start = Instant::now();
    while !processes(mark).is_empty() {
        assert!(start.elapsed() < PATIENCE, "left behind: {:?}", processes(mark));
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}
