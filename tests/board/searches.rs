//! Searches for the page: what they find, how they end, and what becomes of an engine that
//! fails.

use crate::client::{Answer, Board, Lines};
use crate::support::engine::signal;
use crate::support::folder::Folder;
use crate::support::misbehave;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::Command;
use std::time::{Duration, Instant};

/// Enough for anything that happens soon, on any machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn search(game: &str, moves: &[&str], more: Value) -> Value {
    let mut asked = json!({ "game": game, "moves": moves, "tab": "a tab", "lines": 1 });
    for (name, value) in more.as_object().expect("an object") {
        asked[name] = value.clone();
    }
    asked
}

/// A search that goes on until it is ended.
fn endless(board: &Board) -> Lines {
    let asked = search("chess", &[], json!({ "limits": { "infinite": true } }));
    let mut lines = board.follow("POST", "api/search", &asked);
    lines.wait_for("info");
    lines
}

fn kinds(answer: &Answer) -> Vec<Value> {
    answer.lines().iter().map(|line| line["type"].clone()).collect()
}

/// The last line is a move, and no engine has failed.
#[track_caller]
fn check_best(answer: &Answer) {
    let kinds = kinds(answer);
    assert!(!kinds.contains(&json!("failed")), "{}", answer.body);
    assert_eq!(kinds.last(), Some(&json!("best")), "{}", answer.body);
}

#[track_caller]
fn wait_until(what: &str, mut has_happened: impl FnMut() -> bool) {
    let start = Instant::now();
    while !has_happened() {
        assert!(start.elapsed() < PATIENCE, "{what} does not happen");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_search_of_limited_depth_ends_in_its_move() {
    let board = Board::start(&[]);
    for depth in [1, 6] {
        let answer = board
            .post("api/search", &search("chess", &[], json!({ "limits": { "depth": depth } })));
        let lines = answer.lines();
        let mut reports = lines.iter().filter(|line| line["type"] == "info");
        let last = reports.next_back().expect("a report");
        assert_eq!((&last["depth"], &last["lines"][0]["depth"]), (&json!(depth), &json!(depth)));
        let best = &lines.last().expect("a last line")["move"];
        assert_eq!(best, &last["lines"][0]["line"][0]);
    }
}

#[test]
fn a_search_shows_the_mate_that_it_plays() {
    let board = Board::start(&[]);
    // Scholar's mate is to be given.
    let moves = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6"];
    let asked = search("chess", &moves, json!({ "lines": 3, "limits": { "depth": 6 } }));
    let answer = board.post("api/search", &asked);
    assert_eq!(answer.status, 200);
    let lines = answer.lines();
    let kinds: Vec<&str> = lines.iter().filter_map(|line| line["type"].as_str()).collect();
    assert_eq!((kinds.first(), kinds.last()), (Some(&"started"), Some(&"best")), "{lines:?}");
    let best = json!({ "type": "best", "move": "h5f7", "shown": "Qxf7#" });
    assert_eq!(lines.last(), Some(&best));
    let report = &lines[lines.len() - 2];
    let first = &report["lines"][0];
    assert_eq!((&first["score"], &first["shown"]), (&json!({ "mate": 1 }), &json!(["Qxf7#"])));
    assert_eq!(report["lines"].as_array().map(Vec::len), Some(3));
    assert_eq!(first["wdl"], json!([1000, 0, 0]));
}

#[test]
fn an_infinite_search_ends_when_its_reader_leaves() {
    let board = Board::start(&[]);
    let lines = endless(&board);
    assert_eq!(board.health(), (1, 1));
    drop(lines);
    wait_until("the end of the search", || board.health() == (0, 1));
}

/// What takes long if nothing ends it.
fn long_questions() -> [(&'static str, Value); 4] {
    let game = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(10) + "*\n\n";
    [
        ("search", search("chess", &[], json!({ "limits": { "infinite": true } }))),
        ("explain", json!({ "game": "chess", "moves": [], "movetime": 60_000 })),
        ("survey", json!({ "game": "chess", "games": 100_000, "nodes": 100_000 })),
        ("record", json!({ "game": "chess", "text": game.repeat(4_000) })),
    ]
}

fn short_questions() -> [(&'static str, Value); 8] {
    let moves = ["e4", "e5", "Nf3", "Nc6"];
    let rules: String = (0..100).map(|number| format!("[own{number}:chess]\n")).collect();
    [
        ("board", json!({ "game": "chess" })),
        ("position", json!({ "game": "chess", "moves": moves })),
        ("setup", json!({ "game": "chess" })),
        ("save", json!({ "game": "chess", "moves": moves, "players": ["A", "B"] })),
        ("rulebook", json!({ "game": "chess" })),
        ("read_rules", json!({ "text": rules })),
        ("rule_words", json!({})),
        ("review", json!({ "moves": [] })),
    ]
}

/// Whoever leaves may do so at any moment, also before the work has begun.
#[test]
fn what_nobody_waits_for_ends() {
    let board = Board::start(&[]);
    let asked: BTreeMap<_, _> = long_questions().into_iter().chain(short_questions()).collect();
    let questions: BTreeSet<&str> = plyglot_board::questions().into_iter().collect();
    assert_eq!(asked.keys().copied().collect::<BTreeSet<&str>>(), questions);
    for (name, asked) in short_questions() {
        let answer = board.post(&format!("api/{name}"), &asked);
        assert_eq!(answer.status, 200, "{name}: {}", answer.body);
    }
    for (name, asked) in &asked {
        for stay_ms in [0, 1, 10, 300] {
            let mut stream = board.connect();
            let request = board.request("POST", &format!("api/{name}"), &asked.to_string());
            stream.write_all(request.as_bytes()).expect("it is read");
            std::thread::sleep(Duration::from_millis(stay_ms));
        }
    }
    wait_until("the end of all", || {
        let health = board.get("api/health").json();
        ["answers", "searches", "studies"].iter().all(|name| health[*name] == 0)
    });
}

#[test]
fn a_new_search_of_a_tab_ends_the_old_one() {
    let board = Board::start(&[]);
    let mut old = endless(&board);
    let next = search("chess", &["e2e4"], json!({ "limits": { "depth": 4 } }));
    let answer = board.post("api/search", &next);
    check_best(&answer);
    old.wait_for("ended");
    assert!(old.next().is_none());
}

#[test]
fn tabs_do_not_disturb_each_other_and_engines_are_bounded() {
    let board = Board::start(&["--engines", "2"]);
    let asked =
        |tab: &str| search("surakarta", &[], json!({ "tab": tab, "limits": { "infinite": true } }));
    let mut first = board.follow("POST", "api/search", &asked("one"));
    let mut second = board.follow("POST", "api/search", &asked("two"));
    first.wait_for("info");
    second.wait_for("info");
    assert_eq!(board.health(), (2, 2));
    let refused = board.post("api/search", &asked("three"));
    assert_eq!(refused.status, 503);
    assert!(refused.json()["error"].as_str().is_some_and(|error| error.contains("busy")));
    drop(first);
    // Its engine goes to the third.
    wait_until("room for the third", || {
        let asked = search("surakarta", &[], json!({ "tab": "three", "limits": { "depth": 2 } }));
        board.post("api/search", &asked).status == 200
    });
    assert_eq!(board.health().1, 2);
}

#[test]
fn a_weaker_player_and_other_games_are_played() {
    let board = Board::start(&[]);
    for (game, strength) in [
        ("tictactoe", json!({ "level": 0 })),
        ("ataxx", json!({ "elo": 700 })),
        ("cfour", Value::Null),
    ] {
        let more = json!({ "limits": { "nodes": 2000 }, "strength": strength });
        let answer = board.post("api/search", &search(game, &[], more));
        let best = answer.lines().last().cloned().expect("a line");
        let position = board.position(game, None, &[best["move"].as_str().expect("a move")]);
        assert_eq!(position["last"]["shown"], best["shown"], "{game}");
    }
}

/// The engine of the page knows what the page knows: games of a file, and one that has taken the
/// place of a game of the library, whose only moves it could not make by the library's rules.
#[test]
fn games_of_files_are_searched() {
    let folder = Folder::new("board-files");
    let gardner = "[gardner]\nmaxFile = 5\nmaxRank = 5\nking = k\ncustomPiece1 = m:FD\n\
                   startFen = kmmmm/5/5/5/MMMMK w 0 1\n";
    folder.write("my file.ini", format!("{gardner}[second:atomic]\n"));
    let file = folder.file("my file.ini");
    let board = Board::start(&["--variants", &file, "--game", "second"]);
    let last = |game: &str, tab: &str| {
        let more = json!({ "limits": { "depth": 3 }, "tab": tab });
        let answer = board.post("api/search", &search(game, &[], more));
        let lines = answer.lines();
        lines.into_iter().rev().find(|line| line["type"] != "ended").expect("a line")
    };
    for game in ["gardner", "second", "atomic"] {
        let best = last(game, "a tab");
        assert_eq!(best["type"], "best", "{game}: {best}");
        let position = board.position(game, None, &[best["move"].as_str().expect("a move")]);
        assert_eq!(position["last"]["shown"], best["shown"], "{game}");
    }
    // An engine with other rules than those of the page would be of no use.
    folder.write("my file.ini", "[gardner:chess]\n[second:chess]\n");
    let failed = last("second", "another tab");
    let text = failed["text"].as_str().unwrap_or_default();
    assert!(text.ends_with("my file.ini has changed since it was read: start this program again"));
    assert_eq!(last("chess", "another tab")["type"], "best");
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let board = Board::start(&[]);
    for more in [
        json!({ "engine": 1 }),
        json!({ "lines": 0 }),
        json!({ "lines": 501 }),
        json!({ "limits": { "depth": -1 } }),
        json!({ "limits": 7 }),
        json!({ "tab": null }),
        json!({ "tab": "x".repeat(300) }),
        json!({ "moves": ["e9"] }),
    ] {
        let answer = board.post("api/search", &search("chess", &[], more.clone()));
        assert_eq!(answer.status, 400, "{more}");
    }
    assert_eq!(board.health(), (0, 0));
}

#[cfg(target_os = "linux")]
fn children(id: u32) -> Vec<u32> {
    let output = Command::new("pgrep").args(["-P", &id.to_string(), "-f", "."]).output();
    let text = String::from_utf8(output.expect("pgrep exists").stdout).expect("numbers");
    text.lines().map(|line| line.parse().expect("a number")).collect()
}

/// The program that runs as this process, with its arguments.
#[cfg(target_os = "linux")]
fn words(id: u32) -> Vec<String> {
    let text = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    let words = text.split(|&byte| byte == 0).filter(|word| !word.is_empty());
    words.map(|word| String::from_utf8_lossy(word).into_owned()).collect()
}

/// The engine of a board: the child that speaks the protocol, not the one that watches.
#[cfg(target_os = "linux")]
fn engine_of(board: &Board) -> Option<u32> {
    children(board.id()).into_iter().find(|&id| words(id).len() == 1)
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_is_killed_is_said_and_started_anew() {
    let board = Board::start(&[]);
    let mut lines = endless(&board);
    let engine = engine_of(&board).expect("an engine");
    signal(engine, "-KILL");
    let failed = lines.wait_for("failed");
    assert_eq!(failed["restarted"], true);
    assert!(failed["text"].as_str().is_some_and(|text| text.contains("signal: 9")), "{failed}");
    lines.wait_for("started");
    lines.wait_for("info");
    assert_ne!(engine_of(&board), Some(engine));
}

/// An engine without work that somebody kills is not there any more, not even for the system.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_is_killed_leaves_no_zombie() {
    let board = Board::start(&[]);
    let asked = search("chess", &[], json!({ "limits": { "depth": 2 } }));
    check_best(&board.post("api/search", &asked));
    let engine = engine_of(&board).expect("an engine");
    signal(engine, "-KILL");
    let is_there = || std::fs::exists(format!("/proc/{engine}")).expect("it can be asked");
    wait_until("the end of the engine", || !is_there());
    check_best(&board.post("api/search", &asked));
}

#[cfg(unix)]
#[test]
fn an_engine_that_fails_every_time_is_given_up() {
    let engine = format!("{} exit", misbehave::program().display());
    let board = Board::start(&["--engine", &engine]);
    let asked = search("chess", &[], json!({ "engine": 1, "limits": { "movetime": 50 } }));
    let answer = board.post("api/search", &asked);
    let failed: Vec<Value> =
        answer.lines().into_iter().filter(|line| line["type"] == "failed").collect();
    let restarted: Vec<&Value> = failed.iter().map(|line| &line["restarted"]).collect();
    assert_eq!(restarted, [&json!(true), &json!(false)], "{}", answer.body);
    wait_until("the end of the search", || board.health().0 == 0);
    let answer =
        board.post("api/search", &search("chess", &[], json!({ "limits": { "depth": 2 } })));
    check_best(&answer);
}

/// One that names no games plays that of the command line.
#[test]
#[cfg(unix)]
fn engines_say_what_they_play() {
    let folder = Folder::new("board-games");
    let variants = "echo option name UCI_Variant type combo default chess var chess var Xiangqi \
        var unheard; echo option name VariantPath type string default none;";
    for (name, options) in [("plain.sh", ""), ("many.sh", variants)] {
        let script = format!(
            "while read -r line; do case $line in uci) {options} echo uciok;; \
             isready) echo readyok;; quit) exit;; esac; done"
        );
        folder.write(name, script);
    }
    let [plain, many] = ["plain.sh", "many.sh"].map(|name| format!("sh {}", folder.file(name)));
    let board = Board::start(&["--engine", &plain, "--engine", &many]);
    let about = board.get("api/about").json();
    let engines = about["engines"].as_array().expect("a list").iter();
    let said: Vec<Value> = engines.map(|of| json!([of["games"], of["reads_rules"]])).collect();
    assert_eq!(
        json!(said),
        json!([[null, true], [["chess"], false], [["chess", "xiangqi"], true]])
    );
}

/// An engine that plays on a clock is told both clocks, and divides its time itself.
#[test]
#[cfg(unix)]
fn an_engine_gets_the_clocks_of_its_game() {
    let folder = Folder::new("board-clocks");
    let told = folder.file("told");
    let script = format!(
        "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; \
         go*) echo $line > {told}; echo bestmove e7e5;; quit) exit;; esac; done"
    );
    folder.write("engine.sh", script);
    let board = Board::start(&["--engine", &format!("sh {}", folder.file("engine.sh"))]);
    let limits = json!({ "wtime": 61_000, "btime": 2_500, "winc": 1_000 });
    let asked = search("chess", &["e2e4"], json!({ "engine": 1, "limits": limits }));
    let best = board.follow("POST", "api/search", &asked).wait_for("best");
    assert_eq!(best["move"], "e7e5");
    assert_eq!(folder.read("told"), "go wtime 61000 btime 2500 winc 1000\n");
}

/// It is offered for the games that its protocol has, whatever it names, and is told moves and
/// clocks as that has them.
#[test]
#[cfg(unix)]
fn an_engine_of_another_protocol_searches() {
    let folder = Folder::new("board-protocol");
    let told = folder.file("told");
    let variants = "echo option name USI_Variant type combo default shogi var chess var shogi;";
    let script = format!(
        "while read -r line; do case $line in usi) {variants} echo usiok;; isready) echo readyok;; \
         go*) echo $line > {told}; echo bestmove 3c3d;; quit) exit;; esac; done"
    );
    folder.write("engine.sh", script);
    let engine = format!("sh {}", folder.file("engine.sh"));
    let board = Board::start(&["--game", "shogi", "--engine", &engine, "--proto", "usi"]);
    let about = board.get("api/about").json();
    assert_eq!(about["engines"][1]["games"], json!(["shogi"]));
    let limits = json!({ "wtime": 61_000, "btime": 2_500 });
    let asked = search("shogi", &["c3c4"], json!({ "engine": 1, "limits": limits }));
    let best = board.follow("POST", "api/search", &asked).wait_for("best");
    assert_eq!(best["move"], "g7g6");
    assert_eq!(folder.read("told"), "go btime 61000 wtime 2500 byoyomi 0\n");
}

/// Quick changes of a tab: searches that are left while their engine starts, and engines that
/// make room for others. None of it is a failure, in whatever order the requests are read.
#[test]
fn searches_that_are_left_at_once_disturb_no_other() {
    let board = Board::start(&["--engines", "2"]);
    let mut answered = 0;
    for round in 0..30 {
        let game = ["chess", "tictactoe", "cfour", "surakarta"][round % 4];
        let limits = json!({ "infinite": true });
        let asked = search(game, &[], json!({ "limits": limits, "asked_at": 2 * round + 1 }));
        let mut left = board.connect();
        let request = board.request("POST", "api/search", &asked.to_string());
        left.write_all(request.as_bytes()).expect("it is read");
        std::thread::sleep(Duration::from_millis(10 * (round as u64 % 10)));
        drop(left);
        let limits = json!({ "nodes": 100 });
        let next = search(game, &[], json!({ "limits": limits, "asked_at": 2 * round + 2 }));
        let answer = board.post("api/search", &next);
        if answer.status == 503 {
            // Both engines were still busy with what was left.
            continue;
        }
        check_best(&answer);
        answered += 1;
    }
    assert!(answered > 0, "none was answered");
}

/// A request that another one of its tab has overtaken ends nothing, and is over at once.
#[test]
fn a_search_that_comes_too_late_is_over() {
    let board = Board::start(&[]);
    let asked =
        |at: u64, limits: Value| search("chess", &[], json!({ "limits": limits, "asked_at": at }));
    let infinite = json!({ "infinite": true });
    let mut lines = board.follow("POST", "api/search", &asked(100_000, infinite.clone()));
    lines.wait_for("info");
    let late = board.post("api/search", &asked(99_999, infinite));
    assert_eq!(kinds(&late), [json!("ended")]);
    lines.wait_for("info");
    // A clock that was set back by more than a minute is no reason to refuse everything.
    let answer = board.post("api/search", &asked(1, json!({ "nodes": 100 })));
    check_best(&answer);
    lines.wait_for("ended");
}

/// A moment without files to spare is no reason never to start an engine again.
#[cfg(target_os = "linux")]
#[test]
fn a_shortage_passes() {
    let board = Board::start(&[]);
    let asked = |tab: &str| search("chess", &[], json!({ "tab": tab, "limits": { "depth": 2 } }));
    let last = |tab: &str| {
        let answer = board.post("api/search", &asked(tab));
        answer.lines().iter().rev().find(|line| line["type"] != "ended").cloned().expect("a line")
    };
    assert_eq!(last("first")["type"], "best");
    let open = std::fs::read_dir(format!("/proc/{}/fd", board.id())).expect("files").count();
    let limit = |files: usize| {
        let id = format!("--pid={}", board.id());
        let set = Command::new("prlimit").args([&id, &format!("--nofile={files}:")]).status();
        assert!(set.expect("prlimit exists").success());
    };
    limit(open + 2);
    let failed = last("second");
    let text = failed["text"].as_str().unwrap_or_default();
    assert_eq!(failed["type"], "failed");
    assert!(text.contains("cannot be started"), "{failed}");
    limit(1024);
    assert_eq!(last("third")["type"], "best");
}

#[cfg(target_os = "linux")]
#[test]
fn engines_end_with_the_server() {
    let board = Board::start(&[]);
    let _lines = endless(&board);
    let engine = engine_of(&board).expect("an engine");
    signal(board.id(), "-INT");
    wait_until("the end of the engine", || words(engine).is_empty());
}
