//! Endgame tables in a search, with a game made for it.

use plyglot::games::{Aid, Exact, Game, Knowledge, Outcome, Side, Solver, TableValue, Which};
use plyglot::search::{
    Answer, Control, Limits, Line, Report, Root, Score, Search, Settings, Table, Task, Textbook,
};
use std::cell::Cell;

thread_local! {
    /// Positions that the tables knew when they were asked.
    static FOUND: Cell<u64> = const { Cell::new(0) };
}

/// Take one, two or three; who takes the last one wins. `trail` keeps every
/// line apart, so that nothing but the tables helps. They know small piles,
/// with the plies if `PLIES`; so does a solver.
#[derive(Clone, Debug)]
struct Pile<const PLIES: bool> {
    left: u8,
    trail: u64,
    side: Side,
}

/// The greatest pile that the tables know.
const KNOWN: u8 = 30;

impl<const PLIES: bool> Game for Pile<PLIES> {
    type Move = u8;

    fn side(&self) -> Side {
        self.side
    }

    fn decided(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Lost)
    }

    fn moves(&self, which: Which, visit: impl FnMut(u8)) {
        if which != Which::Tactical {
            (1..=self.left.min(3)).for_each(visit);
        }
    }

    fn play(&mut self, m: u8) {
        self.left -= m;
        self.trail = (self.trail + u64::from(m)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.side = !self.side;
    }

    fn key(&self) -> u64 {
        self.trail
    }

    fn pack(m: u8) -> u32 {
        m.into()
    }
}

impl<const PLIES: bool> Knowledge for Pile<PLIES> {
    type State = ();

    const TABLES: bool = true;

    fn table(&self) -> Option<TableValue> {
        (self.left <= KNOWN).then(|| {
            FOUND.set(FOUND.get() + 1);
            match (PLIES, theory(self.left)) {
                (true, value) => TableValue::Exact(value),
                (false, Exact::Win(_)) => TableValue::Sure(Outcome::Won),
                (false, _) => TableValue::Sure(Outcome::Lost),
            }
        })
    }

    fn solver() -> Option<&'static dyn Solver<Self>> {
        Some(&Small)
    }
}

/// The value by theory: a multiple of four is lost. The winner makes it the
/// next one in two plies, and the loser takes one at a time.
fn theory(left: u8) -> Exact {
    match (left % 4, u16::from(left / 4)) {
        (0, fours) => Exact::Loss(2 * fours),
        (_, fours) => Exact::Win(2 * fours + 1),
    }
}

/// Knows what the tables know.
struct Small;

impl<const PLIES: bool> Solver<Pile<PLIES>> for Small {
    fn covers(&self, position: &Pile<PLIES>) -> Result<(), &'static str> {
        if position.left <= KNOWN { Ok(()) } else { Err("a small pile") }
    }

    fn value(&self, position: &Pile<PLIES>, _aid: &Aid<'_>) -> Option<Exact> {
        assert!(position.left <= KNOWN, "the solver does not cover this");
        Some(theory(position.left))
    }

    fn best(&self, position: &Pile<PLIES>, _value: Exact, _aid: &Aid<'_>) -> Option<u8> {
        Some((position.left % 4).max(1))
    }

    fn values(
        &self,
        position: &Pile<PLIES>,
        _aid: &Aid<'_>,
        each: &mut dyn FnMut(u8, Exact),
    ) -> Option<()> {
        position.moves(Which::All, |m| each(m, theory(position.left - m).before_move(true)));
        Some(())
    }

    fn is_at_hand(&self, position: &Pile<PLIES>) -> bool {
        position.left <= KNOWN
    }
}

/// The answer of a search and its last line, and what the tables found for it.
fn run<const PLIES: bool>(
    left: u8,
    limits: &Limits<u8>,
    settings: &Settings,
) -> (Answer<u8>, Line<u8>, u64) {
    FOUND.set(0);
    let root = Root::new(Pile::<PLIES> { left, trail: 1, side: Side::First });
    let table = Table::new(1).expect("a MiB");
    let control = Control::default();
    let task = Task { root: &root, limits, settings, table: &table, control: &control };
    let mut last = None;
    let answer = Search::new().run(&task, &mut |report| {
        if let Report::Line(line) = report {
            last = Some(line);
        }
    });
    assert!(!answer.panicked);
    (answer, last.expect("a line"), FOUND.get())
}

#[test]
fn distances_from_tables_are_added_to_those_of_the_search() {
    for left in KNOWN + 1..=KNOWN + 10 {
        let (answer, line, found) = run::<true>(left, &Limits::depth(12), &Settings::default());
        assert_eq!(answer.score, Score::of_exact(theory(left), 0), "{left}");
        assert_eq!(line.tbhits, found);
        assert!(found > 0);
    }
}

/// What is sure, by minimax down to what the tables know.
fn sure(left: u8, ply: usize) -> Score {
    if left <= KNOWN {
        let outcome = if left.is_multiple_of(4) { Outcome::Lost } else { Outcome::Won };
        return Score::of_sure(outcome, ply);
    }
    (1..=3).map(|m| -sure(left - m, ply + 1)).max().expect("three moves")
}

#[test]
fn outcomes_that_are_sure_are_met_soon_or_late() {
    for left in KNOWN + 1..=KNOWN + 10 {
        let (answer, line, found) = run::<false>(left, &Limits::depth(12), &Settings::default());
        assert_eq!(answer.score, sure(left, 0), "{left}");
        assert_eq!(line.tbhits, found);
        assert!(answer.score.is_decisive() && answer.score.plies_to_end().is_none());
    }
}

#[test]
fn nothing_is_left_to_search_where_everything_is_sure() {
    let (answer, ..) = run::<false>(KNOWN + 1, &Limits::depth(60), &Settings::default());
    assert_eq!((answer.score, answer.depth), (sure(KNOWN + 1, 0), 1));
}

#[test]
fn tables_are_not_asked_where_the_search_is_alone() {
    let textbook = Some(Textbook::AlphaBeta);
    for settings in [
        Settings::search_alone(),
        Settings { tables: false, ..Settings::default() },
        Settings { textbook, ..Settings::default() },
    ] {
        let (answer, line, found) = run::<true>(KNOWN + 6, &Limits::depth(8), &settings);
        assert_eq!((answer.score, line.tbhits, found), (Score::DRAW, 0, 0), "{settings:?}");
    }
}

#[test]
fn a_solver_is_asked_where_it_covers_the_position() {
    for left in [KNOWN, KNOWN - 1] {
        let (answer, line, _) = run::<false>(left, &Limits::default(), &Settings::default());
        assert_eq!(answer.score, Score::of_exact(theory(left), 0), "{left}");
        assert_eq!((line.pv[0], line.tbhits, line.nodes), (answer.best.unwrap(), 1, 0));
    }
    let (answer, ..) = run::<true>(KNOWN + 5, &Limits::nodes(100_000), &Settings::default());
    assert_eq!(answer.score, Score::of_exact(theory(KNOWN + 5), 0));
}
