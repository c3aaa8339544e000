//! Surakarta: stones step to any neighbouring point, and capture along the
//! lines of two loops, round at least one of the arcs at the corners.

mod board;
pub mod endgame;
mod evaluate;
mod features;
mod knowledge;
mod notation;
mod paths;
mod patterns;
mod picture;
mod rules;
#[cfg(test)]
mod tests;

use super::random::mix;
use super::{Game, Outcome, Side, Which};
use board::{Army, BOARD};
use rules::{Rules, Tie};

/// A move: a stone goes from one point to another, empty or not. How it gets
/// there does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: u8,
    to: u8,
}

impl Move {
    /// The point that the stone leaves: `6 * rank + file`, 0 (a1) to 35 (f6).
    pub fn from(self) -> u8 {
        self.from
    }

    /// The point that it goes to, counted likewise.
    pub fn to(self) -> u8 {
        self.to
    }
}

/// A position of Surakarta.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surakarta {
    /// The stones of the side to move.
    own: Army,
    /// The stones of the other one.
    other: Army,
    side: Side,
    rules: Rules,
    /// Plies since the last capture.
    quiet_plies: u16,
    /// The number of the move, from 1; the second player's has that of the first's.
    number: u16,
}

/// The captures of a position that differ, in the order in which they are seen.
struct Captures {
    moves: [Move; Captures::MOST],
    count: usize,
}

impl Captures {
    /// Eight arcs, and two captures of a stone that sees itself round one.
    const MOST: usize = 16;

    #[inline(always)]
    fn of(own: Army, other: Army) -> Captures {
        let mut captures = Captures { moves: [Move { from: 0, to: 0 }; Captures::MOST], count: 0 };
        board::captures(own, other, |from, to| {
            let m = Move { from, to };
            if !captures.as_slice().contains(&m) {
                captures.moves[captures.count] = m;
                captures.count += 1;
            }
        });
        captures
    }

    #[inline(always)]
    fn as_slice(&self) -> &[Move] {
        &self.moves[..self.count]
    }
}

impl Surakarta {
    /// How many stones a side has, up to 12.
    pub fn stone_count(&self, side: Side) -> u32 {
        self.army(side).count()
    }

    /// How many lines of the loops run through the points of a side's stones:
    /// for each stone none in a corner, one elsewhere on the edge, two inside.
    pub fn line_count(&self, side: Side) -> u32 {
        self.army(side).entries.count_ones()
    }

    fn army(&self, side: Side) -> Army {
        if side == self.side { self.own } else { self.other }
    }

    fn empty(&self) -> u64 {
        BOARD & !self.own.points & !self.other.points
    }

    /// Where a stone may go without capturing.
    #[inline(always)]
    fn rests(&self, from: u8) -> u64 {
        let mut rests = board::neighbours(from) & self.empty();
        if self.rules.loop_moves {
            rests |= board::landings(from, self.own, self.other);
        }
        rests
    }

    /// Who has more stones wins.
    fn by_count(&self) -> Outcome {
        match self.own.count().cmp(&self.other.count()) {
            std::cmp::Ordering::Greater => Outcome::Won,
            std::cmp::Ordering::Less => Outcome::Lost,
            std::cmp::Ordering::Equal => Outcome::Drawn,
        }
    }

    fn settle(&self, tie: Tie) -> Outcome {
        match tie {
            Tie::Loss => Outcome::Lost,
            Tie::Draw => Outcome::Drawn,
            Tie::Count => self.by_count(),
        }
    }
}

impl Game for Surakarta {
    type Move = Move;

    const REPEATS: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    /// A side without stones has lost; after too many plies without a capture
    /// the stones are counted.
    #[inline]
    fn decided(&self) -> Option<Outcome> {
        if self.own.points == 0 {
            return Some(Outcome::Lost);
        }
        if self.other.points == 0 {
            return Some(Outcome::Won);
        }
        self.rules.is_over(self.quiet_plies).then(|| self.settle(self.rules.no_capture))
    }

    fn stalled(&self) -> Outcome {
        self.settle(self.rules.stalemate)
    }

    #[inline]
    fn moves(&self, which: Which, mut visit: impl FnMut(Move)) {
        if which != Which::Quiet {
            Captures::of(self.own, self.other).as_slice().iter().for_each(|&m| visit(m));
        }
        if which != Which::Tactical {
            for from in board::points(self.own.points) {
                board::points(self.rests(from)).for_each(|to| visit(Move { from, to }));
            }
        }
    }

    #[inline]
    fn count(&self) -> u64 {
        let rests = board::points(self.own.points).map(|from| self.rests(from).count_ones());
        u64::from(rests.sum::<u32>()) + Captures::of(self.own, self.other).count as u64
    }

    #[inline]
    fn tactical(&self, m: Move) -> bool {
        self.other.has(m.to)
    }

    #[inline]
    fn play(&mut self, m: Move) {
        self.own.toggle(m.from);
        self.own.toggle(m.to);
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        if self.other.has(m.to) {
            self.other.toggle(m.to);
            self.quiet_plies = 0;
        }
        if self.side == Side::Second {
            self.number = self.number.saturating_add(1);
        }
        self.side = !self.side;
        std::mem::swap(&mut self.own, &mut self.other);
    }

    /// The stones of both sides times numbers that are odd and otherwise
    /// without pattern, mixed.
    #[inline]
    fn key(&self) -> u64 {
        const OWN: u64 = 0x9E37_79B9_7F4A_7C15;
        const OTHER: u64 = 0xC2B2_AE3D_27D4_EB4F;
        const SIDE: u64 = 0x1656_67B1_9E37_79F9;
        let side = self.side.index() as u64;
        let sum = self.own.points.wrapping_mul(OWN);
        let sum = sum.wrapping_add(self.other.points.wrapping_mul(OTHER));
        mix(sum.wrapping_add(side.wrapping_mul(SIDE)))
    }

    #[inline]
    fn irreversible(&self, m: Move) -> bool {
        self.tactical(m)
    }

    /// Origin, target, and a bit that is always set.
    #[inline]
    fn pack(m: Move) -> u32 {
        u32::from(m.from) | u32::from(m.to) << 6 | 1 << 12
    }

    fn find(&self, packed: u32) -> Option<Move> {
        let m = Move { from: (packed & 63) as u8, to: (packed >> 6 & 63) as u8 };
        let is_own = packed >> 12 == 1 && self.own.has(m.from);
        let is_legal = || match self.other.has(m.to) {
            true => Captures::of(self.own, self.other).as_slice().contains(&m),
            false => self.rests(m.from) >> m.to & 1 == 1,
        };
        (is_own && is_legal()).then_some(m)
    }
}
