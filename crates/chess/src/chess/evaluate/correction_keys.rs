//! The keys of the correction histories: properties of positions whose static evaluations
//! tend to have the same error (chessprogramming.org "Static Evaluation Correction
//! History"). They are the pawns, the other pieces of each side, and minor pieces with
//! the kings.

use super::placed_piece::PlacedPiece;
use cozy_chess::{Color, Piece, Square};
use plyglot_core::game::random::mix;

/// The number of keys.
pub(super) const KINDS: usize = 4;

/// A key of each kind, equal where its pieces stand on the same squares; updated
/// incrementally.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CorrectionKeys([u64; KINDS]);

/// The Zobrist key of each piece on each square.
static ZOBRIST: [[[u64; Square::NUM]; Color::NUM]; Piece::NUM] = zobrist_keys();

/// The keys that a piece of a colour is part of, as masks with all bits set. The keys are
/// the pawns; the other pieces of White, and of Black; minor pieces and kings.
static MEMBERSHIP: [[[u64; KINDS]; Color::NUM]; Piece::NUM] = {
    const ALL: u64 = u64::MAX;
    let pawn = [[ALL, 0, 0, 0]; Color::NUM];
    let minor = [[0, ALL, 0, ALL], [0, 0, ALL, ALL]];
    let major = [[0, ALL, 0, 0], [0, 0, ALL, 0]];
    [pawn, minor, minor, major, major, minor]
};

const fn zobrist_keys() -> [[[u64; Square::NUM]; Color::NUM]; Piece::NUM] {
    let mut keys = [[[0; Square::NUM]; Color::NUM]; Piece::NUM];
    let mut i = 0;
    while i < Piece::NUM * Color::NUM * Square::NUM {
        let (piece, square) = (i / Square::NUM, i % Square::NUM);
        keys[piece / Color::NUM][piece % Color::NUM][square] = mix(i as u64 + 1);
        i += 1;
    }
    keys
}

impl CorrectionKeys {
    /// Adds a piece, or removes it.
    #[inline(always)]
    pub(super) fn toggle(&mut self, PlacedPiece { piece, color, square }: PlacedPiece) {
        let zobrist = ZOBRIST[piece as usize][color as usize][square as usize];
        let membership = MEMBERSHIP[piece as usize][color as usize];
        for (key, mask) in self.0.iter_mut().zip(membership) {
            *key ^= zobrist & mask;
        }
    }

    /// The key of a kind, less than [`KINDS`].
    #[inline(always)]
    pub(super) fn key(self, kind: usize) -> u64 {
        self.0[kind]
    }
}
