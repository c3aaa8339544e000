//! Engines that misbehave in every way lose, none of them stops a match, and
//! none is left behind.

#![cfg(unix)]

mod support;

use support::engine::PLYGLOT;
use support::matches::{Folder, expect_none_left, play};
use support::misbehave::program;

/// Plays two games of Connect Four against an engine that misbehaves from its
/// second move on; gives the records of its games as JSON.
fn against(mode: &str, limit: &str) -> Vec<serde_json::Value> {
    let folder = Folder::new(&format!("misbehaviour-{mode}"));
    // The mark tells its processes from those of other tests.
    let (mark, json) = (format!("mark-{mode}-{}", std::process::id()), folder.file("games.json"));
    let rogue = format!("cmd={}", program().display());
    let (good, arguments) = (format!("cmd={PLYGLOT}"), format!("args={mode} 2 {mark}"));
    // On a busy machine the one that behaves may be late, too, which is not its fault.
    play(&[
        "--game",
        "cfour",
        "--rounds",
        "1",
        "--patience",
        "2",
        "--json",
        &json,
        "--engine",
        &good,
        "name=good",
        limit,
        "timemargin=5000",
        "--engine",
        &rogue,
        &arguments,
        "name=rogue",
        limit,
        "timemargin=50",
    ]);
    expect_none_left(&mark);
    let lines = folder.read("games.json");
    let games: Vec<serde_json::Value> =
        lines.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(games.len(), 2, "{mode}: both games are played: {lines}");
    games
}

/// Both games are lost by the engine that misbehaves, for this reason.
#[track_caller]
fn loses(mode: &str, limit: &str, terminations: &[&str]) {
    for game in against(mode, limit) {
        let rogue_is_first = game["engines"][0] == 1;
        let lost = if rogue_is_first { "second" } else { "first" };
        let text = game.to_string();
        assert_eq!(game["result"], lost, "{mode}: {text}");
        let termination = game["termination"].as_str().unwrap_or_default();
        assert!(terminations.contains(&termination), "{mode}: {termination}, not {terminations:?}");
    }
}

const CLOCK: &str = "tc=1+0.01";

#[test]
fn who_dies_loses() {
    for mode in ["exit-at-start", "exit", "abort", "close-stdout", "grandchild"] {
        loses(mode, CLOCK, &["crash"]);
    }
}

#[test]
fn who_never_gets_ready_loses() {
    for mode in ["no-uciok", "no-readyok"] {
        loses(mode, CLOCK, &["stall"]);
    }
}

#[test]
fn who_oversteps_its_time_loses() {
    for mode in ["hang", "late"] {
        loses(mode, CLOCK, &["time"]);
    }
}

#[test]
fn who_hangs_without_a_clock_loses() {
    loses("hang", "nodes=100", &["stall"]);
}

#[test]
fn who_does_not_play_by_the_rules_loses() {
    for mode in ["illegal", "garbage", "none"] {
        loses(mode, CLOCK, &["illegal move"]);
    }
}

#[test]
fn who_floods_the_referee_loses() {
    for mode in ["flood", "long-line"] {
        loses(mode, "tc=20+0.01", &["stall"]);
    }
}

/// What is bad manners alone does not decide a game, and stops no match.
#[test]
fn bad_manners_are_endured() {
    for mode in ["good", "flood-stderr", "bytes", "immortal", "twice", "premature"] {
        let games = against(mode, CLOCK);
        for game in games {
            let moves = game["moves"].as_array().map_or(0, Vec::len);
            assert!(moves > 3, "{mode}: {game}");
        }
    }
}
