//! The rules of Surakarta against published numbers, three other programs and
//! a slow second implementation that walks the loops as the rules tell them.

use crate::support::perft::perft;
use crate::support::surakarta::Slow;
use plyglot_core::game::{Game, Notation, Outcome, Which};
use plyglot_games::surakarta::Surakarta;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn parse(text: &str) -> Surakarta {
    Surakarta::parse(text).unwrap_or_else(|e| panic!("`{text}`: column {}: {e}", e.at + 1))
}

fn names(position: &Surakarta) -> BTreeSet<String> {
    position.legal_moves().into_iter().map(|m| position.print_move(m)).collect()
}

/// Published counts of the start position, moves told by their two points.
#[test]
fn perft_of_the_start_position() {
    let start = parse(Surakarta::INFO.start);
    for (depth, leaves) in [(1, 16), (2, 256), (3, 5_382), (4, 111_122), (5, 2_572_484)] {
        assert_eq!(perft(&start, depth), leaves, "depth {depth}");
    }
    assert_eq!(perft(&start, 6), 58_479_230);
}

/// The traps of the rules, each where it is alone.
#[test]
fn captures_that_are_easily_missed_are_generated() {
    for (fen, expected) in [
        // Over its own start.
        ("6/6/6/6/PP4/1p4 w", "b2b1"),
        ("4p1/4pP/6/6/6/6 b", "e5f5"),
    ] {
        let captures: Vec<String> = {
            let position = parse(fen);
            let mut captures = Vec::new();
            position.moves(Which::Tactical, |m| captures.push(position.print_move(m)));
            captures
        };
        assert!(captures.contains(&expected.to_owned()), "`{fen}`: {captures:?}");
    }
    for (fen, what) in [
        ("6/6/1P2P1/6/PpP3/1P4 w", "an enemy next to a stone, without an arc"),
        ("6/6/6/6/6/Pp4 w", "from a corner"),
        ("6/6/6/6/5p/P5 w", "from a corner to a loop"),
        ("6/6/6/6/6/1PP2p w", "a corner"),
    ] {
        let mut captures = 0;
        parse(fen).moves(Which::Tactical, |_| captures += 1);
        assert_eq!(captures, 0, "`{fen}`: {what}");
    }
}

/// Plays random games of so many plies, and checks each position against the slow game.
fn check_moves(start: &Surakarta, games: usize, plies: usize, may_stop_on_loops: bool) {
    let mut random = plyglot_core::game::random::Random::new(7);
    for game in 0..games {
        let mut position = start.clone();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let fen = position.print();
            let expected = Slow::of(&fen).moves(may_stop_on_loops);
            assert_eq!(names(&position), expected, "`{fen}` of game {game}");
            position.play(moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn moves_agree_with_the_slow_game() {
    check_moves(&parse(Surakarta::INFO.start), 200, 120, false);
}

#[test]
fn games_end_as_the_rules_say() {
    for (fen, outcome) in [
        ("6/6/6/6/6/PP4 b - - 0 9", Some(Outcome::Lost)),
        ("6/6/6/6/6/PP4 w - - 0 9", Some(Outcome::Won)),
        ("p5/6/6/6/6/PP4 w - - 49 60", None),
        ("p5/6/6/6/6/PP4 w - - 50 60", Some(Outcome::Won)),
        ("p5/6/6/6/6/PP4 b - - 50 60", Some(Outcome::Lost)),
        ("pp4/6/6/6/6/PP4 b - - 77 60", Some(Outcome::Drawn)),
        // In its corner, without a way out and without a loop.
        ("6/6/6/6/pp4/Pp4 w - - 3 40", Some(Outcome::Lost)),
    ] {
        assert_eq!(parse(fen).status(), outcome, "`{fen}`");
    }
}

/// The position with one of the game's options set.
fn with(fen: &str, name: &str, value: &str) -> Surakarta {
    let mut position = parse(fen);
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
    for (depth, leaves) in [(1, 28), (2, 784), (3, 20_638)] {
        assert_eq!(perft(&start, depth), leaves, "depth {depth}");
    }
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
        let position = parse(board);
        assert_eq!(names(&position), expected, "`{}`", fields[0]);
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
            let found = perft(&parse(fields[0]), depth as u32);
            assert_eq!(found.to_string(), fields[depth], "depth {depth} of `{}`", fields[0]);
        }
    }
    assert_eq!(text.lines().count(), 30);
}
