//! `plyglot play` with lines from a pipe.

use crate::support::folder::Folder;
use crate::support::match_games::replayed;
use crate::support::tool::fed;
use plyglot_core::game::GameResult;
use plyglot_records::pgn::read;

/// The program's output for these lines. It must end well, without escape codes.
#[track_caller]
fn play(arguments: &[&str], lines: &str) -> String {
    let output = fed(&[&["play", "--hash", "1"], arguments].concat(), lines.as_bytes());
    let text = String::from_utf8(output.stdout).expect("it is text");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{}: {errors}\n{text}", output.status);
    assert!(!text.contains('\u{1b}') && !text.contains('\r'), "{text:?}");
    text
}

/// Nothing typed breaks the program, and no control character comes back.
#[test]
fn anything_can_be_typed() {
    let mut bytes = Vec::new();
    for byte in 0..=255 {
        bytes.extend([byte, b'e', byte, b'\n']);
    }
    bytes.extend(b"hint x\nboard \x1b[2J moves x\nsave \x00\nsave /\n");
    bytes.extend([b'x'; 100_000]);
    let output = fed(&["play", "--side", "both", "--hash", "1"], &bytes);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!output.stdout.contains(&0x1b) && !output.stdout.contains(&7));
}

/// The engine is named with its strength, also in the records. The scale of tic-tac-toe goes from 500 to
/// 1059, of which level 3 is 3/20 of the way.
#[test]
fn a_weaker_opponent_is_saved_with_its_strength() {
    let folder = Folder::new("play-strength");
    for (option, name) in [
        ("--level=3", "Plyglot (level 3, Elo 584)"),
        ("--elo=700", "Plyglot (Elo 700)"),
        ("--elo=1200", "Plyglot (Elo 1059)"),
    ] {
        let lines = format!("b2\nsave {}\n", folder.file(&format!("{option}.pgn")));
        let said = play(&["ttt", "--movetime", "20", option], &lines);
        assert!(said.contains(&format!("you are X, and {name} is O.")), "{said}");
        let saved = folder.read(&format!("{option}.pgn"));
        assert!(saved.contains(&format!("[Black \"{name}\"]")), "{saved}");
    }
    // The scale of this game is a guess.
    for (option, name) in
        [("--level=3", "Plyglot (level 3)"), ("--elo=1200", "Plyglot (Elo 1200, not measured)")]
    {
        let said = play(&["hexapawn", "--movetime", "20", option], "");
        assert!(said.contains(&format!(", and {name} is ")), "{said}");
    }
}

/// A game is saved, goes on, and is saved again in its place; other games stay.
#[test]
fn saved_games_are_read_back() {
    let folder = Folder::new("play-saved");
    let pgn = folder.file("a.pgn");
    let lines = format!("e4\ne5\nsave {pgn}\nNf3\nresign\nsave {pgn}\n");
    for games in 1..=2 {
        play(&["--side", "both"], &lines);
        let content = folder.read("a.pgn");
        let read: Vec<_> = read(&content).collect();
        assert_eq!(read.len(), games, "{content}");
        let last = read.last().expect("there is one");
        assert_eq!(last.result, Some(GameResult::Win(plyglot_core::game::Side::First)));
        assert_eq!(replayed(last).moves.len(), 3);
        let tags = ["Event", "White", "Black", "Termination"].map(|name| last.tag(name).unwrap());
        assert_eq!(tags, ["plyglot play", "Person", "Person", "normal"]);
    }
    folder.write("a.txt", "A game of chess\n");
    let lines = format!("save {}\nsave {}\n", folder.file("a.txt"), folder.file(""));
    let refused = play(&["--side", "both"], &lines);
    let other = "a.txt cannot be written: it contains something other than games in PGN";
    assert!(refused.contains(other), "{refused}");
    assert!(refused.matches("cannot be written: ").count() >= 2, "{refused}");
    assert_eq!(folder.read("a.txt"), "A game of chess\n");
    assert_eq!(folder.names(), ["a.pgn", "a.txt"]);
}
