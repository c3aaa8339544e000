//! Random numbers for the keys of positions.

use super::shared::shared;
use crate::set::Set;
use plyglot_core::game::Side;
use plyglot_core::game::random::{Random, mix};
use plyglot_definition::MAX_KINDS;
use std::marker::PhantomData;

/// The most pieces of a kind in a hand whose number matters to the key.
const MAX_HAND: usize = 64;

#[derive(Clone, Debug)]
pub(crate) struct Zobrist<S> {
    /// By kind, side and square.
    pieces: &'static [u64],
    /// By kind, side and number.
    hands: &'static [u64],
    squares: PhantomData<S>,
}

fn numbers(random: &mut Random, count: usize) -> &'static [u64] {
    let numbers = (0..count).map(|_| random.bits()).collect();
    shared::<u64>().row(numbers, usize::MAX).unwrap_or_default()
}

impl<S: Set> Zobrist<S> {
    pub(super) fn new(kinds: usize) -> Zobrist<S> {
        assert!(kinds <= MAX_KINDS);
        let mut random = Random::new(0x0705);
        let pieces = numbers(&mut random, kinds * 2 * S::SQUARES);
        let hands = numbers(&mut random, kinds * 2 * MAX_HAND);
        Zobrist { pieces, hands, squares: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn piece(&self, kind: u8, side: Side, square: u8) -> u64 {
        self.pieces[(usize::from(kind) * 2 + side.index()) * S::SQUARES + usize::from(square)]
    }

    /// The number of `count` pieces of a kind in the hand of a side; 0 for none.
    #[inline(always)]
    pub(crate) fn hand(&self, kind: u8, side: Side, count: u8) -> u64 {
        match count {
            0 => 0,
            _ => {
                let count = usize::from(count).min(MAX_HAND) - 1;
                self.hands[(usize::from(kind) * 2 + side.index()) * MAX_HAND + count]
            }
        }
    }

    /// The number of a state of the game that is not a piece.
    #[inline(always)]
    pub(crate) fn state(&self, which: u64, what: u64) -> u64 {
        if what == 0 { 0 } else { mix(what.wrapping_mul(2 * which + 1) ^ which << 56) }
    }
}
