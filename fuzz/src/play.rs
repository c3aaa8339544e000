//! Lines that a person types in a game.

use super::bytes::Bytes;
use plyglot_engine::GameEntry;
use std::io::Cursor;

/// Lines that no session of a target goes beyond.
const LONGEST: usize = 24;
const SIDES: [&str; 3] = ["both", "first", "second"];
const TIMES: [&str; 3] = ["--movetime=1", "--movetime=2", "--movetime=4"];
const COMMANDS: [&str; 13] = [
    "moves", "hint", "scores", "why", "undo", "board", "new", "save", "resign", "help", "quit", "",
    "why e4",
];

/// A game of a person: each line is one of the commands, a legal move after those that were
/// typed, or any text. All is well to the end, and what is said can be shown and read.
pub(super) fn play(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let registry = plyglot_games::standard();
    let name = bytes.one(&registry.names());
    let entry = registry.entry(name).expect("a game of the list");
    let side = bytes.one(&SIDES);
    let time = bytes.one(&TIMES);
    let words = [name, "--side", side, time, "--hash=1"].map(str::to_owned);
    let file = std::env::temp_dir().join(format!("plyglot-fuzz-{}.game", std::process::id()));
    let file = file.to_str().expect("a path in UTF-8");
    let input = lines(&mut bytes, entry, file);
    let mut output = Vec::new();
    let ended = plyglot_study::play::fuzzing::play(
        &registry,
        &words,
        Box::new(Cursor::new(input)),
        &mut output,
    );
    for end in ["", ".pgn"] {
        let _ = std::fs::remove_file(format!("{file}{end}"));
    }
    ended.expect("a game ends well");
    let said = String::from_utf8(output).expect("what is said is text");
    assert!(!said.contains(|c: char| c.is_control() && c != '\n'), "{said:?}");
    for position in said.lines().filter_map(|line| line.strip_prefix("Fen: ")) {
        let read = entry.open().set_position(Some(position), &[]);
        assert!(read.is_ok(), "{position}: {read:?}");
    }
}

/// The lines. Games are saved in the file of this name, or in one with `.pgn` behind it, and
/// nowhere else. One explanation is enough, as it takes many searches.
fn lines(bytes: &mut Bytes<'_>, entry: &GameEntry, file: &str) -> String {
    let (mut input, mut referee, mut has_asked) = (String::new(), entry.open(), false);
    for _ in 0..LONGEST {
        if bytes.is_empty() {
            break;
        }
        let line = match bytes.below(8) {
            0 | 1 => bytes.one(&COMMANDS).to_owned(),
            2 | 3 => text(bytes),
            _ => {
                let moves = referee.moves();
                let name = moves.get(bytes.below(moves.len())).cloned().unwrap_or_default();
                let _ = referee.play(&name);
                name
            }
        };
        let (first, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((&line, ""));
        input += &match first.trim() {
            "save" if rest.len() % 2 == 0 => format!("save {file}"),
            "save" => format!("save {file}.pgn"),
            "why" if std::mem::replace(&mut has_asked, true) => "hint".to_owned(),
            _ => line,
        };
        input.push('\n');
    }
    input + "board\n"
}

/// The rest of the line.
fn text(bytes: &mut Bytes<'_>) -> String {
    let length = bytes.0.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.0.len());
    let text = bytes.text(length);
    bytes.byte();
    text
}
