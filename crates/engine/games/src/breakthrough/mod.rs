//! Breakthrough (Dan Troyka, 2000) on a board of 8 x 8: stones step one square straight or
//! diagonally ahead and capture diagonally. The first stone on the last rank wins, and so
//! does the player who captures all stones of the other. There are no draws.

mod board;
mod knowledge;
mod network;
mod notation;

use board::{STEPS, bit};
use plyglot_core::game::random::mix;
use plyglot_core::game::{Game, Outcome, Side, Which};

/// A step of a stone from one square to another. Squares are counted from the side of the
/// player who moves: `8 * rank + file`, where the first rank of each player is rank 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: u8,
    to: u8,
}

/// A position of Breakthrough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakthrough {
    own: u64,
    other: u64,
    side: Side,
    quiet_plies: u16,
    /// The full-move number, from 1. It increases after the second player's move.
    number: u16,
}

impl Breakthrough {
    /// The stones of the first and of the second player. Bit `8 * rank + file` is a
    /// square, a1 is bit 0.
    #[inline(always)]
    fn by_player(&self) -> [u64; 2] {
        match self.side {
            Side::First => [self.own, self.other],
            Side::Second => [board::turned(self.other), board::turned(self.own)],
        }
    }

    fn passed(&self) -> Breakthrough {
        let own = board::turned(self.other);
        let other = board::turned(self.own);
        Breakthrough { own, other, side: !self.side, ..*self }
    }

    #[inline(always)]
    fn targets(&self) -> [[u64; 3]; 2] {
        let [left, straight, right] = board::ahead(self.own);
        let empty = !(self.own | self.other);
        let captures = [left & self.other, 0, right & self.other];
        [captures, [left & empty, straight & empty, right & empty]]
    }
}

impl Game for Breakthrough {
    type Move = Move;

    fn side(&self) -> Side {
        self.side
    }

    /// Only the side that has just moved can have reached its last rank or captured the
    /// last stone.
    #[inline]
    fn decided(&self) -> Option<Outcome> {
        let is_lost = self.own == 0 || self.other & board::rank(0) != 0;
        if is_lost { Some(Outcome::Lost) } else { None }
    }

    /// Never needed: the most advanced stone can always step diagonally.
    fn stalled(&self) -> Outcome {
        Outcome::Lost
    }

    /// The most advanced stones of each direction come first.
    #[inline]
    fn moves(&self, which: Which, mut visit: impl FnMut(Move)) {
        let [captures, others] = self.targets();
        let mut visit_all = |targets: [u64; 3]| {
            for (targets, by) in targets.into_iter().zip(STEPS) {
                board::squares(targets).for_each(|to| visit(Move { from: to - by, to }));
            }
        };
        if which != Which::Quiet {
            visit_all(captures);
        }
        if which != Which::Tactical {
            visit_all(others);
        }
    }

    #[inline]
    fn count(&self) -> u64 {
        let [captures, others] = self.targets();
        captures.into_iter().chain(others).map(|set| u64::from(set.count_ones())).sum()
    }

    #[inline]
    fn tactical(&self, m: Move) -> bool {
        self.other & bit(m.to) != 0
    }

    #[inline]
    fn play(&mut self, m: Move) {
        self.quiet_plies = if self.tactical(m) { 0 } else { self.quiet_plies.saturating_add(1) };
        if self.side == Side::Second {
            self.number = self.number.saturating_add(1);
        }
        self.own ^= bit(m.from) | bit(m.to);
        self.other &= !bit(m.to);
        *self = self.passed();
    }

    /// Multiplies both sides' stones by odd constants without a pattern and mixes the
    /// sum.
    #[inline]
    fn key(&self) -> u64 {
        const OWN: u64 = 0x9E37_79B9_7F4A_7C15;
        const OTHER: u64 = 0xC2B2_AE3D_27D4_EB4F;
        const SIDE: u64 = 0x1656_67B1_9E37_79F9;
        let side = self.side.index() as u64;
        let sum = mix(self.own.wrapping_mul(OWN)).wrapping_add(self.other.wrapping_mul(OTHER));
        mix(sum.wrapping_add(side.wrapping_mul(SIDE)))
    }

    /// Bits 0-5: origin; bits 6-11: target; bit 12: always set.
    #[inline]
    fn pack(m: Move) -> u32 {
        u32::from(m.from) | u32::from(m.to) << 6 | 1 << 12
    }

    #[inline]
    fn find(&self, packed: u32) -> Option<Move> {
        let m = Move { from: (packed & 63) as u8, to: (packed >> 6 & 63) as u8 };
        let direction = STEPS.iter().position(|&by| m.from + by == m.to)?;
        let targets = board::ahead(self.own & bit(m.from))[direction];
        let free = if m.to == m.from + board::STRAIGHT { !self.other } else { !0 };
        let is_legal = packed >> 12 == 1 && targets & free & !self.own != 0;
        if is_legal { Some(m) } else { None }
    }
}
