//! The rules of Surakarta, the ways of its captures and their exchanges, against published numbers, three
//! other programs and a slow second implementation that walks the loops as the rules tell them.

use super::tables::{check_ends, check_leaves, names, parse};
use crate::support::perft::perft;
use crate::support::surakarta::{LOOPS, Slow};
use plyglot_core::game::random::{Random, random_game};
use plyglot_core::game::{Game, Knowledge, Notation, Outcome, Which};
use plyglot_games::surakarta::Surakarta;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Published counts of the start position, moves told by their two points.
#[test]
fn perft_of_the_start_position() {
    let leaves = [16, 256, 5_382, 111_122, 2_572_484, 58_479_230];
    check_leaves(&Surakarta::start(()), &leaves);
}

/// The traps of the rules, each where it is alone.
#[test]
fn captures_that_are_easily_missed_are_generated() {
    for (fen, expected) in [
        // Over its own start.
        ("6/6/6/6/PP4/1p4 w", "b2b1"),
        ("4p1/4pP/6/6/6/6 b", "e5f5"),
    ] {
        let captures = names(&parse::<Surakarta>(fen), Which::Tactical);
        assert!(captures.contains(expected), "`{fen}`: {captures:?}");
    }
    for (fen, what) in [
        ("6/6/1P2P1/6/PpP3/1P4 w", "an enemy next to a stone, without an arc"),
        ("6/6/6/6/6/Pp4 w", "from a corner"),
        ("6/6/6/6/5p/P5 w", "from a corner to a loop"),
        ("6/6/6/6/6/1PP2p w", "a corner"),
    ] {
        let captures = names(&parse::<Surakarta>(fen), Which::Tactical);
        assert!(captures.is_empty(), "`{fen}`: {what}");
    }
}

/// Plays random games of this many plies, and checks each position against the slow game.
fn check_moves(start: &Surakarta, games: usize, plies: usize, may_stop_on_loops: bool) {
    let mut random = Random::new(7);
    for game in 0..games {
        for position in random_game(start.clone(), plies, &mut random) {
            let fen = position.print();
            let expected = Slow::of(&fen).moves(may_stop_on_loops);
            assert_eq!(names(&position, Which::All), expected, "`{fen}` of game {game}");
        }
    }
}

#[test]
fn moves_agree_with_the_slow_game() {
    check_moves(&Surakarta::start(()), 200, 120, false);
}

#[test]
fn games_end_as_the_rules_say() {
    check_ends::<Surakarta>(&[
        ("6/6/6/6/6/PP4 b - - 0 9", Some(Outcome::Lost)),
        ("6/6/6/6/6/PP4 w - - 0 9", Some(Outcome::Won)),
        ("p5/6/6/6/6/PP4 w - - 49 60", None),
        ("p5/6/6/6/6/PP4 w - - 50 60", Some(Outcome::Won)),
        ("p5/6/6/6/6/PP4 b - - 50 60", Some(Outcome::Lost)),
        ("pp4/6/6/6/6/PP4 b - - 77 60", Some(Outcome::Drawn)),
        // In its corner, without a way out and without a loop.
        ("6/6/6/6/pp4/Pp4 w - - 3 40", Some(Outcome::Lost)),
    ]);
}

/// The position with one of the game's options set.
fn with(fen: &str, name: &str, value: &str) -> Surakarta {
    let mut position: Surakarta = parse(fen);
    position.set_option(name, value);
    position
}

#[test]
fn options_change_the_rules() {
    let counted = "p5/6/6/6/6/PP4 w - - 50 60";
    let stuck = "6/6/6/6/pp4/Pp4 w - - 3 40";
    for (fen, name, value, outcome) in [
        (counted, "NoCapturePlies", "0", None),
        (counted, "NoCapturePlies", "100", None),
        (counted, "NoCapturePlies", "40", Some(Outcome::Won)),
        (counted, "NoCaptureResult", "draw", Some(Outcome::Drawn)),
        (stuck, "StalemateRule", "draw", Some(Outcome::Drawn)),
        (stuck, "StalemateRule", "count", Some(Outcome::Lost)),
        (stuck, "StalemateRule", "loss", Some(Outcome::Lost)),
    ] {
        assert_eq!(with(fen, name, value).status(), outcome, "{name} {value}: `{fen}`");
    }
}

/// Published counts with `LoopMoves`, and the slow game's moves.
#[test]
fn stones_may_stop_on_a_loop_if_the_rules_say_so() {
    let start = with(Surakarta::INFO.start, "LoopMoves", "true");
    check_leaves(&start, &[28, 784, 20_638]);
    check_moves(&start, 50, 80, true);
}

/// A file of test data that lies beside the checkout, if it does.
fn shared(name: &str) -> Option<String> {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/surakarta");
    std::fs::read_to_string(folder.join(name)).ok()
}

/// On which three independent programs agree, who do not count plies.
#[test]
fn legal_moves_of_a_thousand_positions() {
    let Some(text) = shared("legal_moves.tsv") else { return };
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let expected: BTreeSet<String> = fields[2].split_whitespace().map(str::to_owned).collect();
        let (board, _counters) = fields[0].split_once(" - - ").expect("a whole FEN");
        let position: Surakarta = parse(board);
        assert_eq!(names(&position, Which::All), expected, "`{}`", fields[0]);
        assert_eq!(position.count().to_string(), fields[1], "`{}`", fields[0]);
    }
    assert_eq!(text.lines().count(), 1_000);
}

#[test]
fn perft_of_thirty_positions() {
    let Some(text) = shared("perft.tsv") else { return };
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        for depth in 1..=4 {
            let found = perft(&parse::<Surakarta>(fields[0]), depth as u32);
            assert_eq!(found.to_string(), fields[depth], "depth {depth} of `{}`", fields[0]);
        }
    }
    assert_eq!(text.lines().count(), 30);
}

/// The ways of a move, points with blanks between them.
fn paths(fen: &str, name: &str) -> Vec<String> {
    let position: Surakarta = parse(fen);
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

/// The gains of the side to move by capturing on a point, where either side may stop: all values,
/// as they may depend on which stone takes.
fn wins(slow: &Slow, point: &str) -> BTreeSet<i32> {
    let takers: Vec<&String> = slow.stones[0]
        .iter()
        .filter(|from| slow.rides(from, false).iter().any(|to| to == point))
        .collect();
    if takers.is_empty() {
        return BTreeSet::from([0]);
    }
    let after = takers.into_iter().map(|from| slow.after(from, point));
    after.flat_map(|next| wins(&next, point)).map(|lost| (100 - lost).max(0)).collect()
}

#[test]
fn exchanges_agree_with_a_slow_recursion() {
    let mut random = Random::new(23);
    let (mut certain, mut winning) = (0, 0);
    for _ in 0..20 {
        let mut position = Surakarta::start(());
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let slow = Slow::of(&position.print());
            for &m in &moves {
                let name = position.print_move(m);
                let (from, to) = name.split_at(2);
                let gain = if slow.stones[1].contains(to) { 100 } else { 0 };
                let values: BTreeSet<i32> =
                    wins(&slow.after(from, to), to).into_iter().map(|lost| gain - lost).collect();
                let found: Vec<i32> =
                    (-100..=100).step_by(50).filter(|&t| position.see_at_least(m, t)).collect();
                let best = found.last().copied();
                let is_one_of_them = values.iter().any(|&value| best == Some(value));
                assert!(is_one_of_them, "{} {name}: {found:?} of {values:?}", position.print());
                assert_eq!(found.len() as i32, (best.unwrap_or(-150) + 150) / 50, "monotone");
                certain += i32::from(values.len() == 1);
                winning += i32::from(best == Some(100));
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
    assert!(certain > 20_000 && winning > 200, "{certain} certain, {winning} winning");
}
