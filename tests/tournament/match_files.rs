//! The files of a match: none is lost, whatever happens to who writes it, and
//! none that is of something else is written to.

#![cfg(unix)]

use crate::support::engine::{PATIENCE, PLYGLOT, signal, wait};
use crate::support::folder::Folder;
use crate::support::matches::{each_once, games, games_in_json, games_in_pgn};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A match of two engines that play at once.
const ENGINES: &str = "--game tictactoe --openings random plies=2 --engine name=a --engine name=b";

/// A command that runs a match with these arguments behind those of the engines, in a shell with
/// this before it.
fn command(before: &str, arguments: &str) -> Command {
    with(before, &format!("{ENGINES} --each cmd={PLYGLOT} nodes=20 {arguments}"))
}

/// The same with engines among the arguments. `plyglot` is on the path.
fn with(before: &str, arguments: &str) -> Command {
    let mut command = Command::new("sh");
    let path = Path::new(PLYGLOT).parent().expect("a folder").display();
    let script = format!("PATH={path}:$PATH; {before}exec plyglot match {arguments}");
    command.args(["-c", &script]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[track_caller]
fn run_after(before: &str, arguments: &str) -> (bool, String) {
    run(command(before, arguments))
}

/// Runs a match to its end: whether it was well, and what it said on stderr.
#[track_caller]
fn run(mut command: Command) -> (bool, String) {
    let mut child = command.spawn().expect("sh starts");
    let status = wait(&mut child).unwrap_or_else(|| panic!("{command:?}: it does not end"));
    let Output { stderr, .. } = child.wait_with_output().expect("it has ended");
    (status.success(), String::from_utf8_lossy(&stderr).into_owned())
}

#[track_caller]
fn play(arguments: &str) {
    let (is_well, errors) = run_after("", arguments);
    assert!(is_well, "{arguments}: {errors}");
}

#[track_caller]
fn refusal(arguments: &str) -> String {
    let (is_well, errors) = run_after("", arguments);
    assert!(!is_well, "{arguments}: it is not refused");
    errors
}

fn moves_in_json(folder: &Folder, record: &str) -> BTreeMap<u64, Vec<String>> {
    let games = games(folder, record).into_iter().map(|game| {
        let moves = game["moves"].as_array().expect("moves").iter();
        (game["number"].as_u64().expect("a number"), moves.map(|m| m["move"].to_string()).collect())
    });
    games.collect()
}

#[test]
fn a_file_of_another_kind_is_not_continued() {
    let folder = Folder::new("files-foreign");
    let file = folder.file("m.json");
    let others: [&[u8]; 9] = [
        b"precious\n",
        b"precious",
        b"\nprecious\n",
        b"\n",
        b"{\"precious\": 1}\n",
        b"{",
        b"{\"match\":",
        &[0; 5000],
        b"\xff\xfe",
    ];
    for (i, other) in others.into_iter().enumerate() {
        std::fs::write(&file, other).expect("a file can be written");
        let said = refusal(&format!("--rounds 1 --resume {file}"));
        assert!(said.contains("m.json cannot be "), "{i}: {said}");
        assert_eq!(std::fs::read(&file).expect("it exists"), other, "{i}");
    }
    std::fs::write(&file, "").expect("a file can be written");
    play(&format!("--rounds 1 --resume {file}"));
    assert_eq!(games_in_json(&folder, "m.json"), each_once(2), "an empty file is begun");
}

#[track_caller]
fn wait_for(file: &str, bytes: u64) {
    let start = Instant::now();
    while std::fs::metadata(file).map_or(0, |known| known.len()) < bytes {
        assert!(start.elapsed() < PATIENCE, "nothing comes to {file}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn end(child: Child, name: &str) -> String {
    signal(child.id(), name);
    String::from_utf8_lossy(&child.wait_with_output().expect("it ends").stdout).into_owned()
}

#[test]
fn no_two_runs_write_to_one_file() {
    let folder = Folder::new("files-two");
    let [json, pgn] = ["m.json", "m.pgn"].map(|name| folder.file(name));
    std::os::unix::fs::symlink(&pgn, folder.file("link.pgn")).expect("a link can be made");
    let all = format!("--resume {json} --pgnout {pgn}");
    let first = command("", &format!("--rounds 100000 {all}")).spawn().expect("sh starts");
    wait_for(&pgn, 10_000);
    let said = [
        format!("--resume {json}"),
        format!("--json {json}"),
        format!("--pgnout {pgn}"),
        format!("--pgnout {}", folder.file("link.pgn")),
    ]
    .map(|arguments| run_after("", &format!("--rounds 2 {arguments}")).1);
    end(first, "-INT");
    assert!(said.iter().all(|said| said.contains("in use by another run")), "{said:#?}");
    let games = games_in_json(&folder, "m.json");
    assert!(games.values().all(|&count| count == 1), "{games:?}");
    assert_eq!(games_in_pgn(&pgn), games);
    assert_eq!(folder.names(), ["link.pgn", "m.json", "m.pgn"], "no lock is left");
}

/// A match that is killed, over and over: each game is in both files, once, and as it would be
/// without a kill.
#[test]
fn kills_cost_no_game_and_double_none() {
    let folder = Folder::new("files-kills");
    let [json, pgn] = ["m.json", "m.pgn"].map(|name| folder.file(name));
    let arguments = format!("--rounds 50 --concurrency 2 --resume {json} --pgnout {pgn}");
    for round in 1..=8 {
        let run = command("", &arguments).spawn().expect("sh starts");
        wait_for(&json, 1000 + 3000 * round);
        end(run, "-KILL");
    }
    play(&arguments);
    assert_eq!(games_in_json(&folder, "m.json"), each_once(100));
    assert_eq!(games_in_pgn(&pgn), each_once(100));
    play(&format!("--rounds 50 --concurrency 2 --resume {}", folder.file("whole.json")));
    assert_eq!(moves_in_json(&folder, "m.json"), moves_in_json(&folder, "whole.json"));
}

/// The shell's limit on the size of a file stands for a disk that is full.
#[test]
fn a_full_disk_costs_no_game_and_doubles_none() {
    let limit = "trap '' XFSZ; ulimit -f 16; ";
    for (name, before) in [("json", 0), ("pgn", 6000)] {
        let folder = Folder::new(&format!("files-full-{name}"));
        let [json, pgn] = ["m.json", "m.pgn"].map(|name| folder.file(name));
        // The larger one of the two is full first.
        let comment = format!("[Event \"before\"]\n\n{{{}}} *\n", "x".repeat(before));
        std::fs::write(&pgn, if before > 0 { &comment } else { "" }).expect("a file is written");
        let arguments = format!("--rounds 12 --resume {json} --pgnout {pgn}");
        let (is_well, said) = run_after(limit, &arguments);
        assert!(!is_well && said.contains(&format!("m.{name} cannot be written")), "{said}");
        let done = games_in_json(&folder, "m.json").len();
        assert!((1..24).contains(&done), "{name}: {done}");
        play(&arguments);
        assert_eq!(games_in_json(&folder, "m.json"), each_once(24), "{name}");
        assert_eq!(games_in_pgn(&pgn), each_once(24), "{name}");
    }
}

/// The date of a game is that on which it was written down.
fn undated(text: &str) -> String {
    text.lines()
        .filter(|line| !line.starts_with("[Date "))
        .map(|line| format!("{line}\n"))
        .collect()
}

/// The record has a game, and a kill let the PGN have a part of it or nothing.
#[test]
fn a_record_that_was_cut_off_is_completed() {
    let folder = Folder::new("files-cut");
    let [json, pgn] = ["m.json", "m.pgn"].map(|name| folder.file(name));
    let arguments = format!("--rounds 2 --resume {json} --pgnout {pgn}");
    play(&arguments);
    let whole = folder.read("m.pgn");
    let last = whole.rfind("[Event").expect("several games");
    for cut in (last..whole.len()).step_by(61).chain([last + 1, whole.len() - 2]) {
        std::fs::write(&pgn, &whole[..cut]).expect("a file can be written");
        play(&arguments);
        assert_eq!(undated(&folder.read("m.pgn")), undated(&whole), "cut at {cut}");
    }
    // A power cut may leave zeros in the place of a game.
    folder.write("m.pgn", [&whole.as_bytes()[..last], &vec![0; whole.len() - last]].concat());
    play(&arguments);
    assert_eq!(undated(&folder.read("m.pgn")), undated(&whole), "zeros");
    // Games of somebody else behind it are no reason to write it again.
    let more = format!("{whole}[Event \"another\"]\n\n1. e4 *\n\n");
    std::fs::write(&pgn, &more).expect("a file can be written");
    play(&arguments);
    assert_eq!(folder.read("m.pgn"), more);
}

#[test]
fn a_game_begins_on_a_line_of_its_own() {
    let folder = Folder::new("files-line");
    let pgn = folder.file("m.pgn");
    for before in [
        "[Event \"x\"]\n\n1. e4 e5 2.",
        "[Event \"x\"]\n\n1. e4 *\n",
        "[Event \"x\"]\n\n; a note\n\n",
    ] {
        std::fs::write(&pgn, before).expect("a file can be written");
        play(&format!("--rounds 1 --games 1 --pgnout {pgn}"));
        let text = folder.read("m.pgn");
        let game = text.strip_prefix(before.trim_end()).expect("what was there stays");
        assert!(game.starts_with("\n\n[Event \"Plyglot match\"]"), "{text}");
    }
}

#[test]
fn pipes_and_devices_are_refused() {
    let folder = Folder::new("files-pipes");
    let [pipe_pgn, pipe_epd] = ["pipe.pgn", "pipe.epd"].map(|name| folder.file(name));
    [&pipe_pgn, &pipe_epd].into_iter().for_each(|name| folder.make_pipe(name));
    for arguments in [
        format!("--pgnout {pipe_pgn}"),
        format!("--resume {pipe_pgn}"),
        format!("--json {pipe_pgn}"),
        format!("--log {pipe_pgn}"),
        "--pgnout /dev/null".to_owned(),
        "--resume /dev/zero".to_owned(),
        "--log /dev/full".to_owned(),
        format!("--pgnout {}", folder.file("")),
    ] {
        let said = refusal(&format!("--rounds 1 {arguments}"));
        assert!(said.contains(": expected an ordinary file, found '"), "{arguments}: {said}");
    }
    let engines = format!("--engine name=a --engine name=b --each cmd={PLYGLOT} nodes=1");
    for book in [pipe_epd.as_str(), "/dev/zero"] {
        let (is_well, said) =
            run(with("", &format!("{engines} --openings file={book} format=epd")));
        assert!(!is_well && said.contains("it is not an ordinary file"), "{book}: {said}");
    }
}

#[test]
fn nothing_is_written_over_what_is_read() {
    let folder = Folder::new("files-inputs");
    let at = |name: &str| folder.file(name);
    folder.write("book.epd", "X.OX.XOO. X\n");
    let engine = at("engine");
    std::fs::copy(PLYGLOT, &engine).expect("an engine can be copied");
    folder.write("net", "a network");
    std::fs::hard_link(at("net"), at("hard")).expect("a link can be made");
    let before = std::fs::metadata(&engine).expect("it exists").len();
    let engines = "--engine name=a --engine name=b --rounds 1 --game tictactoe --each";
    // AT is the folder.
    let own = "a file other than that of --engine";
    let cases = [
        (
            "cmd=plyglot nodes=1 --openings file=AT/book.epd format=epd --log AT/./book.epd",
            "--log: expected a file other than that of",
        ),
        ("cmd=AT/engine nodes=1 --log AT/engine", own),
        ("cmd=./engine dir=AT/ nodes=1 --log AT/engine", own),
        ("cmd=AT/engine nodes=1 args=AT/net --pgnout AT/hard", own),
        ("cmd=AT/engine nodes=1 option.EvalFile=net dir=AT/ --json AT/net", own),
        (
            "cmd=AT/engine nodes=1 --pgnout AT/new --json AT/./new",
            "--pgnout: expected a file other than that of",
        ),
        ("cmd=plyglot nodes=1 --log PLYGLOT", own),
    ];
    for (arguments, expected) in cases {
        let arguments =
            arguments.replace("AT", at("").trim_end_matches('/')).replace("PLYGLOT", PLYGLOT);
        let (is_well, said) = run(with("", &format!("{engines} {arguments}")));
        assert!(!is_well && said.contains(expected), "{arguments}: {said}");
    }
    assert_eq!(folder.read("book.epd"), "X.OX.XOO. X\n");
    assert_eq!(folder.read("net"), "a network");
    assert_eq!(std::fs::metadata(&engine).expect("it exists").len(), before);
    assert!(!Path::new(&at("new")).exists());
}

/// A log that ends early ends no match, but its table and status say so.
#[test]
fn a_full_disk_during_the_log_is_reported() {
    let folder = Folder::new("files-log");
    let log = folder.file("log");
    let mut limited = command("trap '' XFSZ; ulimit -f 4; ", &format!("--rounds 2 --log {log}"));
    let Output { status, stdout, stderr } = limited.output().expect("sh starts");
    let [printed, errors] = [&stdout, &stderr].map(|text| String::from_utf8_lossy(text));
    assert_eq!(status.code(), Some(1), "{errors}");
    assert!(printed.contains("a against b: 4 games"), "{printed}");
    assert!(errors.contains(&format!("the log {log} is incomplete")), "{errors}");
}
