//! How a dialogue ends: at the end of input, by `quit`, or because nobody
//! listens any more.

mod support;

use std::io::Write;
#[cfg(unix)]
use std::process::{Child, ChildStdin, Stdio};
#[cfg(unix)]
use support::engine::PLYGLOT;
use support::engine::{Engine, wait};

/// How many searches were answered.
fn best_moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}

/// What is bounded is searched to its end, what is not answers at once.
#[test]
fn the_end_of_input_in_a_search() {
    for (go, ends_with) in [
        ("go depth 4", "info depth 4 "),
        ("go nodes 5000", "info depth "),
        ("go movetime 50", "info depth "),
        ("go mate 2", "info depth 3 "),
        ("go wtime 100000000 btime 100000000", "info depth "),
        ("go infinite", "info depth "),
        ("go infinite depth 3", "info depth "),
        ("go ponder wtime 1000 btime 1000", "info depth "),
        ("go ponder depth 3", "info depth "),
        ("go", "info depth "),
    ] {
        let mut engine = Engine::start();
        engine.send(go);
        engine.end_input();
        let remains = engine.remains();
        remains.check_good();
        let lines = &remains.lines;
        assert_eq!(best_moves(lines), 1, "{go}\n{}", remains.dialogue);
        let last = lines.iter().rev().nth(1).expect("a search reports");
        assert!(last.starts_with(ends_with), "{go}: {last}");
    }
}

#[test]
fn the_end_of_input_in_other_work() {
    for (work, last) in [("go perft 4", "Nodes searched: 197281"), ("bench tictactoe", "* nps")] {
        let mut engine = Engine::start();
        engine.send(work);
        let remains = engine.finish();
        remains.check_good();
        let found = remains.lines.last().expect("an answer");
        assert!(support::dialogue::matches(last, found), "{work}: {found}");
    }
}

#[test]
fn quit_ends_everything() {
    for work in ["go infinite", "go ponder", "go perft 9", "bench", "go depth 90", "isready"] {
        let mut engine = Engine::start();
        engine.send(work);
        engine.send("quit");
        let remains = engine.remains();
        remains.check_good();
        assert!(best_moves(&remains.lines) <= 1, "{work}\n{}", remains.dialogue);
    }
}

/// A client that died must not leave an engine behind.
#[test]
fn a_closed_output_ends_the_program() {
    for (arguments, line) in [
        (&[][..], "isready"),
        (&[], "uci"),
        (&[], "go infinite"),
        (&[], "go depth 90"),
        (&[], "xyzzy"),
        (&["bench"], ""),
        (&["go", "depth", "90"], ""),
    ] {
        let (mut child, mut input) = Engine::without_output(arguments);
        // Again and again: what another test starts at this moment holds the other
        // end of the pipe for as long as it takes to start, and one answer may find it.
        let asking = std::thread::spawn(move || {
            while writeln!(input, "{line}").is_ok() {
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
        });
        assert!(wait(&mut child).is_some(), "`{line}` {arguments:?}: it lives on");
        asking.join().expect("nobody is left to ask");
    }
}

/// A program whose output goes nowhere.
#[cfg(unix)]
fn started() -> (Child, ChildStdin) {
    let mut command = std::process::Command::new(PLYGLOT);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program under test starts");
    let input = child.stdin.take().expect("stdin is a pipe");
    (child, input)
}

/// Whether the tests were started with interrupts switched off, as shells do with
/// what runs in the background. The program inherits that, and is to heed it.
#[cfg(unix)]
fn ignores_interrupts() -> bool {
    const INTERRUPT: u64 = 1 << (2 - 1);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    ignored.is_some_and(|bits| bits & INTERRUPT != 0)
}

/// Whoever asks it to end is obeyed, whatever runs.
#[cfg(unix)]
#[test]
fn signals_end_the_program() {
    let signals = if ignores_interrupts() { &["-TERM"][..] } else { &["-TERM", "-INT"] };
    for signal in signals {
        for work in ["", "go infinite", "go perft 9", "bench"] {
            let (mut child, mut input) = started();
            let _ = writeln!(input, "setoption name Threads value 4\nisready\n{work}");
            let id = child.id().to_string();
            let sent = std::process::Command::new("kill").args([*signal, &id]).status();
            assert!(sent.is_ok_and(|status| status.success()), "kill {signal}");
            assert!(wait(&mut child).is_some(), "{signal} in `{work}`: it lives on");
        }
    }
}

/// Streams that were closed before the program began, or that take nothing.
#[cfg(unix)]
#[test]
fn closed_streams_end_the_program() {
    for streams in ["<&-", "<&- >&-", "<&- >&- 2>&-", "<&- >/dev/full", "< /dev/null >&-", "< /"] {
        for arguments in ["", "go depth 3", "bench tictactoe"] {
            let command = format!("exec '{PLYGLOT}' {arguments} {streams}");
            let mut shell = std::process::Command::new("sh");
            let shell = shell.args(["-c", &command]).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = shell.spawn().expect("a shell");
            let status = wait(&mut child);
            let ended = status.is_some_and(|status| matches!(status.code(), Some(0 | 1)));
            assert!(ended, "{command}: {status:?}");
        }
    }
}
