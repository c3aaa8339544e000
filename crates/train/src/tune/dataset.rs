//! Selects the positions of games to which an evaluation is fitted.

use super::samples::{Sample, Samples};
use crate::games::record::{Record, RecordReader};
use crate::threads;
use anyhow::{Context, Result, ensure};
use plyglot_core::game::Side;
use plyglot_core::game::random::mix;
use plyglot_engine::{Features, LinearEvaluation};
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::PathBuf;

/// Positions with a score beyond this, in centi-units, are left out: any move wins.
const MAX_SCORE_CENTI: i16 = 3_000;
/// One game in this many goes to the test set.
const GAMES_PER_TEST_GAME: u64 = 20;
/// Games replayed in one batch.
const BATCH_GAMES: usize = 1024;

/// Selects positions.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionFilter {
    /// The fraction of the positions taken, at random.
    pub keep: f64,
    /// The seed of what is random.
    pub seed: u64,
    /// The threads that replay games. The samples do not depend on their number.
    pub threads: usize,
}

/// Samples, with the number of games they come from.
#[derive(Clone, Debug, Default)]
pub struct SampleSet {
    /// Games read.
    pub games: usize,
    /// Their samples.
    pub samples: Samples,
}

/// Samples to fit to, and samples of other games to test with.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// The samples to fit to.
    pub fit: SampleSet,
    /// The samples to test with: all those of one game in twenty, as positions of one
    /// game resemble each other.
    pub test: SampleSet,
}

/// The features of a position, and its score for the first player.
type ScoredFeatures = (Features, i16);

impl PositionFilter {
    /// Collects the samples of the games in some files. Positions are quiet (see
    /// [`LinearEvaluation::replay`]) and have a score of at most 3,000 centi-units. A
    /// position that occurs repeatedly is taken once, at its first occurrence.
    ///
    /// # Errors
    /// If a file cannot be read, contains another game than `name`, or illegal moves;
    /// or if the system does not provide the threads.
    pub fn collect(
        &self,
        name: &str,
        game: &dyn LinearEvaluation,
        files: &[PathBuf],
    ) -> Result<Dataset> {
        let mut dataset = Dataset::default();
        let mut seen = HashSet::new();
        let pool = threads::pool(self.threads)?;
        for path in files {
            let file = path.display();
            let mut reader = RecordReader::open(path)?;
            ensure!(reader.game() == name, "the games of {file} are of {}", reader.game());
            loop {
                let records: Vec<Record> =
                    reader.by_ref().take(BATCH_GAMES).collect::<Result<_>>()?;
                if records.is_empty() {
                    break;
                }
                let header_id = reader.identity();
                let found = pool.install(|| self.replay(header_id, game, &records));
                self.add(header_id, found, &records, &mut seen, &mut dataset)
                    .with_context(|| format!("the games of {file} cannot be replayed"))?;
            }
        }
        Ok(dataset)
    }

    /// Adds the positions of games with the same header, except known ones.
    fn add(
        &self,
        header_id: u64,
        games: Vec<Result<Vec<ScoredFeatures>>>,
        records: &[Record],
        seen: &mut HashSet<u64>,
        dataset: &mut Dataset,
    ) -> Result<()> {
        for (found, record) in games.into_iter().zip(records) {
            let result = record.result;
            let is_test = self.game_hash(header_id, record).is_multiple_of(GAMES_PER_TEST_GAME);
            let collected = if is_test { &mut dataset.test } else { &mut dataset.fit };
            collected.games += 1;
            for (Features { key, info, counts }, score) in found? {
                if seen.insert(key) {
                    collected.samples.push(Sample { counts: &counts, info, result, score });
                }
            }
        }
        Ok(())
    }

    /// The selected positions of each game.
    fn replay(
        &self,
        header_id: u64,
        game: &dyn LinearEvaluation,
        records: &[Record],
    ) -> Vec<Result<Vec<ScoredFeatures>>> {
        let found = |record| self.replay_one(self.game_hash(header_id, record), game, record);
        records.par_iter().map(found).collect()
    }

    fn replay_one(
        &self,
        game_hash: u64,
        game: &dyn LinearEvaluation,
        record: &Record,
    ) -> Result<Vec<ScoredFeatures>> {
        let moves: Vec<u16> = record.plies.iter().map(|ply| ply.index).collect();
        let score = |ply: usize| record.plies[ply].score;
        let wanted = |ply: usize| {
            score(ply).is_some_and(|score| score.unsigned_abs() <= MAX_SCORE_CENTI as u16)
                && self.keeps(game_hash, ply)
        };
        let mut found = Vec::new();
        game.replay(&record.start, &moves, &wanted, &mut |ply, features| {
            let score = score(ply).unwrap_or_default();
            let score = if features.info.side == Side::First { score } else { -score };
            found.push((features, score));
        })
        .with_context(|| format!("game {}", record.number))?;
        Ok(found)
    }

    /// A hash of the game that does not depend on other games: a game in the test set
    /// of one fit is in that of every other fit.
    fn game_hash(&self, header_id: u64, record: &Record) -> u64 {
        mix(mix(self.seed ^ header_id) ^ record.number)
    }

    /// Whether a position of a game with this hash is selected.
    fn keeps(&self, game_hash: u64, ply: usize) -> bool {
        let hash = mix(mix(!game_hash) ^ ply as u64);
        (hash >> 11) as f64 * 2.0_f64.powi(-53) < self.keep
    }
}

impl Dataset {
    /// The number of games that were read.
    pub fn games(&self) -> usize {
        self.fit.games + self.test.games
    }
}
