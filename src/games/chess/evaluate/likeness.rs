//! What positions may have in common by which their evaluations go wrong alike:
//! the pawns, the other pieces of a side, and minor pieces with the kings.

use super::men::Man;
use crate::games::random::mix;
use cozy_chess::{Color, Piece, Square};

/// Kinds of likeness.
pub(super) const KINDS: usize = 4;

/// A key for each kind, equal in positions that are alike; kept up move by move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Likeness([u64; KINDS]);

/// What a piece on a square changes the keys by that it is part of.
static CHANGES: [[[u64; Square::NUM]; Color::NUM]; Piece::NUM] = changes();

/// All bits of the keys that a piece of a colour is part of: the pawns; the
/// other pieces of White, and of Black; minor pieces and kings.
static PARTS: [[[u64; KINDS]; Color::NUM]; Piece::NUM] = {
    const ALL: u64 = u64::MAX;
    let pawn = [[ALL, 0, 0, 0]; Color::NUM];
    let minor = [[0, ALL, 0, ALL], [0, 0, ALL, ALL]];
    let major = [[0, ALL, 0, 0], [0, 0, ALL, 0]];
    [pawn, minor, minor, major, major, minor]
};

const fn changes() -> [[[u64; Square::NUM]; Color::NUM]; Piece::NUM] {
    let mut changes = [[[0; Square::NUM]; Color::NUM]; Piece::NUM];
    let mut i = 0;
    while i < Piece::NUM * Color::NUM * Square::NUM {
        let (man, square) = (i / Square::NUM, i % Square::NUM);
        changes[man / Color::NUM][man % Color::NUM][square] = mix(i as u64 + 1);
        i += 1;
    }
    changes
}

impl Likeness {
    /// Puts a piece on the board, or takes it off.
    #[inline(always)]
    pub(super) fn toggle(&mut self, Man { piece, color, square }: Man) {
        let change = CHANGES[piece as usize][color as usize][square as usize];
        let parts = PARTS[piece as usize][color as usize];
        for (key, part) in self.0.iter_mut().zip(parts) {
            *key ^= change & part;
        }
    }

    /// The key of a kind, less than [`KINDS`].
    #[inline(always)]
    pub(super) fn key(self, kind: usize) -> u64 {
        self.0[kind]
    }
}
