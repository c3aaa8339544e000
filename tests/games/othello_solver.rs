//! The solver of Othello's endgame, against published values and a slow search.

use crate::support::solve;
use plyglot_core::game::random::Random;
use plyglot_core::game::{Exact, Game, Knowledge, Notation, Outcome, Side, Solver, SolverContext};
use plyglot_games::othello::Othello;
use plyglot_support::pool::Pool;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

fn solver() -> &'static dyn Solver<Othello> {
    Othello::solver().expect("Othello has one")
}

fn with_memory<T>(words: usize, work: impl FnOnce(&SolverContext<'_>) -> T) -> T {
    let memory: Vec<AtomicU64> = (0..words).map(|_| AtomicU64::new(0)).collect();
    work(&SolverContext { memory: &memory, helpers: None, book: false, meter: &|_| 1 << 20 })
}

fn discs(value: Exact) -> i32 {
    match value {
        Exact::WinBy(discs) => i32::from(discs),
        Exact::LossBy(discs) => -i32::from(discs),
        Exact::Draw => 0,
        other => panic!("{other:?}"),
    }
}

fn published() -> Vec<(Othello, BTreeMap<String, i32>)> {
    let text = include_str!("../data/othello.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let entry = |line: &str| {
        let (board, moves) = line.split_once(';').expect("moves");
        let position = Othello::parse(board).unwrap_or_else(|error| panic!("{line}: {error}"));
        let value = |text: &str| {
            let (m, value) = text.trim().split_once(':').expect("a value");
            let m = position.parse_move(&m.to_lowercase()).expect("a move");
            (position.print_move(m), value.parse().expect("discs"))
        };
        let moves = moves.split(';').filter(|text| !text.trim().is_empty()).map(value);
        (position, moves.collect())
    };
    lines.map(entry).collect()
}

#[test]
fn published_values_are_found() {
    let entries = published();
    assert_eq!(entries.len(), 19);
    for (i, (position, moves)) in entries.iter().enumerate() {
        let best = *moves.values().max().expect("a move");
        with_memory(1 << 18, |context| {
            let value = solver().value(position, context).expect("no limit");
            assert_eq!(discs(value), best, "problem {}", i + 1);
            let m = solver().best(position, value, context).expect("no limit");
            assert_eq!(moves[&position.print_move(m)], best, "problem {}", i + 1);
        });
    }
}

#[test]
fn published_positions_have_their_result() {
    let mut nodes = [0; 2];
    for (i, (position, moves)) in published().iter().enumerate() {
        let best = *moves.values().max().expect("a move");
        let expected = match best {
            1.. => Outcome::Won,
            0 => Outcome::Drawn,
            _ => Outcome::Lost,
        };
        let count = |work: &dyn Fn(&SolverContext<'_>)| {
            let visited = AtomicU64::new(0);
            let meter = |nodes| {
                visited.fetch_add(nodes, Relaxed);
                1 << 20
            };
            with_memory(1 << 18, |context| work(&SolverContext { meter: &meter, ..*context }));
            visited.into_inner()
        };
        nodes[0] += count(&|context| {
            assert_eq!(solver().outcome(position, context), Some(expected), "problem {}", i + 1);
        });
        nodes[1] += count(&|context| {
            solver().value(position, context).expect("no limit");
        });
    }
    assert!(nodes[0] < nodes[1], "{nodes:?} nodes for results and for scores");
}

/// Threads share the work from 15 empty squares on: the same values, with little memory too.
#[test]
fn published_values_are_found_by_several_threads() {
    let pool = Pool::new(2);
    let entries = published();
    for (i, (position, moves)) in entries.iter().enumerate().skip(7).step_by(2) {
        let best = *moves.values().max().expect("a move");
        let words = if i % 4 == 1 { 1 << 16 } else { 64 };
        let memory: Vec<AtomicU64> = (0..words).map(|_| AtomicU64::new(0)).collect();
        let meter = |_| 1 << 12;
        let helpers = Some(&pool);
        let context = SolverContext { memory: &memory, helpers, book: false, meter: &meter };
        for _ in 0..3 {
            let value = solver().value(position, &context).expect("no limit");
            assert_eq!(discs(value), best, "problem {}", i + 1);
            let m = solver().best(position, value, &context).expect("no limit");
            assert_eq!(moves[&position.print_move(m)], best, "problem {}", i + 1);
        }
    }
}

/// The values of all moves, not only of the best. Some problems list a few of them.
#[test]
fn published_values_of_moves_are_found() {
    for (position, moves) in &published()[..4] {
        let mut found = BTreeMap::new();
        let mut note = |m, value| {
            found.insert(position.print_move(m), discs(value));
        };
        with_memory(1 << 18, |context| solver().values(position, context, &mut note))
            .expect("no limit");
        for (m, value) in moves {
            assert_eq!(found[m], *value, "{} {m}", position.print());
        }
        assert_eq!(found.len() as u64, position.count());
    }
}

/// The difference of discs for the side to move, by the rules alone.
fn slow(position: &Othello) -> i32 {
    let moves = position.legal_moves();
    if moves.is_empty() {
        let board: String = position.print().chars().take_while(|&c| c != '[').collect();
        let count = |of: fn(&char) -> bool| board.chars().filter(of).count() as i32;
        let [first, second] = [count(char::is_ascii_uppercase), count(char::is_ascii_lowercase)];
        let own = if position.side() == Side::First { first - second } else { second - first };
        return own + own.signum() * (64 - first - second);
    }
    moves.into_iter().map(|m| -slow(&position.after(m))).max().expect("a move")
}

/// Random games from their last plies on, with little memory and with none.
#[test]
fn the_ends_of_random_games_agree_with_a_slow_search() {
    let mut random = Random::new(6);
    let mut passes = 0;
    for game in 0..400 {
        let empties = 1 + game % 7;
        let mut position = Othello::start(());
        while position.status().is_none() {
            let moves = position.legal_moves();
            let text = position.print();
            let board = text.split('[').next().unwrap_or_default();
            let empty: u32 = board.chars().filter_map(|c| c.to_digit(10)).sum();
            if empty == empties {
                let words = if game % 2 == 0 { 0 } else { 64 };
                let value = with_memory(words, |context| solver().value(&position, context));
                assert_eq!(value.map(discs), Some(slow(&position)), "{text}");
                passes += usize::from(moves[0].square().is_none());
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
    assert!(passes > 5, "{passes} passes");
}

#[test]
fn solve_prints_discs() {
    let text = include_str!("../data/othello.txt").lines().find(|line| !line.starts_with('#'));
    let board = text.and_then(|line| line.split_once(';')).expect("a problem").0;
    let output = solve::solve(&["--game", "othello"], format!("{board}\nstartpos\n").as_bytes());
    let lines = solve::lines(&output);
    assert_eq!(lines[0], format!("{board}\t18"));
    assert!(lines[1].contains("expected a position of at most 24 empty squares"), "{lines:?}");
}
