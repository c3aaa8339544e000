//! Connect Four: its text, and its rules and exact knowledge against published numbers and a slow
//! second implementation on an array of cells.

use super::tables::{
    self, check_any, check_diagram, check_ends, check_leaves, check_no_moves, check_refusals,
    check_splits, check_texts, children, parse, walk,
};
use plyglot_core::game::random::Random;
use plyglot_core::game::{
    Exact, Game, Glance, Knowledge, Mismatch, Notation, Outcome, Side, evaluate,
};
use plyglot_games::connect4::ConnectFour;
use proptest::prelude::*;
use std::collections::HashSet;

#[test]
fn prints_the_position_after_digits_and_reads_short_forms() {
    let whole = "7/7/7/7/3p3/2PP3[PPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] b - - 0 2";
    check_texts::<ConnectFour>(&[
        ("4", "7/7/7/7/7/3P3[PPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] b - - 0 1"),
        ("443", whole),
        (" 17 ", "7/7/7/7/7/P5p[PPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] w - - 0 2"),
        ("7/7/7/7/3p3/2PP3[] b - - 0 2", whole),
        ("7/7/7/7/3p3/2PP3 b", whole),
        (" 7/7/7/7/3p3/2PP3  b - - 0 ", whole),
        ("1111111/7/7/7/111p111/11PP111 b", whole),
    ]);
}

#[test]
fn refuses_bad_digits_where_they_stand() {
    let file = "a file from 1 to 7";
    for (text, at, expected, found) in [
        ("448", 2, file, "'8'"),
        ("4085", 1, file, "'0'"),
        ("44x5", 2, file, "'x'"),
        (" 44\u{e9}\u{e9}", 3, file, "'\u{e9}'"),
        ("4444444", 6, "a file that is not full", "'4'"),
        ("12121212", 7, "the end of the game, which is won", "'2'"),
        ("443 5", 4, "the end of the position", "'5'"),
    ] {
        let error = ConnectFour::parse(text).map(|p| p.print()).expect_err(text);
        assert_eq!((error.at, error.mismatch), (at, Mismatch::new(expected, found)), "`{text}`");
    }
}

#[test]
fn refuses_impossible_boards_where_they_go_wrong() {
    let ended = "a game that ends at the first four in a row";
    let floating = "no stone above an empty cell";
    let counts = "as many stones of each side, or one more P than p";
    let (first, second) = ("P".repeat(21), "p".repeat(21));
    let hand = format!("the stones in hand, '[{first}{second}]', or nothing");
    check_refusals::<ConnectFour>(&[
        ("", 0, "6 rows of 7 points"),
        ("hello", 0, "'P', 'p', a number of empty points or '/'"),
        ("7/7/7/7/7/8 w", 10, "a row of 7 points"),
        ("7/7/7/7/6/7 w", 9, "a row of 7 points"),
        ("7/7/7/7/7 w", 9, "6 rows of 7 points"),
        ("7/7/7/7/7/7/7 w", 11, "6 rows"),
        ("7/7/7/7/7/2PP3 w", 0, counts),
        ("7/7/7/7/7/3p3 b", 0, counts),
        ("7/7/7/7/3P3/7 b", 9, floating),
        (" 7/7/7/p6/1P5/PpP4 b", 7, floating),
        ("7/7/7/7/7/3P3 w", 14, "'b', whose turn it is"),
        ("7/7/7/7/7/3P3", 13, "'b', whose turn it is"),
        ("7/7/7/7/7/7[PP] w", 11, &hand),
        ("7/7/7/7/7/7 w KQ - 0 1", 14, "'-'"),
        ("7/7/7/7/7/7 w - - x 1", 18, "a whole number"),
        ("7/7/7/7/7/7 w - - 0 1 2", 22, "the end of the position"),
        // P has four and is to move.
        ("7/7/7/7/p6/PPPPppp w", 0, ended),
        // Both have four.
        ("7/7/7/PPPP3/pppp3/PPPPppp b", 0, ended),
        // All four are covered, so that none of them can have been the last.
        ("7/7/7/7/ppPp3/PPPPppP b", 0, ended),
    ]);
}

#[test]
fn accepts_what_the_last_stone_can_have_won() {
    let lost = Some(Outcome::Lost);
    check_ends::<ConnectFour>(&[
        ("7/7/7/7/7/PPPPppp b", lost),
        ("7/7/7/7/ppp1ppp/PPPPPPP b", lost),
    ]);
}

#[test]
fn reads_every_spelling_of_a_move() {
    let position: ConnectFour = parse("44");
    let third = position.parse_move("P@d3").unwrap();
    for text in ["d3", "d", "4"] {
        assert_eq!(position.parse_move(text), Ok(third), "`{text}`");
    }
    check_no_moves(&position, "|P@|P@d|P@4|d2|P@d2|h|8|0|44|D3|p@d3|d3 ");
    // A file that is full.
    check_no_moves(&parse::<ConnectFour>("444444"), "4|d|d6|P@d7");
}

#[test]
fn splits_digits_and_nothing_else() {
    check_splits::<ConnectFour>(&[
        ("443", &["4", "4", "3"]),
        ("7", &["7"]),
        ("890", &["8", "9", "0"]),
        ("P@d1", &["P@d1"]),
        ("44d", &["44d"]),
        ("d1", &["d1"]),
    ]);
}

#[test]
fn draws_the_board() {
    check_diagram(
        &parse::<ConnectFour>("443"),
        &[
            " |   |   |   | O |   |   |   | 2",
            " |   |   | X | X |   |   |   | 1",
            "   a   b   c   d   e   f   g",
        ],
    );
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>(), digits in "[0-9 ]{0,50}", fen in "[Pp1-9/\\[\\] wb-]{0,60}") {
        let texts = [text, digits, fen];
        check_any(&parse::<ConnectFour>("44"), &texts);
        for text in texts {
            prop_assert_eq!(ConnectFour::split_moves(&text).concat(), text);
        }
    }

    /// Boards of the right shape, most of which no game can reach.
    #[test]
    fn no_board_panics(rows in prop::collection::vec("[Pp1]{7}", 6), side in "[wb]") {
        check_any(&ConnectFour::start(()), &[format!("{} {side}", rows.join("/"))]);
    }
}

/// The sixty-nine rows of four, each as its cells `(file, rank)`.
fn rows() -> Vec<[(usize, usize); 4]> {
    let mut rows = Vec::new();
    for (file, rank) in (0..7).flat_map(|file| (0..6).map(move |rank| (file, rank))) {
        for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let cell = |i: isize| (file + i * right, rank + i * up);
            let cells = [cell(0), cell(1), cell(2), cell(3)];
            if cells.iter().all(|&(f, r)| (0..7).contains(&f) && (0..6).contains(&r)) {
                rows.push(cells.map(|(f, r)| (f as usize, r as usize)));
            }
        }
    }
    rows
}

/// The slow game: an array of cells and the moves so far.
#[derive(Clone, Default)]
struct Slow {
    cells: [[Option<usize>; 6]; 7],
    played: usize,
}

impl Slow {
    fn files(&self) -> Vec<usize> {
        (0..7).filter(|&file| self.cells[file][5].is_none()).collect()
    }

    fn play(&mut self, file: usize) {
        let rank = self.cells[file].iter().position(Option::is_none).expect("a file with room");
        self.cells[file][rank] = Some(self.played % 2);
        self.played += 1;
    }

    fn after(&self, file: usize) -> Slow {
        let mut next = self.clone();
        next.play(file);
        next
    }

    fn has_won(&self, player: usize) -> bool {
        rows().iter().any(|row| row.iter().all(|&(f, r)| self.cells[f][r] == Some(player)))
    }

    /// Whether the side to move can win with its next stone.
    fn wins_at_once(&self) -> bool {
        self.files().iter().any(|&file| self.after(file).has_won(self.played % 2))
    }

    /// Whether the other side could if it were its turn.
    fn is_threatened(&self) -> bool {
        let mut passed = self.clone();
        passed.played += 1;
        passed.wins_at_once()
    }

    /// Whether no side can fill a row any more.
    fn is_dead(&self) -> bool {
        [0, 1].iter().all(|&player| {
            let lost = |&(f, r): &(usize, usize)| self.cells[f][r] == Some(1 - player);
            rows().iter().all(|row| row.iter().any(lost))
        })
    }

    /// The empty cells `(file, rank)`, in the air or not, that would give the
    /// player four in a row.
    fn threats(&self, player: usize) -> Vec<(usize, usize)> {
        let completes = |&(file, rank): &(usize, usize)| {
            let mut filled = self.clone();
            filled.cells[file][rank] = Some(player);
            self.cells[file][rank].is_none() && filled.has_won(player)
        };
        (0..7).flat_map(|file| (0..6).map(move |rank| (file, rank))).filter(completes).collect()
    }

    /// In how many files the lowest threat is on a rank of this parity (from
    /// 0) and the player's, if perhaps not his alone.
    fn files_won(&self, player: usize, parity: usize) -> i32 {
        let [own, other] = [self.threats(player), self.threats(1 - player)];
        let lowest = |file| own.iter().chain(&other).filter(|cell| cell.0 == file).min().copied();
        let counts = |cell: &(usize, usize)| cell.1 % 2 == parity && own.contains(cell);
        (0..7).filter_map(lowest).filter(counts).count() as i32
    }

    /// Rows across the files without a stone of the other player, and with at
    /// least this many of this one.
    fn open_rows(&self, player: usize, stones: usize) -> i32 {
        let count = |row: &[(usize, usize); 4], owner| {
            row.iter().filter(|&&(f, r)| self.cells[f][r] == Some(owner)).count()
        };
        let is_open = |row: &&[(usize, usize); 4]| {
            row[0].0 != row[3].0 && count(row, 1 - player) == 0 && count(row, player) >= stones
        };
        rows().iter().filter(is_open).count() as i32
    }

    fn exact(&self) -> Option<Exact> {
        let files = self.files();
        if self.wins_at_once() {
            Some(Exact::Win(1))
        } else if !files.is_empty() && files.iter().all(|&file| self.after(file).wins_at_once()) {
            Some(Exact::Loss(2))
        } else {
            self.is_dead().then_some(Exact::Draw)
        }
    }
}

impl tables::Slow<ConnectFour> for Slow {
    fn follow(&mut self, position: &ConnectFour, m: <ConnectFour as Game>::Move) {
        let name = position.print_move(m);
        self.play(usize::from(name.as_bytes()[2] - b'a'));
    }
}

/// Plays random games in both implementations and shows every position.
fn games(count: usize, seed: u64, mut visit: impl FnMut(&ConnectFour, &Slow, &str)) {
    let mut random = Random::new(seed);
    for _ in 0..count {
        let start = (ConnectFour::start(()), Slow::default());
        walk(start, &mut random, |fast, slow| visit(fast, slow, &fast.print()));
    }
}

#[test]
fn a_position_takes_sixteen_bytes() {
    assert_eq!(size_of::<ConnectFour>(), 16);
    assert_eq!(size_of::<<ConnectFour as Game>::Move>(), 1);
}

#[test]
fn counts_the_published_perft_numbers() {
    let leaves = [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234];
    check_leaves(&ConnectFour::start(()), &leaves);
}

/// Unique positions of each ply: OEIS A212693.
#[test]
fn keys_count_the_published_numbers_of_positions() {
    let mut layer = vec![ConnectFour::start(())];
    for (ply, unique) in [1, 7, 49, 238, 1120, 4263, 16422, 54859].into_iter().enumerate() {
        let mut seen = HashSet::new();
        layer.retain(|position| seen.insert(position.key()));
        assert_eq!(layer.len(), unique, "positions after {ply} plies");
        layer = layer.iter().flat_map(children).collect();
    }
}

#[test]
fn there_are_sixty_nine_rows() {
    assert_eq!(rows().len(), 69);
}

#[test]
fn games_end_where_a_slow_implementation_ends_them() {
    games(2000, 5, |fast, slow, text| {
        let expected = if slow.has_won(0) || slow.has_won(1) {
            Some(Outcome::Lost)
        } else {
            slow.files().is_empty().then_some(Outcome::Drawn)
        };
        assert_eq!(fast.status(), expected, "`{text}`");
        assert_eq!(fast.side().index(), slow.played % 2, "`{text}`");
    });
}

#[test]
fn exact_values_are_those_of_a_slow_search() {
    games(1000, 6, |fast, slow, text| {
        if fast.decided().is_none() {
            assert_eq!(fast.glance().known(), slow.exact(), "`{text}`");
            assert_eq!(
                fast.glance() == Glance::Forced,
                fast.glance().known().is_none() && slow.is_threatened(),
                "`{text}`"
            );
        }
    });
}

#[test]
fn features_and_the_evaluation_agree_with_a_slow_count() {
    /// What a regression on exact winners found, twice for the threats.
    const WEIGHTS: [i32; 5] = [-15, 378, -212, 14, 33];
    games(200, 7, |fast, slow, text| {
        if fast.decided().is_none() {
            let expected = [
                1,
                slow.files_won(0, 0),
                slow.files_won(1, 1),
                slow.open_rows(0, 0) - slow.open_rows(1, 0),
                slow.open_rows(0, 2) - slow.open_rows(1, 2),
            ];
            assert_eq!(fast.features(), expected, "`{text}`");
            let first: i32 = expected.iter().zip(WEIGHTS).map(|(n, weight)| n * weight).sum();
            let value = if fast.side() == Side::First { first } else { -first };
            assert_eq!(evaluate(fast), value, "`{text}`");
        }
    });
}

/// Random games hardly ever fill the board, so these are made by hand: rows
/// of pairs that leave nobody a row of four.
#[test]
fn a_full_board_without_four_is_drawn() {
    let full = ConnectFour::parse("PPpPPpp/ppPppPP/PPpPPpp/ppPppPP/PPpPPpp/ppPppPP[] w").unwrap();
    assert_eq!(full.status(), Some(Outcome::Drawn));
    assert_eq!(full.glance().known(), Some(Exact::Draw));
}

#[test]
fn moves_are_generated_from_the_centre() {
    let start = ConnectFour::start(());
    let names: Vec<String> = start.legal_moves().iter().map(|&m| start.print_move(m)).collect();
    assert_eq!(names, ["P@d1", "P@c1", "P@e1", "P@b1", "P@f1", "P@a1", "P@g1"]);
}
