//! Openings without a book: random moves to balanced positions.

use crate::engine::Referee;
use crate::games::random::{Random, mix};
use crate::tournament::record::Opening;
use std::collections::HashSet;

/// Nodes that judge whether a position is balanced: enough to see what hangs,
/// in a few milliseconds.
const NODES: u64 = 2_000;

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

    /// So many random moves; `None` if the game ends before.
    fn walk(&mut self) -> Option<Vec<String>> {
        self.referee.set_position(None, &[]).ok()?;
        let mut names = Vec::new();
        while self.referee.result().is_none() {
            if names.len() == self.plies {
                return Some(names);
            }
            let mut moves = self.referee.moves();
            let name = moves.swap_remove(self.random.below(moves.len()));
            self.referee.play(&name).ok()?;
            names.push(name);
        }
        None
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
            let Some(moves) = self.walk() else { continue };
            if !self.is_new() {
                continue;
            }
            if self.referee.judge(NODES).abs() <= self.balance {
                return Some(Opening { position: None, moves });
            }
            unbalanced += 1;
            if unbalanced == UNBALANCED_TRIALS {
                break;
            }
        }
        None
    }
}
