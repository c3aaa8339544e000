//! The ways of Surakarta's captures, against the loops as the rules list them.

use crate::support::surakarta::{LOOPS, Slow};
use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, Notation, Which};
use plyglot_games::surakarta::Surakarta;
use std::collections::BTreeSet;

/// The ways of a move, points with blanks between them.
fn paths(fen: &str, name: &str) -> Vec<String> {
    let position = Surakarta::parse(fen).unwrap_or_else(|error| panic!("`{fen}`: {error}"));
    let m = position.parse_move(name).unwrap_or_else(|error| panic!("`{fen}`: {error}"));
    position.paths(m).iter().map(|way| way.join(" ")).collect()
}

#[test]
fn the_path_of_a_step_is_its_two_points() {
    assert_eq!(paths(Surakarta::INFO.start, "b2c3"), ["b2 c3"]);
    assert_eq!(paths("6/6/6/6/6/Pp4 w", "a1a2"), ["a1 a2"]);
}

#[test]
fn a_capture_may_go_over_its_own_start() {
    assert_eq!(
        paths("6/6/6/6/PP4/1p4 w", "b2b1"),
        ["b2 c2 d2 e2 f2 e1 e2 e3 e4 e5 e6 f5 e5 d5 c5 b5 a5 b6 b5 b4 b3 b2 b1"]
    );
    assert_eq!(
        paths("4p1/4pP/6/6/6/6 b", "e5f5"),
        ["e5 e4 e3 e2 e1 f2 e2 d2 c2 b2 a2 b1 b2 b3 b4 b5 b6 a5 b5 c5 d5 e5 f5"]
    );
}

#[test]
fn the_shortest_way_comes_first() {
    assert_eq!(
        paths("6/6/6/6/P5/1p4 w", "a2b1"),
        ["a2 b1", "a2 b2 c2 d2 e2 f2 e1 e2 e3 e4 e5 e6 f5 e5 d5 c5 b5 a5 b6 b5 b4 b3 b2 b1",]
    );
    assert_eq!(
        paths("6/6/3p2/1P4/6/6 w", "b3d4"),
        ["b3 c3 d3 e3 f3 d1 d2 d3 d4", "b3 a3 c1 c2 c3 c4 c5 c6 a4 b4 c4 d4"]
    );
}

/// Random games, each capture against a walk along the lists.
#[test]
fn all_paths_of_a_capture_are_listed() {
    let (mut random, mut captures, mut most) = (Random::new(3), 0, 0);
    for _ in 0..100 {
        let mut position = Surakarta::start(());
        for _ in 0..100 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let occupied: BTreeSet<String> =
                Slow::of(&position.print()).stones.into_iter().flatten().collect();
            position.moves(Which::Tactical, |m| {
                let (fen, name) = (position.print(), position.print_move(m));
                let found = paths(&fen, &name);
                assert!(found.is_sorted_by_key(String::len), "`{fen}`: {found:?}");
                let expected: BTreeSet<String> = slow_ways(&occupied, &name).into_iter().collect();
                assert_eq!(found.len(), expected.len(), "`{fen}`: {found:?}");
                assert_eq!(BTreeSet::from_iter(found), expected, "`{fen}`");
                (captures, most) = (captures + 1, most.max(expected.len()));
            });
            position.play(moves[random.below(moves.len())]);
        }
    }
    assert!(captures > 1000 && most > 1, "{captures} captures of up to {most} ways");
}

/// The ways of a capture from entry to entry, both ways round each loop.
fn slow_ways(occupied: &BTreeSet<String>, name: &str) -> Vec<String> {
    let (from, to) = name.split_at(2);
    let mut found = Vec::new();
    for list in LOOPS {
        let list: Vec<&str> = list.split(' ').collect();
        for start in (0..24).filter(|&i| list[i] == from) {
            for step in [1, 23] {
                let (mut at, mut arcs, mut way) = (start, 0, from.to_owned());
                for _ in 0..24 {
                    let next = (at + step) % 24;
                    arcs += usize::from(at / 6 != next / 6);
                    at = next;
                    way = format!("{way} {}", list[at]);
                    if list[at] != from && occupied.contains(list[at]) {
                        break;
                    }
                }
                if arcs > 0 && list[at] == to {
                    found.push(way);
                }
            }
        }
    }
    found
}
