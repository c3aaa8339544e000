//! Endgame tables in a search, with a game made for it.

use crate::support::pile::{self, theory};
use crate::support::search;
use plyglot_core::game::{
    Depth, Evaluation, Exact, Game, Histories, Knowledge, Outcome, Solver, SolverContext,
    TablebaseValue, Which,
};
use plyglot_core::search::{Answer, Limits, Line, Root, Score, Settings, Textbook};
use std::cell::Cell;

type Pile = pile::Pile<Tables>;

thread_local! {
    /// Positions that the tables knew when they were asked.
    static FOUND: Cell<u64> = const { Cell::new(0) };
}

/// What the tables of small piles have: the plies, or only outcomes that are sure.
#[derive(Clone, Copy)]
enum Tables {
    Exact,
    Sure,
}

/// The greatest pile that the tables know.
const KNOWN: u8 = 30;

impl Evaluation for Pile {
    type State = ();
}

impl Histories for Pile {}

impl Knowledge for Pile {
    const HAS_TABLEBASE: bool = true;

    fn probe_tablebase(&self, _depth: Depth) -> Option<TablebaseValue> {
        (self.left <= KNOWN).then(|| {
            FOUND.set(FOUND.get() + 1);
            match (self.kind, theory(self.left)) {
                (Tables::Exact, value) => TablebaseValue::Exact(value),
                (_, Exact::Win(_)) => TablebaseValue::Outcome(Outcome::Won),
                (_, _) => TablebaseValue::Outcome(Outcome::Lost),
            }
        })
    }

    fn solver() -> Option<&'static dyn Solver<Self>> {
        Some(&Small)
    }
}

/// Knows what the tables know.
struct Small;

impl Solver<Pile> for Small {
    fn covers(&self, position: &Pile) -> Result<(), &'static str> {
        if position.left <= KNOWN { Ok(()) } else { Err("a small pile") }
    }

    fn value(&self, position: &Pile, _aid: &SolverContext<'_>) -> Option<Exact> {
        assert!(position.left <= KNOWN, "the solver does not cover this");
        Some(theory(position.left))
    }

    fn best(&self, position: &Pile, _value: Exact, _aid: &SolverContext<'_>) -> Option<u8> {
        Some((position.left % 4).max(1))
    }

    fn values(
        &self,
        position: &Pile,
        _aid: &SolverContext<'_>,
        each: &mut dyn FnMut(u8, Exact),
    ) -> Option<()> {
        position.moves(Which::All, |m| each(m, theory(position.left - m).before_move(true)));
        Some(())
    }

    fn is_in_book(&self, position: &Pile) -> bool {
        position.left <= KNOWN
    }
}

/// The answer of a search and its last line, and what the tables found for it.
fn run(
    tables: Tables,
    left: u8,
    limits: &Limits<u8>,
    settings: &Settings,
) -> (Answer<u8>, Line<u8>, u64) {
    FOUND.set(0);
    let root = Root::new(Pile::of(tables, left));
    let (answer, mut lines) = search::fresh(&root, limits, settings);
    assert!(!answer.panicked);
    (answer, lines.pop().expect("a line"), FOUND.get())
}

#[test]
fn distances_from_tables_are_added_to_those_of_the_search() {
    for left in KNOWN + 1..=KNOWN + 10 {
        let (answer, line, found) =
            run(Tables::Exact, left, &Limits::depth(12), &Settings::default());
        assert_eq!(answer.score, Score::from_exact(theory(left), 0), "{left}");
        // Lookups that extend the line to its end are not counted.
        assert!((1..=found).contains(&line.tbhits), "{} of {found}", line.tbhits);
        check_end(left, &line);
    }
}

/// The line must go on where the tables know the way, and end as its score says.
fn check_end(left: u8, line: &Line<u8>) {
    let plies = line.score.plies_to_end().expect("plies are known").unsigned_abs();
    assert_eq!(line.pv.len(), plies as usize, "{line:?}");
    assert_eq!(line.pv.iter().sum::<u8>(), left, "{line:?}");
}

/// The sure score, by minimax down to positions in the tables.
fn sure(left: u8, ply: usize) -> Score {
    if left <= KNOWN {
        let outcome = if left.is_multiple_of(4) { Outcome::Lost } else { Outcome::Won };
        return Score::from_tablebase(outcome, ply);
    }
    (1..=3).map(|m| -sure(left - m, ply + 1)).max().expect("three moves")
}

#[test]
fn sure_outcomes_of_tables_are_found_at_any_depth() {
    for left in KNOWN + 1..=KNOWN + 10 {
        let (answer, line, found) =
            run(Tables::Sure, left, &Limits::depth(12), &Settings::default());
        assert_eq!(answer.score, sure(left, 0), "{left}");
        assert_eq!(line.tbhits, found);
        assert!(answer.score.is_decisive() && answer.score.plies_to_end().is_none());
    }
}

#[test]
fn nothing_is_left_to_search_where_everything_is_sure() {
    let (answer, ..) = run(Tables::Sure, KNOWN + 1, &Limits::depth(60), &Settings::default());
    assert_eq!((answer.score, answer.depth), (sure(KNOWN + 1, 0), 1));
}

#[test]
fn tables_are_not_asked_where_the_search_is_alone() {
    let textbook = Some(Textbook::AlphaBeta);
    for settings in [
        Settings::search_alone(),
        Settings { tablebase: false, ..Settings::default() },
        Settings { textbook, ..Settings::default() },
    ] {
        let (answer, line, found) = run(Tables::Exact, KNOWN + 6, &Limits::depth(8), &settings);
        assert_eq!((answer.score, line.tbhits, found), (Score::DRAW, 0, 0), "{settings:?}");
    }
}

#[test]
fn a_solver_is_asked_where_it_covers_the_position() {
    for left in [KNOWN, KNOWN - 1] {
        let (answer, line, _) = run(Tables::Sure, left, &Limits::default(), &Settings::default());
        assert_eq!(answer.score, Score::from_exact(theory(left), 0), "{left}");
        assert_eq!((line.pv[0], line.tbhits, line.nodes), (answer.best.unwrap(), 1, 0));
    }
    let (answer, ..) = run(Tables::Exact, KNOWN + 5, &Limits::nodes(100_000), &Settings::default());
    assert_eq!(answer.score, Score::from_exact(theory(KNOWN + 5), 0));
}
