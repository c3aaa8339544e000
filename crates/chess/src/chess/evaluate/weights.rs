//! The weights of the features, and the tables that are computed from them at
//! compile time.

use super::features::{self, FEATURES};
use super::piece_squares::KingBucket;
use cozy_chess::{Piece, Square};
use plyglot_core::game::Weight;
use plyglot_core::game::tapered::Tapered;

/// The weights by feature. `plyglot tune` writes the file (see `docs/training.md`).
pub(super) static WEIGHTS: [Weight; FEATURES] = include!("../weights.in");

const PIECE_SQUARE_FEATURES: usize = features::TEMPO;

#[inline]
pub(super) fn value(feature: usize) -> Tapered {
    VALUES[feature - PIECE_SQUARE_FEATURES]
}

static VALUES: [Tapered; FEATURES - PIECE_SQUARE_FEATURES] = {
    let mut values = [Tapered::ZERO; FEATURES - PIECE_SQUARE_FEATURES];
    let mut i = 0;
    while i < values.len() {
        values[i] = Tapered::new(WEIGHTS[PIECE_SQUARE_FEATURES + i]);
        i += 1;
    }
    values
};

type PieceSquareTable = [[Tapered; Square::NUM]; Piece::NUM];

/// The value of a piece on a square, both from its side's perspective, by both king
/// buckets.
#[inline]
pub(super) fn on_square(piece: Piece, square: Square, own: KingBucket, foe: KingBucket) -> Tapered {
    let (piece, square) = (piece as usize, square as usize);
    BY_OWN_KING[own.index()][piece][square] + BY_FOE_KING[foe.index()][piece][square]
}

static BY_OWN_KING: [PieceSquareTable; KingBucket::NUM] = by_king(true);
static BY_FOE_KING: [PieceSquareTable; KingBucket::NUM] = by_king(false);

const fn by_king(own: bool) -> [PieceSquareTable; KingBucket::NUM] {
    let mut table = [[[Tapered::ZERO; Square::NUM]; Piece::NUM]; KingBucket::NUM];
    let mut i = 0;
    while i < KingBucket::NUM * Piece::NUM * Square::NUM {
        let (square, piece) = (i % Square::NUM, i / Square::NUM % Piece::NUM);
        let bucket = KingBucket::from_index(i / (Square::NUM * Piece::NUM));
        table[bucket.index()][piece][square] = if own {
            weight(Some(features::on_square(piece, square)))
                .plus(weight(features::by_own_king(bucket, piece, square)))
        } else {
            weight(features::by_foe_king(bucket, piece, square))
        };
        i += 1;
    }
    table
}

const fn weight(feature: Option<usize>) -> Tapered {
    match feature {
        Some(feature) => Tapered::new(WEIGHTS[feature]),
        None => Tapered::ZERO,
    }
}
