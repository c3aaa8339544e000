//! The samples of a training, in files beside its result.
//!
//! `FILE.fit` and `FILE.test` have the samples. `FILE.samples` says in text what they were
//! made of, and what was found: so they need not be made again to go on. It is sealed.

use super::options::TrainPlan;
use crate::engine::NetworkEvaluation;
use crate::files::{self, Format};
use crate::progress::Progress;
use crate::training::network::SampleShape;
use crate::training::network::samples::{SampleCounts, SampleSource};
use crate::training::record::RecordReader;
use crate::training::state_file::{remove, write_state};
use crate::training::threads;
use crate::training::tune::objective::ScoreCounts;
use anyhow::{Context, Result};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The format, whose version is its last word.
pub(super) const FORMAT: Format =
    Format { name: "a description of samples", beginnings: &["plyglot samples 2\n"] };
/// A kind of position needs this many samples for a scale of its own.
const MIN_CALIBRATED: u64 = 1000;

/// The samples of a training.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TrainSamples {
    /// Games read.
    pub(super) games: u64,
    /// Samples to fit to, and samples held out.
    pub(super) counts: [u64; 2],
    /// The scale at which all scores predict the results best.
    pub(super) scale: f32,
    /// The same for each output bucket.
    pub(super) bucket_scales: Vec<f32>,
}

impl TrainSamples {
    /// Makes the samples of a plan. If it goes on from a state, those that are there are
    /// used if they were made in the same way.
    ///
    /// # Errors
    /// If a file cannot be read or written, has another game or illegal moves, or the
    /// system does not provide the threads.
    pub(super) fn prepare(
        plan: &TrainPlan,
        game: &dyn NetworkEvaluation,
        shape: SampleShape,
        progress: &Progress,
    ) -> Result<TrainSamples> {
        let [fit, test] = files(plan);
        let note = plan.beside("samples");
        let origin = origin(plan, shape)?;
        let is_there = plan.resume && fit.exists() && test.exists();
        if is_there && let Some(samples) = TrainSamples::read(&note, &origin) {
            return Ok(samples);
        }
        remove(&note, &FORMAT)?;
        let pool = threads::pool(plan.threads)?;
        let source = SampleSource { name: &plan.game, game, games: &plan.data };
        let counts =
            plan.filter.write_with(source, shape.has_base, &pool, [&fit, &test], &mut |games| {
                progress.show(0, None, || format!("samples of {games} games"));
            })?;
        let samples = TrainSamples::of(&counts);
        write_state(&note, &FORMAT, samples.print(&origin))?;
        Ok(samples)
    }

    fn of(counts: &SampleCounts) -> TrainSamples {
        let mut all = ScoreCounts::default();
        counts.scores.iter().for_each(|scores| all.add_all(scores));
        let scale = all.scale();
        let own = |scores: &ScoreCounts| {
            if scores.total() < MIN_CALIBRATED { scale } else { scores.scale() }
        };
        TrainSamples {
            games: counts.games,
            counts: [counts.fit.samples, counts.test.samples],
            scale,
            bucket_scales: counts.scores.iter().map(own).collect(),
        }
    }

    fn print(&self, origin: &str) -> String {
        let TrainSamples { games, counts: [fit, test], scale, bucket_scales } = self;
        let mut text = format!("{origin}games {games} fit {fit} test {test}\nscale {scale}\n");
        // Writing to a string does not fail.
        bucket_scales.iter().for_each(|scale| _ = writeln!(text, "bucket {scale}"));
        text
    }

    /// What is said of samples of this origin; `None` if there is nothing, or of others.
    fn read(path: &Path, origin: &str) -> Option<TrainSamples> {
        let content = files::read_sealed(path, &FORMAT).ok()??;
        let mut lines = str::from_utf8(&content).ok()?.strip_prefix(origin)?.lines();
        let words: Vec<&str> = lines.next()?.split(' ').collect();
        let ["games", games, "fit", fit, "test", test] = words[..] else { return None };
        let scale = lines.next()?.strip_prefix("scale ")?.parse().ok()?;
        let own = lines.map(|line| line.strip_prefix("bucket ")?.parse().ok());
        Some(TrainSamples {
            games: games.parse().ok()?,
            counts: [fit.parse().ok()?, test.parse().ok()?],
            scale,
            bucket_scales: own.collect::<Option<Vec<f32>>>()?,
        })
    }
}

/// The files of samples to fit to, and to test with.
pub(super) fn files(plan: &TrainPlan) -> [PathBuf; 2] {
    ["fit", "test"].map(|extension| plan.beside(extension))
}

/// What samples follow from, in lines. Games follow from the header of their file, and
/// are known by it and by its length.
fn origin(plan: &TrainPlan, shape: SampleShape) -> Result<String> {
    let SampleShape { placements, perspectives, buckets, has_base } = shape;
    let filter = plan.filter;
    let mut text = format!(
        "{} keep {} seed {} decided {}\n\
         placements {placements} perspectives {perspectives} buckets {buckets} base {has_base}\n",
        plan.game, filter.keep, filter.seed, filter.with_decided
    );
    for path in &plan.data {
        let header = RecordReader::open(path)?.identity();
        let bytes = files::ordinary(path)
            .with_context(|| format!("{} cannot be read", path.display()))?
            .len();
        // Writing to a string does not fail.
        let _ = writeln!(text, "data {header:016x} {bytes} bytes");
    }
    Ok(text)
}
