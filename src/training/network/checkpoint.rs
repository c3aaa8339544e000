//! The state of a trainer in a file, from which it can be resumed.
//!
//! The file is sealed. Everything is little-endian: a fingerprint of shape, settings and samples; completed epochs, batches of the next one, and samples in them;
//! the number of parameters and of inputs; steps; the best epoch; the number of tests; the
//! sum of losses and the best loss. Then come the losses of each test's epoch, on the
//! samples fitted to and on those held out, and four lists with a value for each parameter:
//! the current ones, both moments, and the best. With shared rows, the own rows, the shared
//! ones and their two moments follow. The mean of the parameters is next, if there is one.
//! Then, for each input, the steps since it was on, in two bytes.

use super::adamw::AdamW;
use super::factors::Factors;
use super::trainer::{BestEpoch, EpochLosses, Trainer, TrainerState};
use crate::aligned::Aligned;
use crate::files::{self, Format};
use crate::training::state_file::{StateReader, write_state};
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// The format, whose version is its last word.
pub(in crate::training) const FORMAT: Format =
    Format { name: "a state of train", beginnings: &["plyglot train 4\n"] };

impl Trainer {
    /// Saves the state of the training.
    ///
    /// # Errors
    /// If the file cannot be written; an existing file is then kept.
    pub fn save(&self, path: &Path) -> Result<()> {
        write_state(path, &FORMAT, print(&self.state, self.fingerprint()))
    }

    /// Resumes a training with the same shape, settings and samples from its saved state.
    /// It then ends with the same parameters as without an interruption.
    ///
    /// # Errors
    /// If the file cannot be read, was altered or belongs to another training.
    pub fn resume(&mut self, path: &Path) -> Result<()> {
        let resumed = || -> Result<TrainerState> {
            let content = files::read_sealed(path, &FORMAT)?.context("there is no such file")?;
            let state = parse(&content, self.fingerprint(), &self.state)?;
            ensure!(self.is_possible(&state), "its numbers of epochs and steps do not agree");
            Ok(state)
        };
        self.state = resumed().with_context(|| format!("{} cannot be resumed", path.display()))?;
        Ok(())
    }
}

fn print(state: &TrainerState, fingerprint: u64) -> Vec<u8> {
    let TrainerState { epoch, batch, samples, loss, parameters, average, adamw, best, losses } =
        state;
    let sizes = [parameters.len() as u64, adamw.idle.len() as u64];
    let tests = losses.len() as u64;
    let numbers =
        [fingerprint, *epoch, *batch, *samples, sizes[0], sizes[1], adamw.steps, best.epoch, tests];
    let mut bytes = Vec::new();
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    let epochs = losses.iter().flat_map(|losses| [losses.fit, losses.test]);
    bytes.extend([*loss, best.loss].into_iter().chain(epochs).flat_map(f64::to_le_bytes));
    for list in [&parameters[..], &adamw.first_moments, &adamw.second_moments, &best.parameters] {
        bytes.extend(list.iter().flat_map(|x| x.to_le_bytes()));
    }
    let Factors { own, shared, first_moments, second_moments, .. } = &adamw.factors;
    for list in [own, shared, first_moments, second_moments] {
        bytes.extend(list.iter().flat_map(|x| x.to_le_bytes()));
    }
    bytes.extend(average.iter().flat_map(|x| x.to_le_bytes()));
    bytes.extend(adamw.idle.iter().flat_map(|steps| steps.to_le_bytes()));
    bytes
}

/// Reads a state with lists as long as those of `like`.
fn parse(bytes: &[u8], fingerprint: u64, like: &TrainerState) -> Result<TrainerState> {
    let (size, inputs) = (like.parameters.len(), like.adamw.idle.len());
    let mut reader = StateReader(bytes);
    let mut number = || reader.take().map(u64::from_le_bytes);
    let is_same = number()? == fingerprint;
    ensure!(is_same, "it is of a network, settings or samples that are not these");
    let (epoch, batch, samples) = (number()?, number()?, number()?);
    let sizes = [number()?, number()?];
    ensure!(sizes == [size as u64, inputs as u64], "it has another number of parameters");
    let (steps, best_epoch, tests) = (number()?, number()?, number()?);
    let loss = f64::from_le_bytes(reader.take()?);
    let best_loss = f64::from_le_bytes(reader.take()?);
    let mut losses = Vec::new();
    for _ in 0..tests {
        let [fit, test] = [reader.take()?, reader.take()?].map(f64::from_le_bytes);
        losses.push(EpochLosses { fit, test });
    }
    let mut list = |size| reader.floats(size);
    let (parameters, first_moments) = (list(size)?, list(size)?);
    let (second_moments, best) = (list(size)?, list(size)?);
    let mut factors = like.adamw.factors.clone();
    let Factors { own, shared, first_moments: first, second_moments: second, .. } = &mut factors;
    for part in [own, shared, first, second] {
        let values = list(part.len())?;
        part.copy_from_slice(&values);
    }
    let average = (0..like.average.len()).map(|_| reader.take().map(f32::from_le_bytes));
    let average = average.collect::<Result<Vec<f32>>>()?;
    let idle = (0..inputs).map(|_| reader.take().map(u16::from_le_bytes));
    let idle = idle.collect::<Result<Vec<u16>>>()?;
    reader.end()?;
    let adamw = AdamW { steps, first_moments, second_moments, idle, factors };
    let best = BestEpoch { epoch: best_epoch, loss: best_loss, parameters: best };
    let parameters = Aligned::from(&parameters[..]);
    Ok(TrainerState { epoch, batch, samples, loss, parameters, average, adamw, best, losses })
}
