//! Corrections of endings that the network gets wrong: those that cannot be won, and the mate
//! against a bare king. See chessprogramming.org "Draw Evaluation", "Wrong Color Bishop and Rook
//! Pawn", "Mop-up Evaluation".

use crate::chess::exchange::VALUES;
use crate::chess::sets::{distance, files};
use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

/// Without pawns, a win needs a lead of more than this, in centi-units: a rook does not
/// win against a bishop, two bishops do against a knight.
const BISHOP_CENTI: i32 = VALUES[Piece::Bishop as usize];
/// The divisor of a lead that alone does not win.
const DRAWISH_DIVISOR: i32 = 4;
/// The value of a bare king's step towards the edge, or towards the corner in which it
/// can be mated, in centi-units.
const EDGE_STEP_CENTI: i32 = 20;
/// The value of each step between the kings, in centi-units: nearer is better.
const KING_APPROACH_CENTI: i32 = 10;

const EDGES: BitBoard = BitBoard(File::A.bitboard().0 | File::H.bitboard().0);

#[derive(Clone, Copy)]
pub(super) struct SideMaterial<'a> {
    pub(super) board: &'a Board,
    pub(super) color: Color,
}

impl SideMaterial<'_> {
    fn get(&self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(self.color, piece)
    }

    fn king(&self) -> Square {
        self.board.king(self.color)
    }

    fn pawns(&self) -> BitBoard {
        self.get(Piece::Pawn)
    }

    pub(super) fn non_pawn_pieces(&self) -> BitBoard {
        self.board.colors(self.color) - self.pawns() - self.get(Piece::King)
    }

    pub(super) fn is_bare(&self) -> bool {
        self.board.colors(self.color).len() == 1
    }

    fn material(&self) -> i32 {
        VALUES[Piece::Pawn as usize] * self.pawns().len() as i32 + self.non_pawn_material()
    }

    fn non_pawn_material(&self) -> i32 {
        let kinds = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        kinds.into_iter().map(|p| VALUES[p as usize] * self.get(p).len() as i32).sum()
    }
}

#[inline]
pub(super) fn corrected(board: &Board, evaluation: i32) -> i32 {
    let side = board.side_to_move();
    let color = if evaluation > 0 { side } else { !side };
    let ahead = SideMaterial { board, color };
    // Nearly all positions return here.
    if !(ahead.pawns() - EDGES).is_empty() {
        return evaluation;
    }
    let lead = winning_lead(ahead, SideMaterial { board, color: !color }, evaluation.abs());
    if color == side { lead } else { -lead }
}

/// Whether a network is trained on a position, as no rule corrects what it says: if the side with
/// more material is ahead, or, at equal material, if either is.
pub(super) fn is_general(board: &Board) -> bool {
    let side = board.side_to_move();
    let [own, foe] = [side, !side].map(|color| SideMaterial { board, color }.material());
    match own - foe {
        0 => is_kept(board, BISHOP_CENTI) && is_kept(board, -BISHOP_CENTI),
        lead => is_kept(board, lead),
    }
}

fn is_kept(board: &Board, lead: i32) -> bool {
    corrected(board, lead) == lead
}

fn winning_lead(ahead: SideMaterial, behind: SideMaterial, lead: i32) -> i32 {
    if !ahead.pawns().is_empty() {
        if is_wrong_rook_pawn(ahead, behind) { 0 } else { lead }
    } else if cannot_mate(ahead, behind) {
        0
    } else if behind.is_bare() {
        ahead.non_pawn_material() + mop_up(ahead, behind)
    } else if ahead.non_pawn_material() - behind.non_pawn_material() <= BISHOP_CENTI {
        lead / DRAWISH_DIVISOR
    } else {
        lead
    }
}

/// Whether a side without pawns has at most a minor piece, or two knights
/// against a bare king.
fn cannot_mate(ahead: SideMaterial, behind: SideMaterial) -> bool {
    let pieces = ahead.non_pawn_pieces();
    let minors = ahead.get(Piece::Knight) | ahead.get(Piece::Bishop);
    let are_knights = pieces == ahead.get(Piece::Knight);
    match pieces.len() {
        0 => true,
        1 => pieces == minors,
        2 => are_knights && behind.is_bare(),
        _ => false,
    }
}

/// Whether a side has only pawns on one edge file and bishops that cannot attack their
/// promotion square, while the other king is on that square or next to it.
fn is_wrong_rook_pawn(ahead: SideMaterial, behind: SideMaterial) -> bool {
    let pawns = ahead.pawns();
    let bishops = ahead.get(Piece::Bishop);
    if ahead.non_pawn_pieces() != bishops || files(pawns).len() > 8 {
        return false;
    }
    let Some(pawn) = pawns.next_square() else { return false };
    let corner = Square::new(pawn.file(), Rank::Eighth.relative_to(ahead.color));
    (bishops & same_colour_squares(corner)).is_empty() && distance(behind.king(), corner) <= 1
}

fn same_colour_squares(square: Square) -> BitBoard {
    let is_light = BitBoard::LIGHT_SQUARES.has(square);
    if is_light { BitBoard::LIGHT_SQUARES } else { BitBoard::DARK_SQUARES }
}

/// The progress towards mating the bare king: at an edge, or with bishop and knight in a
/// corner that the bishop attacks.
fn mop_up(ahead: SideMaterial, behind: SideMaterial) -> i32 {
    let king = behind.king();
    let file = king.file() as i32;
    let rank = king.rank() as i32;
    let bishops = ahead.get(Piece::Bishop);
    let strong = ahead.get(Piece::Rook) | ahead.get(Piece::Queen);
    let is_corner_needed = strong.is_empty() && bishops.len() == 1;
    let steps = if !is_corner_needed {
        from_middle(file) + from_middle(rank)
    } else if (bishops & BitBoard::LIGHT_SQUARES).is_empty() {
        // Steps from the long diagonal between the corners that the bishop does not attack.
        (7 - file - rank).abs()
    } else {
        (file - rank).abs()
    };
    let approach = 7 - distance(king, ahead.king()) as i32;
    EDGE_STEP_CENTI * steps + KING_APPROACH_CENTI * approach
}

/// Steps from the two middle files, or ranks: 0 to 3.
fn from_middle(line: i32) -> i32 {
    (2 * line - 7).abs() / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Chess;
    use plyglot_core::game::{Game, Notation, Side};

    fn corrected_600(text: &str) -> i32 {
        let position = Chess::parse(text).expect("the position is legal");
        let sign = if position.side() == Side::First { 1 } else { -1 };
        sign * corrected(&position.board, sign * 600)
    }

    #[test]
    fn a_lead_that_cannot_win_is_worth_nothing() {
        for text in [
            "8/8/4k3/3p4/8/4K3/5B2/8 w - - 0 1",
            "8/8/4k3/3p4/8/4K3/5N2/8 b - - 0 1",
            "8/8/4k3/8/8/4K3/4NN2/8 w - - 0 1",
            "7k/8/8/8/8/8/4B2P/4K3 w - - 0 1",
            "8/1k6/8/8/P7/P3B3/8/4K3 b - - 0 1",
        ] {
            assert_eq!(corrected_600(text), 0, "{text}");
        }
    }

    #[test]
    fn a_lead_that_may_win_keeps_its_value() {
        for text in [
            "7k/8/8/8/8/4B3/7P/4K3 w - - 0 1",
            "8/8/8/8/1k6/8/4B2P/4K3 w - - 0 1",
            "7k/8/8/8/8/8/3PB2P/4K3 w - - 0 1",
            "7k/8/8/8/8/8/4N2P/4K3 w - - 0 1",
            "8/8/4k3/3p4/8/4K3/4NN2/8 w - - 0 1",
            "8/8/4kr2/8/8/4K3/5Q2/8 w - - 0 1",
            "8/8/4kn2/8/8/4K3/4BB2/8 b - - 0 1",
            "r2qkb1r/pppppppp/8/8/8/8/PPPPPPPP/R2QKB1R w - - 0 1",
        ] {
            assert_eq!(corrected_600(text), 600, "{text}");
        }
    }

    #[test]
    fn a_small_lead_without_pawns_is_worth_less() {
        for text in [
            "8/8/4kb2/8/8/4K3/5R2/8 w - - 0 1",
            "8/8/4kn2/5p2/8/4K3/5R2/8 b - - 0 1",
            "8/8/4kb2/8/8/4K3/4BB2/8 w - - 0 1",
        ] {
            assert_eq!(corrected_600(text), 150, "{text}");
        }
    }

    #[test]
    fn positions_that_rules_evaluate_are_not_general() {
        for (text, expected) in [
            ("r2qkb1r/pppppppp/8/8/8/8/PPPPPPPP/R2QKB1R w KQkq - 0 1", true),
            ("8/8/4kr2/8/8/4K3/5Q2/8 w - - 0 1", true),
            ("8/8/4kr2/8/5p2/4K3/5R2/8 w - - 0 1", true),
            ("8/8/4kr2/8/8/4K3/5R2/8 w - - 0 1", false),
            ("8/8/4kb2/8/8/4K3/5R2/8 b - - 0 1", false),
            ("8/8/4k3/8/8/4K3/5Q2/8 w - - 0 1", false),
            ("7k/8/8/8/8/8/4B2P/4K3 w - - 0 1", false),
        ] {
            let position = Chess::parse(text).expect("the position is legal");
            assert_eq!(is_general(&position.board), expected, "{text}");
        }
    }

    /// Each position is one step nearer to the mate than the one before.
    #[test]
    fn a_bare_king_is_driven_to_where_it_is_mated() {
        for steps in [
            [
                "8/8/8/8/3k4/8/8/KQ6 w - - 0 1",
                "8/4k3/8/8/8/8/8/KQ6 w - - 0 1",
                "4k3/8/8/8/8/8/8/KQ6 w - - 0 1",
                "4k3/8/3K4/8/8/8/8/1Q6 w - - 0 1",
            ],
            [
                "7k/8/6K1/8/8/8/8/5BN1 w - - 0 1",
                "5k2/8/6K1/8/8/8/8/5BN1 w - - 0 1",
                "2k5/8/2K5/8/8/8/8/5BN1 w - - 0 1",
                "k7/8/1K6/8/8/8/8/5BN1 w - - 0 1",
            ],
        ] {
            let values = steps.map(corrected_600);
            assert!(values.is_sorted() && values[0] < values[3], "{values:?}");
        }
    }
}
