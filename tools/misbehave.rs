//! An engine that misbehaves in a selectable way, to test programs that run engines.
//! Otherwise it speaks enough UCI and UGI for a match of any game, and plays the first
//! legal move at once.
//!
//!     cargo run --example misbehave -- --list
//!     misbehave MODE [N]      behave well until the Nth `go` (the first)
//!
//! Arguments after N are ignored, but passed on to the programs that it starts.
//!
//! Every process that stays alive on purpose ends after some minutes, so that none is
//! left over.

use plyglot_core::game::Side;
use plyglot_engine::Referee;
use plyglot_engine::Registry;
use std::io::{Write, stderr, stdin, stdout};
use std::process::{Command, Stdio, exit};
use std::time::{Duration, Instant};

/// The time after which a process ends itself unless it was ended before.
const LINGER: Duration = Duration::from_secs(300);
/// Length of the line without an end, in bytes.
const LONG_LINE: usize = 50 << 20;
/// Bytes that are printed on stderr at each `go`.
const STDERR_FLOOD: usize = 16 << 20;

const MODES: &[(&str, &str)] = &[
    ("good", "does nothing wrong"),
    ("exit-at-start", "exits with status 1 before it says anything"),
    ("no-uciok", "never says uciok, nor ugiok"),
    ("no-readyok", "never says readyok"),
    ("exit", "exits with status 3 after last words on stderr"),
    ("abort", "ends by a signal"),
    ("hang", "hears and says nothing more"),
    ("late", "answers when its clock has run out"),
    ("illegal", "plays a move that looks like one and is not legal"),
    ("garbage", "plays what is no move at all"),
    ("none", "answers 'bestmove (none)'"),
    ("flood", "never answers, but prints info lines without end"),
    ("flood-stderr", "prints 16 MB on stderr and plays"),
    ("long-line", "prints 50 MB without the end of a line and hangs"),
    ("bytes", "prints what is no UTF-8 and plays"),
    ("close-stdout", "closes its output, but lives on"),
    ("immortal", "plays, but outlives quit, the end of input, SIGINT, SIGHUP and SIGTERM"),
    ("grandchild", "starts a program that keeps its pipes open, and exits"),
    ("escapes", "plays no move, but an escape sequence of terminals and a million letters"),
    ("twice", "answers twice"),
    ("bad-pv", "shows a line with a move that is not legal"),
    ("bad-mate", "claims a forced win at once, with a line of one move"),
    ("two-minds", "shows a line that begins with another move than it plays"),
    ("premature", "answers 'position' as well as 'go'"),
    ("deaf", "says uciok, and then readyok without end, and reads nothing"),
];

struct Player {
    mode: String,
    /// The number of the first `go` at which it misbehaves.
    from: usize,
    goes: usize,
    registry: Registry,
    referee: Box<dyn Referee>,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_default();
    let from = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    match mode.as_str() {
        "--list" => MODES.iter().for_each(|(name, what)| say(&format!("{name:14} {what}"))),
        // Modes for the processes that `exec` and `spawn` below start.
        "linger" => linger(),
        "immortal" => become_immortal(from),
        "immortal-now" => serve("immortal", from),
        "exit-at-start" => exit(1),
        known if MODES.iter().any(|(name, _)| *name == known) => serve(known, from),
        _ => {
            eprintln!("usage: misbehave --list | MODE [N]");
            exit(2)
        }
    }
}

fn serve(mode: &str, from: usize) {
    let registry = plyglot_games::standard();
    let referee = registry.default_game().open();
    let mut player = Player { mode: mode.to_owned(), from, goes: 0, registry, referee };
    for line in stdin().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["quit", ..] if mode != "immortal" => return,
            ["setoption", "name", name, "value", game]
                if name.eq_ignore_ascii_case("UCI_Variant") =>
            {
                if let Some(game) = player.registry.game(game) {
                    player.referee = game.entry.open();
                }
            }
            ["position", ref position @ ..] => player.set_position(position),
            ["go", ref limits @ ..] => player.go(limits),
            _ => player.answer(&words),
        }
    }
    if mode == "immortal" {
        linger();
    }
}

impl Player {
    /// Answers the commands that every engine must support.
    fn answer(&self, words: &[&str]) {
        match words {
            [protocol @ ("uci" | "ugi"), ..] => {
                let games =
                    self.registry.entries().iter().map(|game| format!(" var {}", game.info.name));
                let games: String = games.collect();
                say(&format!("id name misbehave-{}\nid author nobody", self.mode));
                say(&format!("option name UCI_Variant type combo default chess{games}"));
                if self.mode != "no-uciok" {
                    say(&format!("{protocol}ok"));
                }
                if self.mode == "deaf" {
                    be_deaf();
                }
            }
            ["isready", ..] if self.mode != "no-readyok" => say("readyok"),
            _ => {}
        }
    }

    fn set_position(&mut self, words: &[&str]) {
        let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (start, moves) = words.split_at(split);
        let start = match start {
            ["fen", text @ ..] => Some(text.join(" ")),
            _ => None,
        };
        let moves = moves.get(1..).unwrap_or_default();
        if self.referee.set_position(start.as_deref(), moves).is_err() {
            say("info string that is no position");
        }
        if self.mode == "premature" && self.goes + 1 >= self.from {
            self.play();
        }
    }

    fn play(&self) {
        let first = self.first();
        if first.is_empty() {
            return say("bestmove (none)");
        }
        self.show("cp 0", &first);
        say(&format!("bestmove {first}"));
    }

    fn go(&mut self, limits: &[&str]) {
        self.goes += 1;
        let mode = if self.goes < self.from { "good" } else { self.mode.as_str() };
        match mode {
            "exit" => {
                eprintln!("out of cheese\nredo from start");
                exit(3)
            }
            "abort" => std::process::abort(),
            "hang" => linger(),
            "late" => std::thread::sleep(self.clock(limits) + Duration::from_millis(500)),
            "illegal" => return say(&format!("bestmove {}", self.illegal_move())),
            "garbage" => return say("bestmove with a queen, please"),
            "none" => return say("bestmove (none)"),
            "flood" => flood(),
            "flood-stderr" => repeat(&mut stderr(), b"all work and no play\n", STDERR_FLOOD),
            "long-line" => {
                repeat(&mut stdout(), b"info string and so on ", LONG_LINE);
                linger()
            }
            "bytes" => print(b"info string \xff\xfe\xc3( \x00\n\x80\xbf\n"),
            "close-stdout" => replace(this(&["linger"]).stdout(Stdio::null())),
            "grandchild" => leave_a_grandchild(&mut this(&["linger"])),
            "escapes" => return say(&format!("bestmove \u{1b}[31m{}", "x".repeat(1 << 19))),
            "twice" => self.play(),
            "bad-pv" => self.show("cp 1", &format!("{} {}", self.first(), self.illegal_move())),
            "bad-mate" => self.show("mate 1", &self.first()),
            "two-minds" => {
                let moves = self.referee.moves();
                self.show("cp 0", moves.last().map_or("", String::as_str));
                return say(&format!("bestmove {}", self.first()));
            }
            _ => {}
        }
        self.play();
    }

    /// The first legal move; empty if there is none.
    fn first(&self) -> String {
        self.referee.moves().into_iter().next().unwrap_or_default()
    }

    fn show(&self, score: &str, pv: &str) {
        say(&format!("info depth 1 score {score} nodes 1 time 0 pv {pv}"));
    }

    /// The time on the clock of the side to move, as given by `go`.
    fn clock(&self, limits: &[&str]) -> Duration {
        let own = match self.referee.side() {
            Side::First => ["wtime", "p1time", "movetime"],
            Side::Second => ["btime", "p2time", "movetime"],
        };
        let left = limits.windows(2).find(|pair| own.contains(&pair[0]));
        let millis = left.and_then(|pair| pair[1].parse().ok()).unwrap_or(1000);
        Duration::from_millis(millis)
    }

    /// A move in the game's format that is legal in no position.
    fn illegal_move(&self) -> &'static str {
        let is_drop = self.referee.moves().iter().any(|m| m.contains('@'));
        if is_drop { "P@h9" } else { "a1a1" }
    }
}

fn say(line: &str) {
    print(format!("{line}\n").as_bytes());
}

/// Prints bytes; ends the process if the reader is gone.
fn print(bytes: &[u8]) {
    let mut out = stdout();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

/// Writes the text repeatedly until this many bytes are written.
fn repeat(out: &mut impl Write, text: &[u8], bytes: usize) {
    let block = text.repeat((1 << 16) / text.len());
    for _ in 0..bytes.div_ceil(block.len()) {
        if out.write_all(&block).is_err() {
            exit(0);
        }
    }
    let _ = out.flush();
}

fn flood() -> ! {
    let end = Instant::now() + LINGER;
    while Instant::now() < end {
        repeat(
            &mut stdout(),
            b"info depth 1 seldepth 1 score cp 1 nodes 1 nps 1 time 1\n",
            1 << 20,
        );
    }
    exit(0)
}

/// Prints without reading, so that its input fills up.
fn be_deaf() -> ! {
    let end = Instant::now() + LINGER;
    while Instant::now() < end {
        say("readyok");
        std::thread::sleep(Duration::from_millis(3));
    }
    exit(0)
}

fn linger() -> ! {
    std::thread::sleep(LINGER);
    exit(0)
}

/// This program with other arguments, followed by the ignored ones.
fn this(arguments: &[&str]) -> Command {
    let program = std::env::current_exe().expect("a running program has a path");
    let mut command = Command::new(program);
    command.args(arguments).args(std::env::args().skip(3));
    command
}

/// Replaces this process by another program.
#[cfg(unix)]
fn replace(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    let error = command.exec();
    eprintln!("not replaced: {error}");
    exit(4)
}

#[cfg(not(unix))]
fn replace(_command: &mut Command) {
    linger()
}

/// Signals that a shell ignores stay ignored in the program that it becomes.
fn become_immortal(from: usize) {
    let script = "trap '' HUP INT TERM; exec \"$0\" immortal-now \"$@\"";
    let program = this(&[]).get_program().to_owned();
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).arg(program).arg(from.to_string());
    replace(shell.args(std::env::args().skip(3)));
}

fn leave_a_grandchild(command: &mut Command) -> ! {
    match command.spawn() {
        Ok(child) => eprintln!("grandchild {}", child.id()),
        Err(error) => eprintln!("no grandchild: {error}"),
    }
    exit(0)
}
