//! A game that panics anywhere, at any time, behind a whole dialogue: each search is answered by a
//! legal move all the same, a count that failed is told, and the dialogue goes on.

use crate::support::exhaustive::Exhaustive;
use crate::support::panics::silence;
use crate::support::paper::Paper;
use plyglot_core::game::random::Random;
use plyglot_core::game::tictactoe::{Cell, TicTacToe};
use plyglot_core::game::{
    Depth, Evaluation, Exact, Game, GameInfo, Histories, Knowledge, Notation, Outcome, Picture,
    Side, Solver, SolverContext, TablebaseValue, TextError, Which,
};
use plyglot_engine::Registry;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead, Cursor, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// Where a panic can be.
const PLACES: [&str; 8] =
    ["moves", "evaluate", "play", "key", "solver", "table", "print", "decided"];

/// Calls of each place that are left before one panics; afterwards all go well.
static FUSES: [AtomicU64; PLACES.len()] = [const { AtomicU64::new(u64::MAX) }; PLACES.len()];
/// How the message of a panic that was asked for begins.
const BUG: &str = "the bug in";
/// Whether a panic was met.
static WENT_OFF: AtomicBool = AtomicBool::new(false);

fn burn(place: &str) {
    let index = PLACES.iter().position(|known| *known == place).expect("a known place");
    let left = FUSES[index].fetch_update(Relaxed, Relaxed, |left| match left {
        u64::MAX => None,
        0 => Some(u64::MAX),
        _ => Some(left - 1),
    });
    if left == Ok(0) {
        WENT_OFF.store(true, Relaxed);
        panic!("{BUG} {place}");
    }
}

/// Tic-tac-toe with a bug, with a solver or with endgame tables.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bomb<const SOLVED: bool>(TicTacToe);

impl<const SOLVED: bool> Game for Bomb<SOLVED> {
    type Move = Cell;

    fn side(&self) -> Side {
        self.0.side()
    }

    fn decided(&self) -> Option<Outcome> {
        burn("decided");
        self.0.decided()
    }

    fn moves(&self, which: Which, visit: impl FnMut(Cell)) {
        burn("moves");
        self.0.moves(which, visit);
    }

    fn play(&mut self, m: Cell) {
        burn("play");
        self.0.play(m);
    }

    fn key(&self) -> u64 {
        burn("key");
        self.0.key()
    }

    fn pack(m: Cell) -> u32 {
        TicTacToe::pack(m)
    }
}

impl<const SOLVED: bool> Evaluation for Bomb<SOLVED> {
    type State = ();

    fn evaluate(&self, _state: &(), _workspace: &mut ()) -> i32 {
        burn("evaluate");
        0
    }
}

impl<const SOLVED: bool> Histories for Bomb<SOLVED> {}

impl<const SOLVED: bool> Knowledge for Bomb<SOLVED> {
    const HAS_TABLEBASE: bool = true;

    fn probe_tablebase(&self, _depth: Depth) -> Option<TablebaseValue> {
        burn("table");
        None
    }

    fn solver() -> Option<&'static dyn Solver<Self>> {
        if SOLVED { Some(&Fused) } else { None }
    }
}

struct Fused;

impl<const SOLVED: bool> Solver<Bomb<SOLVED>> for Fused {
    fn value(&self, position: &Bomb<SOLVED>, context: &SolverContext<'_>) -> Option<Exact> {
        burn("solver");
        Exhaustive.value(position, context)
    }

    fn best(
        &self,
        position: &Bomb<SOLVED>,
        value: Exact,
        context: &SolverContext<'_>,
    ) -> Option<Cell> {
        burn("solver");
        Exhaustive.best(position, value, context)
    }

    fn values(
        &self,
        position: &Bomb<SOLVED>,
        context: &SolverContext<'_>,
        each: &mut dyn FnMut(Cell, Exact),
    ) -> Option<()> {
        burn("solver");
        Exhaustive.values(position, context, each)
    }
}

impl<const SOLVED: bool> Notation for Bomb<SOLVED> {
    type Rules = ();

    fn info(_: ()) -> &'static GameInfo {
        const INFO: GameInfo = {
            let mut info = GameInfo::new("bomb", TicTacToe::INFO.start);
            info.bench_depth = 4;
            info
        };
        &INFO
    }

    fn rules(&self) {}

    fn parse_with(_: (), text: &str) -> Result<Self, TextError> {
        TicTacToe::parse(text).map(Bomb)
    }

    fn print(&self) -> String {
        burn("print");
        self.0.print()
    }

    fn print_move(&self, m: Cell) -> String {
        burn("print");
        self.0.print_move(m)
    }

    fn picture(&self) -> Option<Picture> {
        None
    }
}

/// How long a search may take to answer before the test gives it up: only against hangs.
const PATIENCE: Duration = Duration::from_secs(600);
/// The wait for anything that has no answer.
const MOMENT: Duration = Duration::from_millis(2);
/// The end of a line that reports a bug.
const REPORT: &str = ": internal error; please report it";

/// The input of a dialogue, which waits for the answer of each search that ends
/// by itself. The bug comes with its first line.
struct Input {
    lines: VecDeque<String>,
    /// The rest of the present line.
    line: Cursor<Vec<u8>>,
    last: String,
    /// Answers to come in all.
    asked: usize,
    paper: Paper,
    place: usize,
    /// Calls of the place before the panic.
    fuse: Option<u64>,
}

impl Input {
    /// Waits for what the last line brings about.
    fn wait(&self) {
        let is_held = self.last.contains("infinite") || self.last.contains("ponder ");
        if is_held || self.last == "go ponder" || !is_work(&self.last) && !ends(&self.last) {
            return thread::sleep(MOMENT);
        }
        let start = Instant::now();
        let is_whole = |printed: &str| ends_of_work(printed) + bugs(printed).count() >= self.asked;
        while !is_whole(&self.paper.text()) && start.elapsed() < PATIENCE {
            thread::sleep(MOMENT / 20);
        }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.line.read(buffer)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if let Some(fuse) = self.fuse.take() {
            FUSES[self.place].store(fuse, Relaxed);
        }
        if self.line.fill_buf()?.is_empty()
            && let Some(line) = self.lines.pop_front()
        {
            self.wait();
            self.asked += usize::from(is_work(&line));
            self.line = Cursor::new(format!("{line}\n").into_bytes());
            self.last = line;
        }
        self.line.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.line.consume(count);
    }
}

/// Whether a line asks for a search or for a perft.
fn is_work(line: &str) -> bool {
    line.starts_with("go ")
}

/// Whether a line ends a search that waits for it.
fn ends(line: &str) -> bool {
    ["stop", "ponderhit"].contains(&line)
}

fn answers(printed: &str) -> impl Iterator<Item = &str> {
    printed.lines().filter_map(|line| line.strip_prefix("bestmove "))
}

/// The searches and perfts that have ended as they should.
fn ends_of_work(printed: &str) -> usize {
    let totals = printed.lines().filter(|line| line.starts_with("Nodes searched: "));
    answers(printed).count() + totals.count()
}

fn bugs(printed: &str) -> impl Iterator<Item = &str> {
    printed.lines().filter(|line| line.ends_with(REPORT))
}

/// All that may be asked while a bug is about.
const WORK: [&str; 14] = [
    "go depth 4",
    "go nodes 300",
    "go movetime 4",
    "go infinite\nstop",
    "go ponder nodes 200\nponderhit",
    "go ponder\nstop",
    "go depth 3 searchmoves P@a1 P@c3",
    "go mate 2 nodes 500",
    "go perft 2",
    "bench",
    "genfens 1 seed 4 book None",
    "d",
    "eval",
    "query gameover\npath P@c1",
];

const OPTIONS: [&str; 5] = [
    "setoption name Threads value 4",
    "setoption name MultiPV value 3",
    "setoption name Exact Knowledge value false",
    "setoption name Variable Depth value false",
    "setoption name Algorithm value alphabeta",
];

const POSITION: &str = "position startpos moves P@b2 P@a3";

const CELLS: [&str; 9] = ["P@a1", "P@a2", "P@a3", "P@b1", "P@b2", "P@b3", "P@c1", "P@c2", "P@c3"];

/// A dialogue: the bug, some work, and a search behind it all.
fn dialogue<const SOLVED: bool>(place: usize, fuse: u64, random: &mut Random) {
    let mut lines: Vec<&str> = OPTIONS.into_iter().filter(|_| random.below(4) == 0).collect();
    lines.push(POSITION);
    for _ in 0..3 {
        lines.push(WORK[random.below(WORK.len())]);
    }
    lines.extend(["isready", "go depth 2"]);
    let text = lines.join("\n");
    let (paper, registry) = (Paper::default(), Registry::new::<Bomb<SOLVED>>());
    let input = Input {
        lines: text.lines().map(str::to_owned).collect(),
        line: Cursor::default(),
        last: String::new(),
        asked: 0,
        paper: paper.clone(),
        place,
        fuse: Some(fuse),
    };
    let ended = plyglot::run(registry, [], input, paper.clone(), |_| ());
    FUSES[place].store(u64::MAX, Relaxed);
    ended.expect("a dialogue ends well");
    check(&text, &paper.text(), &format!("{} after {fuse}", PLACES[place]));
}

/// One answer to each search or perft but one that was refused or failed, all legal.
fn check(input: &str, printed: &str, bug: &str) {
    let shown = format!("{bug}\n{input}\n-> {printed}");
    let asked = input.lines().filter(|line| is_work(line)).count();
    let bugs: Vec<&str> = bugs(printed).collect();
    assert!(bugs.len() <= 1, "{shown}");
    assert!((asked - bugs.len()..=asked).contains(&ends_of_work(printed)), "{shown}");
    let placed = input.lines().position(|line| line == POSITION).expect("it is asked for") + 1;
    let is_placed = !bugs.iter().any(|bug| bug.contains(&format!("line {placed}:")));
    for answer in answers(printed) {
        let best = answer.split(' ').next().unwrap_or_default();
        let is_cell = CELLS.contains(&best);
        assert!(is_cell && !(is_placed && ["P@b2", "P@a3"].contains(&best)), "{best}: {shown}");
    }
    assert_eq!(printed.matches("readyok").count(), 1, "{shown}");
}

/// A perft that panics as an argument of the program.
fn check_arguments() {
    /// More calls than come before the perft, and fewer than are in it.
    const CALLS: u64 = 300;
    let place = PLACES.iter().position(|known| *known == "moves").expect("a known place");
    FUSES[place].store(CALLS, Relaxed);
    let arguments = ["go", "perft", "5"].map(OsString::from);
    let registry = Registry::new::<Bomb<false>>();
    let paper = Paper::default();
    let ended = plyglot::run(registry, arguments, io::empty(), paper.clone(), |_| ());
    let error = ended.expect_err("it panicked").to_string();
    assert_eq!(error, format!("line 1{REPORT}"), "{}", paper.text());
}

#[test]
fn a_panic_anywhere_leaves_an_answer_to_each_search() {
    silence(BUG);
    check_arguments();
    let mut random = Random::new(20);
    let mut met = [0; PLACES.len()];
    for round in 0..3200 {
        // On a busy machine, more searches end before they come to such a place.
        if round >= 320 && met.iter().all(|&met| met >= 5) {
            return;
        }
        let place = round % PLACES.len();
        // A solver is asked once or twice a search, all else at every node.
        let size = random.below(if PLACES[place] == "solver" { 2 } else { 12 });
        let fuse = random.below(1 << size) as u64;
        WENT_OFF.store(false, Relaxed);
        let dialogue = if random.below(2) == 0 { dialogue::<true> } else { dialogue::<false> };
        dialogue(place, fuse, &mut Random::new(round as u64));
        met[place] += u32::from(WENT_OFF.load(Relaxed));
    }
    panic!("{PLACES:?}: {met:?}");
}
