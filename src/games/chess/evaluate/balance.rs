//! The part of the evaluation that is kept up move by move: what the pieces
//! are worth on their squares, by the places of both kings.

use super::features::{self, KingPlace};
use super::men::{self, Man};
use super::weights;
use crate::games::tapered::Tapered;
use cozy_chess::{Board, Color, Piece};

/// How much each piece adds to the game phase: 24 on a full board.
const PHASES: [u8; Piece::NUM] = [0, 1, 1, 2, 4, 0];

/// The sum of [`PHASES`] over the start position, from which on the midgame
/// values count alone.
pub(super) const FULL_PHASE: i32 = 24;

/// The sums over all pieces of their values on their squares, as White counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Balance {
    sum: Tapered,
    /// How much of the midgame is left, 0 to 24, more after promotions.
    phase: u8,
}

/// The places of both kings, White's first.
pub(super) type KingPlaces = [KingPlace; Color::NUM];

pub(super) fn king_places(board: &Board) -> KingPlaces {
    Color::ALL.map(|color| KingPlace::of(board.king(color).relative_to(color)))
}

impl Balance {
    /// That of a position from scratch.
    pub(super) fn of(board: &Board) -> Balance {
        let (mut balance, kings) = (Balance::default(), king_places(board));
        men::visit(board, |man| balance.add(kings, man));
        balance
    }

    #[inline(always)]
    pub(super) fn add(&mut self, kings: KingPlaces, man: Man) {
        self.sum += value(kings, man);
        self.phase += PHASES[man.piece as usize];
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, kings: KingPlaces, man: Man) {
        self.sum -= value(kings, man);
        self.phase -= PHASES[man.piece as usize];
    }

    /// The phase of the game, from [`FULL_PHASE`] down to 0.
    pub(super) fn phase(self) -> i32 {
        i32::from(self.phase).min(FULL_PHASE)
    }

    /// This and `terms`, both as White counts, weighed by the phase.
    pub(super) fn weighed_with(self, terms: Tapered) -> i32 {
        let (sum, phase) = (self.sum + terms, self.phase());
        (sum.beginning() * phase + sum.end() * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

/// The value of a piece on its square as White counts.
#[inline]
fn value(kings: KingPlaces, Man { piece, color, square }: Man) -> Tapered {
    let (own, foe) = (kings[color as usize], kings[!color as usize]);
    let value = weights::on_square(piece, square.relative_to(color), own, foe);
    if color == Color::White { value } else { -value }
}

/// Visits the features whose sum a balance is, by the sign they count with.
pub(super) fn visit(board: &Board, mut visit: impl FnMut(usize, i32)) {
    let kings = king_places(board);
    men::visit(board, |Man { piece, color, square }| {
        let sign = if color == Color::White { 1 } else { -1 };
        let (own, foe) = (kings[color as usize], kings[!color as usize]);
        let (piece, square) = (piece as usize, square.relative_to(color) as usize);
        visit(features::on_square(piece, square), sign);
        let by_kings =
            [features::by_own_king(own, piece, square), features::by_foe_king(foe, piece, square)];
        by_kings.into_iter().flatten().for_each(|feature| visit(feature, sign));
    });
}
