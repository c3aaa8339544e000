//! Breakthrough: its text, and its rules against published counts and a slow second implementation on
//! an array of characters.

use super::tables::{
    check_any, check_diagram, check_ends, check_glances, check_leaves, check_no_moves,
    check_refusals, check_texts, names, parse, play,
};
use plyglot_core::game::random::Random;
use plyglot_core::game::{Exact, Game, Glance, Knowledge, Notation, Outcome, Which};
use plyglot_games::breakthrough::Breakthrough;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn position(text: &str) -> Breakthrough {
    parse(text)
}

#[test]
fn reads_every_form_of_a_fen() {
    let board = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP";
    for rest in [" w 0 1", " w", " w -", " w - -", " w - - 0", "  w  -  -  0  1 ", " w 0"] {
        check_texts::<Breakthrough>(&[(&format!("{board}{rest}"), Breakthrough::INFO.start)]);
    }
    let men = "mmmmmmmm/mmmmmmmm/44/11111111/8/8/MMMMMMMM/MMMMMMMM w - - 0 1";
    let late = "8/7p/8/8/8/8/P7/8 b - - 3 20";
    check_texts::<Breakthrough>(&[
        (Breakthrough::INFO.start, Breakthrough::INFO.start),
        (men, Breakthrough::INFO.start),
        ("8/7p/8/8/8/8/P7/8 b 3 20", late),
    ]);
    assert_eq!(position(late).identity(), "8/7p/8/8/8/8/P7/8 b - -");
}

#[test]
fn refuses_impossible_positions_where_they_go_wrong() {
    let piece = "'P', 'p', a number of empty points or '/'";
    let won = "a side to move that has not won yet";
    let most = "at most 16 stones of each side";
    check_refusals::<Breakthrough>(&[
        ("", 0, "8 rows of 8 points"),
        ("8/8/8/8/8/8/8 w", 13, "8 rows of 8 points"),
        ("8/8/8/8/8/8/8/8/8 w", 15, "8 rows"),
        ("8/8/8/9/8/8/8/8 w", 6, "a row of 8 points"),
        ("8/8/7/8/8/8/8/8 w", 5, "a row of 8 points"),
        ("8/8/8/3K4/8/8/8/8 w", 7, piece),
        ("8/8/8/\u{e9}/8/8/8/8 w", 6, piece),
        ("8/7p/8/8/8/8/P7/8", 17, "'w' or 'b', whose turn it is"),
        ("8/7p/8/8/8/8/P7/8 x", 18, "'w' or 'b', whose turn it is"),
        ("8/7p/8/8/8/8/P7/8[] w", 17, "the end of the board"),
        ("8/7p/8/8/8/8/P7/8 w KQ", 20, "'-'"),
        ("8/7p/8/8/8/8/P7/8 w - - x", 24, "a number up to 65535"),
        ("8/7p/8/8/8/8/P7/8 w 0 65536", 22, "a number up to 65535"),
        ("8/7p/8/8/8/8/P7/8 w 0 1 2", 24, "the end of the position"),
        ("pppppppp/pppppppp/7p/8/8/8/PPPPPPPP/PPPPPPPP w", 0, most),
        (" P7/7p/8/8/8/8/8/8 w", 1, won),
        ("8/8/8/8/8/7P/8/7p b", 0, won),
        ("8/8/8/8/8/P7/8/8 w", 0, won),
        ("8/8/8/8/8/p7/8/8 b", 0, won),
        ("8/8/8/8/8/8/8/8 w", 0, won),
    ]);
}

/// `a2-a3` and `a2xb3` is what game servers such as Little Golem write.
#[test]
fn reads_every_spelling_of_a_move() {
    let white = position("8/8/8/1pp5/PP6/8/8/8 w");
    for (name, others) in [("a4b5", ["a4xb5"]), ("a4a5", ["a4-a5"]), ("b4c5", ["b4xc5"])] {
        let m = white.parse_move(name).expect(name);
        assert_eq!(white.print_move(m), name);
        for other in others {
            assert_eq!(white.parse_move(other), Ok(m), "`{other}`");
        }
    }
    let black = position("8/8/8/1pp5/PP6/8/8/8 b");
    for name in ["b5a4", "b5xa4", "c5-c4", "c5d4", "c5xb4"] {
        let m = black.parse_move(name).expect(name);
        let plain: String = name.chars().filter(|c| !"-x".contains(*c)).collect();
        assert_eq!(black.print_move(m), plain);
    }
    let others = "|a|a4|a4a|b4b5|a4-b5|a4xa5|a4--a5|a4 a5|A4A5|a4a5q|a4a6|a4a3|i4i5|a9a9|b5b4|h1h0|a0a1|\
                  \u{e9}a5|a4\u{e9}5|a4\u{e9}|a04a5";
    check_no_moves(&white, others);
    check_no_moves(&position("7P/8/p7/8/8/8/8/8 b"), "a6a5");
}

#[test]
fn flipping_exchanges_the_colours() {
    for (fen, flipped) in [
        (
            "pppppppp/p1pppppp/8/1P6/8/8/1PPPPPPP/PPPPPPPP b - - 0 3",
            "pppppppp/1ppppppp/8/8/1p6/8/P1PPPPPP/PPPPPPPP w - - 0 3",
        ),
        ("8/7p/8/2P5/8/8/P7/8 w - - 3 20", "8/p7/8/8/2p5/8/7P/8 b - - 3 20"),
    ] {
        let found = position(fen).flipped().map(|position| position.print());
        assert_eq!(found.as_deref(), Some(flipped), "`{fen}`");
    }
}

#[test]
fn draws_the_board() {
    check_diagram(
        &position("8/7p/8/8/8/8/P7/8 w"),
        &[
            " |   |   |   |   |   |   |   | O | 7",
            " | X |   |   |   |   |   |   |   | 2",
            "   a   b   c   d   e   f   g   h",
        ],
    );
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>(), fen in "[Pp1-8/]{0,40} [wb]( -)?( [0-9]{1,6})?") {
        check_any(&Breakthrough::start(()), &[text, fen]);
    }
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
    let leaves = [22, 484, 11_132, 256_036, 6_182_818, 149_264_638];
    check_leaves(&Breakthrough::start(()), &leaves);
}

#[test]
fn moves_and_ends_agree_with_the_slow_game() {
    let mut random = Random::new(5);
    let mut plies = 0;
    for game in 0..300 {
        let (mut position, mut slow) = (Breakthrough::start(()), Slow::start());
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
            play(&mut position, &name);
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
        assert_eq!(names(&position(fen), Which::All), expected, "`{fen}`");
    }
}

#[test]
fn games_end_on_the_last_rank_or_without_stones() {
    check_ends::<Breakthrough>(&[
        ("7P/8/p7/8/8/8/8/8 b", Some(Outcome::Lost)),
        ("8/8/8/P7/8/8/8/7p w", Some(Outcome::Lost)),
        ("8/8/8/8/8/8/8/7P b", Some(Outcome::Lost)),
        ("8/8/8/p7/8/8/8/8 w", Some(Outcome::Lost)),
        ("8/7P/8/8/8/8/p7/8 w", None),
        // The rules have no draws, whatever the counter says.
        ("8/8/p7/8/8/P7/8/8 w - - 100 80", None),
        ("8/8/p7/8/8/P7/8/8 b - - 65535 65535", None),
    ]);
    let mut position = position("8/8/8/8/1p6/P7/8/8 w");
    play(&mut position, "a3b4");
    assert_eq!(position.status(), Some(Outcome::Lost), "the last stone is captured");
}

#[test]
fn counters_follow_the_moves() {
    let mut position = Breakthrough::start(());
    for (name, counters) in [("a2a3", "1 1"), ("b7b6", "2 2"), ("a3a4", "3 2"), ("b6b5", "4 3")] {
        play(&mut position, name);
        assert!(position.print().ends_with(&format!(" - - {counters}")), "{}", position.print());
    }
    play(&mut position, "a4b5");
    assert_eq!(position.print(), "pppppppp/p1pppppp/8/1P6/8/8/1PPPPPPP/PPPPPPPP b - - 0 3");
    let mut late: Breakthrough = parse("8/8/p7/8/8/P7/8/8 b - - 65535 65535");
    late.play(late.legal_moves()[0]);
    assert!(late.print().ends_with(" w - - 65535 65535"), "{}", late.print());
}

#[test]
fn certain_wins_and_threats_are_seen() {
    let known = |exact| Glance::Known(exact);
    check_glances::<Breakthrough>(&[
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
    ]);
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
        let position = position(fen);
        let m = position.parse_move(name).expect("a legal move");
        assert!(position.see_at_least(m, value), "`{fen}` {name} wins {value}");
        assert!(!position.see_at_least(m, value + 1), "`{fen}` {name} wins no more than {value}");
    }
}
