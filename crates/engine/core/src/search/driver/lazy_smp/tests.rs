//! When helpers end, and what a vote is worth.

use super::*;
use crate::chess::Chess;
use crate::game::{Game, Notation};
use crate::search::path::Root;
use crate::search::score::Score;
use crate::search::table::Table;
use crate::search::time::Time;
use std::time::Duration;

/// A helper of a search of chess with this time and control, which could search 100,000
/// nodes: those that it has searched when it ends, for a crew with this control.
fn nodes_of_helper(time: Time, control: &Control, crew: &Control) -> u64 {
    let root = Root::new(Chess::start(()));
    let table = Table::new(1).expect("1 MiB");
    let settings = Settings::search_alone();
    let counts = [NodeCount::default(), NodeCount::default()];
    let limits = Limits { time, ..Limits::nodes(100_000) };
    let whole = Task { root: &root, limits: &limits, settings: &settings, table: &table, control };
    let shared = Shared {
        task: &whole,
        network: &None,
        params: &Chess::PARAMS,
        lmr: &LmrTable::new(&Chess::PARAMS.lmr),
        counts: &counts,
    };
    let own = Task { limits: &Limits::default(), control: crew, ..whole };
    let thread = &mut SearchThread::new();
    Helper { thread, shared: &shared, number: 1, opinion: None }
        .help(&own, &root.position.legal_moves());
    NodeCounts::new(&counts, 0).nodes(0)
}

#[test]
fn a_helper_that_sees_the_end_of_the_search_stops_all() {
    let stopped = Control::default();
    stopped.stop();
    let cases = [(Time::Unlimited, &stopped), (Time::Move(Duration::ZERO), &Control::default())];
    for (time, control) in cases {
        let crew = Control::default();
        let nodes = nodes_of_helper(time, control, &crew);
        assert!(nodes < 10 && crew.is_stopped(), "{time:?}: {nodes} nodes");
    }
}

#[test]
fn a_helper_that_comes_too_late_searches_nothing() {
    let crew = Control::default();
    crew.stop();
    assert_eq!(nodes_of_helper(Time::Unlimited, &Control::default(), &crew), 0);
}

fn voted(opinions: &[(char, Score, u16)]) -> char {
    let opinions: Vec<_> = opinions
        .iter()
        .map(|&(m, score, depth)| {
            let line = RootMove { score: Some(score), ..RootMove::new(m) };
            Opinion { line, depth }
        })
        .collect();
    vote_on(&opinions).expect("there are opinions").line.m
}

#[test]
fn many_outvote_one_but_not_a_deeper_or_a_better_line() {
    let centi = Score::evaluation;
    let cases = [
        ([('a', centi(10), 12), ('b', centi(10), 12), ('b', centi(10), 12)], 'b'),
        ([('a', centi(10), 12), ('b', centi(10), 12), ('c', centi(10), 12)], 'a'),
        ([('a', centi(10), 12), ('b', centi(10), 13), ('c', centi(10), 12)], 'b'),
        ([('a', centi(60), 12), ('b', centi(10), 12), ('b', centi(10), 12)], 'a'),
        ([('a', centi(10), 30), ('b', centi(10), 12), ('b', centi(10), 12)], 'a'),
    ];
    for (opinions, expected) in cases {
        assert_eq!(voted(&opinions), expected, "{opinions:?}");
    }
}

#[test]
fn the_nearest_win_needs_no_majority() {
    let won = Score::win_at;
    let lost = Score::loss_at;
    assert_eq!(voted(&[('a', won(9), 20), ('a', won(9), 20), ('b', won(5), 6)]), 'b');
    let some = Score::evaluation(500);
    assert_eq!(voted(&[('a', some, 20), ('a', some, 20), ('b', won(7), 8)]), 'b');
    assert_eq!(voted(&[('a', lost(4), 8), ('b', lost(8), 8), ('c', lost(6), 8)]), 'b');
}
