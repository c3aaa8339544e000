//! Engines that misbehave in every way lose, none of them stops a match, and
//! none is left behind.

#![cfg(unix)]

use crate::support::engine::{PATIENCE, PLYGLOT, wait};
use crate::support::folder::Folder;
use crate::support::matches::{expect_none_left, play, play_badly, processes, start};
use crate::support::misbehave::program;
use std::thread;

/// Plays two games of Connect Four against an engine that misbehaves from its
/// second move on; gives the records of its games as JSON.
fn against(mode: &str, limit: &str) -> Vec<serde_json::Value> {
    against_with(mode, limit, &[]).0
}

/// As [`against`], with more arguments; also gives what the match printed.
fn against_with(mode: &str, limit: &str, more: &[&str]) -> (Vec<serde_json::Value>, String) {
    let name = format!("misbehaviour-{mode}-{limit}");
    let folder = Folder::new(&name);
    // The mark tells its processes from those of other tests.
    let (mark, json) = (format!("{name}-{}", std::process::id()), folder.file("games.json"));
    let rogue = format!("cmd={}", program().display());
    let (good, arguments) = (format!("cmd={PLYGLOT}"), format!("args={mode} 2 {mark}"));
    // On a busy machine the one that behaves may also be late, which is not its fault.
    let arguments = [
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
    ];
    let printed = play(&[&arguments[..], more].concat());
    expect_none_left(&mark);
    let lines = folder.read("games.json");
    let games: Vec<serde_json::Value> =
        lines.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(games.len(), 2, "{mode}: both games are played: {lines}");
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
    for mode in ["exit", "abort", "close-stdout", "grandchild", "runaway"] {
        loses(mode, CLOCK, &["crash"], &["it closed its output"]);
    }
}

/// An engine that does not get ready is no opponent: nothing is played, and
/// nothing proved.
#[test]
fn an_engine_that_never_gets_ready_ends_the_match_before_its_first_game() {
    let cmd = format!("cmd={}", program().display());
    let (good, nodes) = (&format!("cmd={PLYGLOT}"), "nodes=10");
    let long = format!("option.Comment={}", "x".repeat(100_000));
    let cases = [
        (vec!["cmd=/nowhere/engine", "name=bad"], "bad: /nowhere/engine cannot be started: "),
        (vec![&cmd, "args=exit-at-start", "name=bad"], "bad: no uciok after uci: "),
        (vec![&cmd, "args=no-uciok", "name=bad"], "bad: no uciok after uci: it hangs"),
        (vec![&cmd, "args=no-readyok", "name=bad"], "bad: no readyok after isready: it hangs"),
        (vec![&cmd, "args=deaf-at-start", "name=bad", &long], "bad: not told: setoption: it does"),
    ];
    // They wait for what does not come.
    let cases = cases.iter().flat_map(|case| [(case, true), (case, false)]);
    thread::scope(|scope| {
        for ((bad, expected), bad_is_first) in cases {
            scope.spawn(move || {
                let good = ["--engine", good, "name=good", nodes];
                let bad = [&["--engine"], &bad[..], &[nodes]].concat();
                let engines = if bad_is_first {
                    [&bad[..], &good].concat()
                } else {
                    [&good[..], &bad].concat()
                };
                let test =
                    ["--sprt", "elo0=0", "elo1=5", "--openings", "random", "--patience", "5"];
                let (status, printed, errors) = play_badly(&[&engines[..], &test].concat());
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
    let cmd = format!("cmd={}", program().display());
    let rogue = ["--engine", &cmd, "args=exit 1", "name=rogue"];
    let good = ["--engine", &format!("cmd={PLYGLOT}"), "name=good"];
    let more = ["--game", "tictactoe", "--each", "nodes=10", "--rounds", "100"];
    let (status, printed, errors) = play_badly(&[&rogue[..], &good, &more].concat());
    assert_eq!(status, Some(1), "{errors}");
    let expected = "rogue failed in 10 games in a row: rogue: no move: it closed its output; it \
                    ended with exit status: 3; last on stderr: out of cheese";
    assert!(errors.contains(expected), "{errors}");
    assert!(printed.contains("rogue against good: 10 games\n"), "the table is there: {printed}");
}

/// An engine's output is shown, but neither controls nor fills a terminal.
#[test]
fn output_of_engines_is_shown_escaped_and_short() {
    let (_, printed) = against_with("escapes", "nodes=100", &[]);
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
fn warnings(game: &serde_json::Value) -> [Vec<String>; 2] {
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
        ("bad-pv", None, "the line's move 'P@h9' is not legal: info depth 1 score cp 1"),
        ("bad-mate", Some("--check-mate-pvs"), "the line ends before the game does: info depth 1"),
        ("two-minds", Some("--check-bestmoves"), "but the last line was: info depth 1"),
    ];
    for (mode, option, fault) in cases {
        let (games, printed) = against_with(mode, "nodes=100", option.as_slice());
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
        if option.is_some() {
            let (games, printed) = against_with(mode, "nodes=100", &[]);
            let is_quiet = |game| warnings(game).iter().all(Vec::is_empty);
            assert!(games.iter().all(is_quiet), "{mode}");
            assert!(!printed.contains("arning"), "{mode}: nobody asked: {printed}");
        }
    }
}

/// Positions that no pipe holds, in a game that only the engines know: an
/// engine that reads no more cannot be told of the second one.
#[test]
fn an_engine_that_stops_reading_loses() {
    let folder = Folder::new("misbehaviour-deaf");
    let (mark, json) = (format!("mark-deaf-{}", std::process::id()), folder.file("games.json"));
    let book = folder.file("book.fen");
    std::fs::write(&book, format!("{}\n", "x".repeat(100_000))).expect("the book is written");
    let program = format!("cmd={}", program().display());
    let engine = |mode: &str| [format!("args={mode} 1 {mark}"), format!("name={mode}")];
    let ([good, good_name], [deaf, deaf_name]) = (engine("good"), engine("deaf"));
    let opening = format!("file={book}");
    // As the position cannot be set up, it is the first player's turn for ever.
    let arguments = ["--game", "mystery", "--rounds", "1", "--games", "1", "--json", &json];
    let engines =
        ["--engine", &program, &deaf, &deaf_name, "--engine", &program, &good, &good_name];
    let openings = ["--openings", &opening, "format=fen"];
    let each = ["--each", "proto=ugi", "nodes=10", "--patience", "2"];
    play(&[&arguments[..], &engines, &openings, &each].concat());
    let lines = folder.read("games.json");
    let game: serde_json::Value =
        serde_json::from_str(lines.lines().nth(1).expect("a game")).expect("JSON");
    assert_eq!((&game["termination"], &game["result"]), (&"stall".into(), &"second".into()));
    let reason = game["reason"].as_str().expect("a sentence");
    assert!(reason.contains("deaf: not told: position: it does not read its input"), "{reason}");
    expect_none_left(&mark);
}

/// Neither does the match wait for such an engine when it is interrupted.
#[test]
fn an_interrupt_does_not_wait_for_an_engine_that_stopped_reading() {
    let folder = Folder::new("misbehaviour-deaf-at-start");
    let mark = format!("mark-deaf-at-start-{}", std::process::id());
    let (log, cmd) = (folder.file("log.txt"), format!("cmd={}", program().display()));
    let arguments = format!("args=deaf-at-start 1 {mark}");
    let option = format!("option.Comment={}", "x".repeat(100_000));
    let engine = ["--engine", &cmd, &arguments, &option];
    let more = ["--each", "nodes=10", "--patience", "86400", "--log", &log];
    let mut child = start(&[&engine[..], &engine, &more].concat());
    let start = std::time::Instant::now();
    while !std::fs::read_to_string(&log).is_ok_and(|log| log.contains("setoption name Comment")) {
        assert!(start.elapsed() < PATIENCE, "it is not started");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let id = child.id().to_string();
    let killed = std::process::Command::new("kill").args(["-INT", &id]).status();
    assert!(killed.expect("kill starts").success());
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
    assert!(errors.contains("the system has no process, thread or file left for "), "{errors}");
    let games = folder.read("games.json");
    for game in games.lines().skip(1) {
        let game: serde_json::Value = serde_json::from_str(game).expect("JSON");
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
    assert!(errors.contains("the system has no "), "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
}

/// Even a runner that is killed leaves no engine behind, nor what that started.
#[cfg(target_os = "linux")]
#[test]
fn engines_end_with_a_runner_that_is_killed() {
    let mark = format!("mark-orphans-{}", std::process::id());
    let folder = Folder::new("misbehaviour-orphans");
    let (log, cmd) = (folder.file("log.txt"), format!("cmd={}", program().display()));
    let arguments = format!("args=immortal 1 {mark}");
    let engine = ["--engine", &cmd, &arguments];
    let more = ["--game", "tictactoe", "--each", "nodes=10", "--rounds", "100000", "--log", &log];
    let mut child = start(&[&engine[..], &engine, &more].concat());
    let start = std::time::Instant::now();
    while !std::fs::read_to_string(&log).is_ok_and(|log| log.contains("bestmove")) {
        assert!(start.elapsed() < PATIENCE, "it is not started");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(!processes(&mark).is_empty());
    child.kill().and_then(|()| child.wait()).expect("it is killed");
    expect_none_left(&mark);
}

#[cfg(unix)]
#[test]
fn a_suspended_match_costs_no_time() {
    let folder = Folder::new("misbehaviour-suspended");
    let log = folder.file("log.txt");
    let cmd = format!("cmd={PLYGLOT}");
    // A second for a move, four more beyond it, and seven of suspension.
    let engine = ["--engine", &cmd, "st=1", "timemargin=4000"];
    let more = ["--rounds", "1", "--games", "1", "--maxmoves", "2", "--log", &log];
    let child = start(&[&engine[..], &engine, &more].concat());
    let start = std::time::Instant::now();
    while !std::fs::read_to_string(&log).is_ok_and(|log| log.contains("go movetime")) {
        assert!(start.elapsed() < PATIENCE, "it is not started");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let signal = |name: &str| {
        let id = child.id().to_string();
        let sent = std::process::Command::new("kill").args([name, &id]).status();
        assert!(sent.expect("kill starts").success());
    };
    signal("-TSTP");
    std::thread::sleep(std::time::Duration::from_secs(7));
    signal("-CONT");
    let output = child.wait_with_output().expect("it ends");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("0 won, 1 drawn, 0 lost"), "{printed}");
}

/// If the output takes nothing any more, a second interrupt ends the match.
#[cfg(unix)]
#[test]
fn a_second_interrupt_ends_a_match_that_cannot_print() {
    let mark = format!("mark-blocked-{}", std::process::id());
    let cmd = format!("cmd={}", program().display());
    let folder = Folder::new("misbehaviour-blocked");
    let log = folder.file("log.txt");
    let two = ["bad-pv 1", "good 1"].map(|mode| format!("args={mode} {mark}"));
    let engines = ["--engine", &cmd, &two[0], "name=a", "--engine", &cmd, &two[1], "name=b"];
    let more = ["--game", "tictactoe", "--each", "nodes=1", "--rounds", "1000000", "--log", &log];
    let mut child = start(&[&engines[..], &more].concat());
    let start = std::time::Instant::now();
    // Nobody reads the warnings. Once the pipe is full, no game begins.
    let size = || std::fs::metadata(&log).map_or(0, |data| data.len());
    let mut before = 0;
    while before == 0 || size() > before {
        assert!(start.elapsed() < 3 * PATIENCE, "the pipe never fills");
        before = size();
        std::thread::sleep(std::time::Duration::from_secs(2));
    }
    let id = child.id().to_string();
    let interrupt = || std::process::Command::new("kill").args(["-INT", &id]).status();
    for _ in 0..2 {
        assert!(interrupt().expect("kill starts").success());
        std::thread::sleep(std::time::Duration::from_millis(500));
    }
    let status = wait(&mut child).expect("it ends");
    assert_eq!(status.code(), Some(130));
    expect_none_left(&mark);
}
