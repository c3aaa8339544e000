//! The state of a fit in a file, from which it can be resumed.
//!
//! The file is sealed. Everything is little-endian: a fingerprint of the fit; the epoch; the number of parameters; Adam's steps; the best epoch and its
//! loss. Then come four lists with a value for each parameter: the current ones, Adam's
//! first and second moments, and the best.

use super::adam::Adam;
use super::tuner::{BestEpoch, Tuner, TunerState};
use crate::files::{self, Format};
use crate::games::random::mix;
use crate::training::samples::Samples;
use crate::training::state_file::{StateReader, write_state};
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// The format, whose version is its last word.
pub(super) const FORMAT: Format =
    Format { name: "a state of tune", beginnings: &["plyglot tune 4\n"] };

impl Tuner<'_> {
    /// Saves the state of the fit.
    ///
    /// # Errors
    /// If the file cannot be written; an existing file is then kept.
    pub fn save(&self, path: &Path) -> Result<()> {
        write_state(path, &FORMAT, print(&self.state, self.fingerprint()))
    }

    /// Resumes a fit with the same settings and samples from its saved state.
    ///
    /// # Errors
    /// If the file cannot be read, was altered or belongs to another fit.
    pub fn resume(&mut self, path: &Path) -> Result<()> {
        let resumed = || -> Result<TunerState> {
            let content = files::read_sealed(path, &FORMAT)?.context("there is no such file")?;
            self.check(parse(&content, self.fingerprint(), self.state.parameters.len())?)
        };
        self.state = resumed().with_context(|| format!("{} cannot be resumed", path.display()))?;
        Ok(())
    }

    /// Checks that the counts are consistent: a valid checksum does not guarantee it.
    fn check(&self, state: TunerState) -> Result<TunerState> {
        let TunerState { epoch, adam, best, .. } = &state;
        let is_possible = *epoch <= self.settings.epochs
            && best.epoch <= *epoch
            && adam.steps == (epoch * self.batches()) as u64;
        ensure!(is_possible, "its numbers of epochs and steps do not fit together");
        Ok(state)
    }

    /// A hash of everything that the result depends on, except the initial parameters.
    fn fingerprint(&self) -> u64 {
        let settings = self.settings;
        let floats = [
            settings.objective.scale,
            settings.objective.lambda,
            settings.learning_rates[0],
            settings.learning_rates[1],
            settings.weight_decay,
        ];
        let numbers = [settings.epochs as u64, settings.batch as u64, settings.seed];
        floats
            .into_iter()
            .map(|x| u64::from(x.to_bits()))
            .chain(numbers)
            .chain([self.fit, self.test].into_iter().flat_map(digest))
            .fold(0, |sum, x| mix(sum ^ x))
    }
}

/// A hash for each sample.
fn digest(samples: &Samples) -> impl Iterator<Item = u64> {
    let heads = samples.iter().map(|sample| {
        let length = sample.counts.len() as u64;
        u64::from(sample.result.to_bits()) << 32 ^ length << 16 ^ u64::from(sample.score as u16)
    });
    [samples.len() as u64].into_iter().chain(heads)
}

fn print(state: &TunerState, fingerprint: u64) -> Vec<u8> {
    let TunerState { epoch, parameters, adam, best } = state;
    let mut bytes = Vec::new();
    let numbers =
        [fingerprint, *epoch as u64, parameters.len() as u64, adam.steps, best.epoch as u64];
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend(best.loss.to_le_bytes());
    for list in [parameters, &adam.first_moments, &adam.second_moments, &best.parameters] {
        bytes.extend(list.iter().flat_map(|x| x.to_le_bytes()));
    }
    bytes
}

fn parse(bytes: &[u8], fingerprint: u64, size: usize) -> Result<TunerState> {
    let mut reader = StateReader(bytes);
    let mut number = || reader.take().map(u64::from_le_bytes);
    ensure!(number()? == fingerprint, "it is of a fit with other settings or other positions");
    let epoch = number()? as usize;
    ensure!(number()? == size as u64, "it has another number of parameters");
    let (steps, best_epoch) = (number()?, number()? as usize);
    let loss = f64::from_le_bytes(reader.take()?);
    let mut list = || reader.floats(size);
    let (parameters, first_moments, second_moments, best) = (list()?, list()?, list()?, list()?);
    reader.end()?;
    let adam = Adam { steps, first_moments, second_moments };
    let best = BestEpoch { epoch: best_epoch, loss, parameters: best };
    Ok(TunerState { epoch, parameters, adam, best })
}
