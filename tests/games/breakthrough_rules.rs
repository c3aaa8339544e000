//! The rules of Breakthrough against published counts and a slow second implementation on
//! an array of characters.

use crate::support::perft::perft;
use plyglot_core::game::random::Random;
use plyglot_core::game::{Exact, Game, Glance, Knowledge, Notation, Outcome, Side, Which};
use plyglot_games::breakthrough::Breakthrough;
use std::collections::BTreeSet;

fn parse(text: &str) -> Breakthrough {
    Breakthrough::parse(text).unwrap_or_else(|e| panic!("`{text}`: column {}: {e}", e.at + 1))
}

fn names(position: &Breakthrough, which: Which) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    position.moves(which, |m| assert!(names.insert(position.print_move(m))));
    names
}

/// Breakthrough as its rules tell it: rows of `P`, `p` and `.` from rank 8 down.
#[derive(Clone)]
struct Slow {
    rows: Vec<Vec<char>>,
    mover: char,
}

impl Slow {
    fn start() -> Slow {
        let row = |c: char| vec![c; 8];
        Slow { rows: "pp....PP".chars().map(row).collect(), mover: 'P' }
    }

    fn enemy(&self) -> char {
        if self.mover == 'P' { 'p' } else { 'P' }
    }

    /// Origin and target of each move, as row and column.
    fn moves(&self) -> Vec<[(usize, usize); 2]> {
        let ahead = if self.mover == 'P' { -1 } else { 1 };
        let mut moves = Vec::new();
        for (row, column) in (0..64).map(|i| (i / 8, i % 8)) {
            if self.rows[row][column] != self.mover {
                continue;
            }
            for aside in [-1, 0, 1] {
                let to = (row.checked_add_signed(ahead), column.checked_add_signed(aside));
                let (Some(to_row @ 0..8), Some(to_column @ 0..8)) = to else { continue };
                let there = self.rows[to_row][to_column];
                if there == '.' || there == self.enemy() && aside != 0 {
                    moves.push([(row, column), (to_row, to_column)]);
                }
            }
        }
        moves
    }

    fn name([from, to]: [(usize, usize); 2]) -> String {
        let square = |(row, column)| format!("{}{}", char::from(b'a' + column as u8), 8 - row);
        square(from) + &square(to)
    }

    fn play(&mut self, [from, to]: [(usize, usize); 2]) {
        self.rows[to.0][to.1] = self.mover;
        self.rows[from.0][from.1] = '.';
        self.mover = self.enemy();
    }

    /// Whether the side that has just moved has won.
    fn is_won(&self) -> bool {
        let goal = if self.mover == 'p' { 0 } else { 7 };
        self.rows[goal].contains(&self.enemy())
            || !self.rows.iter().any(|row| row.contains(&self.mover))
    }
}

/// Published counts up to depth 4. The others are those of Fairy-Stockfish 11.1 and of a
/// program that keeps the board as an array of characters.
#[test]
fn perft_of_the_start_position() {
    let start = parse(Breakthrough::INFO.start);
    let counts = [22, 484, 11_132, 256_036, 6_182_818, 149_264_638];
    for (depth, leaves) in (1..).zip(counts) {
        assert_eq!(perft(&start, depth), leaves, "depth {depth}");
    }
}

#[test]
fn moves_and_ends_agree_with_the_slow_game() {
    let mut random = Random::new(5);
    let mut plies = 0;
    for game in 0..300 {
        let (mut position, mut slow) = (parse(Breakthrough::INFO.start), Slow::start());
        loop {
            let fen = position.print();
            assert_eq!(position.status().is_some(), slow.is_won(), "`{fen}` of game {game}");
            if slow.is_won() {
                assert_eq!(position.status(), Some(Outcome::Lost), "`{fen}`");
                assert_eq!(position.legal_moves(), [], "`{fen}`");
                break;
            }
            let moves = slow.moves();
            let expected: BTreeSet<String> = moves.iter().map(|&m| Slow::name(m)).collect();
            assert_eq!(names(&position, Which::All), expected, "`{fen}` of game {game}");
            // Captures more often, so that games without many stones come up too.
            let captures = || moves.iter().filter(|[_, to]| slow.rows[to.0][to.1] != '.');
            let m = match captures().next() {
                Some(&capture) if random.below(2) == 0 => capture,
                _ => moves[random.below(moves.len())],
            };
            let captured = slow.rows[m[1].0][m[1].1] != '.';
            let name = Slow::name(m);
            assert_eq!(names(&position, Which::Tactical).contains(&name), captured, "`{fen}`");
            position.play(position.parse_move(&name).expect("a legal move"));
            slow.play(m);
            plies += 1;
        }
    }
    assert!(plies > 10_000, "{plies} plies");
}

#[test]
fn a_stone_captures_diagonally_and_steps_to_empty_squares_alone() {
    for (fen, expected) in [
        ("8/8/8/ppp5/1P6/8/8/8 w", "b4a5 b4c5"),
        ("8/8/8/ppp5/1P6/8/8/8 b", "a5a4 a5b4 b5a4 b5c4 c5b4 c5c4 c5d4"),
        ("8/7p/8/PPP5/1p6/8/8/8 w", "a5a6 a5b6 b5a6 b5b6 b5c6 c5b6 c5c6 c5d6"),
        ("8/8/7p/7P/8/8/8/8 w", "h5g6"),
        ("8/8/p7/P7/8/8/8/8 b", "a6b5"),
    ] {
        let expected: BTreeSet<String> = expected.split(' ').map(str::to_owned).collect();
        assert_eq!(names(&parse(fen), Which::All), expected, "`{fen}`");
    }
}

#[test]
fn games_end_on_the_last_rank_or_without_stones() {
    for (fen, outcome) in [
        ("7P/8/p7/8/8/8/8/8 b", Some(Outcome::Lost)),
        ("8/8/8/P7/8/8/8/7p w", Some(Outcome::Lost)),
        ("8/8/8/8/8/8/8/7P b", Some(Outcome::Lost)),
        ("8/8/8/p7/8/8/8/8 w", Some(Outcome::Lost)),
        ("8/7P/8/8/8/8/p7/8 w", None),
        // The rules have no draws, whatever the counter says.
        ("8/8/p7/8/8/P7/8/8 w - - 100 80", None),
        ("8/8/p7/8/8/P7/8/8 b - - 65535 65535", None),
    ] {
        assert_eq!(parse(fen).status(), outcome, "`{fen}`");
    }
    let mut position = parse("8/8/8/8/1p6/P7/8/8 w");
    position.play(position.parse_move("a3b4").expect("a capture"));
    assert_eq!(position.status(), Some(Outcome::Lost), "the last stone is captured");
}

#[test]
fn counters_follow_the_moves() {
    let mut position = parse(Breakthrough::INFO.start);
    for (name, counters) in [("a2a3", "1 1"), ("b7b6", "2 2"), ("a3a4", "3 2"), ("b6b5", "4 3")] {
        position.play(position.parse_move(name).expect("a legal move"));
        assert!(position.print().ends_with(&format!(" - - {counters}")), "{}", position.print());
    }
    position.play(position.parse_move("a4b5").expect("a capture"));
    assert_eq!(position.print(), "pppppppp/p1pppppp/8/1P6/8/8/1PPPPPPP/PPPPPPPP b - - 0 3");
    assert_eq!([Side::First, Side::Second].map(|side| position.stone_count(side)), [16, 15]);
    let mut late = parse("8/8/p7/8/8/P7/8/8 b - - 65535 65535");
    late.play(late.legal_moves()[0]);
    assert!(late.print().ends_with(" w - - 65535 65535"), "{}", late.print());
}

#[test]
fn certain_wins_and_threats_are_seen() {
    let known = |exact| Glance::Known(exact);
    for (fen, glance) in [
        (Breakthrough::INFO.start, Glance::Open),
        // On the second-last rank, even with all squares ahead occupied.
        ("ppp5/1P6/8/8/8/8/8/7P w", known(Exact::Win(1))),
        ("8/8/8/8/8/8/p7/PPP4P b", known(Exact::Win(1))),
        // The last stone is captured.
        ("8/8/8/8/1p6/P7/8/8 w", known(Exact::Win(1))),
        // Nobody captures the stone, or not both of them.
        ("8/p7/8/8/8/8/p7/P7 w", known(Exact::Loss(2))),
        ("8/p7/8/8/8/8/p2p4/1P2P3 w", known(Exact::Loss(2))),
        ("8/p7/8/8/8/8/p7/1P6 w", Glance::Forced),
        // d6 steps to a square that no stone attacks.
        ("ppp5/8/3P4/8/8/8/8/7P w", known(Exact::Win(3))),
        ("1ppp4/8/3P4/8/8/8/8/7P w", Glance::Open),
        ("1p1p4/3p4/3P4/8/8/8/8/7P w", Glance::Open),
        // Races: nobody can stop the stone on d5, nor the one on e4.
        ("7p/7p/8/3P4/4p3/8/P7/P7 w", known(Exact::Win(5))),
        ("7p/7p/8/3P4/4p3/8/P7/P7 b", known(Exact::Win(5))),
        ("7p/7p/8/8/3P4/4p3/P7/P7 w", known(Exact::Loss(4))),
        ("7p/7p/3P4/8/8/4p3/P7/P7 b", known(Exact::Win(3))),
        // c2 stands ahead of e4, g8 ahead of d5.
        ("7p/7p/8/3P4/4p3/8/2P5/P7 b", Glance::Open),
        ("6p1/7p/8/3P4/4p3/8/P7/P7 w", Glance::Open),
        // The last stone of the other side might be captured sooner.
        ("8/8/8/3P4/4p3/8/P7/P7 w", Glance::Open),
    ] {
        assert_eq!(parse(fen).glance(), glance, "`{fen}`");
    }
}

/// The mover's stones, the other side's stones, and so on, that can capture on the target.
#[test]
fn exchanges_count_the_stones_that_can_capture() {
    for (fen, name, value) in [
        ("8/8/8/2p5/1P6/8/8/8 w", "b4c5", 100),
        ("8/8/3p4/2p5/1P6/8/8/8 w", "b4c5", 0),
        ("8/8/3p4/2p5/1P1P4/8/8/8 w", "b4c5", 100),
        ("8/8/1p1p4/2p5/1P1P4/8/8/8 w", "b4c5", 0),
        ("8/8/1p1p4/8/1P6/8/8/8 w", "b4c5", -100),
        ("8/8/3p4/8/1P1P4/8/8/8 w", "b4c5", 0),
        ("8/8/1p1p4/8/1P1P4/8/8/8 w", "b4c5", -100),
        ("8/8/1p1p4/8/1PPP4/8/8/8 w", "c4c5", 0),
        ("8/8/8/1pp5/8/P7/8/8 b", "b5b4", 0),
        ("8/8/8/1p6/8/P7/8/8 b", "b5b4", -100),
        ("8/8/8/p1p5/8/P7/8/8 b", "a5b4", 0),
    ] {
        let position = parse(fen);
        let m = position.parse_move(name).expect("a legal move");
        assert!(position.see_at_least(m, value), "`{fen}` {name} wins {value}");
        assert!(!position.see_at_least(m, value + 1), "`{fen}` {name} wins no more than {value}");
    }
}
