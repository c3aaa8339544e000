//! The openings of a match: from a book, or random.

mod book;

use super::schedule;
use crate::plan::{KNOWN_GAME, Openings, Plan};
use crate::record::Opening;
use anyhow::Context;
use plyglot_core::game::random::{Random, mix};
use plyglot_core::search::{Control, OutOfMemory};
use plyglot_engine::{Engine, OpeningFinder, Registry};
use std::sync::Arc;

/// The openings of a match. The same plan always gives the same openings.
pub struct Book {
    openings: Vec<Opening>,
    /// What is wrong in a file without a loss of moves.
    faults: Vec<String>,
    /// Generates further openings; `None` once it is exhausted, or for a book.
    source: Option<RandomOpenings>,
}

impl Book {
    /// Opens the openings that a plan asks for. Those of a file that the match needs
    /// are all checked here; random ones are generated on demand.
    ///
    /// # Errors
    /// If the file cannot be read, contains something that the rules do not allow, or
    /// there is no opening at all.
    pub fn open(plan: &Plan, registry: &Registry) -> anyhow::Result<Book> {
        match &plan.openings {
            Openings::Start => Ok(Book::of(vec![Opening::default()])),
            Openings::File { .. } => book::load(plan, needed(plan), registry),
            Openings::Random { plies, balance } => {
                let engine = registry.game(&plan.game).expect(KNOWN_GAME).open();
                let mut source = RandomOpenings::new(engine, *plies, *balance, plan.seed)?;
                let first = source.next().with_context(|| {
                    let wanted = format!("{plies} plies that a search values at {balance} at most");
                    format!("no opening of {wanted} was found: try fewer plies or more")
                })?;
                Ok(Book { source: Some(source), ..Book::of(vec![first]) })
            }
        }
    }

    fn of(openings: Vec<Opening>) -> Book {
        Book { openings, faults: Vec::new(), source: None }
    }

    /// What is wrong in the file and was left out, such as castling rights without a rook. No
    /// moves were lost by it.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// The opening of this number, from 0. If there are fewer, they repeat from the
    /// first.
    pub fn opening(&mut self, number: usize) -> Opening {
        while self.openings.len() <= number {
            match self.source.as_mut().and_then(Iterator::next) {
                Some(opening) => self.openings.push(opening),
                None => {
                    self.source = None;
                    break;
                }
            }
        }
        self.openings[number % self.openings.len()].clone()
    }

    /// The number of openings; `None` while more can be generated.
    pub fn count(&self) -> Option<usize> {
        self.source.is_none().then_some(self.openings.len())
    }
}

fn needed(plan: &Plan) -> usize {
    schedule(plan).last().map_or(1, |fixture| fixture.opening + 1)
}

/// Attempts in a row without a new opening after which generation ends. With 1,000
/// equally likely openings, this misses the last one in 1 case of 7.
const MAX_TRIALS: usize = 2_000;

/// Attempts in a row that reached new positions, none of them balanced.
const MAX_UNBALANCED_TRIALS: usize = 500;

struct RandomOpenings {
    finder: OpeningFinder,
    plies: usize,
}

impl RandomOpenings {
    fn new(
        engine: Box<dyn Engine>,
        plies: usize,
        balance: i32,
        seed: u64,
    ) -> Result<Self, OutOfMemory> {
        // The seed is mixed, because the book order draws from the seed itself.
        let (random, control) = (Random::new(mix(seed)), Control::until_interrupt());
        let finder = OpeningFinder::new(engine, balance, random, Arc::new(control))?;
        Ok(RandomOpenings { finder, plies })
    }
}

impl Iterator for RandomOpenings {
    type Item = Opening;

    fn next(&mut self) -> Option<Opening> {
        let mut unbalanced = 0;
        for _ in 0..MAX_TRIALS {
            let Some(found) = self.finder.walk(None, self.plies) else { continue };
            if !found.is_new {
                continue;
            }
            if found.is_balanced {
                return Some(Opening { position: None, moves: found.moves });
            }
            unbalanced += 1;
            if unbalanced == MAX_UNBALANCED_TRIALS {
                break;
            }
        }
        None
    }
}
