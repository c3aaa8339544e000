//! The option `Debug Log File`: what the file has, and what trouble with it does; and the log on
//! stderr.

use crate::support::engine::Engine;
use crate::support::folder::Folder;
use crate::support::shell;

/// The lines of a log that went one way, without their mark.
fn lines(log: &str, mark: &str) -> Vec<String> {
    log.lines().filter_map(|line| line.strip_prefix(mark)).map(str::to_owned).collect()
}

fn set(file: &str) -> String {
    format!("setoption name Debug Log File value {file}")
}

#[test]
fn every_line_is_logged_in_its_order() {
    let folder = Folder::new("debug_log");
    let file = folder.file("dialogue.log");
    let mut engine = Engine::start();
    engine.ask("uci");
    engine.send(&set(&file));
    let sent = ["uci", "", "  position   startpos", "d", "nonsense", "go depth 4"];
    let mut heard = Vec::new();
    for line in sent {
        engine.send(line);
    }
    heard.extend(engine.until("bestmove"));
    engine.send_bytes(b"isready \xff\r\n");
    heard.push(engine.line());
    engine.send("quit");
    let remains = engine.remains();
    remains.check_good();
    let log = folder.read("dialogue.log");
    let read = lines(&log, ">> ");
    assert_eq!(read[..6], sent);
    assert_eq!(read[6..], ["isready \u{fffd}", "quit"]);
    assert_eq!(lines(&log, "<< "), heard);
    assert!(log.lines().all(|line| line.starts_with(">> ") || line.starts_with("<< ")), "{log}");
    assert!(log.ends_with("<< readyok\n>> quit\n"), "{log}");
}

#[test]
fn the_log_on_stderr_tells_what_happens() {
    let logged = |level: &str| {
        shell::run(&format!(
            "printf 'setoption name Hash value 3\\nfoo \\033[2J\\ngo depth 3\\n' |
             RUST_LOG={level} plyglot 2>&1 >/dev/null"
        ))
    };
    assert_eq!(logged("warn"), "");
    let iteration = "iteration to depth 3 done";
    let debug = logged("debug");
    let trace = logged("trace");
    for said in [
        "line 1: \"setoption name Hash value 3\"",
        "line 2: \"foo \\u{1b}[2J\"",
        "table of 3 MiB",
        "depth: Some(3)",
        "maximum: None",
        "the depth is reached",
    ] {
        assert!(debug.contains(said) && trace.contains(said), "no {said} in {debug}");
    }
    assert!(trace.contains(iteration) && !debug.contains(iteration), "{trace}");
    assert!(!trace.contains('\u{1b}'), "{trace}");
}

/// Those that are read, replaced and added to.
#[test]
fn the_log_on_stderr_names_files() {
    let folder = Folder::new("debug_log_files");
    folder.write("games.pgn", "1. e4 e5 *\n");
    let run = |command: &str| {
        shell::run_in(&folder, &format!("RUST_LOG=debug plyglot {command} 2>&1 >/dev/null"))
    };
    let said = run("analyse --pgn games.pgn --nodes 1 --pgnout new.pgn");
    assert!(said.contains("opens \"games.pgn\"\n"), "{said}");
    assert!(said.contains("opens \"new.pgn\" to add to it\n"), "{said}");
    let said = run("analyse --nodes 1 --svg board.svg startpos");
    assert!(said.contains("writes \"board.svg\"\n"), "{said}");
}

#[test]
fn a_log_is_continued_and_ends_when_its_name_is_empty() {
    let folder = Folder::new("debug_log_continued");
    let file = folder.file("dialogue.log");
    std::fs::write(&file, ">> from before\n").expect("a file of the test's own");
    let mut engine = Engine::start();
    engine.ask(&set(&file));
    engine.send(&set("<empty>"));
    engine.flush();
    engine.quit();
    let expected = format!(">> from before\n>> isready\n<< readyok\n>> {}\n", set("<empty>"));
    assert_eq!(folder.read("dialogue.log"), expected);
}

#[test]
fn a_file_that_cannot_be_opened_changes_nothing() {
    let folder = Folder::new("debug_log_refused");
    let file = folder.file("dialogue.log");
    let nowhere = folder.file("no such folder/dialogue.log");
    let here = folder.file(".");
    let mut engine = Engine::start();
    let precious = folder.file("precious");
    std::fs::write(&precious, "precious\n").expect("a file of the test's own");
    let other = "it contains something other than a debug log";
    for (name, reason) in
        [(&nowhere, ""), (&here, "it is not an ordinary file"), (&precious, other)]
    {
        engine.ask(&set(&file));
        let said = engine.ask(&set(name));
        assert_eq!(said.len(), 1, "{said:?}");
        let beginning = format!("info string debug log {name} not opened: {reason}");
        assert!(said[0].starts_with(&beginning), "{said:?}");
        let log = folder.read("dialogue.log");
        assert!(log.ends_with(&format!("<< {}\n>> isready\n<< readyok\n", said[0])), "{log}");
    }
    assert_eq!(folder.read("precious"), "precious\n");
    engine.quit();
}

/// A file that may not grow any more is what a full disk is.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_log_alone() {
    let folder = Folder::new("debug_log_full");
    let file = folder.file("dialogue.log");
    let commands = format!("{}\\nuci\\ngo depth 4\\nisready\\nquit\\n", set(&file));
    let said = shell::run(&format!(
        "trap '' XFSZ; printf '{commands}' | (ulimit -f 1; exec plyglot); echo status $?"
    ));
    let complaints = said.lines().filter(|line| line.contains("debug log")).count();
    assert_eq!(complaints, 1, "{said}");
    assert!(said.contains(&format!("info string debug log {file} ended: ")), "{said}");
    for line in ["uciok\n", "bestmove ", "readyok\n", "status 0\n"] {
        assert!(said.contains(line), "no {line} in {said}");
    }
    assert!(folder.read("dialogue.log").len() <= 1024);
}
