//! Research that lasts from move to move: what a search takes up of earlier ones.

use crate::support::search;
use plyglot_core::game::{Game, Knowledge, Notation};
use plyglot_core::search::{Control, Limits, Line, Root, Search, Settings, Table, Task};
use plyglot_games::chess::Chess;
use plyglot_games::surakarta::Surakarta;

fn lines<G: Knowledge>(
    search: &mut Search<G>,
    table: &Table,
    root: &Root<G>,
    depth: u16,
) -> Vec<Line<G::Move>> {
    let (limits, settings) = (Limits::depth(depth), Settings::search_alone());
    let control = &Control::default();
    let task = Task { root, limits: &limits, settings: &settings, table, control };
    search::run(search, &task).1
}

/// The first depth that is reported for a position two plies down the line
/// of a search to depth 11, and for another one.
fn first_depths<G: Notation<Rules = ()> + Knowledge>() -> [u16; 2] {
    let mut table = Table::new(4).expect("there are 4 MiB");
    let mut search = Search::new();
    let mut root = Root::new(G::start(()));
    let searched = lines(&mut search, &table, &root, 11);
    let pv = &searched[searched.len() - 1].pv;
    root.play(pv[0]);
    root.play(pv[1]);
    let expected = lines(&mut search, &table, &root, 12);
    expected.iter().for_each(|line| search::check_line(&root.position, &line.pv));
    assert!(expected.windows(2).all(|pair| pair[0].depth < pair[1].depth));
    assert_eq!(expected[expected.len() - 1].depth, 12);
    table.clear(1);
    let anew = lines(&mut search, &table, &root, 5);
    [expected[0].depth, anew[0].depth]
}

#[test]
fn the_search_of_an_expected_position_continues_at_its_depth() {
    for [expected, anew] in [first_depths::<Chess>(), first_depths::<Surakarta>()] {
        assert!((7..=9).contains(&expected), "{expected}");
        assert_eq!(anew, 1);
    }
}

/// Regression: a line of the table went on after a position that the game, of
/// whose past the table knows nothing, had brought up twice before.
#[test]
fn a_resumed_line_ends_at_a_threefold_repetition() {
    for ply in [0, 2] {
        let table = Table::new(4).expect("there are 4 MiB");
        let mut search = Search::new();
        let start = Chess::parse("8/8/4k3/4n3/8/8/4K3/R7 w - - 0 1").expect("a position");
        let mut root = Root::new(start);
        let searched = lines(&mut search, &table, &root, 12);
        let pv = &searched[searched.len() - 1].pv;
        root.play(pv[0]);
        root.play(pv[1]);
        let anew = &lines(&mut search, &table, &root, 7)[0];
        assert!((6..=9).contains(&anew.depth), "it is taken up: {anew:?}");
        let mut third = root.clone();
        for &m in &anew.pv[..=ply] {
            third.play(m);
        }
        let third = third.position.key();
        // Sides alternate, so it came up an even number of plies before.
        root.earlier = [0, third, 0, 0].repeat(2);
        let again = lines(&mut search, &table, &root, 12);
        assert_eq!(again[0].depth > 1, ply > 0, "the root's own move has to be found anew");
        for line in again {
            let mut position = root.position.clone();
            let ends = line.pv.iter().position(|&m| {
                position.play(m);
                position.key() == third
            });
            assert!(ends.is_none_or(|last| last + 1 == line.pv.len()), "{line:?}");
        }
    }
}

#[test]
fn a_depth_that_is_asked_for_is_not_exceeded() {
    let table = Table::new(4).expect("there are 4 MiB");
    let mut search = Search::<Chess>::new();
    let root = Root::new(Chess::start(()));
    lines(&mut search, &table, &root, 9);
    let again = lines(&mut search, &table, &root, 6);
    assert_eq!(again.iter().map(|line| line.depth).collect::<Vec<_>>(), [6]);
}

#[test]
fn a_stop_before_the_search_still_gives_a_move() {
    let root = Root::new(Chess::start(()));
    let table = Table::new(1).expect("there is a MiB");
    let control = &Control::new(true, false);
    control.stop();
    let limits = &Limits::default();
    let settings = &Settings::search_alone();
    let task = Task { root: &root, limits, settings, table: &table, control };
    let answer = Search::new().run(&task, &mut |_| ());
    assert!(answer.best.is_some_and(|m| root.position.legal_moves().contains(&m)));
}
