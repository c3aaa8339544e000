//! The weights of the features, and the tables that are made of them when the
//! engine is built.

use super::features::{self, FEATURES, KingPlace};
use crate::games::Weight;
use crate::games::tapered::Tapered;
use cozy_chess::{Piece, Square};

/// By feature. The file is written by `plyglot tune` (see `docs/training.md`).
pub(super) static WEIGHTS: [Weight; FEATURES] = include!("../weights.in");

/// How many features count squares alone; they come first.
const SQUARES: usize = features::TEMPO;

/// The value of a feature beyond those of the squares.
#[inline]
pub(super) fn value(feature: usize) -> Tapered {
    VALUES[feature - SQUARES]
}

static VALUES: [Tapered; FEATURES - SQUARES] = {
    let mut values = [Tapered::ZERO; FEATURES - SQUARES];
    let mut i = 0;
    while i < values.len() {
        values[i] = Tapered::new(WEIGHTS[SQUARES + i]);
        i += 1;
    }
    values
};

type BySquare = [[Tapered; Square::NUM]; Piece::NUM];

/// The value of a piece on a square, both seen from its side, with the two
/// kings where they are.
#[inline]
pub(super) fn on_square(piece: Piece, square: Square, own: KingPlace, foe: KingPlace) -> Tapered {
    let (piece, square) = (piece as usize, square as usize);
    BY_OWN_KING[own.index()][piece][square] + BY_FOE_KING[foe.index()][piece][square]
}

/// What does not depend on the other king.
static BY_OWN_KING: [BySquare; KingPlace::NUM] = by_king(true);
/// What does.
static BY_FOE_KING: [BySquare; KingPlace::NUM] = by_king(false);

const fn by_king(own: bool) -> [BySquare; KingPlace::NUM] {
    let mut table = [[[Tapered::ZERO; Square::NUM]; Piece::NUM]; KingPlace::NUM];
    let mut i = 0;
    while i < KingPlace::NUM * Piece::NUM * Square::NUM {
        let (square, piece) = (i % Square::NUM, i / Square::NUM % Piece::NUM);
        let place = KingPlace::from_index(i / (Square::NUM * Piece::NUM));
        table[place.index()][piece][square] = if own {
            weight(Some(features::on_square(piece, square)))
                .plus(weight(features::by_own_king(place, piece, square)))
        } else {
            weight(features::by_foe_king(place, piece, square))
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
