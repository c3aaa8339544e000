//! How the program ends: at the end of input, by `quit`, because nobody
//! listens any more, or because it cannot go on; and with which status.

use crate::support::dialogue::matches;
use crate::support::engine::{Engine, PLYGLOT, best_moves, wait};
use crate::support::folder::Folder;
#[cfg(target_os = "linux")]
use crate::support::shell;
use crate::support::tool::fed;
use std::io::{Read, Write};
#[cfg(unix)]
use std::process::{Child, ChildStdin};
use std::process::{Command, Stdio};

/// Limited searches run to their end; all others answer at once.
#[test]
fn the_end_of_input_during_a_search_is_answered_with_a_best_move() {
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

/// An engine that is to think in the opponent's time does not first think its own to the end.
#[test]
fn the_end_of_input_before_pondering_is_answered_with_a_move() {
    let mut engine = Engine::start();
    for line in ["xboard", "new", "level 0 10000 0", "hard", "usermove e2e4"] {
        engine.send(line);
    }
    engine.end_input();
    let remains = engine.remains();
    remains.check_good();
    let moves = remains.lines.iter().filter(|line| line.starts_with("move "));
    assert_eq!(moves.count(), 1, "{}", remains.dialogue);
}

#[test]
fn work_is_finished_after_the_end_of_input() {
    for (work, last) in [("go perft 4", "Nodes searched: 197281"), ("bench tictactoe", "* nps")] {
        let mut engine = Engine::start();
        engine.send(work);
        let remains = engine.finish();
        remains.check_good();
        let found = remains.lines.last().expect("an answer");
        assert!(matches(last, found), "{work}: {found}");
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

#[cfg(unix)]
fn start_without_output() -> (Child, ChildStdin) {
    let mut command = Command::new(PLYGLOT);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program under test starts");
    let input = child.stdin.take().expect("stdin is a pipe");
    (child, input)
}

/// Whether the tests were started with interrupts switched off, as shells do with
/// what runs in the background. The program inherits that, and is to heed it.
#[cfg(unix)]
pub(crate) fn ignores_interrupts() -> bool {
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
            let (mut child, mut input) = start_without_output();
            let _ = writeln!(input, "setoption name Threads value 4\nisready\n{work}");
            let id = child.id().to_string();
            let sent = Command::new("kill").args([*signal, &id]).status();
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
            let mut shell = Command::new("sh");
            let shell = shell.args(["-c", &command]).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = shell.spawn().expect("a shell");
            let status = wait(&mut child);
            let ended = status.is_some_and(|status| matches!(status.code(), Some(0 | 1)));
            assert!(ended, "{command}: {status:?}");
        }
    }
}

/// The results of a run: its status, its output, and its stderr.
struct Left {
    status: Option<i32>,
    output: String,
    errors: String,
}

/// Runs the program to its end, with nothing to read, its output somewhere, and
/// backtraces asked for.
fn run(arguments: &[&str], output: Stdio) -> Left {
    let mut command = Command::new(PLYGLOT);
    let command = command.args(arguments).env("RUST_BACKTRACE", "1").env_remove("RUST_LOG");
    let command = command.stdin(Stdio::null()).stdout(output).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program under test starts");
    let mut left = Left { status: None, output: String::new(), errors: String::new() };
    let status = wait(&mut child);
    left.status = status.unwrap_or_else(|| panic!("{arguments:?} does not end")).code();
    if let Some(mut output) = child.stdout.take() {
        output.read_to_string(&mut left.output).expect("text");
    }
    let mut errors = child.stderr.take().expect("stderr is a pipe");
    errors.read_to_string(&mut left.errors).expect("text");
    left
}

impl Left {
    /// One sentence on stderr with this in it, and no backtrace.
    fn check_sentence(&self, status: i32, piece: &str, arguments: &[&str]) {
        let Left { errors, .. } = self;
        assert_eq!(self.status, Some(status), "{arguments:?}: {errors}");
        assert!(errors.starts_with("error: ") && errors.contains(piece), "{arguments:?}: {errors}");
        assert!(errors.lines().count() == 1 && errors.ends_with('\n'), "{arguments:?}: {errors}");
    }
}

/// The first wrong command ends it; what was asked for before is finished.
#[test]
fn a_wrong_command_among_arguments_ends_them() {
    let garbage = "position fen garbage";
    for (arguments, wrong, last) in [
        (&[garbage, "go depth 2"][..], garbage, None),
        (&["go depth 3", garbage, "go depth 2"], garbage, Some("info depth 3 ")),
        (&["go infinite", "xyzzy now", "go depth 2"], "xyzzy now", Some("info depth ")),
        (
            &["position startpos", "setoption name Hash value 0"],
            "setoption name Hash value 0",
            None,
        ),
    ] {
        let left = run(arguments, Stdio::piped());
        left.check_sentence(2, &format!("'{wrong}': column "), arguments);
        let lines: Vec<&str> = left.output.lines().collect();
        match last {
            None => assert!(lines.is_empty(), "{arguments:?}: {lines:?}"),
            Some(last) => {
                let answers = lines.iter().filter(|line| line.starts_with("bestmove")).count();
                assert_eq!(answers, 1, "{arguments:?}: {lines:?}");
                assert!(lines[lines.len() - 2].starts_with(last), "{arguments:?}: {lines:?}");
            }
        }
    }
}

/// In a dialogue, errors in a file are told and no more.
#[test]
fn a_file_of_rules_with_errors_is_a_failure_of_its_argument() {
    let folder = Folder::new("rules_with_errors");
    folder.write("wrong.ini", "[one:ches]\n[two:chess]\nkngiht = n\n");
    folder.write("right.ini", "[two:chess]\nstalemateValue = loss\n");
    folder.write("long.ini", "# nothing\n".repeat(200_000));
    folder.write("many.ini", format!("[many:chess]\n{}", "kngiht = n\n".repeat(300)));
    let arguments = ["check", &folder.file("many.ini")];
    let left = run(&arguments, Stdio::piped());
    left.check_sentence(1, "expected a rules file without errors, found 300", &arguments);
    let arguments = ["check", &folder.file("long.ini")];
    let left = run(&arguments, Stdio::piped());
    left.check_sentence(2, "a rules file; it has more than 1 MiB", &arguments);
    let (wrong, right) = (folder.file("wrong.ini"), folder.file("right.ini"));
    let noted = "line 3, column 1: [two] expected a key, found 'kngiht' (did you mean 'knight'?)";
    for command in ["check", "load"] {
        let arguments = [command, &wrong];
        let left = run(&arguments, Stdio::piped());
        left.check_sentence(1, "expected a rules file without errors, found 2", &arguments);
        assert!(left.output.contains(noted), "{}", left.output);
        let left = run(&[command, &right], Stdio::piped());
        assert_eq!((left.status, left.errors.as_str()), (Some(0), ""), "{command}");
        let input = format!("{command} {wrong}\nisready\n");
        let output = fed(&[], input.as_bytes());
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && output.stderr.is_empty(), "{command}: {output:?}");
        assert!(said.contains(noted) && said.ends_with("readyok\n"), "{said}");
    }
}

/// Each has something to say.
const WORDS: [&[&str]; 14] = [
    &["uci"],
    &["go", "depth", "3"],
    &["bench", "tictactoe"],
    &["genfens 5 seed 1 book None", "quit"],
    &["--help"],
    &["solve", "--help"],
    &["compare", "--help"],
    &["compare", "--depth", "1"],
    &["match", "--help"],
    &["datagen", "--help"],
    &["train", "--help"],
    &["spsa", "--help"],
    &["completions", "bash"],
    &["man"],
];

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    for arguments in WORDS {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("it exists");
        let left = run(arguments, full.into());
        left.check_sentence(1, "the output cannot be written: No space left", arguments);
    }
    for command in [
        "printf 'uci\\nuci\\n' | plyglot",
        "echo go depth 3 | plyglot",
        "printf 'X.OX.XOO.\\n' | plyglot solve --game ttt",
        "plyglot match --game ttt --engine cmd=plyglot --engine cmd=plyglot --each nodes=10 \
         --rounds 1",
    ] {
        let said = shell::run(&format!("({command}) 2>&1 >/dev/full; echo status $?"));
        assert!(said.starts_with("error: ") && said.ends_with("\nstatus 1\n"), "{command}: {said}");
    }
}

#[test]
fn a_closed_output_is_no_failure() {
    for arguments in WORDS {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let left = run(arguments, writer.into());
        assert_eq!((left.status, left.errors.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

/// Ends of pipes that refuse to wait, as some runtimes make theirs: nothing is
/// lost, neither before there is something to read nor while nobody reads.
#[cfg(unix)]
#[test]
fn streams_that_refuse_to_wait_are_waited_for() {
    const TIMES: usize = 400;
    let moment = || std::thread::sleep(std::time::Duration::from_millis(100));
    let (read, mut input) = std::io::pipe().expect("a pipe");
    let (mut output, write) = std::io::pipe().expect("a pipe");
    rustix::io::ioctl_fionbio(&read, true).expect("a pipe can refuse to wait");
    rustix::io::ioctl_fionbio(&write, true).expect("a pipe can refuse to wait");
    let mut child = {
        let mut command = Command::new(PLYGLOT);
        command.stdin(read).stdout(write).spawn().expect("the program under test starts")
    };
    moment();
    input.write_all("uci\n".repeat(TIMES).as_bytes()).expect("it reads");
    moment();
    input.write_all(b"go depth 3\n").expect("it reads");
    drop(input);
    let mut said = String::new();
    output.read_to_string(&mut said).expect("text");
    assert_eq!(said.lines().filter(|line| *line == "uciok").count(), TIMES);
    assert!(said.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{said}");
    assert!(wait(&mut child).is_some_and(|status| status.success()));
}

/// A client that died leaves nothing behind, also where there is no word to say
/// for long.
#[cfg(unix)]
#[test]
fn work_ends_when_its_output_is_closed() {
    for (arguments, line) in [
        (&[][..], "go perft 12"),
        (&["go", "perft", "12"], ""),
        (&["solve", "--no-book", "--game", "cfour"], "startpos"),
        (&[], "genfens 1000000 seed 1 book None"),
    ] {
        let (mut child, mut input) = Engine::without_output(arguments);
        let _ = writeln!(input, "{line}");
        drop(input);
        let status = wait(&mut child);
        assert!(
            status.is_some_and(|status| status.success()),
            "`{line}` {arguments:?}: {status:?}"
        );
    }
}
