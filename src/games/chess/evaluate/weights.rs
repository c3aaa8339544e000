//! The weights of the features, and the tables that are made of them when the
//! engine is built.

use super::features::{self, FEATURES, KingPlace};
use crate::games::Weight;
use cozy_chess::{Piece, Square};
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A value in the midgame and one in the endgame, in centipawns, each of 16
/// bits, in one number: `end * 65536 + mid`. Sums and multiples of both are
/// so computed at once, and are right as long as either fits its bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tapered(i32);

impl Tapered {
    const fn new([mid, end]: Weight) -> Tapered {
        Tapered(((end as i32) << 16).wrapping_add(mid as i32))
    }

    const fn plus(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_add(other.0))
    }

    pub(super) const fn mid(self) -> i32 {
        self.0 as i16 as i32
    }

    /// What is above `mid`, which took one from it if it is negative.
    pub(super) const fn end(self) -> i32 {
        self.0.wrapping_add(0x8000) >> 16
    }
}

impl Add for Tapered {
    type Output = Tapered;

    fn add(self, other: Tapered) -> Tapered {
        self.plus(other)
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    fn neg(self) -> Tapered {
        Tapered(self.0.wrapping_neg())
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    fn sub(self, other: Tapered) -> Tapered {
        self + -other
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;

    fn mul(self, count: i32) -> Tapered {
        Tapered(self.0.wrapping_mul(count))
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

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
    let mut values = [Tapered(0); FEATURES - SQUARES];
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
    let mut table = [[[Tapered(0); Square::NUM]; Piece::NUM]; KingPlace::NUM];
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
        None => Tapered(0),
    }
}
