//! Endings in which the pieces that are left say more than a sum over them:
//! nobody wins with them, or all that is asked is a mate against a bare king
//! (chessprogramming.org "Draw Evaluation", "Wrong Color Bishop and Rook Pawn",
//! "Mop-up Evaluation").

use crate::games::chess::exchange::VALUES;
use crate::games::chess::sets::{distance, files};
use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

/// Without pawns it takes a lead of more than this: a rook does not win
/// against a bishop, two bishops do against a knight.
const BISHOP: i32 = VALUES[Piece::Bishop as usize];
/// What is left of a lead that does not win by itself: one part of so many.
const DOUBTFUL: i32 = 4;
/// What it is worth to have the bare king a step nearer to the edge, or to the
/// corner in which it can be mated, and the kings a step nearer to each other:
/// more than the squares of the pieces are, so that a search of few plies finds
/// its way to the mate.
const STEP: i32 = 20;
const APPROACH: i32 = 10;

const EDGES: BitBoard = BitBoard(File::A.bitboard().0 | File::H.bitboard().0);

/// The pieces of a side.
#[derive(Clone, Copy)]
pub(super) struct Force<'a> {
    pub(super) board: &'a Board,
    pub(super) color: Color,
}

impl Force<'_> {
    fn get(&self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(self.color, piece)
    }

    fn king(&self) -> Square {
        self.board.king(self.color)
    }

    fn pawns(&self) -> BitBoard {
        self.get(Piece::Pawn)
    }

    /// Everything but pawns and the king.
    pub(super) fn officers(&self) -> BitBoard {
        self.board.colors(self.color) - self.pawns() - self.get(Piece::King)
    }

    pub(super) fn is_bare(&self) -> bool {
        self.board.colors(self.color).len() == 1
    }

    /// The worth of the officers, in centi-units.
    fn worth(&self) -> i32 {
        let officers = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        officers.into_iter().map(|p| VALUES[p as usize] * self.get(p).len() as i32).sum()
    }
}

/// What an evaluation for the side to move is when the ending is looked at.
#[inline]
pub(super) fn judged(board: &Board, evaluation: i32) -> i32 {
    let side = board.side_to_move();
    let color = if evaluation > 0 { side } else { !side };
    let ahead = Force { board, color };
    // Nearly all positions end here.
    if !(ahead.pawns() - EDGES).is_empty() {
        return evaluation;
    }
    let lead = left(ahead, Force { board, color: !color }, evaluation.abs());
    if color == side { lead } else { -lead }
}

/// What is left of the lead of a side that has pawns on the edges, or none.
fn left(ahead: Force, behind: Force, lead: i32) -> i32 {
    if !ahead.pawns().is_empty() {
        if is_wrong_corner(ahead, behind) { 0 } else { lead }
    } else if cannot_mate(ahead, behind) {
        0
    } else if behind.is_bare() {
        ahead.worth() + drive(ahead, behind)
    } else if ahead.worth() - behind.worth() <= BISHOP {
        lead / DOUBTFUL
    } else {
        lead
    }
}

/// Whether a side without pawns has a minor piece at most, or two knights
/// against a king alone.
fn cannot_mate(ahead: Force, behind: Force) -> bool {
    let officers = ahead.officers();
    let minors = ahead.get(Piece::Knight) | ahead.get(Piece::Bishop);
    let are_knights = officers == ahead.get(Piece::Knight);
    match officers.len() {
        0 => true,
        1 => officers == minors,
        2 => are_knights && behind.is_bare(),
        _ => false,
    }
}

/// Whether nothing is left but pawns on one edge, bishops that cannot attack
/// the corner to which they go, and a king in that corner or beside it.
fn is_wrong_corner(ahead: Force, behind: Force) -> bool {
    let (pawns, bishops) = (ahead.pawns(), ahead.get(Piece::Bishop));
    if ahead.officers() != bishops || files(pawns).len() > 8 {
        return false;
    }
    let Some(pawn) = pawns.next_square() else { return false };
    let corner = Square::new(pawn.file(), Rank::Eighth.relative_to(ahead.color));
    (bishops & like(corner)).is_empty() && distance(behind.king(), corner) <= 1
}

/// The squares of the colour that this one has.
fn like(square: Square) -> BitBoard {
    let is_light = BitBoard::LIGHT_SQUARES.has(square);
    if is_light { BitBoard::LIGHT_SQUARES } else { BitBoard::DARK_SQUARES }
}

/// How near to its mate the bare king is: towards an edge, or with bishop and
/// knight towards a corner that the bishop attacks.
fn drive(ahead: Force, behind: Force) -> i32 {
    let king = behind.king();
    let (file, rank) = (king.file() as i32, king.rank() as i32);
    let bishops = ahead.get(Piece::Bishop);
    let strong = ahead.get(Piece::Rook) | ahead.get(Piece::Queen);
    let is_corner_needed = strong.is_empty() && bishops.len() == 1;
    let steps = match is_corner_needed {
        // From the long diagonal between the corners that the bishop does not attack.
        true if (bishops & BitBoard::LIGHT_SQUARES).is_empty() => (7 - file - rank).abs(),
        true => (file - rank).abs(),
        false => from_middle(file) + from_middle(rank),
    };
    let approach = 7 - distance(king, ahead.king()) as i32;
    STEP * steps + APPROACH * approach
}

/// The steps from the two middle files, or ranks, 0 to 3.
fn from_middle(line: i32) -> i32 {
    (2 * line - 7).abs() / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::Chess;
    use crate::games::{Game, Notation, Side};

    /// What is left of an advantage of 600 that White has.
    fn left_of_600(text: &str) -> i32 {
        let position = Chess::parse(text).expect("legal");
        let sign = if position.side() == Side::First { 1 } else { -1 };
        sign * judged(&position.board, sign * 600)
    }

    #[test]
    fn what_cannot_be_won_is_worth_nothing() {
        for text in [
            "8/8/4k3/3p4/8/4K3/5B2/8 w - - 0 1",
            "8/8/4k3/3p4/8/4K3/5N2/8 b - - 0 1",
            "8/8/4k3/8/8/4K3/4NN2/8 w - - 0 1",
            "7k/8/8/8/8/8/4B2P/4K3 w - - 0 1",
            "8/1k6/8/8/P7/P3B3/8/4K3 b - - 0 1",
        ] {
            assert_eq!(left_of_600(text), 0, "{text}");
        }
    }

    #[test]
    fn what_may_be_won_is_worth_what_it_seems() {
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
            assert_eq!(left_of_600(text), 600, "{text}");
        }
    }

    #[test]
    fn a_small_lead_without_pawns_is_worth_less() {
        for text in [
            "8/8/4kb2/8/8/4K3/5R2/8 w - - 0 1",
            "8/8/4kn2/5p2/8/4K3/5R2/8 b - - 0 1",
            "8/8/4kb2/8/8/4K3/4BB2/8 w - - 0 1",
        ] {
            assert_eq!(left_of_600(text), 150, "{text}");
        }
    }

    /// Each step of these leads to the mate.
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
            let worth = steps.map(left_of_600);
            assert!(worth.is_sorted() && worth[0] < worth[3], "{worth:?}");
        }
    }
}
