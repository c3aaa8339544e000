//! Ataxx: its text, and its rules against published numbers, the results of two other programs and
//! a slow second implementation on an array of points.

use super::tables::{
    check_any, check_diagram, check_ends, check_leaves, check_no_moves, check_refusals,
    check_texts, names, parse, play, walk,
};
use plyglot_core::game::random::Random;
use plyglot_core::game::{Exact, Game, Glance, Knowledge, Notation, Outcome, Which};
use plyglot_games::ataxx::{Ataxx, Move};
use proptest::prelude::*;
use std::collections::BTreeSet;

#[test]
fn reads_the_fen_of_both_worlds() {
    check_texts::<Ataxx>(&[
        ("P5p/7/7/7/7/7/p5P w - - 0 1", Ataxx::INFO.start),
        ("P5p/7/7/7/7/7/p5P w 0 1", Ataxx::INFO.start),
        (" P5p/7/7/7/7/7/p5P  w ", Ataxx::INFO.start),
        ("x5o/7/7/7/7/7/o5x x 0 1", Ataxx::INFO.start),
        ("x5o/7/7/7/7/7/o5x x", Ataxx::INFO.start),
        ("X11111O/7/7/7/7/7/O5X x", Ataxx::INFO.start),
        ("x5o/7/7/7/7/7/o5x o 17 9", "P5p/7/7/7/7/7/p5P b - - 17 9"),
        ("P5p/7/7/7/7/7/p5P b - - 17", "P5p/7/7/7/7/7/p5P b - - 17 1"),
        ("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", "P5p/7/2*1*2/7/2*1*2/7/p5P w - - 0 1"),
        ("P5p/7/2*1*2/7/2*1*2/7/p5P w - - 0 1", "P5p/7/2*1*2/7/2*1*2/7/p5P w - - 0 1"),
        ("7/7/7/7/7/7/7 w", "7/7/7/7/7/7/7 w - - 0 1"),
    ]);
}

#[test]
fn refuses_what_is_no_position_where_it_goes_wrong() {
    let usual = "'w' or 'b', whose turn it is";
    let uai = "'x' or 'o', whose turn it is";
    check_refusals::<Ataxx>(&[
        ("", 0, "7 rows of 7 points"),
        ("hello", 0, "'P', 'p', '*', a number of empty points or '/'"),
        ("P5p/7/7/7/7/7/p5Q w", 16, "'P', 'p', '*', a number of empty points or '/'"),
        ("P5p/7/7/7/7/7/p6P w", 16, "a row of 7 points"),
        ("P5p/7/7/7/7/6/p5P w", 13, "a row of 7 points"),
        ("P5p/7/7/7/7/7 w", 13, "7 rows of 7 points"),
        ("P5p/7/7/7/7/7/7/p5P w", 15, "7 rows"),
        ("P5p/7/7/7/7/7/p5P[] w", 17, "the end of the board"),
        ("P5p/7/7/7/7/7/p5P", 17, usual),
        ("P5p/7/7/7/7/7/p5P X", 18, usual),
        ("x5o/7/7/7/7/7/o5x", 17, uai),
        ("x5o/7/7/7/7/7/o5x b", 18, uai),
        ("x5o/7/7/7/7/7/o5x w 0 1", 18, uai),
        ("P5p/7/7/7/7/7/p5P w KQ - 0 1", 20, "a number up to 65535"),
        ("P5p/7/7/7/7/7/p5P w - - - 1", 24, "a number up to 65535"),
        ("P5p/7/7/7/7/7/p5P w - - 0 65536", 26, "a number up to 65535"),
        ("P5p/7/7/7/7/7/p5P w - - 0 1 2", 28, "the end of the position"),
    ]);
}

#[test]
fn reads_the_moves_of_both_worlds() {
    let position = Ataxx::start(());
    for (text, printed, recorded) in [
        ("P@g2", "P@g2", "g2"),
        ("g2", "P@g2", "g2"),
        ("g1e1", "g1e1", "g1e1"),
        ("a7c5", "a7c5", "a7c5"),
    ] {
        let m = position.parse_move(text).unwrap_or_else(|e| panic!("`{text}`: {e}"));
        assert_eq!(position.print_move(m), printed);
        assert_eq!(position.record_move(m), recorded);
        assert_eq!(position.short_move(m), recorded);
    }
    let others = "|P@|g|2|g3|P@g1|P@g3|g1g2|P@g1e1|g1g1|0000|a1c1|g1d1|g1h2|G2|p@g2|g2 |g1e1x|a8|h1|a0|\
                  \u{e9}\u{e9}|g\u{e9}1";
    check_no_moves(&position, others);
}

/// The lowest stone of the side to move, as Fairy-Stockfish writes it.
#[test]
fn reads_a_pass_where_it_is_the_only_move() {
    let position: Ataxx = parse("7/7/7/7/3pppp/3pppp/3ppPP w");
    for text in ["f1f1", "0000"] {
        let m = position.parse_move(text).unwrap_or_else(|e| panic!("`{text}`: {e}"));
        assert_eq!(position.print_move(m), "f1f1");
        assert_eq!(position.record_move(m), "0000");
    }
    assert!(position.parse_move("g1g1").is_err());
    // After the end of a game there is no move, and no pass.
    for over in ["p6/7/7/7/7/7/7 w", "P6/7/7/7/7/7/7 w", "7/7/7/7/7/7/7 w"] {
        for text in ["0000", "a6", "a7a7", "a7a5", "b10b10"] {
            assert!(parse::<Ataxx>(over).parse_move(text).is_err(), "{text}: `{over}`");
        }
    }
}

#[test]
fn draws_the_board() {
    check_diagram(
        &parse::<Ataxx>("P5p/7/2*1*2/7/2*1*2/7/p5P w"),
        &[
            " | X |   |   |   |   |   | O | 7",
            " |   |   | # |   | # |   |   | 5",
            "   a   b   c   d   e   f   g",
        ],
    );
}

#[test]
fn flipping_exchanges_the_colours() {
    let position: Ataxx = parse("P4pp/7/2*4/7/7/7/p5P w - - 3 9");
    let flipped = position.flipped().expect("it has one");
    assert_eq!(flipped.print(), "p4PP/7/2*4/7/7/7/P5p b - - 3 9");
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>(), fen in "[PpxoX*1-9/\\[\\] wb-]{0,60}", word in "[a-h0-9P@]{0,6}") {
        check_any(&Ataxx::start(()), &[text, fen, word]);
    }

    /// Boards of the right shape, most of which no game can reach.
    #[test]
    fn no_board_panics(rows in prop::collection::vec("[Pp*1]{7}", 7), side in "[wb]", count in 0..65_536_u32) {
        let text = format!("{} {side} - - {count} 65535", rows.join("/"));
        let mut position: Ataxx = parse(&text);
        let read: Ataxx = parse(&position.print());
        prop_assert_eq!(&read, &position);
        for _ in 0..4 {
            let moves = position.legal_moves();
            let Some(&m) = moves.last() else { break };
            prop_assert_eq!(position.parse_move(&position.record_move(m)), Ok(m));
            position.play(m);
        }
    }
}

/// Leaves at depth 1, 2 and so on, published with libataxx; a pass is a ply. Its other
/// positions with the second player to move have the same counts.
const PERFT: &[(&str, &[u64])] = &[
    ("x5o/7/7/7/7/7/o5x x 0 1", &[16, 256, 6_460, 155_888, 4_752_668]),
    ("x5o/7/7/7/7/7/o5x o 0 1", &[16, 256, 6_460, 155_888, 4_752_668]),
    ("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", &[14, 196, 4_184, 86_528, 2_266_352]),
    ("x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1", &[14, 196, 4_100, 83_104, 2_114_588]),
    ("x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1", &[16, 256, 5_948, 133_264, 3_639_856]),
    ("7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", &[1, 75, 249, 14_270, 452_980]),
    ("7/7/7/7/ooooooo/ooooooo/xxxxxxx o 0 1", &[75, 249, 14_270, 452_980]),
    ("7/7/7/7/xxxxxxx/xxxxxxx/ooooooo x 0 1", &[75, 249, 14_270, 452_980]),
    ("7/7/7/7/xxxxxxx/xxxxxxx/ooooooo o 0 1", &[1, 75, 249, 14_270, 452_980]),
    ("7/7/7/2x1o2/7/7/7 x 0 1", &[23, 419, 7_887, 168_317, 4_266_992]),
    ("7/7/7/7/-------/-------/x5o x 0 1", &[2, 4, 13, 30, 73, 174]),
    ("7/7/7/7/7/7/7 x 0 1", &[0, 0]),
];

#[test]
fn perft_of_published_positions() {
    for (fen, leaves) in PERFT {
        check_leaves(&parse::<Ataxx>(fen), leaves);
    }
}

/// The slow game: the letters of the board, rank by rank from a1.
#[derive(Clone)]
struct Slow {
    points: Vec<char>,
    own: char,
    other: char,
}

impl Slow {
    fn of(fen: &str) -> Slow {
        let mut words = fen.split(' ');
        let rows = words.next().expect("a board").split('/').rev();
        let widen = |c: char| match c.to_digit(10) {
            Some(empty) => vec!['.'; empty as usize],
            None => vec![c],
        };
        let points = rows.flat_map(|row| row.chars()).flat_map(widen).collect();
        let is_first = words.next() == Some("w");
        let [own, other] = if is_first { ['P', 'p'] } else { ['p', 'P'] };
        Slow { points, own, other }
    }

    fn distance(a: usize, b: usize) -> usize {
        (a / 7).abs_diff(b / 7).max((a % 7).abs_diff(b % 7))
    }

    fn name(point: usize) -> String {
        format!("{}{}", char::from(b'a' + (point % 7) as u8), point / 7 + 1)
    }

    fn point(name: &str) -> usize {
        let bytes = name.as_bytes();
        7 * usize::from(bytes[1] - b'1') + usize::from(bytes[0] - b'a')
    }

    fn of_kind(&self, kind: char) -> Vec<usize> {
        (0..49).filter(|&point| self.points[point] == kind).collect()
    }

    fn steps(&self, kind: char) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        for from in self.of_kind(kind) {
            for to in self.of_kind('.') {
                match Slow::distance(from, to) {
                    1 => moves.insert(format!("P@{}", Slow::name(to))),
                    2 => moves.insert(Slow::name(from) + &Slow::name(to)),
                    _ => false,
                };
            }
        }
        moves
    }

    fn moves(&self) -> BTreeSet<String> {
        let moves = self.steps(self.own);
        match (moves.is_empty(), self.of_kind(self.own).first()) {
            (true, Some(&first)) if !self.steps(self.other).is_empty() => {
                [Slow::name(first).repeat(2)].into()
            }
            _ => moves,
        }
    }

    fn play(&mut self, name: &str) {
        if name[..2] != name[2..] {
            let to = Slow::point(&name[2..]);
            if !name.starts_with("P@") {
                self.points[Slow::point(&name[..2])] = '.';
            }
            self.points[to] = self.own;
            for point in 0..49 {
                if Slow::distance(point, to) == 1 && self.points[point] == self.other {
                    self.points[point] = self.own;
                }
            }
        }
        std::mem::swap(&mut self.own, &mut self.other);
    }

    /// Whether the game is over, and the difference of stones for the side to move.
    fn end(&self) -> (bool, i64) {
        let [own, other] = [self.own, self.other].map(|kind| self.of_kind(kind).len() as i64);
        let is_stuck = self.steps(self.own).is_empty() && self.steps(self.other).is_empty();
        (own == 0 || other == 0 || is_stuck, own - other)
    }
}

impl super::tables::Slow<Ataxx> for Slow {
    fn follow(&mut self, position: &Ataxx, m: Move) {
        self.play(&position.print_move(m));
    }
}

/// Random games on boards with and without walls, each position against the slow game.
#[test]
fn games_agree_with_the_slow_game() {
    let mut random = Random::new(7);
    let boards = [
        Ataxx::INFO.start,
        "P5p/7/2*1*2/3*3/2*1*2/7/p5P w - - 0 1",
        "P2*2p/3*3/7/**3**/7/3*3/p2*2P w",
    ];
    let (mut passes, mut ends) = (0, [0; 3]);
    for game in 0..210 {
        let mut start: Ataxx = parse(boards[game % 3]);
        start.set_option("NoClonePlies", "0");
        let slow = Slow::of(&start.print());
        walk((start, slow), &mut random, |position, slow| {
            let fen = position.print();
            assert_eq!(slow.points, Slow::of(&fen).points, "`{fen}`");
            let (is_over, difference) = slow.end();
            let outcome = match difference {
                0 => Outcome::Drawn,
                1.. => Outcome::Won,
                _ => Outcome::Lost,
            };
            assert_eq!(position.status(), is_over.then_some(outcome), "`{fen}`");
            if is_over {
                ends[outcome as usize] += 1;
                return;
            }
            let moves = names(position, Which::All);
            assert_eq!(moves, slow.moves(), "`{fen}`");
            passes += usize::from(moves.iter().all(|name| name[..2] == name[2..]));
        });
    }
    assert!(passes > 20 && ends.iter().all(|&count| count > 0), "{passes} {ends:?}");
}

/// Results of libataxx, for the side to move.
#[test]
fn games_end_as_the_rules_say() {
    let ends = [
        ("x5o/7/7/7/7/7/o5x x 0 1", None),
        ("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", None),
        ("7/7/7/7/7/7/7 x 0 1", Some(Outcome::Drawn)),
        // A side without stones.
        ("x6/7/7/7/7/7/7 x 0 1", Some(Outcome::Won)),
        ("x6/7/7/7/7/7/7 o 0 1", Some(Outcome::Lost)),
        ("o6/7/7/7/7/7/7 x 0 1", Some(Outcome::Lost)),
        // A full board.
        ("ooooooo/ooooooo/ooooooo/oooxxxx/xxxxxxx/xxxxxxx/xxxxxxx x 0 1", Some(Outcome::Won)),
        ("ooooooo/ooooooo/ooooooo/oooxxxx/xxxxxxx/xxxxxxx/xxxxxxx o 0 1", Some(Outcome::Lost)),
        ("ooooooo/ooooooo/ooooooo/ooooxxx/xxxxxxx/xxxxxxx/xxxxxxx x 0 1", Some(Outcome::Lost)),
        ("ooooooo/ooooooo/ooooooo/ooo-xxx/xxxxxxx/xxxxxxx/xxxxxxx x 0 1", Some(Outcome::Drawn)),
        // Plies without a clone.
        ("x5o/7/7/7/7/7/o5x x 99 1", None),
        ("x5o/7/7/7/7/7/o5x x 100 1", Some(Outcome::Drawn)),
        ("x5o/7/7/7/7/7/o5x x 101 1", Some(Outcome::Drawn)),
        ("oox4/7/7/7/7/7/7 x 100 1", Some(Outcome::Drawn)),
        // The end of the board comes before the count of plies.
        ("7/7/7/7/-------/-------/xxxxooo x 100 1", Some(Outcome::Won)),
        ("7/7/7/7/-------/-------/xxxxooo o 100 1", Some(Outcome::Lost)),
        ("x6/7/7/7/7/7/7 o 100 1", Some(Outcome::Lost)),
        // Nobody can move.
        ("7/7/7/7/-------/-------/xxxxooo x 0 1", Some(Outcome::Won)),
        ("7/7/7/7/-------/-------/xxxoooo x 0 1", Some(Outcome::Lost)),
        ("7/7/7/7/-------/-------/xxx-ooo o 0 1", Some(Outcome::Drawn)),
    ];
    check_ends::<Ataxx>(&ends);
    for (fen, outcome) in ends {
        let drawn_by_count = fen.contains(" 10") && outcome == Some(Outcome::Drawn);
        let has_moves = !parse::<Ataxx>(fen).legal_moves().is_empty();
        assert_eq!(has_moves, outcome.is_none() || drawn_by_count, "`{fen}`");
    }
}

#[test]
fn games_without_clones_need_not_end() {
    for (fen, plies, outcome) in [
        ("x5o/7/7/7/7/7/o5x x 100 1", "0", None),
        ("x5o/7/7/7/7/7/o5x x 60000 1", "0", None),
        ("x5o/7/7/7/7/7/o5x x 100 1", "100", Some(Outcome::Drawn)),
        ("x6/7/7/7/7/7/7 o 100 1", "0", Some(Outcome::Lost)),
    ] {
        let mut position = parse::<Ataxx>(fen);
        position.set_option("NoClonePlies", plies);
        assert_eq!(position.status(), outcome, "{plies}: `{fen}`");
    }
}

/// The only move of a side that has to pass; both other programs agree.
#[test]
fn a_side_without_a_move_passes_if_the_other_has_one() {
    for (fen, expected, next) in [
        ("7/7/7/7/4ooo/4ooo/4oox x 0 1", Some("g1g1"), "7/7/7/7/4ppp/4ppp/4ppP b - - 1 1"),
        ("7/7/7/7/4ooo/4ooo/4oox o 0 1", None, ""),
        ("7/7/7/7/4xxx/4xxx/4xxo o 0 1", Some("g1g1"), "7/7/7/7/4PPP/4PPP/4PPp w - - 1 2"),
        (
            "xxxxxxx/-------/-------/7/7/-------/ooooooo x 0 1",
            Some("a7a7"),
            "PPPPPPP/*******/*******/7/7/*******/ppppppp b - - 1 1",
        ),
        ("xxxxxxx/-------/-------/7/7/-------/ooooooo o 0 1", None, ""),
        (
            "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1",
            Some("a1a1"),
            "7/7/7/7/ppppppp/ppppppp/PPPPPPP b - - 1 1",
        ),
    ] {
        let mut position: Ataxx = parse(fen);
        let Some(expected) = expected else {
            assert!(position.count() > 1, "`{fen}`");
            continue;
        };
        assert_eq!(names(&position, Which::All), [expected.to_owned()].into(), "`{fen}`");
        assert_eq!(position.glance(), Glance::Forced, "`{fen}`");
        play(&mut position, "0000");
        assert_eq!(position.print(), next);
    }
}

/// Positions and their counters along a game, as two other programs have them.
#[test]
fn moves_turn_the_stones_around_their_target() {
    let mut position = Ataxx::start(());
    for (name, fen) in [
        ("g2", "P5p/7/7/7/7/6P/p5P b - - 0 1"),
        ("a2", "P5p/7/7/7/7/p5P/p5P w - - 0 2"),
        ("g3", "P5p/7/7/7/6P/p5P/p5P b - - 0 2"),
        ("a2a4", "P5p/7/7/p6/6P/6P/p5P w - - 1 3"),
        ("a7a5", "6p/7/P6/P6/6P/6P/p5P b - - 2 3"),
        ("a1b3", "6p/7/P6/p6/1p4P/6P/6P w - - 3 4"),
    ] {
        play(&mut position, name);
        assert_eq!(position.print(), fen, "after {name}");
    }
}

#[test]
fn wins_at_once_are_seen_at_a_glance() {
    for (fen, is_won) in [
        // A jump or a clone to c1 turns the last stones.
        ("7/7/7/7/7/3p3/P2p3 w", true),
        ("7/7/7/3p3/7/7/P2p3 w", false),
        ("7/7/7/7/7/6p/P5p b", false),
        // A clone to the last empty point makes 6 stones of 49, or 28.
        ("ppppppp/ppppppp/ppppppp/ppppppp/ppppppp/ppppppp/ppppp1P w", false),
        ("PPPPPPP/PPPPPPP/PPPPPPP/Pp1pppp/ppppppp/ppppppp/ppppppp w", true),
    ] {
        let expected = if is_won { Glance::Known(Exact::Win(1)) } else { Glance::Open };
        assert_eq!(parse::<Ataxx>(fen).glance(), expected, "`{fen}`");
    }
}

/// Three stones or more.
#[test]
fn moves_that_turn_many_stones_are_tactical() {
    let position: Ataxx = parse("7/7/3ppp1/7/3P3/7/7 w");
    assert_eq!(names(&position, Which::Tactical), ["P@e4".to_owned()].into());
}
