//! Static exchange evaluation against a slow recursion of another kind: a
//! board of 64 cells on which attacks are found by walking along rays.

use super::tables::parse;
use cozy_chess::Move;
use plyglot_core::game::random::{Random, random_game};
use plyglot_core::game::{Game, Knowledge, Notation, Which};
use plyglot_games::chess::Chess;

const KING: i32 = 20_000;

/// The letters of a FEN, `.` for an empty square; index 0 is a8.
#[derive(Clone)]
struct Cells([char; 64]);

impl Cells {
    fn of(fen: &str) -> Cells {
        let mut cells = Vec::new();
        for c in fen.split(' ').next().unwrap().chars().filter(|&c| c != '/') {
            match c.to_digit(10) {
                Some(n) => cells.extend((0..n).map(|_| '.')),
                None => cells.push(c),
            }
        }
        Cells(cells.try_into().unwrap())
    }

    fn get(&self, x: i32, y: i32) -> Option<char> {
        ((0..8).contains(&x) && (0..8).contains(&y)).then(|| self.0[(y * 8 + x) as usize])
    }

    fn attacks(&self, from: usize, to: usize) -> bool {
        let (x, y, piece) = (from as i32 % 8, from as i32 / 8, self.0[from]);
        let (dx, dy) = (to as i32 % 8 - x, to as i32 / 8 - y);
        let straight = dx == 0 || dy == 0;
        let diagonal = dx.abs() == dy.abs();
        let slides = match piece.to_ascii_lowercase() {
            'p' => return dx.abs() == 1 && dy == if piece == 'P' { -1 } else { 1 },
            'n' => return dx.abs() * dy.abs() == 2,
            'k' => return dx.abs().max(dy.abs()) == 1,
            'b' => diagonal,
            'r' => straight,
            _ => straight || diagonal,
        };
        let steps = dx.abs().max(dy.abs());
        let free = |i| self.get(x + dx.signum() * i, y + dy.signum() * i) == Some('.');
        from != to && slides && (1..steps).all(free)
    }

    /// The least valuable piece of one side that attacks `to`; of equal ones
    /// the lowest rank's, then the leftmost. Which of them takes can matter
    /// for what it uncovers, and the algorithm does not try both.
    fn least(&self, to: usize, white: bool) -> Option<usize> {
        let own = |c: char| c != '.' && c.is_ascii_uppercase() == white;
        (0..64)
            .filter(|&from| own(self.0[from]) && self.attacks(from, to))
            .min_by_key(|&from| (value(self.0[from]), from ^ 56))
    }

    /// The most that the side to take can gain on `to`, where it may also stop.
    fn best(&self, to: usize, white: bool) -> i32 {
        let Some(from) = self.least(to, white) else { return 0 };
        let mut next = self.clone();
        next.0[to] = self.0[from];
        next.0[from] = '.';
        if self.0[from].eq_ignore_ascii_case(&'k') && next.least(to, !white).is_some() {
            return 0;
        }
        (value(self.0[to]) - next.best(to, !white)).max(0)
    }
}

fn value(piece: char) -> i32 {
    match piece.to_ascii_lowercase() {
        'p' => 100,
        'n' => 320,
        'b' => 335,
        'r' => 500,
        'q' => 980,
        'k' => KING,
        _ => 0,
    }
}

/// The value of the capture `m`, written `name`, in `fen`.
fn expected(fen: &str, name: &str) -> i32 {
    let mut cells = Cells::of(fen);
    let square = |s: &str| {
        let b = s.as_bytes();
        usize::from(b'8' - b[1]) * 8 + usize::from(b[0] - b'a')
    };
    let (from, to) = (square(&name[..2]), square(&name[2..4]));
    let piece = cells.0[from];
    let white = piece.is_ascii_uppercase();
    let mut gain = value(cells.0[to]);
    if piece.eq_ignore_ascii_case(&'p') && from % 8 != to % 8 && cells.0[to] == '.' {
        gain = 100;
        cells.0[from / 8 * 8 + to % 8] = '.';
    }
    cells.0[to] = piece;
    cells.0[from] = '.';
    if let Some(promoted) = name[4..].chars().next() {
        gain += value(promoted) - 100;
        cells.0[to] = if white { promoted.to_ascii_uppercase() } else { promoted };
    }
    gain - cells.best(to, !white)
}

#[track_caller]
fn check(position: &Chess, m: Move) {
    let (fen, name) = (position.print(), position.print_move(m));
    let exact = expected(&fen, &name);
    for threshold in [-1000, -200, exact - 1, exact, exact + 1, 0, 1, 100, 500] {
        let found = position.see_at_least(m, threshold);
        let gain = format!("`{name}` in `{fen}` gains {exact}");
        assert_eq!(found, exact >= threshold, "{gain}: exchange({threshold})");
    }
}

#[test]
fn exchange_values_agree_with_a_slow_recursion_on_random_games() {
    for seed in 0..300 {
        for position in random_game(Chess::start(()), 200, &mut Random::new(seed)) {
            position.moves(Which::Tactical, |m| check(&position, m));
        }
    }
}

/// The first two from the Chess Programming Wiki ("SEE - The Swap Algorithm").
#[test]
fn textbook_exchanges_have_their_values() {
    for (fen, name, gain) in [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "d3e5", -220),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 100),
        ("3rk3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 0),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - -", "a7b8q", 320 + 880),
        ("r3k3/8/8/8/8/8/8/R3K2R w KQq -", "a1a8", 500),
        ("3k4/3q4/8/8/8/8/3R4/3RK3 w - -", "d2d7", 980),
        ("3k4/3q4/3p4/8/8/8/3R4/3RK3 w - -", "d2d6", 100),
    ] {
        let position = parse::<Chess>(fen);
        let m = position.parse_move(name).unwrap();
        assert!(position.see_at_least(m, gain), "`{name}` in `{fen}` gains at least {gain}");
        assert!(!position.see_at_least(m, gain + 1), "`{name}` in `{fen}` gains at most {gain}");
    }
}

#[test]
fn castling_and_quiet_moves_have_the_exchange_value_zero() {
    let position = parse::<Chess>("4k3/8/8/8/8/8/8/R3K2R w KQ -");
    for name in ["e1g1", "e1c1", "h1h5"] {
        let m = position.parse_move(name).unwrap();
        assert!(position.see_at_least(m, 0), "{name}");
        assert!(!position.see_at_least(m, 1), "{name}");
    }
}

#[test]
fn captures_of_the_most_valuable_victim_by_the_least_attacker_come_first() {
    let position: Chess = parse("1n2k3/P7/8/3q4/1r2P3/2N5/8/4KR2 w - -");
    let mut moves = Vec::new();
    position.moves(Which::Tactical, |m| moves.push(m));
    moves.sort_by_key(|&m| -position.capture_value(m));
    let names: Vec<String> = moves.iter().map(|&m| position.print_move(m)).collect();
    assert_eq!(names[..4], ["a7b8q", "e4d5", "c3d5", "a7a8q"]);
}
