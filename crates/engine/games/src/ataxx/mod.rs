//! Ataxx, on a board of 7 x 7: a stone clones itself to a neighbouring point or jumps two
//! points away, and turns the other side's stones around its target.

mod board;
mod knowledge;
mod network;
mod notation;

use board::{BOARD, JUMPS, POINTS, points, spread, touching};
use plyglot_core::game::random::mix;
use plyglot_core::game::{Game, Outcome, Side, Which};

/// The stones that a move must turn to be [tactical](Game::tactical). Many moves turn one
/// or two, and tactical moves are neither pruned nor reduced.
const TACTICAL: u32 = 3;

/// A move: a clone, a jump or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The origin of a jump. For a clone this is the target, as it does not matter which
    /// stone it comes from.
    from: u8,
    to: u8,
}

impl Move {
    /// Made where a side has no other move and the other side has one.
    const PASS: Move = Move { from: 63, to: 63 };

    fn clone_to(to: u8) -> Move {
        Move { from: to, to }
    }

    fn is_pass(self) -> bool {
        self == Move::PASS
    }

    fn is_clone(self) -> bool {
        self.from == self.to && !self.is_pass()
    }
}

/// A position of Ataxx.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ataxx {
    own: u64,
    other: u64,
    walls: u64,
    side: Side,
    /// Plies without a clone that end the game as a draw; 0 for no limit.
    most_quiet_plies: u8,
    quiet_plies: u16,
    /// The full-move number, from 1. It increases after the second player's move.
    number: u16,
}

impl Ataxx {
    #[inline(always)]
    fn empty(&self) -> u64 {
        BOARD & !(self.own | self.other | self.walls)
    }

    fn outcome_by_count(&self) -> Outcome {
        Outcome::from_lead(self.own.count_ones() as i32 - self.other.count_ones() as i32)
    }

    #[inline(always)]
    fn can_move(&self, stones: u64) -> bool {
        spread(spread(stones)) & self.empty() != 0
    }

    #[inline(always)]
    fn must_pass(&self) -> bool {
        self.own != 0 && !self.can_move(self.own) && self.can_move(self.other)
    }

    #[inline(always)]
    fn turned(&self, m: Move) -> u64 {
        if m.is_pass() { 0 } else { touching(m.to, self.other) }
    }

    #[inline(always)]
    fn by_player(&self) -> [u64; 2] {
        match self.side {
            Side::First => [self.own, self.other],
            Side::Second => [self.other, self.own],
        }
    }
}

impl Game for Ataxx {
    type Move = Move;

    const REPEATS: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    /// The game is over when a side has no stones or the board is full. Then the stones
    /// are counted. After too many plies without a clone it is drawn, unless no move is
    /// left either.
    #[inline]
    fn decided(&self) -> Option<Outcome> {
        if self.own == 0 || self.other == 0 || self.empty() == 0 {
            return Some(self.outcome_by_count());
        }
        let most = u16::from(self.most_quiet_plies);
        if most == 0 || self.quiet_plies < most {
            return None;
        }
        let is_stuck = !self.can_move(self.own | self.other);
        Some(if is_stuck { self.outcome_by_count() } else { Outcome::Drawn })
    }

    fn stalled(&self) -> Outcome {
        self.outcome_by_count()
    }

    #[inline]
    fn moves(&self, which: Which, mut visit: impl FnMut(Move)) {
        let empty = self.empty();
        let crowded = || board::next_to(self.other, TACTICAL, empty);
        let targets = match which {
            Which::All => empty,
            Which::Tactical => crowded(),
            Which::Quiet => empty & !crowded(),
        };
        points(spread(self.own) & targets).for_each(|to| visit(Move::clone_to(to)));
        for from in points(self.own) {
            let jumps = JUMPS[usize::from(from)] & targets;
            points(jumps).for_each(|to| visit(Move { from, to }));
        }
        if which != Which::Tactical && self.must_pass() {
            visit(Move::PASS);
        }
    }

    #[inline]
    fn count(&self) -> u64 {
        let empty = self.empty();
        let jumps: u32 =
            points(self.own).map(|from| (JUMPS[usize::from(from)] & empty).count_ones()).sum();
        let moves = (spread(self.own) & empty).count_ones() + jumps;
        if moves == 0 { self.must_pass().into() } else { moves.into() }
    }

    #[inline]
    fn tactical(&self, m: Move) -> bool {
        self.turned(m).count_ones() >= TACTICAL
    }

    #[inline]
    fn play(&mut self, m: Move) {
        self.quiet_plies = if m.is_clone() { 0 } else { self.quiet_plies.saturating_add(1) };
        if !m.is_pass() {
            let turned = self.turned(m);
            self.own &= !(1 << m.from);
            self.own |= turned | 1 << m.to;
            self.other &= !turned;
        }
        if self.side == Side::Second {
            self.number = self.number.saturating_add(1);
        }
        self.side = !self.side;
        std::mem::swap(&mut self.own, &mut self.other);
    }

    /// Multiplies the sets by odd constants without a pattern and mixes the sum.
    #[inline]
    fn key(&self) -> u64 {
        const OWN: u64 = 0x9E37_79B9_7F4A_7C15;
        const OTHER: u64 = 0xC2B2_AE3D_27D4_EB4F;
        const WALLS: u64 = 0x2545_F491_4F6C_DD1D;
        const SIDE: u64 = 0x1656_67B1_9E37_79F9;
        let products = [
            self.own.wrapping_mul(OWN),
            self.other.wrapping_mul(OTHER),
            self.walls.wrapping_mul(WALLS),
            (self.side.index() as u64).wrapping_mul(SIDE),
        ];
        mix(products.into_iter().fold(0, u64::wrapping_add))
    }

    /// A clone adds a stone, and no move takes one away.
    #[inline]
    fn irreversible(&self, m: Move) -> bool {
        m.is_clone()
    }

    /// Bits 0-5: origin; bits 6-11: target; bit 12: always set.
    #[inline]
    fn pack(m: Move) -> u32 {
        u32::from(m.from) | u32::from(m.to) << 6 | 1 << 12
    }

    fn find(&self, packed: u32) -> Option<Move> {
        let m = Move { from: (packed & 63) as u8, to: (packed >> 6 & 63) as u8 };
        let is_legal = if m.is_pass() {
            self.must_pass()
        } else if usize::from(m.from.max(m.to)) >= POINTS {
            false
        } else {
            let sources = if m.is_clone() {
                touching(m.to, self.own)
            } else {
                JUMPS[usize::from(m.to)] & self.own & 1 << m.from
            };
            self.empty() >> m.to & 1 == 1 && sources != 0
        };
        if packed >> 12 == 1 && is_legal { Some(m) } else { None }
    }
}
