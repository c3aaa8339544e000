//! Surakarta: stones step to any neighbouring point. They capture along the lines of two
//! loops, round at least one of the arcs at the corners.

mod board;
pub mod endgame;
mod knowledge;
mod network;
mod notation;
mod rules;

use board::{Army, BOARD};
use plyglot_core::game::endings::EndgameTables;
use plyglot_core::game::random::mix;
use plyglot_core::game::{Game, Outcome, Side, Which};
use rules::{RuleSet, Tie};

/// A move of a stone from one point to another, which may be occupied. The path is not
/// part of the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: u8,
    to: u8,
}

/// A position of Surakarta.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surakarta {
    own: Army,
    other: Army,
    side: Side,
    rules: RuleSet,
    quiet_plies: u16,
    /// The full-move number, from 1. It increases after the second player's move.
    number: u16,
    /// Tables of endings in a folder, beside those that come with the program.
    endings: Option<&'static EndgameTables>,
}

/// The distinct captures of a position, in the order in which they are found.
struct Captures {
    moves: [Move; Captures::MAX],
    count: usize,
}

impl Captures {
    /// Eight arcs, with at most two captures each: those of a stone that sees itself
    /// round the arc.
    const MAX: usize = 16;

    #[inline(always)]
    fn new(own: Army, other: Army) -> Captures {
        let mut captures = Captures { moves: [Move { from: 0, to: 0 }; Captures::MAX], count: 0 };
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
    fn empty(&self) -> u64 {
        BOARD & !self.own.points & !self.other.points
    }

    #[inline(always)]
    fn quiet_targets(&self, from: u8) -> u64 {
        let mut targets = board::neighbours(from) & self.empty();
        if self.rules.loop_moves {
            targets |= board::landings(from, self.own, self.other);
        }
        targets
    }

    fn stones_ahead(&self) -> i32 {
        self.own.count() as i32 - self.other.count() as i32
    }

    fn outcome_by_count(&self) -> Outcome {
        Outcome::from_lead(self.stones_ahead())
    }

    fn outcome_of_tie(&self, tie: Tie) -> Outcome {
        match tie {
            Tie::Loss => Outcome::Lost,
            Tie::Draw => Outcome::Drawn,
            Tie::Count => self.outcome_by_count(),
        }
    }
}

impl Game for Surakarta {
    type Move = Move;

    const REPEATS: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    /// A side without stones has lost. After too many plies without a capture, the option
    /// `NoCaptureResult` decides.
    #[inline]
    fn decided(&self) -> Option<Outcome> {
        if self.own.points == 0 {
            return Some(Outcome::Lost);
        }
        if self.other.points == 0 {
            return Some(Outcome::Won);
        }
        if self.rules.is_over(self.quiet_plies) {
            Some(self.outcome_of_tie(self.rules.no_capture))
        } else {
            None
        }
    }

    fn stalled(&self) -> Outcome {
        self.outcome_of_tie(self.rules.stalemate)
    }

    #[inline]
    fn moves(&self, which: Which, mut visit: impl FnMut(Move)) {
        if which != Which::Quiet {
            Captures::new(self.own, self.other).as_slice().iter().for_each(|&m| visit(m));
        }
        if which != Which::Tactical {
            for from in board::points(self.own.points) {
                board::points(self.quiet_targets(from)).for_each(|to| visit(Move { from, to }));
            }
        }
    }

    #[inline]
    fn count(&self) -> u64 {
        let mut count = Captures::new(self.own, self.other).count as u64;
        for from in board::points(self.own.points) {
            count += u64::from(self.quiet_targets(from).count_ones());
        }
        count
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

    /// Multiplies both sides' stones by odd constants without a pattern and mixes the
    /// sum.
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

    /// Bits 0-5: origin; bits 6-11: target; bit 12: always set.
    #[inline]
    fn pack(m: Move) -> u32 {
        u32::from(m.from) | u32::from(m.to) << 6 | 1 << 12
    }

    fn find(&self, packed: u32) -> Option<Move> {
        let m = Move { from: (packed & 63) as u8, to: (packed >> 6 & 63) as u8 };
        let is_own = packed >> 12 == 1 && self.own.has(m.from);
        let is_legal = || {
            if self.other.has(m.to) {
                Captures::new(self.own, self.other).as_slice().contains(&m)
            } else {
                self.quiet_targets(m.from) >> m.to & 1 == 1
            }
        };
        if is_own && is_legal() { Some(m) } else { None }
    }
}
