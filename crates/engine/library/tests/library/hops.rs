//! Jumps without captures, in games of the literature, against their rules written out naively.

use crate::slow::board;
use crate::{last, small};
use plyglot_core::game::random::{Random, random_game};
use plyglot_core::game::{Game, Notation, Outcome, laws};
use plyglot_variants::Position;
use std::collections::BTreeSet;

/// Halma (G. H. Monks, 1888) on 8x8 squares with ten men a side, also known as grasshopper.
const HALMA: &str = "
[halma8]
customPiece1 = p:mK
jumpMoves = p:K
startFen = 4pppp/5ppp/6pp/7p/P7/PP6/PPP5/PPPP4 w - - 0 1
castling = false
flagPiece = p
flagPieceCount = 10
flagRegionWhite = e8 f8 g8 h8 f7 g7 h7 g6 h6 h5
flagRegionBlack = a1 b1 c1 d1 a2 b2 c2 a3 b3 a4
nMoveRule = 0
nFoldRule = 0
";

/// Ugolki, the corners of Russia: no diagonals. Of draughts it has nothing but the board.
const UGOLKI: &str = "
[ugolki:checkers]
jumpCaptures = -
mustCapture = false
pawnTypes = -
promotionPieceTypes = -
squareNumbers = none
stalemateValue = draw
customPiece2 = -
customPiece1 = p:mW
jumpMoves = p:W
startFen = 4pppp/4pppp/4pppp/8/8/PPPP4/PPPP4/PPPP4 w - - 0 1
castling = false
flagPiece = p
flagPieceCount = 12
flagRegionWhite = e6 f6 g6 h6 e7 f7 g7 h7 e8 f8 g8 h8
flagRegionBlack = a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3
nMoveRule = 0
nFoldRule = 0
";

/// Toads and frogs (Berlekamp, Conway and Guy, Winning Ways), three lanes at once: one step ahead,
/// or one jump over one enemy; who cannot move loses.
const TOADS: &str = "
[toads]
customPiece1 = t:mfW
jumpMoves = t:fW
jumpMovesOver = enemy
jumpMovesOnce = true
maxFile = 3
maxRank = 6
startFen = ttt/ttt/3/3/TTT/TTT w - - 0 1
castling = false
stalemateValue = loss
nMoveRule = 0
";

/// The rules of such a game in their plainest form.
struct Plain {
    /// Files and ranks, as the first side goes.
    ways: &'static [(i32, i32)],
    jumps_over_own: bool,
    jumps_once: bool,
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const ALL: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Plain {
    /// The moves of a position, as origin and target.
    fn moves(&self, fen: &str) -> BTreeSet<String> {
        let is_first = fen.contains(" w");
        let mut board = board(fen);
        board.reverse();
        let mut moves = BTreeSet::new();
        for (rank, row) in board.iter().enumerate() {
            for (file, c) in row.iter().enumerate() {
                if c.is_ascii_alphabetic() && c.is_ascii_uppercase() == is_first {
                    let from = (file as i32, rank as i32);
                    let mut lifted = board.clone();
                    lifted[rank][file] = '.';
                    let mut ends = BTreeSet::new();
                    self.go(&lifted, is_first, from, &mut vec![from], &mut ends);
                    ends.remove(&from);
                    let name = |(file, rank): (i32, i32)| {
                        format!("{}{}", char::from(b'a' + file as u8), rank + 1)
                    };
                    moves.extend(ends.into_iter().map(|to| name(from) + &name(to)));
                }
            }
        }
        moves
    }

    /// Follows each way of a man that has been on these squares and was lifted from the board.
    fn go(
        &self,
        board: &[Vec<char>],
        is_first: bool,
        at: (i32, i32),
        been: &mut Vec<(i32, i32)>,
        ends: &mut BTreeSet<(i32, i32)>,
    ) {
        let cell = |(file, rank): (i32, i32)| {
            let row = usize::try_from(rank).ok().and_then(|rank| board.get(rank));
            row.and_then(|row| row.get(usize::try_from(file).ok()?)).copied().unwrap_or('#')
        };
        let sign = if is_first { 1 } else { -1 };
        for &(files, ranks) in self.ways {
            let (near, far) =
                [1, 2].map(|n| (at.0 + sign * n * files, at.1 + sign * n * ranks)).into();
            if been.len() == 1 && cell(near) == '.' {
                ends.insert(near);
            }
            let over = cell(near);
            let is_own = over.is_ascii_uppercase() == is_first;
            let jumps = over.is_ascii_alphabetic() && (self.jumps_over_own || !is_own);
            if jumps && cell(far) == '.' && !been.contains(&far) {
                ends.insert(far);
                if !self.jumps_once {
                    been.push(far);
                    self.go(board, is_first, far, been, ends);
                    been.pop();
                }
            }
        }
    }
}

#[test]
fn jumps_are_those_of_plain_rules() {
    let mut random = Random::new(5);
    for (text, ways, jumps_over_own, jumps_once) in [
        (HALMA, &ALL[..], true, false),
        (UGOLKI, &STRAIGHT[..], true, false),
        (TOADS, &[(0, 1)][..], false, true),
    ] {
        let plain = Plain { ways, jumps_over_own, jumps_once };
        let game = small(last(text));
        let mut longest = 0;
        for _ in 0..3 {
            for position in random_game(Position::start(game), 60, &mut random) {
                let moves = position.legal_moves();
                let names: Vec<String> = moves.iter().map(|&m| position.print_move(m)).collect();
                let sorted: BTreeSet<String> = names.iter().cloned().collect();
                assert_eq!(sorted, plain.moves(&position.print()), "{}", position.print());
                assert_eq!(names.len(), sorted.len(), "moves with the same ends are one");
                longest = longest.max(names.len());
            }
        }
        laws::check_rules::<Position<u64>>(game, 2, 40, 1).expect("it keeps the laws");
        assert!(longest > 2);
    }
}

#[test]
fn a_jump_may_leave_a_wall() {
    let game = small(last(&format!("{HALMA}wallingRule = past\n")));
    let start = Position::start(game);
    let names = start.legal_moves().into_iter().map(|m| start.print_move(m));
    let steps: BTreeSet<String> = names.map(|name| name[..4].to_owned()).collect();
    let plain = Plain { ways: &ALL, jumps_over_own: true, jumps_once: false };
    assert_eq!(steps, plain.moves(&start.print()));
    laws::check_rules::<Position<u64>>(game, 2, 20, 1).expect("it keeps the laws");
}

/// Who wins a position: the side to move, or the other one.
fn is_won(position: Position<u64>) -> bool {
    let moves = position.legal_moves();
    moves.into_iter().any(|m| !is_won(position.after(m)))
}

/// By Winning Ways, `T_F` is a star, which the first to move wins, and `T__F` a zero; that toads
/// win `TT__F` whoever begins, and frogs `T__FF`, is from a program of a few lines.
#[test]
fn toads_and_frogs_are_worth_what_is_known() {
    for (lane, toads_first, frogs_first) in
        [("T1t", true, true), ("TT2t", true, false), ("T2tt", false, true), ("T2t", false, false)]
    {
        let cells = lane.chars().map(|c| match c {
            '1' => "1**".to_owned(),
            '2' => "1**/1**".to_owned(),
            c => format!("{c}**"),
        });
        let board = cells.rev().collect::<Vec<_>>().join("/");
        let ranks = board.split('/').count();
        let rules = TOADS.replace("ttt/ttt/3/3/TTT/TTT", &board);
        let rules = rules.replace("maxRank = 6", &format!("maxRank = {ranks}"));
        let game = small(last(&rules));
        for (side, expected) in [("w", toads_first), ("b", frogs_first)] {
            let position = Position::parse_with(game, &format!("{board} {side}")).expect(lane);
            assert_eq!(is_won(position), expected, "{lane} {side}");
        }
    }
}

#[test]
fn ten_men_in_the_other_corner_win() {
    let fen = "4PPPP/5PPP/6PP/8/4p2P/pp6/ppp5/pppp4 w - - 0 1";
    let mut position = Position::parse_with(small(last(HALMA)), fen).expect(fen);
    assert_eq!(position.status(), None);
    position.play(position.read_move("h4-h5").expect("a step"));
    assert_eq!(position.status(), Some(Outcome::Lost));
}

/// A way may be typed whole, and the move is written by its ends.
#[test]
fn a_way_of_jumps_is_one_move() {
    let fen = "7p/8/8/8/3p4/8/1p6/P7 w - - 0 1";
    let position = Position::parse_with(small(last(HALMA)), fen).expect(fen);
    let m = position.parse_move("a1e5").expect("two jumps");
    assert_eq!(position.record_move(m), "a1-e5");
    for text in ["a1c3e5", "a1-c3-e5", "a1-e5"] {
        assert_eq!(position.read_move(text), Ok(m), "{text}");
    }
    assert!(position.read_move("a1b3e5").is_err());
}
