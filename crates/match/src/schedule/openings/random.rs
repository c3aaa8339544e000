//! Openings without a book: random moves to balanced positions.

use crate::record::Opening;
use plyglot_core::game::random::{Random, mix};
use plyglot_core::search::OutOfMemory;
use plyglot_engine::{Engine, OpeningFinder};

/// Attempts in a row without a new opening after which generation ends. With 1,000
/// equally likely openings, this misses the last one in 1 case of 7.
const TRIALS: usize = 2_000;

/// Attempts in a row that reached new positions, none of them balanced.
const UNBALANCED_TRIALS: usize = 500;

/// Random openings that lead to different positions.
pub(super) struct RandomOpenings {
    finder: OpeningFinder,
    plies: usize,
}

impl RandomOpenings {
    pub(super) fn new(
        engine: Box<dyn Engine>,
        plies: usize,
        balance: i32,
        seed: u64,
    ) -> Result<Self, OutOfMemory> {
        // The seed is mixed, because the book order draws from the seed itself.
        let finder = OpeningFinder::new(engine, balance, Random::new(mix(seed)))?;
        Ok(RandomOpenings { finder, plies })
    }
}

impl Iterator for RandomOpenings {
    type Item = Opening;

    fn next(&mut self) -> Option<Opening> {
        let mut unbalanced = 0;
        for _ in 0..TRIALS {
            let Some(found) = self.finder.walk(None, self.plies) else { continue };
            if !found.is_new {
                continue;
            }
            if found.is_balanced {
                return Some(Opening { position: None, moves: found.moves });
            }
            unbalanced += 1;
            if unbalanced == UNBALANCED_TRIALS {
                break;
            }
        }
        None
    }
}
