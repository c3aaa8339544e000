//! The rules and the exact knowledge of Connect Four, against published
//! numbers and a slow second implementation on an array of cells.

use crate::support::perft::perft;
use plyglot_core::game::random::Random;
use plyglot_core::game::{Exact, Game, Glance, Knowledge, Notation, Outcome, laws};
use plyglot_games::connect4::ConnectFour;
use std::collections::HashSet;

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
    /// least so many of this one.
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

/// Plays random games in both implementations and shows every position.
fn walk(games: usize, seed: u64, mut visit: impl FnMut(&ConnectFour, &Slow, &str)) {
    let mut random = Random::new(seed);
    for _ in 0..games {
        let mut fast = ConnectFour::start(());
        let (mut slow, mut digits) = (Slow::default(), String::new());
        loop {
            visit(&fast, &slow, &digits);
            let files = slow.files();
            if files.is_empty() || slow.has_won(0) || slow.has_won(1) {
                break;
            }
            let file = files[random.below(files.len())];
            let digit = (file + 1).to_string();
            fast.play(fast.parse_move(&digit).expect("an open file"));
            slow.play(file);
            digits += &digit;
        }
    }
}

#[test]
fn weighted_features_sum_to_the_evaluation() {
    laws::check_linear::<ConnectFour>(300, 4).unwrap();
}

#[test]
fn a_position_takes_sixteen_bytes() {
    assert_eq!(size_of::<ConnectFour>(), 16);
    assert_eq!(size_of::<<ConnectFour as Game>::Move>(), 1);
}

#[test]
fn counts_the_published_perft_numbers() {
    let published = [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234];
    let start = ConnectFour::start(());
    let counted: Vec<u64> = (1..=8).map(|depth| perft(&start, depth)).collect();
    assert_eq!(counted, published);
}

/// Unique positions of each ply: OEIS A212693.
#[test]
fn keys_count_the_published_numbers_of_positions() {
    let mut layer = vec![ConnectFour::start(())];
    for (ply, unique) in [1, 7, 49, 238, 1120, 4263, 16422, 54859].into_iter().enumerate() {
        let mut seen = HashSet::new();
        layer.retain(|position| seen.insert(position.key()));
        assert_eq!(layer.len(), unique, "positions after {ply} plies");
        let children = |position: &ConnectFour| {
            let position = *position;
            position.legal_moves().into_iter().map(move |m| {
                let mut next = position;
                next.play(m);
                next
            })
        };
        layer = layer.iter().flat_map(children).collect();
    }
}

#[test]
fn there_are_sixty_nine_rows() {
    assert_eq!(rows().len(), 69);
}

#[test]
fn games_end_where_a_slow_implementation_ends_them() {
    walk(2000, 5, |fast, slow, digits| {
        let expected = if slow.has_won(0) || slow.has_won(1) {
            Some(Outcome::Lost)
        } else {
            slow.files().is_empty().then_some(Outcome::Drawn)
        };
        assert_eq!(fast.status(), expected, "after `{digits}`");
        assert_eq!(fast.side().index(), slow.played % 2, "after `{digits}`");
    });
}

#[test]
fn exact_values_are_those_of_a_slow_search() {
    walk(1000, 6, |fast, slow, digits| {
        if fast.decided().is_none() {
            assert_eq!(fast.glance().known(), slow.exact(), "after `{digits}`");
            assert_eq!(
                fast.glance() == Glance::Forced,
                fast.glance().known().is_none() && slow.is_threatened(),
                "after `{digits}`"
            );
        }
    });
}

#[test]
fn features_agree_with_a_slow_count() {
    walk(200, 7, |fast, slow, digits| {
        if fast.decided().is_none() {
            let expected = [
                1,
                slow.files_won(0, 0),
                slow.files_won(1, 1),
                slow.open_rows(0, 0) - slow.open_rows(1, 0),
                slow.open_rows(0, 2) - slow.open_rows(1, 2),
            ];
            assert_eq!(fast.features(), expected, "after `{digits}`");
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
