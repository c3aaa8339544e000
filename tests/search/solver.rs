//! Solvers under the limits of a search, with games made for it.

use crate::support::exhaustive::Exhaustive;
use crate::support::pile::{self, theory};
use crate::support::search;
use plyglot_core::game::{
    Effort, Evaluation, Exact, Game, Histories, Knowledge, NodeCounter, Solver, SolverContext,
    Which,
};
use plyglot_core::search::{
    Answer, Control, Limits, Line, Root, Score, Search, Settings, Table, Task, Textbook, Time,
};
use plyglot_support::lock;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

type SearchedPile = pile::Pile<()>;
type KnownPile = pile::Pile<Kind>;

/// How the solver that knows the theory behaves.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// It knows the large piles by heart.
    Book,
    /// It notes what it is lent, and counts its calls in the memory.
    Noting,
    /// It needs [`COST`].
    Costly,
    /// It has a memory for even piles, and another for odd ones.
    TwoGames,
}

/// The nodes and the time that a costly kind needs.
const COST: (u64, Duration) = (5_000, Duration::from_secs(3));

impl Evaluation for SearchedPile {
    type State = ();
}

impl Histories for SearchedPile {}

impl Knowledge for SearchedPile {
    fn solver() -> Option<&'static dyn Solver<Self>> {
        Some(&Exhaustive)
    }
}

impl Evaluation for KnownPile {
    type State = ();
}

impl Histories for KnownPile {}

impl Knowledge for KnownPile {
    fn solver() -> Option<&'static dyn Solver<Self>> {
        Some(&Theory)
    }
}

struct Theory;

/// Held by tests that ask a solver who notes, as there is one notebook.
static NOTEBOOK: Mutex<()> = Mutex::new(());
static SEEN: AtomicU64 = AtomicU64::new(0);
static THREADS: AtomicUsize = AtomicUsize::new(0);
static WORDS: AtomicUsize = AtomicUsize::new(0);

impl Solver<KnownPile> for Theory {
    fn effort(&self, position: &KnownPile) -> Effort {
        let is_costly = position.kind == Kind::Costly;
        let (nodes, time) = if is_costly { COST } else { (0, Duration::ZERO) };
        Effort { nodes, time }
    }

    fn value(&self, position: &KnownPile, context: &SolverContext<'_>) -> Option<Exact> {
        if position.kind == Kind::Book {
            assert!(context.book, "the book was not to be used");
        } else {
            NodeCounter::new(context).count()?;
            THREADS.store(context.threads(), Relaxed);
            WORDS.store(context.memory.len(), Relaxed);
            SEEN.store(context.memory[0].fetch_add(1, Relaxed), Relaxed);
        }
        Some(theory(position.left))
    }

    fn tenant(&self, position: &KnownPile) -> &'static str {
        let is_other = position.kind == Kind::TwoGames && position.left.is_multiple_of(2);
        if is_other { "even piles" } else { "piles" }
    }

    fn best(&self, position: &KnownPile, _value: Exact, _aid: &SolverContext<'_>) -> Option<u8> {
        Some((position.left % 4).max(1))
    }

    fn values(
        &self,
        position: &KnownPile,
        _aid: &SolverContext<'_>,
        each: &mut dyn FnMut(u8, Exact),
    ) -> Option<()> {
        position.moves(Which::All, |m| each(m, theory(position.left - m).before_move(true)));
        Some(())
    }

    fn is_in_book(&self, position: &KnownPile) -> bool {
        position.kind == Kind::Book && position.left > 90
    }
}

/// A search with all that belongs to it.
struct Bench<K: Copy + Send + Sync + 'static>
where
    pile::Pile<K>: Knowledge,
{
    kind: K,
    search: Search<pile::Pile<K>>,
    table: Table,
    control: Control,
    settings: Settings,
}

impl<K: Copy + Send + Sync + 'static> Bench<K>
where
    pile::Pile<K>: Knowledge<Move = u8>,
{
    fn new(kind: K) -> Bench<K> {
        let (search, table) = (Search::new(), Table::new(1).expect("a MiB"));
        let (control, settings) = (Control::default(), Settings::default());
        Bench { kind, search, table, control, settings }
    }

    fn run(&mut self, left: u8, limits: &Limits<u8>) -> (Answer<u8>, Vec<Line<u8>>) {
        let Bench { kind, search, table, control, settings } = self;
        let root = Root::new(pile::Pile::of(*kind, left));
        search::run(search, &Task { root: &root, limits, settings, table, control })
    }
}

#[test]
fn the_exhaustive_solver_agrees_with_the_theory() {
    for left in 1..=18 {
        let (answer, lines) = Bench::new(()).run(left, &Limits::default());
        assert_eq!(answer.score, Score::from_exact(theory(left), 0), "{left}: {lines:?}");
        let best = answer.best.expect("there is one");
        let value = theory(left - best).before_move(true);
        assert_eq!(value, theory(left), "{left}: {best}");
    }
}

/// A search counts the node at which it is told to end.
const REFUSED: u64 = 1;

#[test]
fn a_solver_keeps_the_node_limit_exactly_in_every_run() {
    for nodes in [100, 1_000, 30_000, 500_000] {
        let run = || Bench::new(()).run(200, &Limits::nodes(nodes));
        let (answer, lines) = run();
        let nodes = nodes + REFUSED;
        assert_eq!(answer.nodes, nodes);
        assert!(answer.best.is_some_and(|m| (1..=3).contains(&m)), "{answer:?}");
        let last = lines.last().expect("a line");
        assert_eq!((last.nodes, Some(last.pv[0])), (nodes, answer.best));
        let (again, more) = run();
        assert_eq!(again, answer);
        let told = |lines: &[Line<u8>]| -> Vec<_> {
            lines.iter().map(|l| (l.depth, l.score, l.nodes, l.pv.clone())).collect()
        };
        assert_eq!(told(&more), told(&lines));
    }
}

#[test]
fn nodes_that_a_solver_leaves_are_searched() {
    let (answer, lines) = Bench::new(()).run(200, &Limits::nodes(2_000_000));
    let depths: Vec<u16> = lines.iter().map(|line| line.depth).collect();
    assert!(depths.is_sorted(), "each iteration once: {depths:?}");
    let gap = lines.windows(2).any(|pair| pair[1].nodes - pair[0].nodes >= 900_000);
    assert!(gap, "nearly half of the nodes for the solver: {lines:?}");
    assert!(answer.depth > 8, "and the rest for the search: {answer:?}");
}

#[test]
fn a_stop_ends_a_solver_that_would_never_end() {
    let mut bench = Bench::new(());
    bench.control = Control::new(false, true);
    let Bench { search, table, control, settings, .. } = &mut bench;
    let (root, limits) = (Root::new(SearchedPile::of((), 200)), Limits::default());
    let task = Task { root: &root, limits: &limits, settings, table, control };
    let answer = std::thread::scope(|scope| {
        let search = scope.spawn(|| search.run(&task, &mut |_| ()));
        std::thread::sleep(Duration::from_millis(50));
        control.stop();
        search.join().expect("no panic")
    });
    assert!(answer.best.is_some() && !answer.panicked, "{answer:?}");
}

#[test]
fn clocks_end_a_solver() {
    let clock = |left, increment| Time::Clock {
        left: Duration::from_millis(left),
        increment: Duration::from_millis(increment),
        moves_to_go: None,
    };
    let fixed = Time::Move(Duration::from_millis(60));
    for time in [fixed, clock(500, 5), clock(0, 0), clock(20, 0)] {
        let limits = Limits { time, ..Limits::default() };
        let (answer, lines) = Bench::new(()).run(200, &limits);
        assert!(answer.best.is_some() && !lines.is_empty(), "{time:?}: {answer:?}");
    }
}

#[test]
fn options_and_limits_can_leave_the_solver_out() {
    let exact = Score::from_exact(theory(33), 0);
    let scores = |settings: Settings, limits: &Limits<u8>| {
        let _notebook = lock(&NOTEBOOK);
        let mut bench = Bench::new(Kind::Noting);
        bench.settings = settings;
        bench.run(33, limits).0.score
    };
    assert_eq!(scores(Settings::default(), &Limits::nodes(20_000)), exact);
    let textbook = Settings { textbook: Some(Textbook::AlphaBeta), ..Settings::default() };
    for (settings, limits) in [
        (Settings::default(), Limits { depth: Some(4), ..Limits::nodes(20_000) }),
        (Settings::search_alone(), Limits::nodes(20_000)),
        (textbook, Limits::nodes(20_000)),
    ] {
        assert_eq!(scores(settings.clone(), &limits), Score::DRAW, "{settings:?} {limits:?}");
    }
}

/// Only half of the nodes and of the time is for the solver.
#[test]
fn a_solver_that_needs_more_than_its_share_is_not_called() {
    let _notebook = lock(&NOTEBOOK);
    let move_time = |time| Limits { time: Time::Move(time), ..Limits::default() };
    let (nodes, time) = COST;
    for (limits, is_called) in [
        (Limits::nodes(2 * nodes), true),
        (Limits::nodes(2 * nodes - 1), false),
        (Limits { nodes: Some(20_000), ..move_time(3 * time) }, true),
        (Limits { nodes: Some(20_000), ..move_time(2 * time) }, false),
        (Limits { depth: Some(33), ..Limits::default() }, true),
    ] {
        let (answer, _) = Bench::new(Kind::Costly).run(33, &limits);
        let exact = Score::from_exact(theory(33), 0);
        assert_eq!(answer.score == exact, is_called, "{limits:?}: {answer:?}");
    }
}

#[test]
fn a_mate_search_ends_with_the_exact_score() {
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let (answer, _) = Bench::new(()).run(18, &limits);
    assert_eq!(answer.score, Score::from_exact(theory(18), 0), "{answer:?}");
}

#[test]
fn every_line_has_its_exact_score() {
    let mut bench = Bench::new(());
    bench.settings.multi_pv = 2;
    let worth = |m: u8| Score::from_exact(theory(15 - m).before_move(true), 0);
    for (moves, expected) in
        [(None, vec![3, 1]), (Some(vec![2, 1]), vec![1, 2]), (Some(vec![2]), vec![2])]
    {
        let limits = Limits { moves: moves.clone(), ..Limits::default() };
        let (answer, lines) = bench.run(15, &limits);
        let found = &lines[lines.len() - expected.len()..];
        for (i, (line, &m)) in found.iter().zip(&expected).enumerate() {
            assert_eq!((line.rank, line.score), (i + 1, worth(line.pv[0])), "{moves:?}: {line:?}");
            assert_eq!(line.score, worth(m), "{moves:?}: {line:?}");
            assert_eq!(line.pv.iter().sum::<u8>(), 15, "to the end: {line:?}");
        }
        assert_eq!(answer.best, Some(found[0].pv[0]));
    }
}

#[test]
fn the_book_is_asked_before_any_search() {
    for limits in [
        Limits::depth(1),
        Limits::nodes(1),
        Limits { time: Time::Move(Duration::ZERO), ..Limits::default() },
    ] {
        let (answer, lines) = Bench::new(Kind::Book).run(99, &limits);
        assert_eq!(answer.score, Score::from_exact(theory(99), 0), "{limits:?}");
        assert_eq!(lines.len(), 1, "nothing before it: {lines:?}");
        let line = &lines[0];
        assert_eq!(line.nodes, 0);
        assert_eq!(line.pv, [3, 1, 3, 1, 3], "to the end of the book");
        assert_eq!(usize::from(line.depth), 49, "to the end of the game");
    }
    let mut bench = Bench::new(Kind::Book);
    bench.settings.book = false;
    let (answer, _) = bench.run(99, &Limits::depth(3));
    assert_eq!(answer.score, Score::DRAW, "a search of three plies sees nothing");
}

#[test]
fn an_infinite_search_of_a_solved_position_shows_the_whole_line() {
    let mut bench = Bench::new(Kind::Book);
    bench.control = Control::new(false, true);
    let (answer, lines) = bench.run(99, &Limits::default());
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(lines[1].pv.iter().map(|&m| u32::from(m)).sum::<u32>(), 99);
    assert_eq!(answer.best, Some(3));
}

#[test]
fn a_solver_keeps_its_memory_until_a_search_takes_it() {
    let _notebook = lock(&NOTEBOOK);
    let mut bench = Bench::new(Kind::Noting);
    bench.settings.threads = 3;
    let mut seen = |limits: Limits<u8>| {
        bench.run(33, &limits);
        SEEN.load(Relaxed)
    };
    assert_eq!(seen(Limits::nodes(10_000)), 0);
    assert_eq!(seen(Limits::nodes(10_000)), 1, "kept from move to move");
    assert_eq!(seen(Limits::depth(5)), 1, "not asked");
    assert_eq!(seen(Limits::nodes(10_000)), 0, "a search was there");
    assert_eq!(THREADS.load(Relaxed), 3);
    assert_eq!(WORDS.load(Relaxed), 1 << 17, "a MiB");
}

#[test]
fn a_solver_finds_nothing_of_another_game_of_its_type() {
    let _notebook = lock(&NOTEBOOK);
    let mut bench = Bench::new(Kind::TwoGames);
    let seen = |left| {
        bench.run(left, &Limits::nodes(10_000));
        SEEN.load(Relaxed)
    };
    assert_eq!([33, 33, 34, 33].map(seen), [0, 1, 0, 0]);
}
