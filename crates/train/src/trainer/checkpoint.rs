//! The state of a trainer in a file, from which it can be resumed.
//!
//! The file is sealed. Its first line is JSON: a hash of shape, settings and samples, and the
//! [`CheckpointHead`]. Lists follow, little-endian. Four have a value for each parameter: the
//! current ones, both moments, and the best. With shared rows, the own rows, the shared ones
//! and their two moments follow. The mean of the parameters is next, if there is one. Then,
//! for each input, come the steps since it was on, in two bytes.

use super::adamw::AdamW;
use super::epochs::{BestEpoch, EpochLosses, Trainer, TrainerState};
use super::factors::Factors;
use crate::state_file::{Document, cannot_be_written, encode};
use anyhow::{Context, Result, ensure};
use plyglot_core::aligned::Aligned;
use plyglot_support::files::{self, Format};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The format, whose version is its last word.
pub(crate) const FORMAT: Format =
    Format { name: "a state of train", beginnings: &["plyglot train 5\n"] };

impl Trainer {
    /// Saves the state of the training.
    ///
    /// # Errors
    /// If the file cannot be written; an existing file is then kept.
    pub fn save(&self, path: &Path) -> Result<()> {
        let write = || -> Result<()> {
            let mut content = encode(&Document {
                of: self.fingerprint(),
                state: CheckpointHead::of(&self.state),
            })?;
            add_lists(&self.state, &mut content);
            Ok(files::write_sealed(path, &FORMAT, content)?)
        };
        write().with_context(|| cannot_be_written(path))
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

/// Reads the values of lists in order.
struct ListReader<'a>(&'a [u8]);

impl ListReader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk().context("it ends too early")?;
        self.0 = rest;
        Ok(*head)
    }

    fn floats(&mut self, count: usize) -> Result<Vec<f32>> {
        (0..count).map(|_| self.take().map(f32::from_le_bytes)).collect()
    }

    fn end(self) -> Result<()> {
        ensure!(self.0.is_empty(), "more bytes follow the state");
        Ok(())
    }
}

/// The numbers of a state that are not in lists of parameters.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckpointHead {
    /// Numbers of parameters and of inputs.
    sizes: [usize; 2],
    /// Completed epochs, batches of the next one, and samples in them.
    epoch: u64,
    batch: u64,
    samples: u64,
    loss: f64,
    steps: u64,
    best_epoch: u64,
    best_loss: f64,
    /// The losses of each epoch on the samples fitted to.
    fit_losses: Vec<f64>,
    /// The losses at the start and of each epoch on the samples held out.
    test_losses: Vec<f64>,
}

impl CheckpointHead {
    fn of(state: &TrainerState) -> CheckpointHead {
        let TrainerState { epoch, batch, samples, loss, parameters, adamw, best, losses, .. } =
            state;
        CheckpointHead {
            sizes: [parameters.len(), adamw.idle.len()],
            epoch: *epoch,
            batch: *batch,
            samples: *samples,
            loss: *loss,
            steps: adamw.steps,
            best_epoch: best.epoch,
            best_loss: best.loss,
            fit_losses: losses.iter().skip(1).map(|losses| losses.fit).collect(),
            test_losses: losses.iter().map(|losses| losses.test).collect(),
        }
    }

    /// The losses at the start and after each epoch.
    fn losses(&self) -> Result<Vec<EpochLosses>> {
        let CheckpointHead { fit_losses, test_losses, .. } = self;
        ensure!(test_losses.len() == fit_losses.len() + 1, "its losses are not of the same epochs");
        // At the start, nothing was fitted to.
        let fit = [f64::NAN].into_iter().chain(fit_losses.iter().copied());
        Ok(fit.zip(test_losses).map(|(fit, &test)| EpochLosses { fit, test }).collect())
    }
}

fn add_lists(state: &TrainerState, bytes: &mut Vec<u8>) {
    let TrainerState { parameters, average, adamw, best, .. } = state;
    for list in [&parameters[..], &adamw.first_moments, &adamw.second_moments, &best.parameters] {
        bytes.extend(list.iter().flat_map(|x| x.to_le_bytes()));
    }
    let Factors { own, shared, first_moments, second_moments, .. } = &adamw.factors;
    for list in [own, shared, first_moments, second_moments] {
        bytes.extend(list.iter().flat_map(|x| x.to_le_bytes()));
    }
    bytes.extend(average.iter().flat_map(|x| x.to_le_bytes()));
    bytes.extend(adamw.idle.iter().flat_map(|steps| steps.to_le_bytes()));
}

fn parse(bytes: &[u8], fingerprint: u64, like: &TrainerState) -> Result<TrainerState> {
    let (size, inputs) = (like.parameters.len(), like.adamw.idle.len());
    let end = bytes.iter().position(|&byte| byte == b'\n').context("it ends too early")?;
    let (head, lists) = bytes.split_at(end + 1);
    let Document { of, state: head } =
        serde_json::from_slice::<Document<u64, CheckpointHead>>(head)?;
    let is_same = of == fingerprint;
    ensure!(is_same, "it belongs to another network, other settings or other samples");
    ensure!(head.sizes == [size, inputs], "its number of parameters differs");
    let losses = head.losses()?;
    let CheckpointHead { epoch, batch, samples, loss, steps, best_epoch, best_loss, .. } = head;
    let mut reader = ListReader(lists);
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
