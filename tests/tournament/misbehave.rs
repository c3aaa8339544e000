//! The engine that misbehaves does what it says, so that a match runner that
//! stands it stands something. The modes whose fault a match names are tested in
//! `match_misbehaviour.rs`.

#![cfg(unix)]

use crate::support::engine::{signal, wait};
use crate::support::misbehave::program;
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A running engine, which is killed in the end.
struct Rogue {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Rogue {
    fn start(arguments: &[&str]) -> Rogue {
        let mut child = Command::new(program())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the example starts");
        let output = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        Rogue { child, output }
    }

    /// Starts it and asks it to move from the start position.
    fn go(mode: &str) -> Rogue {
        let mut rogue = Rogue::start(&[mode]);
        rogue.send("position startpos\ngo movetime 50");
        rogue
    }

    fn send(&mut self, lines: &str) {
        let input = self.child.stdin.as_mut().expect("stdin is a pipe");
        writeln!(input, "{lines}").expect("it takes input");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line of text");
        line.trim_end().to_owned()
    }

    /// The next line that is no `info`.
    fn reply(&mut self) -> String {
        loop {
            let line = self.line();
            if !line.starts_with("info ") {
                return line;
            }
        }
    }

    fn is_alive(&mut self) -> bool {
        std::thread::sleep(Duration::from_millis(50));
        self.child.try_wait().expect("it can be waited for").is_none()
    }

    /// Waits for its end; gives its status and what it said on stderr.
    fn end(&mut self) -> (std::process::ExitStatus, String) {
        let status = wait(&mut self.child).expect("it ends");
        let mut errors = String::new();
        let stderr = self.child.stderr.as_mut().expect("stderr is a pipe");
        stderr.read_to_string(&mut errors).expect("text on stderr");
        (status, errors)
    }
}

impl Drop for Rogue {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The first moves of chess: sixteen of pawns, four of knights.
fn is_first_move(reply: &str) -> bool {
    let Some(m) = reply.strip_prefix("bestmove ") else { return false };
    let pawn = |m: &[u8]| m[0] == m[2] && m[1] == b'2' && (b'3'..=b'4').contains(&m[3]);
    m.len() == 4 && (pawn(m.as_bytes()) || ["b1a3", "b1c3", "g1f3", "g1h3"].contains(&m))
}

#[track_caller]
fn plays_well(rogue: &mut Rogue) {
    let reply = rogue.reply();
    assert!(is_first_move(&reply), "{reply:?}");
}

#[test]
fn its_modes_are_listed_and_others_refused() {
    let mut rogue = Rogue::start(&["--list"]);
    let mut names = HashSet::new();
    loop {
        let line = rogue.line();
        let Some((name, _)) = line.split_once(' ') else { break };
        assert!(names.insert(name.to_owned()), "{name} twice");
    }
    assert_eq!(names.len(), 25, "{names:?}");
    assert_eq!(Rogue::start(&["nicely"]).end().0.code(), Some(2));
}

#[test]
fn the_good_mode_plays_any_game_in_either_protocol() {
    let mut rogue = Rogue::go("good");
    plays_well(&mut rogue);
    rogue.send("uci");
    while rogue.line() != "uciok" {}
    rogue.send("position startpos moves f2f3 e7e5 g2g4 d8h4\ngo");
    assert_eq!(rogue.line(), "bestmove (none)");
    rogue.send("ugi");
    while rogue.line() != "ugiok" {}
    rogue.send("setoption name uci_variant value tictactoe\nposition startpos moves P@a1\nisready");
    assert_eq!(rogue.line(), "readyok");
    rogue.send("go p1time 1 p2time 1 p1inc 0 p2inc 0");
    assert!(rogue.reply().starts_with("bestmove P@"));
    rogue.send("position fen nonsense");
    assert!(rogue.line().starts_with("info string "));
    rogue.send("quit");
    assert_eq!(rogue.end().0.code(), Some(0));
}

#[test]
fn it_can_abort() {
    assert_eq!(Rogue::go("abort").end().0.signal(), Some(6), "SIGABRT");
}

#[test]
fn it_can_answer_twice_and_too_soon() {
    let mut twice = Rogue::go("twice");
    plays_well(&mut twice);
    plays_well(&mut twice);
    let mut premature = Rogue::start(&["premature"]);
    premature.send("position startpos");
    plays_well(&mut premature);
    premature.send("go");
    plays_well(&mut premature);
}

#[test]
fn it_can_say_what_is_no_text() {
    let mut bytes = Rogue::go("bytes");
    let mut line = Vec::new();
    bytes.output.read_until(b'\n', &mut line).expect("a line");
    assert!(String::from_utf8(line).is_err(), "it is text");
    let mut rest = Vec::new();
    bytes.send("quit");
    bytes.output.read_to_end(&mut rest).expect("the rest");
    assert!(String::from_utf8_lossy(&rest).contains("\nbestmove "));
}

#[test]
fn it_can_say_too_much_on_stderr() {
    let mut rogue = Rogue::go("flood-stderr");
    let mut stderr = rogue.child.stderr.take().expect("stderr is a pipe");
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        stderr.read_to_end(&mut bytes).map(|_| bytes.len())
    });
    plays_well(&mut rogue);
    rogue.send("quit");
    let length = reader.join().expect("the reader does not panic").expect("stderr can be read");
    assert!(length >= 16 << 20, "{length} bytes");
}

#[test]
fn it_can_outlive_its_output_its_input_and_signals() {
    let mut closed = Rogue::go("close-stdout");
    assert_eq!(closed.line(), "", "the output ends");
    assert!(closed.is_alive());
    let mut hanging = Rogue::go("hang");
    hanging.send("stop\nquit");
    assert!(hanging.is_alive());
    let mut immortal = Rogue::go("immortal");
    plays_well(&mut immortal);
    immortal.send("quit");
    drop(immortal.child.stdin.take());
    for name in ["-HUP", "-INT", "-TERM"] {
        signal(immortal.child.id(), name);
    }
    assert!(immortal.is_alive());
}

#[test]
fn it_can_leave_a_child_with_its_pipes() {
    let mut rogue = Rogue::go("grandchild");
    let status = wait(&mut rogue.child).expect("it ends");
    assert_eq!(status.code(), Some(0));
    let mut errors = BufReader::new(rogue.child.stderr.take().expect("stderr is a pipe"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("a line on stderr");
    let id = line.trim().strip_prefix("grandchild ").and_then(|id| id.parse::<u32>().ok());
    let id = id.unwrap_or_else(|| panic!("{line:?}"));
    // It lives, and with it the pipes; with its end they end.
    signal(id, "-0");
    signal(id, "-KILL");
    assert_eq!(rogue.line(), "");
}
