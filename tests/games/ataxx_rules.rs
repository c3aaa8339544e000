//! The rules of Ataxx against published numbers, the results of two other programs and a
//! slow second implementation on an array of points.

use crate::support::perft::perft;
use plyglot_core::game::random::Random;
use plyglot_core::game::{Exact, Game, Glance, Knowledge, Notation, Outcome, Which};
use plyglot_games::ataxx::Ataxx;
use std::collections::BTreeSet;

fn parse(text: &str) -> Ataxx {
    Ataxx::parse(text).unwrap_or_else(|e| panic!("`{text}`: column {}: {e}", e.at + 1))
}

fn names(position: &Ataxx) -> BTreeSet<String> {
    position.legal_moves().into_iter().map(|m| position.print_move(m)).collect()
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
        for (depth, &expected) in (1..).zip(*leaves) {
            assert_eq!(perft(&parse(fen), depth), expected, "depth {depth} of `{fen}`");
        }
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

    /// The moves of a side's stones.
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
        let mut position = parse(boards[game % 3]);
        position.set_option("NoClonePlies", "0");
        let mut slow = Slow::of(&position.print());
        for _ in 0..400 {
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
                break;
            }
            let moves = position.legal_moves();
            assert_eq!(names(&position), slow.moves(), "`{fen}`");
            let m = moves[random.below(moves.len())];
            let name = position.print_move(m);
            passes += usize::from(name[..2] == name[2..]);
            position.play(m);
            slow.play(&name);
        }
    }
    assert!(passes > 20 && ends.iter().all(|&count| count > 0), "{passes} {ends:?}");
}

/// Results of libataxx, for the side to move.
#[test]
fn games_end_as_the_rules_say() {
    let full = |rows: &str| rows.replace('X', "xxxxxxx").replace('O', "ooooooo");
    for (fen, outcome) in [
        ("x5o/7/7/7/7/7/o5x x 0 1".to_owned(), None),
        ("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1".to_owned(), None),
        ("7/7/7/7/7/7/7 x 0 1".to_owned(), Some(Outcome::Drawn)),
        // A side without stones.
        ("x6/7/7/7/7/7/7 x 0 1".to_owned(), Some(Outcome::Won)),
        ("x6/7/7/7/7/7/7 o 0 1".to_owned(), Some(Outcome::Lost)),
        ("o6/7/7/7/7/7/7 x 0 1".to_owned(), Some(Outcome::Lost)),
        // A full board.
        (full("O/O/O/oooxxxx/X/X/X x 0 1"), Some(Outcome::Won)),
        (full("O/O/O/oooxxxx/X/X/X o 0 1"), Some(Outcome::Lost)),
        (full("O/O/O/ooooxxx/X/X/X x 0 1"), Some(Outcome::Lost)),
        (full("O/O/O/ooo-xxx/X/X/X x 0 1"), Some(Outcome::Drawn)),
        // Plies without a clone.
        ("x5o/7/7/7/7/7/o5x x 99 1".to_owned(), None),
        ("x5o/7/7/7/7/7/o5x x 100 1".to_owned(), Some(Outcome::Drawn)),
        ("x5o/7/7/7/7/7/o5x x 101 1".to_owned(), Some(Outcome::Drawn)),
        ("oox4/7/7/7/7/7/7 x 100 1".to_owned(), Some(Outcome::Drawn)),
        // The end of the board comes before the count of plies.
        ("7/7/7/7/-------/-------/xxxxooo x 100 1".to_owned(), Some(Outcome::Won)),
        ("7/7/7/7/-------/-------/xxxxooo o 100 1".to_owned(), Some(Outcome::Lost)),
        ("x6/7/7/7/7/7/7 o 100 1".to_owned(), Some(Outcome::Lost)),
        // Nobody can move.
        ("7/7/7/7/-------/-------/xxxxooo x 0 1".to_owned(), Some(Outcome::Won)),
        ("7/7/7/7/-------/-------/xxxoooo x 0 1".to_owned(), Some(Outcome::Lost)),
        ("7/7/7/7/-------/-------/xxx-ooo o 0 1".to_owned(), Some(Outcome::Drawn)),
    ] {
        assert_eq!(parse(&fen).status(), outcome, "`{fen}`");
        let drawn_by_count = fen.contains(" 10") && outcome == Some(Outcome::Drawn);
        let has_moves = !parse(&fen).legal_moves().is_empty();
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
        let mut position = parse(fen);
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
        let mut position = parse(fen);
        let Some(expected) = expected else {
            assert!(position.count() > 1, "`{fen}`");
            continue;
        };
        assert_eq!(names(&position), [expected.to_owned()].into(), "`{fen}`");
        assert_eq!(position.glance(), Glance::Forced, "`{fen}`");
        let m = position.parse_move("0000").expect("the move of UAI");
        position.play(m);
        assert_eq!(position.print(), next);
    }
}

/// Positions and their counters along a game, as two other programs have them.
#[test]
fn moves_turn_the_stones_around_their_target() {
    let mut position = parse(Ataxx::INFO.start);
    for (name, fen) in [
        ("g2", "P5p/7/7/7/7/6P/p5P b - - 0 1"),
        ("a2", "P5p/7/7/7/7/p5P/p5P w - - 0 2"),
        ("g3", "P5p/7/7/7/6P/p5P/p5P b - - 0 2"),
        ("a2a4", "P5p/7/7/p6/6P/6P/p5P w - - 1 3"),
        ("a7a5", "6p/7/P6/P6/6P/6P/p5P b - - 2 3"),
        ("a1b3", "6p/7/P6/p6/1p4P/6P/6P w - - 3 4"),
    ] {
        let m = position.parse_move(name).unwrap_or_else(|e| panic!("{name}: {e}"));
        position.play(m);
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
        assert_eq!(parse(fen).glance(), expected, "`{fen}`");
    }
}

/// Three stones or more.
#[test]
fn moves_that_turn_many_stones_are_tactical() {
    let position = parse("7/7/3ppp1/7/3P3/7/7 w");
    let mut moves = BTreeSet::new();
    position.moves(Which::Tactical, |m| {
        moves.insert(position.print_move(m));
    });
    assert_eq!(moves, ["P@e4".to_owned()].into());
}
