//! The positions of games to which an evaluation is fitted, in a compact list: millions fit in
//! memory.

use crate::selfplay::record::Record;
use crate::selfplay::selection::{GamesFile, KnownPositions, PositionFilter};
use crate::threads;
use anyhow::Result;
use plyglot_core::game::Side;
use plyglot_engine::{FeatureCount, Features, LinearEvaluation, SampleInfo};
use std::path::PathBuf;

/// A position with the result of its game and a search score, from the first player's
/// view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<'a> {
    /// The features; each occurs once.
    pub counts: &'a [FeatureCount],
    pub info: SampleInfo,
    /// The points of the first player in the game: 1, 0.5 or 0.
    pub result: f32,
    /// The score of the search, in centi-units.
    pub score: i16,
}

#[derive(Clone, Debug, Default)]
pub struct Samples {
    entries: Vec<SampleEntry>,
    counts: Vec<FeatureCount>,
}

#[derive(Clone, Copy, Debug)]
struct SampleEntry {
    /// The end of the sample's counts in the common list. They begin at the end of the
    /// previous sample's.
    end: usize,
    info: SampleInfo,
    result: f32,
    score: i16,
}

impl Samples {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The sample of this number, which must be less than [`Samples::len`].
    pub fn get(&self, number: usize) -> Sample<'_> {
        let start = if number == 0 { 0 } else { self.entries[number - 1].end };
        let SampleEntry { end, info, score, result } = self.entries[number];
        Sample { counts: &self.counts[start..end], info, result, score }
    }

    pub fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|number| self.get(number))
    }

    /// Adds a sample. A tuner can use at most 2^32.
    pub fn push(&mut self, sample: Sample<'_>) {
        let Sample { counts, info, result, score } = sample;
        self.counts.extend_from_slice(counts);
        self.entries.push(SampleEntry { end: self.counts.len(), info, score, result });
    }
}

/// Samples, with the number of games they come from.
#[derive(Clone, Debug, Default)]
pub struct SampleSet {
    pub games: usize,
    pub samples: Samples,
}

/// Samples to fit to, and samples of other games to test with.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    pub fit: SampleSet,
    /// The samples to test with: all those of one game in twenty, as positions of one
    /// game resemble each other.
    pub test: SampleSet,
}

impl Dataset {
    /// The samples of the games in some files. Positions are quiet (see
    /// [`LinearEvaluation::replay`]). Most occurrences of frequent
    /// positions are left out. The result does not depend on the number of threads.
    pub fn collect(
        filter: &PositionFilter,
        name: &str,
        game: &dyn LinearEvaluation,
        files: &[PathBuf],
        threads: usize,
    ) -> Result<Dataset> {
        let (mut dataset, mut known) = (Dataset::default(), KnownPositions::new());
        let pool = threads::pool(threads)?;
        let replay = |record: &Record, moves: &[u16], wanted: &dyn Fn(usize) -> bool| {
            let mut found = Vec::new();
            game.replay(moves, wanted, &mut |ply, features| {
                let score = record.plies[ply].score.unwrap_or_default();
                let score =
                    if features.info.side == Side::First { score } else { score.saturating_neg() };
                found.push((features.key, (features, score)));
            })?;
            Ok(found)
        };
        for path in files {
            let file = GamesFile { path, game: name };
            filter.visit(file, &pool, usize::MAX, &replay, |record, is_held_out, positions| {
                let set = if is_held_out { &mut dataset.test } else { &mut dataset.fit };
                set.games += 1;
                let positions = positions.into_iter().filter(|(key, _)| known.is_new(*key));
                for (_, (Features { info, counts, .. }, score)) in positions {
                    let result = f32::from(record.half_points(Side::First)) / 2.0;
                    set.samples.push(Sample { counts: &counts, info, result, score });
                }
                Ok(())
            })?;
        }
        Ok(dataset)
    }
}
