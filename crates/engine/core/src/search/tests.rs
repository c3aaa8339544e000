//! Unit tests of the search as a whole.

use super::*;
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
