//! A pile of which two players take one, two or three; who takes the last one wins.

use plyglot_core::game::{Exact, Game, Outcome, Side, Which};

/// The pile. `trail` keeps every line apart, so that no transposition helps and
/// a large pile is beyond all reach. What is known of each kind of pile, by a
/// solver or endgame tables, is for each test to say.
#[derive(Clone, Debug)]
pub struct Pile<K> {
    pub left: u8,
    pub kind: K,
    trail: u64,
    side: Side,
}

impl<K> Pile<K> {
    pub fn of(kind: K, left: u8) -> Self {
        Pile { left, kind, trail: 1, side: Side::First }
    }
}

impl<K: Copy + Send + Sync + 'static> Game for Pile<K> {
    type Move = u8;

    fn side(&self) -> Side {
        self.side
    }

    fn decided(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Lost)
    }

    fn moves(&self, which: Which, visit: impl FnMut(u8)) {
        if which != Which::Tactical {
            (1..=self.left.min(3)).for_each(visit);
        }
    }

    fn play(&mut self, m: u8) {
        self.left -= m;
        self.trail = (self.trail + u64::from(m)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.side = !self.side;
    }

    fn key(&self) -> u64 {
        self.trail
    }

    fn pack(m: u8) -> u32 {
        m.into()
    }
}

/// The value by theory: a multiple of four is lost. The winner makes it the
/// next one in two plies, and the loser takes one at a time.
pub fn theory(left: u8) -> Exact {
    match (left % 4, u16::from(left / 4)) {
        (0, fours) => Exact::Loss(2 * fours),
        (_, fours) => Exact::Win(2 * fours + 1),
    }
}
