//! Seeded random numbers for Zobrist keys, random games and tests.

use super::Game;

/// The SplitMix64 generator (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014): 64 bits of state, equal seeds give
/// equal sequences on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with a sequence that `seed` determines.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number from 0 to `bound - 1`. `bound` must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// Brings items into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// The positions of a game of random moves from this one on, until it is over or there are `max`.
pub fn random_game<G: Game>(start: G, max: usize, random: &mut Random) -> Vec<G> {
    let mut positions = vec![start];
    while let Some(position) = positions.last()
        && positions.len() < max
        && position.status().is_none()
    {
        let moves = position.legal_moves();
        let next = position.after(moves[random.below(moves.len())]);
        positions.push(next);
    }
    positions
}

/// Mixes the bits of `x`: SplitMix64's finalizer, a bijection.
pub const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
