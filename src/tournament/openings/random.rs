//! Openings without a book: random moves to balanced positions.

use crate::engine::{OPENING_NODES, Referee, random_walk};
use crate::games::random::{Random, mix};
use crate::tournament::record::Opening;
use std::collections::HashSet;

/// Trials in a row without a new opening after which there are none: of 1,000
/// equally likely openings, the last one hides so long in 1 case of 7.
const TRIALS: usize = 2_000;

/// Trials in a row that reached new positions, none of them balanced.
const UNBALANCED_TRIALS: usize = 500;

/// Random openings, all of them to different positions.
pub(super) struct RandomOpenings {
    referee: Box<dyn Referee>,
    plies: usize,
    balance: i32,
    random: Random,
    /// Positions that were looked at, without their counters.
    seen: HashSet<String>,
}

impl RandomOpenings {
    pub(super) fn new(referee: Box<dyn Referee>, plies: usize, balance: i32, seed: u64) -> Self {
        // Who draws from the seed itself must not see the same numbers.
        let random = Random::new(mix(seed));
        RandomOpenings { referee, plies, balance, random, seen: HashSet::new() }
    }

    /// Plays random moves from the start; `None` if the game ends before. They are
    /// indices among the legal moves.
    fn walk(&mut self) -> Option<Vec<usize>> {
        self.referee.set_position(None, &[]).ok()?;
        random_walk(&mut *self.referee, self.plies, &mut self.random)
    }

    /// Plays the moves of these indices from the start. Returns their names.
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

    /// Whether the position is one that has not been looked at before.
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
