//! The exact solver of Connect Four by itself: scores that two other programs
//! agree on, and what must not change them.

use crate::support::connect4::{Known, columns, parse, positions};
use crate::support::exhaustive::Exhaustive;
use crate::support::solve::{errors, lines, objects, solve};
use plyglot_core::game::{
    Exact, Game, Glance, Knowledge, Notation, Outcome, Solver, SolverContext,
};
use plyglot_games::connect4::{ConnectFour, book};
use serde_json::Value;

/// Plies from which positions are solved without it here: earlier ones take
/// seconds each.
const LATE: i32 = 8;
/// Plies from which they take some milliseconds each.
const QUICK: i32 = 14;

const ALONE: [&str; 3] = ["--game", "cfour", "--no-book"];

fn input<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    texts.into_iter().map(|text| format!("{text}\n")).collect()
}

/// Solves positions, all of which must have their scores.
fn check(arguments: &[&str], positions: &[Known]) {
    let output = solve(arguments, input(positions.iter().map(|known| known.text)).as_bytes());
    let found = lines(&output);
    assert_eq!(found.len(), positions.len(), "{}", errors(&output));
    let expected = |known: &Known| format!("{}\t{}", known.text, known.score);
    let wrong: Vec<String> = (positions.iter().map(expected).zip(&found))
        .filter(|(expected, found)| expected != *found)
        .map(|(expected, found)| format!("expected {expected}, found {found}"))
        .collect();
    assert!(wrong.is_empty(), "{arguments:?}:\n{}", wrong.join("\n"));
}

fn from(plies: i32) -> Vec<Known> {
    positions().into_iter().filter(|known| known.stones() >= plies).collect()
}

fn nodes(arguments: &[&str], positions: &[Known]) -> Vec<u64> {
    let arguments = [arguments, &["--json"]].concat();
    let output = solve(&arguments, input(positions.iter().map(|known| known.text)).as_bytes());
    let nodes = |object: &Value| object["nodes"].as_u64().expect("a number");
    objects(&output).iter().map(nodes).collect()
}

/// The positions include the cases that a solver could get wrong.
#[test]
fn the_positions_are_of_all_kinds() {
    let positions = positions();
    let mut at_ply = [0; 42];
    let (mut wins_at_once, mut forced, mut double_threats) = (0, 0, 0);
    for known in &positions {
        let position = parse(known.text);
        assert_eq!(position.status(), None, "{}", known.text);
        at_ply[known.stones() as usize] += 1;
        match position.glance() {
            Glance::Known(Exact::Win(1)) => wins_at_once += 1,
            Glance::Known(Exact::Loss(2)) => double_threats += 1,
            Glance::Forced => forced += 1,
            _ => {}
        }
    }
    assert_eq!(positions.len(), 418);
    assert!(at_ply[8..].iter().all(|&count| count == 11), "{at_ply:?}");
    assert!(wins_at_once >= 24, "{wins_at_once}");
    assert!(forced >= 20, "{forced}");
    assert!(double_threats >= 20, "{double_threats}");
}

#[test]
fn every_position_has_its_score() {
    check(&ALONE, &from(LATE));
}

/// They are looked up, not searched.
/// A result takes at most the nodes of a score, and half of them over all.
#[test]
fn every_position_has_its_result() {
    let positions = from(QUICK);
    let arguments = [ALONE.as_slice(), &["--wld", "--cold"]].concat();
    let output = solve(&arguments, input(positions.iter().map(|known| known.text)).as_bytes());
    let expected = positions.iter().map(|known| match known.score {
        1.. => format!("{}\twin", known.text),
        0 => format!("{}\tdraw", known.text),
        _ => format!("{}\tloss", known.text),
    });
    assert_eq!(lines(&output), expected.collect::<Vec<_>>());
    let total = |wld: &[&str]| -> u64 {
        nodes(&[ALONE.as_slice(), &["--cold"], wld].concat(), &positions).iter().sum()
    };
    let (results, scores) = (total(&["--wld"]), total(&[]));
    assert!(2 * results < scores, "{results} nodes for results, {scores} for scores");
}

#[test]
fn the_book_has_the_scores_of_the_opening() {
    let early = positions().into_iter().filter(|known| known.stones() <= book::PLIES as i32);
    let early: Vec<Known> = early.collect();
    check(&["--game", "cfour"], &early);
    assert_eq!(nodes(&["--game", "cfour"], &early), vec![0; early.len()]);
}

#[test]
fn every_column_has_its_score() {
    let columns = columns();
    assert_eq!(columns.len(), 62);
    let arguments = [&ALONE[..], &["--all"]].concat();
    let output = solve(&arguments, input(columns.iter().map(|c| c.text)).as_bytes());
    for (line, known) in lines(&output).iter().zip(&columns) {
        let best = known.each().iter().map(|&(_, score)| score).max().expect("a column");
        assert_eq!(line, &format!("{}\t{best}\t{}", known.text, known.scores));
    }
    assert_eq!(lines(&output).len(), columns.len(), "{}", errors(&output));
}

/// The first player wins with its fourth stone, the second with its own, and
/// on a full board nobody has.
#[test]
fn finished_games_have_the_score_of_their_result() {
    let full = "PPpPPpp/ppPppPP/PPpPPpp/ppPppPP/PPpPPpp/ppPppPP[] w - - 0 22";
    assert_eq!(parse(full).status(), Some(Outcome::Drawn));
    for (text, score) in [("4141414", -18), ("14141424", -18), (full, 0)] {
        let output = solve(&[&ALONE[..], &["--all"]].concat(), input([text]).as_bytes());
        assert_eq!(lines(&output), [format!("{text}\t{score}\t")], "{}", errors(&output));
    }
}

#[test]
fn mirror_images_have_the_same_score() {
    let images: Vec<String> = from(QUICK)
        .iter()
        .map(|known| known.text.bytes().map(|digit| char::from(b'1' + b'7' - digit)).collect())
        .collect();
    let output = solve(&ALONE, input(images.iter().map(String::as_str)).as_bytes());
    let found = lines(&output);
    for ((known, image), line) in from(QUICK).iter().zip(&images).zip(&found) {
        assert_eq!(line, &format!("{image}\t{}", known.score), "the image of {}", known.text);
    }
    assert_eq!(found.len(), images.len());
}

/// Also more threads than there are processors, and more than there is memory for.
#[test]
fn threads_change_no_score() {
    let positions: Vec<Known> = from(QUICK - 2).into_iter().step_by(5).collect();
    for (threads, hash) in [("2", "64"), ("2", "1"), ("7", "1"), ("300", "1")] {
        let some = if threads == "300" { &positions[50..] } else { &positions[..] };
        check(&[&ALONE[..], &["--threads", threads, "--hash", hash]].concat(), some);
    }
}

#[test]
fn little_memory_changes_no_score() {
    check(&[&ALONE[..], &["--hash", "1"]].concat(), &from(QUICK));
}

/// Neither the clock nor chance has a say; nor what was asked before, if that
/// is to be forgotten.
#[test]
fn one_thread_visits_the_same_nodes_each_time() {
    let positions: Vec<Known> = from(QUICK).into_iter().step_by(3).collect();
    let arguments = [&ALONE[..], &["--cold"]].concat();
    let found = nodes(&arguments, &positions);
    assert_eq!(nodes(&arguments, &positions), found);
    let last = positions.len() - 1;
    assert_eq!(nodes(&arguments, &positions[last..]), found[last..]);
    let warm = nodes(&ALONE, &positions);
    assert_eq!(nodes(&ALONE, &positions), warm);
}

/// Results of the position before are used again.
#[test]
fn a_second_solve_of_a_position_reuses_the_first() {
    let positions: Vec<Known> = from(QUICK - 2).into_iter().take(3).collect();
    let twice: Vec<Known> = positions.iter().flat_map(|&known| [known, known]).collect();
    for pair in nodes(&ALONE, &twice).chunks(2) {
        assert!(pair[1] * 10 < pair[0], "{pair:?}");
    }
}

/// Late positions of tests/data/connect4.txt, which gives the source of their scores.
#[test]
fn distances_agree_with_the_scores_of_other_programs() {
    for (digits, score) in [
        ("32437652136117477642153123577352215", -3),
        ("71722416667534316227577445154531532", 0),
        ("33537715622767351172152264551173266", 3),
    ] {
        let position = ConnectFour::parse(digits).unwrap();
        let meter = |_| 1 << 20;
        let context = SolverContext { memory: &[], helpers: None, book: false, meter: &meter };
        let value = Exhaustive.value(&position, &context).unwrap();
        // A win scores the number of stones that the winner has left after it, plus
        // one.
        let stones = digits.len() as i32;
        let found = match value {
            Exact::Win(plies) => 22 - (stones + i32::from(plies) + 1) / 2,
            Exact::Loss(plies) => (stones + i32::from(plies) + 1) / 2 - 22,
            _ => 0,
        };
        assert_eq!(found, score, "{digits}: {value:?}");
    }
}
