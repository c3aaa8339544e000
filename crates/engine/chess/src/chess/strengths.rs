//! What speaks for each side beside its pieces, as `plyglot explain` tells it. The values are
//! guesses, in centi-units: they only say which strengths are named, and which comes first.

use super::sets::{above, below, beside, count, files, pawn_attacks};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};
use plyglot_core::game::Strength;

/// By the pawn's rank.
const PASSED_PAWN: [i32; Rank::NUM] = [0, 5, 10, 20, 40, 70, 120, 0];
const ISOLATED_OR_DOUBLED_PAWN: i32 = -12;
const BISHOP_PAIR: i32 = 35;
const ROOK_ON_HALF_OPEN_FILE: i32 = 12;
const ROOK_ON_OPEN_FILE: i32 = 25;
const OUTPOST: i32 = 25;
/// A square that a piece reaches and no pawn of the other side attacks.
const SQUARE_REACHED: i32 = 4;
/// A square at the own king that a piece of the other side attacks.
const ATTACK_AT_KING: i32 = -8;
/// A file at the own king without an own pawn in front of it.
const FILE_WITHOUT_SHELTER: i32 = -15;

const OUTPOST_RANKS: BitBoard =
    BitBoard(Rank::Fourth.bitboard().0 | Rank::Fifth.bitboard().0 | Rank::Sixth.bitboard().0);

type NamedTerm = (&'static str, fn(&View) -> i32);

const TERMS: [NamedTerm; 7] = [
    ("passed pawns", passed_pawns),
    ("pawn structure", pawn_structure),
    ("the bishop pair", bishop_pair),
    ("rooks on open files", rooks_on_open_files),
    ("outposts", outposts),
    ("piece activity", piece_activity),
    ("king safety", king_safety),
];

/// The strengths of White less those of Black.
pub(super) fn strengths(board: &Board) -> Vec<Strength> {
    let [white, black] = Color::ALL.map(|color| View::new(board, color));
    TERMS.map(|(name, value)| Strength::new(name, value(&white) - value(&black))).to_vec()
}

/// The board as a side sees it that plays upwards.
struct View {
    own: [BitBoard; Piece::NUM],
    foe: [BitBoard; Piece::NUM],
}

impl View {
    fn new(board: &Board, color: Color) -> View {
        let [own, foe] = [color, !color].map(|owner| {
            Piece::ALL.map(|piece| {
                let set = board.colored_pieces(owner, piece);
                if color == Color::White { set } else { set.flip_ranks() }
            })
        });
        View { own, foe }
    }

    fn own(&self, piece: Piece) -> BitBoard {
        self.own[piece as usize]
    }

    fn foe(&self, piece: Piece) -> BitBoard {
        self.foe[piece as usize]
    }

    /// The squares that each piece from knight to queen attacks, of the pieces of one side.
    fn attacks(&self, pieces: &[BitBoard; Piece::NUM], visit: impl FnMut(BitBoard)) {
        let occupied = union(&self.own) | union(&self.foe);
        [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
            .into_iter()
            .flat_map(|piece| {
                pieces[piece as usize].into_iter().map(move |square| match piece {
                    Piece::Knight => get_knight_moves(square),
                    Piece::Bishop => get_bishop_moves(square, occupied),
                    Piece::Rook => get_rook_moves(square, occupied),
                    _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
                })
            })
            .for_each(visit);
    }
}

fn union(pieces: &[BitBoard; Piece::NUM]) -> BitBoard {
    pieces.iter().fold(BitBoard::EMPTY, |all, &set| all | set)
}

/// Pawns that no pawn of the other side can stop; only the foremost of each file.
fn passed_pawns(view: &View) -> i32 {
    let own = view.own(Piece::Pawn);
    let held = below(view.foe(Piece::Pawn));
    let passed = own - held - beside(held) - below(own);
    passed.into_iter().map(|pawn| PASSED_PAWN[pawn.rank() as usize]).sum()
}

fn pawn_structure(view: &View) -> i32 {
    let own = view.own(Piece::Pawn);
    ISOLATED_OR_DOUBLED_PAWN * (count(own - beside(files(own))) + count(own & above(own)))
}

fn bishop_pair(view: &View) -> i32 {
    let bishops = view.own(Piece::Bishop);
    let has_both = [BitBoard::LIGHT_SQUARES, BitBoard::DARK_SQUARES];
    if has_both.iter().all(|&squares| !bishops.is_disjoint(squares)) { BISHOP_PAIR } else { 0 }
}

fn rooks_on_open_files(view: &View) -> i32 {
    let rooks = view.own(Piece::Rook) - files(view.own(Piece::Pawn));
    let closed = files(view.foe(Piece::Pawn));
    ROOK_ON_HALF_OPEN_FILE * count(rooks & closed) + ROOK_ON_OPEN_FILE * count(rooks - closed)
}

/// Knights and bishops that a pawn supports, where no pawn can ever attack them.
fn outposts(view: &View) -> i32 {
    let minors = view.own(Piece::Knight) | view.own(Piece::Bishop);
    let supported = pawn_attacks(view.own(Piece::Pawn)) & OUTPOST_RANKS;
    OUTPOST * count((minors & supported) - beside(below(view.foe(Piece::Pawn))))
}

fn piece_activity(view: &View) -> i32 {
    let out_of_reach =
        union(&view.own) | pawn_attacks(view.foe(Piece::Pawn).flip_ranks()).flip_ranks();
    let mut squares = 0;
    view.attacks(&view.own, |attacked| squares += count(attacked - out_of_reach));
    SQUARE_REACHED * squares
}

/// The attacks at the king; and, while the other side has a queen, the files without shelter.
fn king_safety(view: &View) -> i32 {
    let king = view.own(Piece::King);
    let mut attacks = 0;
    let near = king.into_iter().fold(king, |near, square| near | get_king_moves(square));
    view.attacks(&view.foe, |attacked| attacks += count(attacked & near));
    let beside_king = king | beside(king);
    let ahead = above(beside_king);
    let sheltered = files(ahead & view.own(Piece::Pawn)) & beside_king;
    let open = if view.foe(Piece::Queen).is_empty() { 0 } else { count(beside_king - sheltered) };
    ATTACK_AT_KING * attacks + FILE_WITHOUT_SHELTER * open
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strengths_of(fen: &str) -> Vec<Strength> {
        strengths(&fen.parse().expect("a FEN"))
    }

    #[test]
    fn strengths_are_those_counted_by_hand() {
        assert!(strengths_of(&Board::default().to_string()).iter().all(|one| one.centi == 0));
        // White: a passed pawn on b6, a rook on an open file. Black: doubled isolated pawns that
        // are passed, on its second and third rank. The rook reaches 13 squares, the bishop 5 up to
        // f8 and 2 down to c1; neither attacks a square at the king.
        let found = strengths_of("2k5/7p/1P5p/8/8/B7/8/K3R3 w - - 0 1");
        let expected = [
            ("passed pawns", 70 - 10),
            ("pawn structure", -12 + 3 * 12),
            ("the bishop pair", 0),
            ("rooks on open files", 25),
            ("outposts", 0),
            ("piece activity", 4 * (13 + 7)),
            ("king safety", 0),
        ];
        assert_eq!(found, expected.map(|(name, centi)| Strength::new(name, centi)));
    }

    #[test]
    fn the_sides_exchanged_have_the_opposite_strengths() {
        let white =
            strengths_of("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8");
        let black =
            strengths_of("r1bq1rk1/pp1n1ppp/2pbpn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 0 8");
        let negated: Vec<_> =
            black.into_iter().map(|one| Strength::new(one.name, -one.centi)).collect();
        assert_eq!(white, negated);
        assert!(white.iter().any(|one| one.centi != 0));
    }
}
