//! `plyglot learn`: its networks follow from the options alone, however often it is ended,
//! and files that it refuses stay as they were.

mod faults;
mod from_file;
mod kills;
mod progress;
mod repeatable;

use crate::support::folder::Folder;
use crate::support::training_games::games_by_number;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The smallest run that has all phases of a generation.
const TINY: &str = "--positions 1000 --gate 20 --hidden 32 --epochs 2 --nodes 20 --plies 4 \
                    --window 2 --ladder 0";

fn tiny(game: &str, generations: u64) -> String {
    format!("learn --out run --game {game} {TINY} --generations {generations}")
}

/// The files of a run by their path in its folder.
fn files(folder: &Folder) -> Vec<String> {
    fn add(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            match entry.path() {
                path if path.is_dir() => add(&path, files),
                path => files.push(path),
            }
        }
    }
    let run = PathBuf::from(folder.file("run"));
    let mut files = Vec::new();
    add(&run, &mut files);
    let name = |path: &PathBuf| path.strip_prefix(&run).expect("in it").display().to_string();
    let mut names: Vec<String> = files.iter().map(name).collect();
    names.sort();
    names
}

#[track_caller]
fn bytes(folder: &Folder, file: &str) -> Vec<u8> {
    folder.bytes(&format!("run/{file}"))
}

fn write(folder: &Folder, file: &str, content: &[u8]) {
    folder.write(&format!("run/{file}"), content);
}

/// The contents of `state`, without parts that depend on the clock, and without the sums of files
/// of games, in which games lie in any order.
fn state(folder: &Folder) -> Value {
    let text = String::from_utf8(bytes(folder, "state")).expect("text");
    let json = text.lines().nth(1).expect("a line after that of the format");
    let mut json: Value = serde_json::from_str(json).expect("JSON");
    json["state"]["time"].take();
    let generations = json["state"]["generations"].as_array_mut().expect("a list");
    for generation in generations {
        for key in ["seconds", "games_sum"] {
            generation[key].take();
        }
    }
    json
}

/// The part of a run that follows from its options: all its files, with the games by their number.
#[track_caller]
fn result(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    let content = |file: &String| match file.as_str() {
        "state" => state(folder).to_string().into_bytes(),
        games_file if games_file.ends_with(".games") => {
            let games = games_by_number(folder.file(&format!("run/{games_file}")));
            games.values().flat_map(|record| record.encode().expect("a record")).collect()
        }
        _ => bytes(folder, file),
    };
    files(folder).into_iter().map(|file| (file.clone(), content(&file))).collect()
}

#[track_caller]
fn assert_same(found: &Folder, expected: &BTreeMap<String, Vec<u8>>, how: &str) {
    let found = result(found);
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&found), names(expected), "{how}");
    for (file, content) in expected {
        assert!(found[file] == *content, "{how}: {file}");
    }
}
