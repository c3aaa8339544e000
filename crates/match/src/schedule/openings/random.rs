//! Openings without a book: random moves to balanced positions.

use crate::record::Opening;
use plyglot_core::game::random::{Random, mix};
use plyglot_engine::{OPENING_NODES, Referee, random_walk};
use std::collections::HashSet;

/// Attempts in a row without a new opening after which generation ends. With 1,000
/// equally likely openings, this misses the last one in 1 case of 7.
const TRIALS: usize = 2_000;

/// Attempts in a row that reached new positions, none of them balanced.
const UNBALANCED_TRIALS: usize = 500;

/// Random openings that lead to different positions.
pub(super) struct RandomOpenings {
    referee: Box<dyn Referee>,
    plies: usize,
    balance: i32,
    random: Random,
    /// All positions reached so far, without their counters.
    seen: HashSet<String>,
}

impl RandomOpenings {
    pub(super) fn new(referee: Box<dyn Referee>, plies: usize, balance: i32, seed: u64) -> Self {
        // The seed is mixed, because the book order draws from the seed itself.
        let random = Random::new(mix(seed));
        RandomOpenings { referee, plies, balance, random, seen: HashSet::new() }
    }

    /// Plays random moves from the start. Returns their indices among the legal moves;
    /// `None` if the game ends too early.
    fn walk(&mut self) -> Option<Vec<usize>> {
        self.referee.set_position(None, &[]).ok()?;
        random_walk(&mut *self.referee, self.plies, &mut self.random)
    }

    /// Plays the moves of these indices from the start. Returns them as text.
    fn names(&mut self, indices: &[usize]) -> Option<Vec<String>> {
        self.referee.set_position(None, &[]).ok()?;
        let mut names = Vec::with_capacity(indices.len());
        for &index in indices {
            let name = self.referee.moves().into_iter().nth(index)?;
            self.referee.play(&name).ok()?;
            names.push(name);
        }
        Some(names)
    }

    /// Whether the position has not been reached before.
    fn is_new(&mut self) -> bool {
        const IDENTITY: usize = 4;
        let position = self.referee.position();
        let fields: Vec<&str> = position.split_whitespace().take(IDENTITY).collect();
        self.seen.insert(fields.join(" "))
    }
}

impl Iterator for RandomOpenings {
    type Item = Opening;

    fn next(&mut self) -> Option<Opening> {
        let mut unbalanced = 0;
        for _ in 0..TRIALS {
            let Some(indices) = self.walk() else { continue };
            if !self.is_new() {
                continue;
            }
            if self.referee.judge(OPENING_NODES).abs() <= self.balance {
                return self.names(&indices).map(|moves| Opening { position: None, moves });
            }
            unbalanced += 1;
            if unbalanced == UNBALANCED_TRIALS {
                break;
            }
        }
        None
    }
}
