//! The state of a fit in a file, from which it can be resumed.
//!
//! The file is sealed JSON: a hash of all that the fit follows from, and the [`TunerState`].

use super::samples::Samples;
use super::tuner::{Tuner, TunerState};
use crate::state_file::Document;
use anyhow::{Context, Result, ensure};
use plyglot_core::game::random::mix;
use plyglot_support::files::Format;
use std::path::Path;

/// The format, whose version is its last word.
pub(super) const FORMAT: Format =
    Format { name: "a state of tune", beginnings: &["plyglot tune 6\n"] };

impl Tuner<'_> {
    /// Saves the state of the fit.
    ///
    /// # Errors
    /// If the file cannot be written; an existing file is then kept.
    pub fn save(&self, path: &Path) -> Result<()> {
        Document { of: self.fingerprint(), state: &self.state }.save(path, &FORMAT)
    }

    /// Resumes a fit with the same settings and samples from its saved state.
    ///
    /// # Errors
    /// If the file cannot be read, was altered or belongs to another fit.
    pub fn resume(&mut self, path: &Path) -> Result<()> {
        let resumed = || -> Result<TunerState> {
            let Document::<u64, TunerState> { of, state } =
                Document::load(path, &FORMAT)?.context("there is no such file")?;
            let is_same = of == self.fingerprint();
            ensure!(is_same, "it belongs to a fit with other settings or positions");
            self.check(state)
        };
        self.state = resumed().with_context(|| format!("{} cannot be resumed", path.display()))?;
        Ok(())
    }

    /// Checks that the counts are consistent: a valid checksum does not guarantee it.
    fn check(&self, state: TunerState) -> Result<TunerState> {
        let TunerState { epoch, parameters, adam, best } = &state;
        let lists = [parameters, &adam.first_moments, &adam.second_moments, &best.parameters];
        let size = self.state.parameters.len();
        let are_whole = lists.iter().all(|list| list.len() == size);
        ensure!(are_whole, "its number of parameters differs");
        let is_possible = *epoch <= self.settings.epochs
            && best.epoch <= *epoch
            && adam.steps == (epoch * self.batches()) as u64;
        ensure!(is_possible, "its numbers of epochs and steps do not agree");
        Ok(state)
    }

    /// A hash of everything that the result depends on.
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
            .chain(self.start.iter().map(|x| u64::from(x.to_bits())))
            .chain([self.fit, self.test].into_iter().flat_map(digest))
            .fold(0, |sum, x| mix(sum ^ x))
    }
}

fn digest(samples: &Samples) -> impl Iterator<Item = u64> {
    let heads = samples.iter().map(|sample| {
        let length = sample.counts.len() as u64;
        let result = u64::from(sample.result.to_bits());
        let head = result << 32 ^ length << 16 ^ u64::from(sample.score as u16);
        mix(head ^ u64::from(sample.info.rest.to_bits()))
    });
    [samples.len() as u64].into_iter().chain(heads)
}
