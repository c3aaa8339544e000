//! Samples for a network from games of self-play, as files of chunks.

use super::chunk::Position;
use super::file::{self, ChunkWriter, Totals};
use super::shape::SampleShape;
use crate::games::record::{Record, RecordReader};
use crate::tune::objective::ScoreCounts;
use anyhow::{Context, Result, ensure};
use plyglot_core::game::Side;
use plyglot_core::game::random::mix;
use plyglot_engine::{NetworkEvaluation, NetworkPosition};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Scores beyond this, in centi-units, are those of positions that any move wins.
const MAX_SCORE_CENTI: i16 = 3_000;
/// Of each this many games with consecutive numbers, one is held out.
pub const GAMES_PER_TEST_GAME: u64 = 20;
/// The most games that wait for one with a lower number.
const MAX_EARLY_GAMES: usize = 1 << 16;
/// Games that are replayed together. The positions of 512 long games take some 30 MB.
const BATCH_GAMES: usize = 512;
/// Games at the beginning of a file by which its scores are brought to a scale.
const SCALE_GAMES: usize = 8 * BATCH_GAMES;
/// Positions that are remembered, so that samples are not taken twice. A position forgets
/// the one before it in its slot.
const KNOWN_POSITIONS: usize = 1 << 22;

/// Which positions become samples, and with which scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleFilter {
    /// The fraction of the positions taken, at random.
    pub keep: f64,
    /// The seed of what is random.
    pub seed: u64,
    /// Whether positions whose score is beyond 3,000 centi-units are taken, with that
    /// score. Otherwise they are left out.
    pub with_decided: bool,
    /// The scale that the scores of each file are brought to, in centi-units: they are
    /// multiplied so that this one predicts the results of the file's games best. Networks
    /// of different ages, whose scores mean different things, then speak alike. `None`
    /// leaves scores as they are.
    pub scale: Option<f32>,
}

/// Where samples come from.
#[derive(Clone, Copy)]
pub struct SampleSource<'a> {
    /// The name of the game.
    pub name: &'a str,
    /// The game's description of its network.
    pub game: &'a dyn NetworkEvaluation,
    /// Files of games.
    pub games: &'a [PathBuf],
}

/// The samples found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SampleCounts {
    /// Games read.
    pub games: u64,
    /// Samples to fit to.
    pub fit: Totals,
    /// Samples of the games held out.
    pub test: Totals,
    /// By output bucket: the scores of the samples to fit to, and what came of them.
    pub scores: Vec<ScoreCounts>,
}

impl SampleFilter {
    /// [`SampleFilter::write_with`] without a report.
    ///
    /// # Errors
    /// As there.
    pub fn write(
        &self,
        source: SampleSource<'_>,
        has_base: bool,
        pool: &ThreadPool,
        files: [&Path; 2],
    ) -> Result<SampleCounts> {
        self.write_with(source, has_base, pool, files, &mut |_| ())
    }

    /// Writes the samples of games into two files: those to fit to, and those of one game
    /// in twenty, which are held out. They do not depend on the order of a file's games, up
    /// to 65,536 games from their place. Positions are quiet; see
    /// [`LinearEvaluation::replay`](plyglot_engine::LinearEvaluation::replay). Of a position
    /// that occurs often, most occurrences are left out. `report` gets the number of games
    /// so far. Takes some hundred megabytes of memory, however many games there are.
    ///
    /// # Errors
    /// If a file cannot be read or written, has another game or illegal moves.
    pub fn write_with(
        &self,
        source: SampleSource<'_>,
        has_base: bool,
        pool: &ThreadPool,
        [fit, test]: [&Path; 2],
        report: &mut dyn FnMut(u64),
    ) -> Result<SampleCounts> {
        let shape = source.game.shape(plyglot_core::game::network::LANES);
        let shape = SampleShape {
            placements: shape.placements,
            perspectives: shape.perspectives,
            buckets: shape.buckets,
            has_base,
        };
        let mut totals = Totals::default();
        let mut scores = vec![ScoreCounts::default(); shape.buckets];
        let mut games = 0;
        let fit = file::write(fit, shape, |fit| {
            totals = file::write(test, shape, |test| {
                let known = KnownPositions(vec![0; KNOWN_POSITIONS]);
                let mut writer = SampleWriter {
                    filter: self,
                    source,
                    pool,
                    known,
                    scores: &mut scores,
                    fit,
                    test,
                };
                for path in source.games {
                    writer.add_file(path, |count| {
                        games += count;
                        report(games);
                    })?;
                }
                Ok(())
            })?;
            Ok(())
        })?;
        Ok(SampleCounts { games, fit, test: totals, scores })
    }

    /// The selected positions of a game, with their keys.
    fn positions(&self, game: &dyn NetworkEvaluation, record: &Record, hash: u64) -> Result<Keyed> {
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

/// The selected positions of a game, with their keys.
type Keyed = Vec<(u64, Position)>;

/// Writes the samples of all files.
struct SampleWriter<'a, 'f, 't> {
    filter: &'a SampleFilter,
    source: SampleSource<'a>,
    pool: &'a ThreadPool,
    known: KnownPositions,
    scores: &'a mut [ScoreCounts],
    fit: &'a mut ChunkWriter<'f>,
    test: &'a mut ChunkWriter<'t>,
}

impl SampleWriter<'_, '_, '_> {
    /// Adds the samples of a file. `report` gets the number of games in each batch.
    fn add_file(&mut self, path: &Path, mut report: impl FnMut(u64)) -> Result<()> {
        let factor = match self.filter.scale {
            Some(scale) => scale / self.scale_of(path)?,
            None => 1.0,
        };
        self.visit_batches(path, usize::MAX, |writer, seed, records, found| {
            writer.add_games(seed, records, found, factor)?;
            report(records.len() as u64);
            Ok(())
        })
    }

    /// The scale at which the scores of a file predict the results best.
    fn scale_of(&mut self, path: &Path) -> Result<f32> {
        let mut scores = ScoreCounts::default();
        self.visit_batches(path, SCALE_GAMES, |_, _, records, found| {
            for (positions, record) in found.into_iter().zip(records) {
                for (_, position) in positions {
                    scores.add(position.score, own_half_points(record, position.side));
                }
            }
            Ok(())
        })?;
        Ok(scores.scale())
    }

    /// Visits the games of a file by their numbers, at most about `max_games`, with the
    /// file's seed and the selected positions of each.
    fn visit_batches(
        &mut self,
        path: &Path,
        max_games: usize,
        mut visit: impl FnMut(&mut Self, u64, &[Record], Vec<Keyed>) -> Result<()>,
    ) -> Result<()> {
        let reader = RecordReader::open(path)?;
        let name = || format!("the games of {} cannot be used", path.display());
        ensure!(reader.game() == self.source.name, "{}: they are of {}", name(), reader.game());
        let seed = mix(self.filter.seed ^ reader.identity());
        let mut records = InOrder::new(reader);
        for _ in 0..max_games.div_ceil(BATCH_GAMES) {
            let batch: Vec<Record> =
                records.by_ref().take(BATCH_GAMES).collect::<Result<_>>().with_context(name)?;
            if batch.is_empty() {
                break;
            }
            let found = self.positions(seed, &batch).with_context(name)?;
            visit(self, seed, &batch, found).with_context(name)?;
        }
        Ok(())
    }

    /// The selected positions of games with the same header.
    fn positions(&self, seed: u64, records: &[Record]) -> Result<Vec<Keyed>> {
        let (filter, game) = (self.filter, self.source.game);
        let hash = |record: &Record| mix(seed ^ record.number);
        self.pool.install(|| {
            let records = records.par_iter();
            records.map(|record| filter.positions(game, record, hash(record))).collect()
        })
    }

    /// Adds the samples of games, with these positions. Scores are multiplied by `factor`.
    fn add_games(
        &mut self,
        seed: u64,
        records: &[Record],
        found: Vec<Keyed>,
        factor: f32,
    ) -> Result<()> {
        let max = f32::from(MAX_SCORE_CENTI);
        for (positions, record) in found.into_iter().zip(records) {
            let mut positions = self.known.without_known(positions);
            for position in &mut positions {
                let score = f32::from(position.score) * factor;
                position.score = score.round().clamp(-max, max) as i16;
            }
            let half_points = own_half_points(record, Side::First);
            if is_held_out(seed, record.number) {
                self.test.add_game(half_points, &positions)?;
                continue;
            }
            self.fit.add_game(half_points, &positions)?;
            for position in &positions {
                let own = own_half_points(record, position.side);
                self.scores[usize::from(position.bucket)].add(position.score, own);
            }
        }
        Ok(())
    }
}

/// The half points of a game for a side.
fn own_half_points(record: &Record, side: Side) -> u8 {
    let half_points = (2.0 * record.result) as u8;
    if side == Side::First { half_points } else { 2 - half_points }
}

/// Whether the game of this number is one to test with.
fn is_held_out(seed: u64, number: u64) -> bool {
    let (group, place) = (number / GAMES_PER_TEST_GAME, number % GAMES_PER_TEST_GAME);
    mix(!seed ^ group) % GAMES_PER_TEST_GAME == place
}

/// Games by their number, from a file where threads finished them in about that order.
/// Samples must not depend on threads. Only games that come too early take memory.
struct InOrder<R> {
    records: R,
    early: BTreeMap<u64, Record>,
    /// The number of the next game.
    next: u64,
}

impl<R> InOrder<R> {
    fn new(records: R) -> InOrder<R> {
        InOrder { records, early: BTreeMap::new(), next: 0 }
    }
}

impl<R: Iterator<Item = Result<Record>>> Iterator for InOrder<R> {
    type Item = Result<Record>;

    fn next(&mut self) -> Option<Result<Record>> {
        while !self.early.contains_key(&self.next) {
            let is_full = self.early.len() >= MAX_EARLY_GAMES;
            match if is_full { None } else { self.records.next() } {
                Some(Ok(record)) => _ = self.early.insert(record.number, record),
                Some(Err(error)) => return Some(Err(error)),
                // The next game is missing: the file was cut off, or is a part of another.
                None => self.next = *self.early.first_key_value()?.0,
            }
        }
        let record = self.early.remove(&self.next)?;
        self.next = self.next.wrapping_add(1);
        Some(Ok(record))
    }
}

fn is_decided(score: i16) -> bool {
    score.unsigned_abs() > MAX_SCORE_CENTI.unsigned_abs()
}

/// Keys of positions, each in the slot of its lowest bits.
struct KnownPositions(Vec<u64>);

impl KnownPositions {
    /// The positions whose keys are not known. They are from now on.
    fn without_known(&mut self, positions: Keyed) -> Vec<Position> {
        let mut is_new = |key: u64| {
            let slot = &mut self.0[key as usize % KNOWN_POSITIONS];
            std::mem::replace(slot, key) != key
        };
        positions.into_iter().filter_map(|(key, p)| is_new(key).then_some(p)).collect()
    }
}
