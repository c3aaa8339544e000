//! Samples for a network from games of self-play, as files of chunks.

use super::chunk::Position;
use super::file::{self, ChunkWriter, Totals};
use super::shape::SampleShape;
use crate::engine::{NetworkEvaluation, NetworkPosition};
use crate::games::random::mix;
use crate::training::record::{Record, RecordReader};
use anyhow::{Context, Result, ensure};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// Scores beyond this, in centi-units, are those of positions that any move wins.
const MAX_SCORE_CENTI: i16 = 3_000;
/// One game in this many is held out.
const GAMES_PER_TEST_GAME: u64 = 20;
/// Games that are replayed together. They are sorted by their number, so that samples do
/// not depend on the order in which threads finished the games.
const BATCH_GAMES: usize = 1 << 16;
/// Positions that are remembered, so that samples are not taken twice. A position forgets
/// the one before it in its slot.
const KNOWN_POSITIONS: usize = 1 << 22;

/// Which positions become samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleFilter {
    /// The fraction of the positions taken, at random.
    pub keep: f64,
    /// The seed of what is random.
    pub seed: u64,
    /// Whether positions whose score is beyond 3,000 centi-units are taken, with that
    /// score. Otherwise they are left out.
    pub with_decided: bool,
}

/// Where samples come from.
#[derive(Clone, Copy)]
pub struct SampleSource<'a> {
    /// The name of the game.
    pub name: &'a str,
    /// What the game says of its network.
    pub game: &'a dyn NetworkEvaluation,
    /// Files of games.
    pub games: &'a [PathBuf],
}

/// What was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SampleCounts {
    /// Games read.
    pub games: u64,
    /// Samples to fit to.
    pub fit: Totals,
    /// Samples of the games held out.
    pub test: Totals,
}

impl SampleFilter {
    /// Writes the samples of games into two files: those to fit to, and those of one game
    /// in twenty, which are held out. Positions are quiet; see
    /// [`GameReplayer`](crate::engine::GameReplayer). Of a position that occurs often,
    /// most occurrences are left out.
    ///
    /// # Errors
    /// If a file cannot be read or written, has another game or illegal moves.
    pub fn write(
        &self,
        source: SampleSource<'_>,
        has_base: bool,
        pool: &ThreadPool,
        [fit, test]: [&Path; 2],
    ) -> Result<SampleCounts> {
        let shape = source.game.shape(crate::games::network::LANES);
        let shape = SampleShape {
            placements: shape.placements,
            perspectives: shape.perspectives,
            buckets: shape.buckets,
            has_base,
        };
        let mut counts = SampleCounts::default();
        counts.fit = file::write(fit, shape, |fit| {
            counts.test = file::write(test, shape, |test| {
                counts.games = self.add_games(source, pool, fit, test)?;
                Ok(())
            })?;
            Ok(())
        })?;
        Ok(counts)
    }

    /// Adds the samples of all games. Returns how many games there were.
    fn add_games(
        &self,
        source: SampleSource<'_>,
        pool: &ThreadPool,
        fit: &mut ChunkWriter<'_>,
        test: &mut ChunkWriter<'_>,
    ) -> Result<u64> {
        let mut known = KnownPositions(vec![0; KNOWN_POSITIONS]);
        let mut games = 0;
        for path in source.games {
            let mut reader = RecordReader::open(path)?;
            let name = || format!("the games of {} cannot be used", path.display());
            ensure!(reader.game() == source.name, "{}: they are of {}", name(), reader.game());
            loop {
                let mut records: Vec<Record> =
                    reader.by_ref().take(BATCH_GAMES).collect::<Result<_>>()?;
                if records.is_empty() {
                    break;
                }
                records.sort_by_key(|record| record.number);
                let header = reader.identity();
                let hash = |record: &Record| mix(mix(self.seed ^ header) ^ record.number);
                let found: Vec<Result<Vec<(u64, Position)>>> = pool.install(|| {
                    let records = records.par_iter();
                    records
                        .map(|record| self.positions(source.game, record, hash(record)))
                        .collect()
                });
                for (positions, record) in found.into_iter().zip(&records) {
                    let positions = known.without_known(positions.with_context(name)?);
                    let is_test = hash(record).is_multiple_of(GAMES_PER_TEST_GAME);
                    let half_points = (2.0 * record.result) as u8;
                    if is_test {
                        test.add_game(half_points, &positions)?;
                    } else {
                        fit.add_game(half_points, &positions)?;
                    }
                    games += 1;
                }
            }
        }
        Ok(games)
    }

    /// The selected positions of a game, with their keys.
    fn positions(
        &self,
        game: &dyn NetworkEvaluation,
        record: &Record,
        hash: u64,
    ) -> Result<Vec<(u64, Position)>> {
        let moves: Vec<u16> = record.plies.iter().map(|ply| ply.index).collect();
        let wanted = |ply: usize| {
            let score = record.plies[ply].score;
            score.is_some_and(|score| self.with_decided || !is_decided(score))
                && self.keeps(hash, ply)
        };
        let mut found = Vec::new();
        game.replay_positions(&record.start, &moves, &wanted, &mut |ply, position| {
            let NetworkPosition { key, placements, perspectives, side, bucket, base } = position;
            let score = record.plies[ply].score.unwrap_or_default();
            let score = score.clamp(-MAX_SCORE_CENTI, MAX_SCORE_CENTI);
            found.push((key, Position { placements, perspectives, side, bucket, score, base }));
        })
        .with_context(|| format!("game {}", record.number))?;
        Ok(found)
    }

    /// Whether a position of a game with this hash is selected.
    fn keeps(&self, game_hash: u64, ply: usize) -> bool {
        let hash = mix(mix(!game_hash) ^ ply as u64);
        (hash >> 11) as f64 * 2.0_f64.powi(-53) < self.keep
    }
}

fn is_decided(score: i16) -> bool {
    score.unsigned_abs() > MAX_SCORE_CENTI.unsigned_abs()
}

/// Keys of positions, each in the slot of its lowest bits.
struct KnownPositions(Vec<u64>);

impl KnownPositions {
    /// The positions whose keys are not known. They are from now on.
    fn without_known(&mut self, positions: Vec<(u64, Position)>) -> Vec<Position> {
        let mut is_new = |key: u64| {
            let slot = &mut self.0[key as usize % KNOWN_POSITIONS];
            std::mem::replace(slot, key) != key
        };
        positions.into_iter().filter_map(|(key, p)| is_new(key).then_some(p)).collect()
    }
}
