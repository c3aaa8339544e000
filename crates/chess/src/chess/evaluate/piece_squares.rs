//! Piece-square tables: the values of pieces on squares, by the buckets of both kings.
//! Updated incrementally (chessprogramming.org "Piece-Square Tables", "Tapered Eval").

use super::features;
use super::king_bucket::{KingBuckets, king_buckets};
use super::placed_piece::{PlacedPiece, visit_pieces};
use super::weights;
use cozy_chess::{Board, Color, Piece};
use plyglot_core::game::tapered::Tapered;

/// The contribution of each piece to the game phase: 24 in total on a full board.
const PHASES: [u8; Piece::NUM] = [0, 1, 1, 2, 4, 0];

/// The sum of [`PHASES`] over the start position; from this phase on, only midgame values
/// count.
pub(super) const FULL_PHASE: i32 = 24;

/// The sum of the piece-square values of all pieces, from White's point of view,
/// and the game phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PieceSquares {
    sum: Tapered,
    /// The game phase, from 0 (endgame) to 24, more after promotions.
    phase: u8,
}

impl PieceSquares {
    /// The sum of a position from scratch.
    pub(super) fn of(board: &Board) -> PieceSquares {
        let (mut sum, kings) = (PieceSquares::default(), king_buckets(board));
        visit_pieces(board, |placed| sum.add(kings, placed));
        sum
    }

    #[inline(always)]
    pub(super) fn add(&mut self, kings: KingBuckets, placed: PlacedPiece) {
        self.sum += value(kings, placed);
        self.phase += PHASES[placed.piece as usize];
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, kings: KingBuckets, placed: PlacedPiece) {
        self.sum -= value(kings, placed);
        self.phase -= PHASES[placed.piece as usize];
    }

    /// The phase of the game, from [`FULL_PHASE`] down to 0.
    pub(super) fn phase(self) -> i32 {
        i32::from(self.phase).min(FULL_PHASE)
    }

    /// This sum and `terms`, both from White's point of view, interpolated between
    /// midgame and endgame by the phase, in centi-units.
    pub(super) fn tapered_with(self, terms: Tapered) -> i32 {
        let (sum, phase) = (self.sum + terms, self.phase());
        (sum.midgame() * phase + sum.endgame() * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

/// The value of a piece on its square from White's point of view.
#[inline]
fn value(kings: KingBuckets, PlacedPiece { piece, color, square }: PlacedPiece) -> Tapered {
    let (own, foe) = (kings[color as usize], kings[!color as usize]);
    let value = weights::on_square(piece, square.relative_to(color), own, foe);
    if color == Color::White { value } else { -value }
}

/// Visits the features whose weights [`PieceSquares`] sums, with the sign that
/// they count with.
pub(super) fn visit_features(board: &Board, mut visit: impl FnMut(usize, i32)) {
    let kings = king_buckets(board);
    visit_pieces(board, |PlacedPiece { piece, color, square }| {
        let sign = if color == Color::White { 1 } else { -1 };
        let (own, foe) = (kings[color as usize], kings[!color as usize]);
        let (piece, square) = (piece as usize, square.relative_to(color) as usize);
        visit(features::on_square(piece, square), sign);
        let by_kings =
            [features::by_own_king(own, piece, square), features::by_foe_king(foe, piece, square)];
        by_kings.into_iter().flatten().for_each(|feature| visit(feature, sign));
    });
}
