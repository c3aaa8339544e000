//! From games to samples: which of their positions an evaluation is fitted to.

use super::record::{Reader, Record};
use super::samples::{Sample, Samples};
use super::threads;
use crate::engine::{Features, Replay};
use crate::games::Side;
use crate::games::random::mix;
use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::PathBuf;

/// Positions that a search thinks further from a balance than this, in
/// centi-units, teach nothing: any move wins.
const GREATEST_SCORE: i16 = 3_000;
/// One game of so many is held out.
const HELD_OUT: u64 = 20;
/// Games that are read before their positions are worked out together.
const BATCH: usize = 1024;

/// What decides which positions are taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Sieve {
    /// The part of the positions that is taken, by lot, from 0 to 1.
    pub keep: f64,
    /// From which the lots follow.
    pub seed: u64,
    /// Threads to replay games with. The samples are the same.
    pub threads: usize,
}

/// Samples, and the games that they are of.
#[derive(Clone, Debug, Default)]
pub struct Sifted {
    /// Games read.
    pub games: usize,
    /// Their samples.
    pub samples: Samples,
}

/// What the files give: samples to fit to, and others of other games to test
/// with.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// To fit to.
    pub fit: Sifted,
    /// To test with: of one game in twenty, whole, as the positions of a game
    /// resemble each other.
    pub test: Sifted,
}

/// A position that is taken unless it was there before, and its score in the
/// eyes of the first player.
type Found = (Features, i16);

impl Sieve {
    /// The samples in the games of some files: of positions that are quiet (see
    /// [`Replay::replay`]) and have a score of no more than 3,000
    /// centi-units; each position once, at its first place.
    ///
    /// # Errors
    /// When a file cannot be read, has games of another game than that of this `name`, or
    /// moves that do not exist; and when the system does not give as many threads.
    pub fn sift(&self, name: &str, game: &dyn Replay, files: &[PathBuf]) -> Result<Material> {
        let mut material = Material::default();
        let mut seen = HashSet::new();
        let pool = threads::pool(self.threads)?;
        for path in files {
            let file = path.display();
            let mut reader = Reader::open(path)?;
            ensure!(reader.game() == name, "the games of {file} are of {}", reader.game());
            loop {
                let records: Vec<Record> = reader.by_ref().take(BATCH).collect::<Result<_>>()?;
                if records.is_empty() {
                    break;
                }
                let family = reader.identity();
                let found = pool.install(|| self.replay(family, game, &records));
                self.add(family, found, &records, &mut seen, &mut material)
                    .with_context(|| format!("the games of {file} cannot be replayed"))?;
            }
        }
        Ok(material)
    }

    /// Adds what was found in each of some games of a `family`.
    fn add(
        &self,
        family: u64,
        games: Vec<Result<Vec<Found>>>,
        records: &[Record],
        seen: &mut HashSet<u64>,
        material: &mut Material,
    ) -> Result<()> {
        for (found, record) in games.into_iter().zip(records) {
            let result = record.result;
            let is_test = self.lot(family, record).is_multiple_of(HELD_OUT);
            let sifted = if is_test { &mut material.test } else { &mut material.fit };
            sifted.games += 1;
            for (Features { key, frame, counts }, score) in found? {
                if seen.insert(key) {
                    sifted.samples.push(Sample { counts: &counts, frame, result, score });
                }
            }
        }
        Ok(())
    }

    /// What is found in each of the games.
    fn replay(
        &self,
        family: u64,
        game: &dyn Replay,
        records: &[Record],
    ) -> Vec<Result<Vec<Found>>> {
        let found = |record| self.replay_one(self.lot(family, record), game, record);
        records.par_iter().map(found).collect()
    }

    fn replay_one(&self, lot: u64, game: &dyn Replay, record: &Record) -> Result<Vec<Found>> {
        let moves: Vec<u16> = record.plies.iter().map(|ply| ply.index).collect();
        let score = |ply: usize| record.plies[ply].score;
        let wanted = |ply: usize| {
            score(ply).is_some_and(|score| score.unsigned_abs() <= GREATEST_SCORE as u16)
                && self.is_drawn(lot, ply)
        };
        let mut found = Vec::new();
        game.replay(&record.start, &moves, &wanted, &mut |ply, features| {
            let score = score(ply).unwrap_or_default();
            let score = if features.frame.side == Side::First { score } else { -score };
            found.push((features, score));
        })
        .with_context(|| format!("game {}", record.number))?;
        Ok(found)
    }

    /// The lot of a game, which is the same in whatever company it comes: what one
    /// fit has held out, no other may have learnt from.
    fn lot(&self, family: u64, record: &Record) -> u64 {
        mix(mix(self.seed ^ family) ^ record.number)
    }

    /// Whether a position of a game with this lot is taken.
    fn is_drawn(&self, lot: u64, ply: usize) -> bool {
        let lot = mix(mix(!lot) ^ ply as u64);
        (lot >> 11) as f64 * 2.0_f64.powi(-53) < self.keep
    }
}

impl Material {
    /// All games read.
    pub fn games(&self) -> usize {
        self.fit.games + self.test.games
    }
}
