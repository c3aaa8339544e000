//! Engines that misbehave in every way lose, none of them stops a match, and
//! none is left behind.

#![cfg(unix)]

use crate::support::engine::{PATIENCE, PLYGLOT, signal, wait};
use crate::support::folder::Folder;
use crate::support::matches::{expect_none_left, games, play, play_badly, start, wait_for};
use crate::support::misbehave::program;
use plyglot_support::text::NO_THREAD;
use serde_json::Value;
use std::thread;

/// Plays two games of Connect Four against an engine that misbehaves from its
/// second move on; gives the records of its games as JSON.
fn against(mode: &str, limit: &str) -> Vec<Value> {
    against_with(mode, limit, "").0
}

/// As [`against`], with more arguments; also gives what the match printed.
fn against_with(mode: &str, limit: &str, more: &str) -> (Vec<Value>, String) {
    let name = format!("misbehaviour-{mode}-{limit}");
    let folder = Folder::new(&name);
    // The mark tells its processes from those of other tests.
    let (mark, json) = (format!("{name}-{}", std::process::id()), folder.file("games.json"));
    let rogue = format!("cmd={} args={mode} arg=2 arg={mark}", program().display());
    // On a busy machine the one that behaves may also be late, which is not its fault.
    let printed = play(&format!(
        "--game cfour --rounds 1 --patience 2 --json {json} {more} \
         --engine cmd={PLYGLOT} name=good {limit} timemargin=5000 \
         --engine {rogue} name=rogue {limit} timemargin=50"
    ));
    expect_none_left(&mark);
    let games = games(&folder, "games.json");
    assert_eq!(games.len(), 2, "{mode}: both games are played: {games:?}");
    (games, printed)
}

/// Both games are lost by the engine that misbehaves, in one of these ways, and the reason
/// has all of this in it.
#[track_caller]
fn loses(mode: &str, limit: &str, terminations: &[&str], told: &[&str]) {
    for game in against(mode, limit) {
        let rogue_is_first = game["engines"][0] == 1;
        let lost = if rogue_is_first { "second" } else { "first" };
        let text = game.to_string();
        assert_eq!(game["result"], lost, "{mode}: {text}");
        let termination = game["termination"].as_str().unwrap_or_default();
        assert!(terminations.contains(&termination), "{mode}: {termination}, not {terminations:?}");
        let reason = game["reason"].as_str().unwrap_or_default();
        assert!(reason.starts_with("rogue: "), "{mode}: {reason}");
        assert!(told.iter().all(|told| reason.contains(told)), "{mode}: {reason}");
    }
}

const CLOCK: &str = "tc=1+0.01";

#[test]
fn an_engine_that_crashes_loses() {
    for mode in ["exit", "abort", "close-stdout", "grandchild"] {
        loses(mode, CLOCK, &["crash"], &["it closed its output"]);
    }
}

/// An engine that does not get ready is no opponent: nothing is played, and
/// nothing proved.
#[test]
fn an_engine_that_never_gets_ready_ends_the_match_before_its_first_game() {
    let rogue = format!("--engine cmd={} name=bad nodes=10 args", program().display());
    let none = "--engine cmd=/nowhere/engine name=bad nodes=10".to_owned();
    let deaf = format!("{rogue}=deaf option.Comment={}", "x".repeat(100_000));
    let cases = [
        (none, "bad: /nowhere/engine cannot be started: "),
        (format!("{rogue}=exit-at-start"), "bad: no uciok after uci: "),
        (format!("{rogue}=no-uciok"), "bad: no uciok after uci: it hangs"),
        (format!("{rogue}=no-readyok"), "bad: no readyok after isready: it hangs"),
        (deaf, "bad: not told: setoption: it does"),
    ];
    // They wait for what does not come.
    let cases = cases.iter().flat_map(|case| [(case, true), (case, false)]);
    thread::scope(|scope| {
        for ((bad, expected), bad_is_first) in cases {
            scope.spawn(move || {
                let good = format!("--engine cmd={PLYGLOT} name=good nodes=10");
                let engines =
                    if bad_is_first { format!("{bad} {good}") } else { format!("{good} {bad}") };
                let (status, printed, errors) = play_badly(&format!(
                    "{engines} --sprt elo0=0 elo1=5 --openings random --patience 5"
                ));
                assert_eq!(status, Some(1), "{errors}");
                assert!(errors.contains(expected), "{expected} is not in {errors}");
                assert_eq!(printed, "", "nothing was played");
            });
        }
    });
}

/// Ten games in a row are no accident.
#[test]
fn an_engine_that_fails_in_every_game_ends_the_match() {
    let (status, printed, errors) = play_badly(&format!(
        "--engine cmd={} args=exit arg=1 name=rogue --engine cmd={PLYGLOT} name=good \
         --game tictactoe --each nodes=10 --rounds 100",
        program().display()
    ));
    assert_eq!(status, Some(1), "{errors}");
    let expected = "rogue failed in 10 games in a row: rogue: no move: it closed its output; it \
                    ended with exit status: 3; last on stderr: out of cheese";
    assert!(errors.contains(expected), "{errors}");
    assert!(printed.contains("rogue against good: 10 games\n"), "the table is there: {printed}");
}

/// An engine's output is shown, but neither controls nor fills a terminal.
#[test]
fn output_of_engines_is_shown_escaped_and_short() {
    let (_, printed) = against_with("escapes", "nodes=100", "");
    assert!(printed.contains("the move '"), "{printed:.2000}");
    assert!(!printed.contains('\u{1b}') && printed.len() < 10_000, "{printed:.2000}");
}

#[test]
fn an_engine_that_oversteps_its_time_loses() {
    let margin = " s left and a margin of 0.050 s";
    for (mode, told) in [("hang", "lost on time: no move in "), ("late", "lost on time: ")] {
        loses(mode, CLOCK, &["time"], &[told, margin]);
    }
}

#[test]
fn an_engine_that_hangs_without_a_clock_loses() {
    loses("hang", "nodes=100", &["stall"], &["no move: it hangs"]);
}

#[test]
fn an_engine_that_makes_an_illegal_move_loses() {
    for mode in ["illegal", "garbage", "none"] {
        loses(mode, CLOCK, &["illegal move"], &[" is not legal: "]);
    }
}

#[test]
fn an_engine_that_floods_its_output_loses() {
    for mode in ["flood", "long-line"] {
        // Floods take long on a busy machine.
        loses(mode, "tc=1000+1", &["stall"], &["it floods its output"]);
    }
}

/// Mere bad manners decide no game, and stop no match.
#[test]
fn harmless_faults_lose_no_game() {
    for mode in ["good", "flood-stderr", "bytes", "immortal", "twice", "premature"] {
        // Floods also take long here.
        let games = against(mode, "tc=100+1");
        for game in games {
            let moves = game["moves"].as_array().map_or(0, Vec::len);
            assert!(moves > 3, "{mode}: {game}");
        }
    }
}

/// The warnings of a game, from the engine that misbehaves and from the other.
fn warnings(game: &Value) -> [Vec<String>; 2] {
    let rogue_is_first = game["engines"][0] == 1;
    let mut of = [Vec::new(), Vec::new()];
    for (ply, played) in game["moves"].as_array().expect("moves").iter().enumerate() {
        let is_rogue = ply.is_multiple_of(2) == rogue_is_first;
        let said = played["warnings"].as_array().into_iter().flatten();
        of[usize::from(!is_rogue)].extend(said.map(|text| text.as_str().expect("text").to_owned()));
    }
    of
}

/// Wrong reports of an engine about its moves cost no game, but cause a warning at the first move,
/// with the name of the engine.
#[test]
fn wrong_reports_of_a_search_are_warned_of() {
    let cases = [
        ("bad-pv", "", "the line's move 'P@h9' is not legal: info depth 1 score cp 1"),
        ("bad-mate", "--check-mate-pvs", "the line ends before the game does: info depth 1"),
        ("two-minds", "--check-bestmoves", "but the last line was: info depth 1"),
    ];
    for (mode, option, fault) in cases {
        let (games, printed) = against_with(mode, "nodes=100", option);
        for game in &games {
            let [rogue, good] = warnings(game);
            let own = game["moves"].as_array().map_or(0, Vec::len) / 2;
            assert!(rogue.len() + 2 >= own && !rogue.is_empty(), "{mode}: {game}");
            assert!(rogue.iter().all(|text| text.contains(fault)), "{mode}: {rogue:?}");
            assert_eq!(good, [""; 0], "{mode}");
        }
        for part in ["warning: game 1, rogue, move 2: ", "\nWarnings\n  game ", " warnings\n"] {
            assert!(printed.contains(part), "{mode}: {part:?} is missing in\n{printed}");
        }
        if !option.is_empty() {
            let (games, printed) = against_with(mode, "nodes=100", "");
            let is_quiet = |game| warnings(game).iter().all(Vec::is_empty);
            assert!(games.iter().all(is_quiet), "{mode}");
            assert!(!printed.contains("arning"), "{mode}: nobody asked: {printed}");
        }
    }
}

/// An option that no pipe holds: the match does not wait for its engine when it is interrupted.
#[test]
fn an_interrupt_does_not_wait_for_an_engine_that_stopped_reading() {
    let folder = Folder::new("misbehaviour-deaf");
    let mark = format!("mark-deaf-{}", std::process::id());
    let log = folder.file("log.txt");
    let engine = format!(
        "--engine cmd={} args=deaf arg=1 arg={mark} option.Comment={}",
        program().display(),
        "x".repeat(100_000)
    );
    let more = format!("--each nodes=10 --patience 86400 --log {log}");
    let mut child = start(&format!("{engine} {engine} {more}"));
    wait_for(&log, "setoption name Comment");
    signal(child.id(), "-INT");
    assert!(wait(&mut child).is_some(), "it does not end");
    expect_none_left(&mark);
}

/// If no process, thread or descriptor is left, nobody has lost a game.
#[test]
fn a_shortage_of_the_system_loses_no_game() {
    let folder = Folder::new("misbehaviour-shortage");
    let json = folder.file("games.json");
    let script = format!(
        "ulimit -n 40; exec {PLYGLOT} match --game tictactoe --each cmd={PLYGLOT} nodes=10 \
         --engine name=a --engine name=b --rounds 1000 --concurrency 64 --json {json}"
    );
    let output = std::process::Command::new("sh").args(["-c", &script]).output().expect("sh");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("out of processes, threads or file handles for "), "{errors}");
    for game in games(&folder, "games.json") {
        assert_eq!(game["termination"], "rules", "{game}");
    }
}

/// A thread that the system refuses: here, as there is no room for its stack.
#[cfg(target_os = "linux")]
#[test]
fn a_thread_that_the_system_refuses_ends_the_match_with_an_error() {
    let script = format!(
        "ulimit -v 4000000; RUST_MIN_STACK=1500000000 exec {PLYGLOT} match --game tictactoe \
         --each cmd={PLYGLOT} nodes=10 --engine name=a --engine name=b --concurrency 100 \
         --rounds 1000"
    );
    let output = std::process::Command::new("sh").args(["-c", &script]).output().expect("sh");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    let said = [NO_THREAD, "out of processes, threads or file handles"];
    assert!(said.iter().any(|said| errors.contains(said)), "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
}

#[cfg(unix)]
#[test]
fn a_suspended_match_costs_no_time() {
    let folder = Folder::new("misbehaviour-suspended");
    let log = folder.file("log.txt");
    // A second for a move, four more beyond it, and seven of suspension.
    let engine = format!("--engine cmd={PLYGLOT} st=1 timemargin=4000");
    let more = format!("--rounds 1 --games 1 --maxmoves 2 --log {log}");
    let child = start(&format!("{engine} {engine} {more}"));
    wait_for(&log, "go movetime");
    signal(child.id(), "-TSTP");
    std::thread::sleep(std::time::Duration::from_secs(7));
    signal(child.id(), "-CONT");
    let output = child.wait_with_output().expect("it ends");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("0 won, 1 drawn, 0 lost"), "{printed}");
}

/// If the output takes nothing any more, a second interrupt ends the match.
#[cfg(unix)]
#[test]
fn a_second_interrupt_ends_a_match_that_cannot_print() {
    let mark = format!("mark-blocked-{}", std::process::id());
    let folder = Folder::new("misbehaviour-blocked");
    let log = folder.file("log.txt");
    let cmd = program().display();
    let mut child = start(&format!(
        "--engine cmd={cmd} args=bad-pv arg=1 arg={mark} name=a \
         --engine cmd={cmd} args=good arg=1 arg={mark} name=b \
         --game tictactoe --each nodes=1 --rounds 1000000 --log {log}"
    ));
    let start = std::time::Instant::now();
    // Nobody reads the warnings. Once the pipe is full, no game begins.
    let size = || std::fs::metadata(&log).map_or(0, |data| data.len());
    let mut before = 0;
    while before == 0 || size() > before {
        assert!(start.elapsed() < 3 * PATIENCE, "the pipe never fills");
        before = size();
        std::thread::sleep(std::time::Duration::from_secs(2));
    }
    for _ in 0..2 {
        signal(child.id(), "-INT");
        std::thread::sleep(std::time::Duration::from_millis(500));
    }
    let status = wait(&mut child).expect("it ends");
    assert_eq!(status.code(), Some(130));
    expect_none_left(&mark);
}
