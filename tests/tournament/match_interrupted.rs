//! A match that ends early, by whatever: what was running has no result, in no file, and is
//! played again when the match goes on.

#![cfg(unix)]

use crate::support::engine::{PATIENCE, PLYGLOT, signal, wait};
use crate::support::folder::Folder;
use crate::support::matches::{each_once, games, games_in_json, games_in_pgn};
use crate::support::misbehave::program;
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Limits under which an engine may think for longer than any test.
const LIMITS: [&str; 4] = ["tc=3600+1", "st=3600", "nodes=100", "depth=3"];

/// A match of tic-tac-toe, with all its files in a folder. Engine `b` can be told to hang.
struct Trial {
    folder: Folder,
    limit: &'static str,
    concurrency: usize,
    more: &'static str,
}

impl Trial {
    fn new(name: &str, limit: &'static str, concurrency: usize, more: &'static str) -> Trial {
        let (word, _) = limit.split_once('=').expect("a limit");
        let folder = Folder::new(&format!("interrupted-{name}-{word}-{concurrency}"));
        // If there is a folder `well`, all processes of `b` are well. Otherwise all hang
        // until there is a folder `hung`, and with `only-one` the first one alone.
        let script = format!(
            "#!/bin/sh\ncd {}\n[ -d well ] && exec {engine} good\n\
             [ -d only-one ] && {{ mkdir hung 2>/dev/null || exec {engine} good; }}\n\
             exec {engine} hang 1\n",
            folder.file(""),
            engine = program().display(),
        );
        folder.write("b.sh", script);
        Trial { folder, limit, concurrency, more }
    }

    /// From now on this is so.
    fn set(&self, state: &str) {
        std::fs::create_dir(self.folder.file(state)).expect("a folder can be made");
    }

    /// The match, after these commands of the shell. The files of a run begin with its name.
    fn command(&self, before: &str, run: &str) -> Command {
        let at = |name: &str| self.folder.file(name);
        let script = format!(
            "{before}exec {PLYGLOT} match --game tictactoe --engine cmd={} args=good name=a \
             --engine cmd=sh arg={} name=b --each {} --patience 3600 --concurrency {} {} \
             --resume {} --pgnout {} --live {} --log {}",
            program().display(),
            at("b.sh"),
            self.limit,
            self.concurrency,
            self.more,
            at("m.json"),
            at("m.pgn"),
            at(&format!("{run}.live")),
            at(&format!("{run}.log")),
        );
        let mut command = Command::new("sh");
        command.args(["-c", &script]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs it to its end, which comes by itself; gives what it printed.
    #[track_caller]
    fn play(&self, before: &str, run: &str) -> String {
        let mut child = self.command(before, run).spawn().expect("sh starts");
        wait(&mut child).unwrap_or_else(|| panic!("{run} does not end"));
        let Output { stdout, stderr, .. } = child.wait_with_output().expect("it has ended");
        format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr))
    }

    /// Ends it with a signal while in every game an engine is to move and does not; gives
    /// what it printed.
    #[track_caller]
    fn interrupt(&self, name: &str) -> String {
        let log = self.folder.file("first.log");
        let mut child = self.command("", "first").spawn().expect("sh starts");
        let start = Instant::now();
        let thinking = || {
            let log = std::fs::read_to_string(&log).unwrap_or_default();
            log.lines().filter(|line| line.contains(" b > go ")).count()
        };
        while thinking() < self.concurrency {
            assert!(start.elapsed() < PATIENCE, "{} games think", thinking());
            std::thread::sleep(Duration::from_millis(10));
        }
        signal(child.id(), name);
        wait(&mut child).expect("it ends");
        String::from_utf8_lossy(&child.wait_with_output().expect("it has ended").stdout).into()
    }

    fn games(&self) -> Vec<Value> {
        games(&self.folder, "m.json")
    }

    /// How often each game is in the record and in the PGN, which must have the same.
    #[track_caller]
    fn counts(&self) -> BTreeMap<u64, usize> {
        let counts = games_in_json(&self.folder, "m.json");
        let in_pgn = games_in_pgn(&self.folder.file("m.pgn"));
        assert_eq!(counts, in_pgn, "the record and the PGN");
        counts
    }

    /// Nothing says that an engine lost by itself, and this many games or more have no result.
    #[track_caller]
    fn expect_unfinished(&self, printed: &str, least: usize) {
        let case = format!("{}, {} at a time: {printed}", self.limit, self.concurrency);
        for word in ["lost by", "by time", "by stall", "by crash", "no move"] {
            assert!(!printed.contains(word), "{word}: {case}");
        }
        for game in self.games() {
            assert!(["rules", "adjudication"].contains(&game["termination"].as_str().unwrap()));
        }
        assert!(!self.folder.read("m.pgn").contains("time forfeit"), "{case}");
        let live = self.folder.read("first.live");
        let ends: Vec<&str> = live.lines().filter(|line| line.contains("\"end\"")).collect();
        let open = ends.iter().filter(|line| line.contains("\"unfinished\"")).count();
        assert!(open >= least, "{case}: {ends:?}");
        assert_eq!(ends.len() - open, self.games().len(), "{case}: {ends:?}");
    }
}

#[track_caller]
fn ends_by(signal: &str, limit: &'static str) {
    for concurrency in [1, 4] {
        let trial = Trial::new(signal, limit, concurrency, "--rounds 2");
        let printed = trial.interrupt(signal);
        assert!(printed.contains("a against b: 0 games\n"), "{printed}");
        assert!(printed.contains("0 won, 0 drawn, 0 lost"), "{printed}");
        trial.expect_unfinished(&printed, concurrency);
        assert_eq!(trial.counts(), each_once(0));
        trial.set("well");
        trial.play("", "second");
        assert_eq!(trial.counts(), each_once(4), "{limit}, {concurrency} at a time");
    }
}

#[test]
fn a_game_that_an_interrupt_ends_has_no_result() {
    LIMITS.iter().for_each(|limit| ends_by("-INT", limit));
}

#[test]
fn a_game_that_a_request_to_terminate_ends_has_no_result() {
    LIMITS.iter().for_each(|limit| ends_by("-TERM", limit));
}

/// The others are drawn after a move, so that the test is soon decided.
#[test]
fn a_game_that_runs_when_a_test_is_decided_has_no_result() {
    for limit in LIMITS {
        let mut trial = Trial::new("sprt", limit, 4, "--maxmoves 1 --sprt elo0=0 elo1=300");
        trial.set("only-one");
        let printed = trial.play("", "first");
        assert!(printed.contains("H0 accepted"), "{printed}");
        assert!(printed.contains(" 0 lost"), "{printed}");
        trial.expect_unfinished(&printed, 1);
        let before = trial.counts();
        let missing = (0..).find(|number| !before.contains_key(number)).expect("one is missing");
        trial.set("well");
        assert!(trial.play("", "second").contains("H0 accepted"));
        assert_eq!(trial.counts(), before, "{limit}: a test that is decided needs no game");
        // Without the test all games are played.
        trial.more = "--maxmoves 1 --rounds 100";
        trial.play("", "third");
        assert!(missing < 200, "{limit}: {missing}");
        assert_eq!(trial.counts(), each_once(200), "{limit}");
    }
}

/// The shell's limit on the size of a file stands for a disk that is full.
#[test]
fn a_game_that_runs_when_the_disk_is_full_has_no_result() {
    for limit in LIMITS {
        let trial = Trial::new("full", limit, 4, "--maxmoves 1 --rounds 20");
        trial.set("only-one");
        let printed = trial.play("trap '' XFSZ; ulimit -f 8; ", "first");
        assert!(printed.contains("cannot be written"), "{printed}");
        assert!(!printed.contains("by time") && !printed.contains("no move"), "{printed}");
        trial.set("well");
        trial.play("", "second");
        assert_eq!(trial.counts(), each_once(40), "{limit}");
    }
}
