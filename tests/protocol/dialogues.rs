//! Dialogues with the binary, one file each in `tests/dialogues`.

use crate::support::dialogue;
use crate::support::engine::{Engine, PATIENCE};
use crate::support::shell;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::time::Duration;

fn files() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dialogues");
    let entries = std::fs::read_dir(folder).expect("the folder of dialogues exists");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("a readable folder").path()).collect();
    files.sort();
    files
}

#[test]
fn every_recorded_dialogue_gets_its_recorded_answers() {
    let files = files();
    assert!(files.len() >= 30, "only {} dialogues", files.len());
    let failed = files.iter().filter(|file| !goes_well(file)).count();
    assert_eq!(failed, 0, "dialogues that failed; each is shown above");
}

/// Runs one dialogue; a panic of it is shown and does not keep the others from running.
fn goes_well(file: &PathBuf) -> bool {
    let name = file.file_name().expect("a file has a name").to_string_lossy().into_owned();
    let text = std::fs::read_to_string(file).expect("a dialogue is text");
    assert!(text.lines().any(|line| !line.starts_with(['>', '#'])), "{name} expects nothing");
    std::panic::catch_unwind(|| dialogue::run(&name, &text)).is_ok()
}

/// Lines that come at once: no answer overtakes one to an earlier line.
#[test]
fn answers_to_a_burst_are_in_its_order() {
    const XBOARD: &str = "xboard\nforce\nping 1\nusermove zz\nping 2\nusermove e2e5\nping 3\n";
    const UCI: &str =
        "isready\nposition startpos moves zz\nisready\nposition startpos moves e2e5\nisready\n";
    let error = "info string error: ";
    for (burst, beginnings) in [
        (XBOARD, ["pong 1", "Illegal move: zz", "pong 2", "Illegal move: e2e5", "pong 3"]),
        (UCI, ["readyok", error, "readyok", error, "readyok"]),
    ] {
        for _ in 0..20 {
            let command = format!("printf '{}' | plyglot", burst.replace('\n', "\\n"));
            let said = shell::run(&command);
            assert_eq!(said.lines().count(), beginnings.len(), "{burst}: {said}");
            for (line, beginning) in said.lines().zip(beginnings) {
                assert!(line.starts_with(beginning), "{burst}: {said}");
            }
        }
    }
}

#[test]
fn the_runner_of_dialogues_finds_wrong_answers() {
    let goes_wrong = |text: &str, patience: Duration| {
        let mut engine = Engine::start();
        engine.patience = patience;
        let run = AssertUnwindSafe(|| dialogue::run_with(engine, "wrong", text));
        std::panic::catch_unwind(run).is_err()
    };
    // A line that never comes is waited for; if it takes longer than this to start, that
    // is a failure as well.
    let fails = |text: &str| goes_wrong(text, Duration::from_secs(3));
    let succeeds = |text: &str| !goes_wrong(text, PATIENCE);
    assert!(succeeds("> isready\nreadyok"));
    assert!(succeeds("\n# remark\n\n> go depth 2\n...\nbestmove *\n\n> isready\nready*\n"));
    assert!(fails("> isready\nreadyOK"), "another line");
    assert!(fails("> isready\nreadyok\n> isready"), "a line too many");
    assert!(fails("> isready\nreadyok\nreadyok"), "a line too few");
    assert!(fails("> go depth 1\n...\n> isready\n...\nreadyok"), "a bestmove is never skipped");
}

#[test]
fn stars_stand_for_any_text() {
    for (pattern, line, fits) in [
        ("bestmove *", "bestmove e2e4", true),
        ("bestmove *", "bestmove", false),
        ("* cp *pv d2d4*", "info score cp 3 pv d2d4", true),
        ("* cp *pv d2d4*", "info score mate 3 pv d2d4", false),
        ("info", "info ", false),
        ("*", "", true),
    ] {
        assert_eq!(dialogue::matches(pattern, line), fits, "{pattern} for {line}");
    }
}
