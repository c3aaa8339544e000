//! Piece-square tables: the values of pieces on squares, by the buckets of both kings.
//! Updated incrementally (chessprogramming.org "Piece-Square Tables", "Tapered Eval").

use super::{features, weights};
use cozy_chess::{Board, Color, File, Piece, Square};
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

#[derive(Clone, Copy)]
pub(super) struct PlacedPiece {
    pub(super) piece: Piece,
    pub(super) color: Color,
    pub(super) square: Square,
}

#[inline(always)]
pub(super) fn visit_pieces(board: &Board, mut visit: impl FnMut(PlacedPiece)) {
    for color in Color::ALL {
        for piece in Piece::ALL {
            for square in board.colored_pieces(color, piece) {
                visit(PlacedPiece { piece, color, square });
            }
        }
    }
}

pub(super) const KING_BUCKETS: usize = 10;

/// One of [`KING_BUCKETS`] for a king on the files e to h, or one of as many more for the
/// files a to d, where the board is mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KingBucket(u8);

pub(super) type KingBuckets = [KingBucket; Color::NUM];

/// The bucket of a king on the files e to h, by rank; finer on the first ranks.
const BUCKET: [[u8; 4]; 8] = [
    [0, 1, 2, 3],
    [4, 5, 6, 6],
    [7, 7, 7, 7],
    [8, 8, 8, 8],
    [8, 8, 8, 8],
    [9, 9, 9, 9],
    [9, 9, 9, 9],
    [9, 9, 9, 9],
];

impl KingBucket {
    pub(super) const NUM: usize = 2 * KING_BUCKETS;

    pub(super) const fn of(king: Square) -> KingBucket {
        let (file, rank) = (king as usize % File::NUM, king as usize / File::NUM);
        if file < 4 {
            KingBucket(BUCKET[rank][3 - file] + KING_BUCKETS as u8)
        } else {
            KingBucket(BUCKET[rank][file - 4])
        }
    }

    pub(super) const fn from_index(index: usize) -> KingBucket {
        KingBucket(index as u8)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn folded(self) -> usize {
        self.index() % KING_BUCKETS
    }

    pub(super) const fn is_mirrored(self) -> bool {
        self.index() >= KING_BUCKETS
    }
}

pub(super) fn king_buckets(board: &Board) -> KingBuckets {
    Color::ALL.map(|color| KingBucket::of(board.king(color).relative_to(color)))
}
