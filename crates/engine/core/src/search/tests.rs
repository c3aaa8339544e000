//! Unit tests of the search as a whole.

use super::*;
use crate::chess::Chess;
use crate::game::Notation;
use crate::game::tictactoe::TicTacToe;
use std::num::NonZeroU32;
use std::time::Duration;

#[test]
fn without_a_move_to_look_at_there_is_no_answer() {
    let table = Table::new(1).expect("memory");
    let task = Task {
        root: &Root::new(TicTacToe::default()),
        limits: &Limits { moves: Some(Vec::new()), ..Limits::depth(2) },
        settings: &Settings::default(),
        table: &table,
        control: &Control::default(),
    };
    let answer = Search::<TicTacToe>::new().run(&task, &mut |_| ());
    assert!(answer.best.is_none() && answer.nodes == 0, "{answer:?}");
}

#[test]
fn a_lag_is_overhead_of_a_clock_and_of_nothing_else() {
    const MS: Duration = Duration::from_millis(1);
    let table = Table::new(1).expect("memory");
    let control = Control::default();
    let root = Root::new(TicTacToe::default());
    let clock = Time::Clock { left: MS, increment: MS, moves_to_go: None };
    let rate = NonZeroU32::new(1_000);
    let overhead = |pause: Duration, time: Time, nodes_per_second| {
        let mut search = Search::<TicTacToe>::new();
        search.driver.lag.note(pause);
        let settings = Settings { overhead: 10 * MS, nodes_per_second, ..Settings::default() };
        let limits = &Limits { time, ..Limits::default() };
        let task =
            Task { root: &root, limits, settings: &settings, table: &table, control: &control };
        search.with_lag(&task).overhead
    };
    assert_eq!(overhead(54 * MS, clock, None), 60 * MS);
    assert_eq!(overhead(MS, clock, None), 10 * MS);
    for (time, rate) in [(Time::Move(MS), None), (Time::Unlimited, None), (clock, rate)] {
        assert_eq!(overhead(54 * MS, time, rate), 10 * MS, "{time:?} {rate:?}");
    }
}

/// The answer of a search of so many nodes in which Rb7 is found (Reinfeld, "Win at Chess", 6), and
/// the bound of the last score that it reports.
fn answer_within(nodes: u64, multi_pv: usize) -> (String, Bound) {
    let root = Root::new(Chess::parse("7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1").expect("a FEN"));
    let mut last = None;
    let answer = Search::new().run(
        &Task {
            root: &root,
            limits: &Limits { nodes: Some(nodes), ..Limits::default() },
            settings: &Settings { multi_pv, ..Settings::search_alone() },
            table: &Table::new(1).expect("memory"),
            control: &Control::default(),
        },
        &mut |report| {
            if let Report::Line(line) = report
                && line.rank == 1
            {
                last = Some((line.pv[0], line.bound));
            }
        },
    );
    let (m, bound) = last.expect("a line");
    assert_eq!(answer.best, Some(m), "the answer is that of the last line");
    (root.position.print_move(m), bound)
}

#[test]
fn a_move_that_failed_high_is_the_answer_though_its_score_is_not_known_yet() {
    let mut bounds = Vec::new();
    for nodes in (1_000..2_000).step_by(10) {
        let (best, bound) = answer_within(nodes, 1);
        if best == "b6b7" {
            bounds.push(bound);
        } else {
            assert!(bounds.is_empty(), "{best} within {nodes} nodes, but b6b7 within fewer");
        }
    }
    assert_eq!(bounds.first(), Some(&Bound::Lower));
    assert!(bounds.contains(&Bound::Exact), "it is known in the end");
}

#[test]
fn of_several_lines_all_come_from_whole_iterations() {
    for nodes in (1_000..2_000).step_by(50) {
        assert_eq!(answer_within(nodes, 2).1, Bound::Exact, "{nodes}");
    }
}
