//! The samples of a training, in files beside its result.
//!
//! `FILE.fit` and `FILE.test` have the samples. `FILE.samples` describes their sources and
//! what was found, so that a resumed training need not make them again. It is sealed JSON.

use super::options::{SAMPLES, TrainOptions};
use crate::selfplay::record::RecordReader;
use crate::selfplay::selection::PositionFilter;
use crate::state_file::{Document, remove};
use crate::threads;
use crate::trainer::SampleShape;
use crate::trainer::samples::{SampleCounts, SampleFilter, SampleSource};
use anyhow::{Context, Result};
use plyglot_command::progress::Progress;
use plyglot_engine::NetworkEvaluation;
use plyglot_support::files;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrainSamples {
    pub(super) games: u64,
    /// Samples to fit to, and samples held out.
    pub(super) counts: [u64; 2],
    /// The scale at which all scores predict the results best.
    pub(super) scale: f32,
}

impl TrainSamples {
    /// Makes the samples of a training. If it resumes from a state, those that are there are
    /// used if they were made in the same way.
    pub(super) fn prepare(
        options: &TrainOptions,
        game: &dyn NetworkEvaluation,
        shape: SampleShape,
        progress: &Progress,
    ) -> Result<TrainSamples> {
        let [fit, test] = files(options);
        let note = options.beside("samples");
        let origin = Origin::of(options, shape)?;
        let is_there = options.fit.resume && fit.exists() && test.exists();
        if is_there
            && let Ok(Some(Document { of, state })) = Document::load(&note, &SAMPLES)
            && origin == of
        {
            return Ok(state);
        }
        remove(&note, &SAMPLES)?;
        let pool = threads::pool(options.fit.run.threads())?;
        let source = SampleSource { name: &options.fit.game.name, game, games: &options.fit.data };
        let filter = SampleFilter { positions: options.filter(), scale: None };
        let counts = filter.write(source, shape.has_base, &pool, [&fit, &test], &mut |games| {
            progress.show(0, None, || format!("samples of {games} games"));
        })?;
        let samples = TrainSamples::of(&counts);
        Document { of: origin, state: &samples }.save(&note, &SAMPLES)?;
        Ok(samples)
    }

    fn of(counts: &SampleCounts) -> TrainSamples {
        TrainSamples {
            games: counts.games,
            counts: [counts.fit.samples, counts.test.samples],
            scale: counts.scores.scale(),
        }
    }
}

pub(super) fn files(options: &TrainOptions) -> [PathBuf; 2] {
    ["fit", "test"].map(|extension| options.beside(extension))
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Origin {
    game: String,
    keep: f64,
    seed: u64,
    decided: bool,
    placements: usize,
    perspectives: usize,
    buckets: usize,
    has_base: bool,
    /// A hash of the header and the length in bytes of each file of games. They identify the
    /// games, which follow from the header.
    data: Vec<(u64, u64)>,
}

impl Origin {
    fn of(options: &TrainOptions, shape: SampleShape) -> Result<Origin> {
        let SampleShape { placements, perspectives, buckets, has_base } = shape;
        let PositionFilter { keep, seed, with_decided: decided } = options.filter();
        let data = |path: &PathBuf| {
            let header = RecordReader::open(path)?.header().identity();
            let file = files::ordinary(path)
                .with_context(|| format!("{} cannot be read", path.display()))?;
            Ok((header, file.len()))
        };
        Ok(Origin {
            game: options.fit.game.name.clone(),
            keep,
            seed,
            decided,
            placements,
            perspectives,
            buckets,
            has_base,
            data: options.fit.data.iter().map(data).collect::<Result<_>>()?,
        })
    }
}
