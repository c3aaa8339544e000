//! Files of rules that mean harm: to memory, to time, to a terminal. Memory is that of a process.

use crate::support::folder::Folder;
use crate::support::shell;
use plyglot_core::game::random::Random;
use std::fmt::Write as _;

/// What the shell prints with this file at hand.
fn said(name: &str, rules: &str, command: &str) -> String {
    let folder = Folder::new(name);
    std::fs::write(folder.file("my.ini"), rules).expect("a folder that can be written to");
    shell::run_in(&folder, command)
}

fn children(parent: &str, count: usize, rules: &str) -> String {
    (0..count).map(|number| format!("[child{number}:{parent}]\n{rules}")).collect()
}

/// 25 pieces with long lines on the largest board, each on squares of its own.
fn pieces(name: &str, seed: u64) -> String {
    let mut random = Random::new(seed);
    let row = "/12".repeat(8);
    let mut text =
        format!("[{name}]\nmaxFile = 12\nmaxRank = 10\nking = k\nstartFen = k10a{row}/KA10 w\n");
    for (index, letter) in "abcdefghijlmnopqrstuvwxyz".chars().enumerate() {
        // Writing to a string does not fail.
        let _ = writeln!(text, "customPiece{} = {letter}:QNNpQR4", index + 1);
        for side in ["White", "Black"] {
            let all =
                ('a'..='l').flat_map(|file| (1..=10).map(move |rank| format!(" {file}{rank}")));
            let squares: String = all.filter(|_| random.below(10) > 0).collect();
            let _ = writeln!(text, "mobilityRegion{side}CustomPiece{} ={squares}", index + 1);
        }
    }
    text
}

#[cfg(target_os = "linux")]
#[test]
fn hostile_files_take_no_more_memory_than_allowed() {
    let many: String = (0..28).map(|number| pieces(&format!("game{number}"), number)).collect();
    for (name, rules, expected) in [
        ("children", pieces("base", 0) + &children("base", 300, ""), "valid games: base, child0, "),
        ("games", children("chess", 1000, ""), "1000 valid games: "),
        ("different_games", many, "expected tables of at most 256 MiB for all games, found more"),
    ] {
        let text = said(name, &rules, "ulimit -v 900000; timeout 500 plyglot check my.ini 2>&1");
        assert!(text.contains(expected), "{name}: {}", &text[..text.len().min(2000)]);
        assert!(!text.contains("memory allocation"), "{name}");
    }
}

/// However many files are read, one after the other.
#[cfg(target_os = "linux")]
#[test]
fn many_files_take_no_more_memory_than_allowed() {
    let folder = Folder::new("many_files");
    let mut commands = String::new();
    for file in 0..11 {
        let rules: String = (0..1000)
            .map(|game| format!("[g{game}:chess]\nnMoveRule = {file}{game:03}\n"))
            .collect();
        std::fs::write(folder.file(&format!("{file}.ini")), rules).expect("written");
        commands += &format!("check {file}.ini\\n");
    }
    let command = format!("ulimit -v 900000; printf '{commands}isready\\n' | plyglot");
    let text = shell::run_in(&folder, &command);
    let refused = "10.ini: line 1, column 2: [g0] expected at most 10000 different games until the \
                   program ends, found more";
    assert!(text.contains(refused), "{}", &text[text.len().saturating_sub(900)..]);
    assert!(text.ends_with("readyok\n"));
}

#[test]
fn what_a_file_says_does_nothing_to_a_terminal() {
    const SIGNS: [char; 6] = ['\u{1b}', '\r', '\u{9b}', '\u{202e}', '\u{2028}', '\u{200f}'];
    let signs: String = SIGNS.iter().collect();
    let rules = format!(
        "# A game{signs}[31m\n[odd:chess]\nvariantTemplate = x{signs}y\n[odder:odd]\n\
         # An error\n"
    );
    let wrong = format!("{rules}{signs}king = {signs}\nking{signs} = {signs}\n");
    for (rules, command) in [
        (&rules, "plyglot games --variants my.ini"),
        (&rules, "plyglot games --variants my.ini --json"),
        (&rules, "plyglot games odd --variants my.ini"),
        (&rules, "plyglot --variants my.ini 'setoption name UCI_Variant value odd'"),
        (&rules, "plyglot check my.ini"),
        (&wrong, "plyglot check my.ini 2>&1"),
        (&wrong, "plyglot --variants my.ini uci 2>&1"),
    ] {
        let text = said("terminal", rules, command);
        assert!(text.len() > 20 && !text.contains(SIGNS), "{command}: {text:?}");
    }
}

#[test]
fn a_warning_has_its_place_and_is_no_error() {
    let rules = "[empty:chess]\npieceDrops = true\n";
    let expected = "my.ini: line 2, column 1: warning: [empty] pieceDrops: nothing can be dropped";
    let text = said("warning", rules, "plyglot check my.ini; echo status $?");
    assert!(text.starts_with(&format!("info string {expected}")), "{text}");
    assert!(text.ends_with("\ninfo string my.ini: 1 valid game: empty\nstatus 0\n"), "{text}");
    let text = said("warning", rules, "plyglot --variants my.ini isready 2>&1");
    assert!(text.contains(expected) && text.ends_with("readyok\n"), "{text}");
}

#[test]
fn other_encodings_are_read_or_named() {
    let folder = Folder::new("encodings");
    std::fs::write(folder.file("latin.ini"), b"# Gr\xFC\xDFe\n[gr:chess]\n").expect("written");
    std::fs::write(folder.file("wide.ini"), b"\xFF\xFE[\0g\0]\0\n\0").expect("written");
    let run = |command: &str| shell::run_in(&folder, command);
    let listed = run("plyglot games --variants latin.ini");
    assert!(listed.contains("  Grüße\n"), "{listed}");
    let refused = run("plyglot check wide.ini 2>&1");
    assert!(refused.contains("expected UTF-8, found UTF-16"), "{refused}");
}

#[test]
fn check_is_a_tool_with_help() {
    let help = shell::run("plyglot --help");
    assert!(help.lines().any(|line| line.trim_start().starts_with("check ")), "{help}");
    let help = shell::run("plyglot check --help");
    assert!(help.contains("Usage: plyglot check ") && help.contains("FILE"), "{help}");
    let tip = shell::run("plyglot play --game light.ini 2>&1");
    assert!(tip.contains("`--variants light.ini` reads the games of a file"), "{tip}");
}

/// The program can say its version with less.
#[cfg(target_os = "linux")]
#[test]
fn a_game_that_needs_more_memory_than_there_is_is_refused() {
    let mut refused = 0;
    for kib in (80_000..=500_000).step_by(60_000) {
        for game in ["xiangqi", "amazons", "crazyhouse"] {
            let text = shell::run(&format!(
                "ulimit -v {kib}; printf 'setoption name UCI_Variant value {game}\\ngo depth 1\\n' | \
                 plyglot 2>&1; echo status $?"
            ));
            if text.starts_with("error: not enough memory for a table") {
                continue;
            }
            refused +=
                usize::from(text.contains(&format!("not enough memory for '{game}'; keeping")));
            let is_fine = text.contains("\nbestmove ") && text.ends_with("status 0\n");
            assert!(is_fine, "{kib} KiB, {game}: {text}");
        }
    }
    assert!(refused > 0, "it always fitted");
}
