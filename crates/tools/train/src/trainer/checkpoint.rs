//! The state of a trainer in a file, from which it can be resumed.
//!
//! The file is sealed. Its first line is JSON: a hash of shape, settings and samples, and the
//! [`CheckpointHead`]. Lists follow, little-endian. Four have a value for each parameter: the
//! current ones, both moments, and the best. With shared rows, the own rows, the shared ones
//! and their two moments follow. Then, for each input, come the steps since it was on, in two
//! bytes.

use super::adamw::{AdamW, Factors};
use super::epochs::{Trainer, TrainerState};
use crate::state_file::{Document, encode, save_sealed};
use anyhow::{Context, Result, ensure};
use plyglot_support::files::{self, Format, cannot_be_read};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The format, whose version is its last word.
pub(crate) const FORMAT: Format =
    Format { name: "a state of train", beginnings: &["plyglot train 6\n"] };

impl Trainer {
    pub fn save(&self, path: &Path) -> Result<()> {
        save_sealed(path, &FORMAT, || self.checkpoint())
    }

    fn checkpoint(&self) -> Result<Vec<u8>> {
        let state = CheckpointHead::new(&self.state);
        let mut content = encode(&Document { of: self.fingerprint(), state })?;
        add_lists(&self.state, &mut content);
        Ok(content)
    }

    /// Resumes a training with the same shape, settings and samples from its saved state.
    /// It then ends with the same parameters as without an interruption.
    pub fn resume(&mut self, path: &Path) -> Result<()> {
        let state = self.read(path);
        self.state = state.with_context(|| format!("{} cannot be resumed", path.display()))?;
        Ok(())
    }

    fn read(&self, path: &Path) -> Result<TrainerState> {
        let state = parse(&content(path)?, self.fingerprint(), self.state.clone())?;
        ensure!(self.is_possible(&state), "epoch and step counts are inconsistent");
        Ok(state)
    }
}

/// The best parameters of a saved state, as exact as its training had them.
///
/// # Errors
/// If the file cannot be read or is no such state.
pub(crate) fn best_parameters(path: &Path) -> Result<Vec<f32>> {
    content(path).and_then(|content| parse_best(&content)).with_context(|| cannot_be_read(path))
}

fn content(path: &Path) -> Result<Vec<u8>> {
    files::read_sealed(path, &FORMAT)?.context("there is no such file")
}

fn parse_best(content: &[u8]) -> Result<Vec<f32>> {
    /// The place of the best parameters among the lists as long as all parameters.
    const BEST: usize = 3;
    let (head, lists) = split_head(content)?;
    let [parameters, _] = head.state.sizes;
    let bytes = 4 * parameters;
    let best = lists.get(BEST * bytes..(BEST + 1) * bytes).context("it ends too early")?;
    Ok(best.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect())
}

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
}

impl CheckpointHead {
    fn new(state: &TrainerState) -> CheckpointHead {
        let TrainerState { epoch, batch, samples, loss, parameters, adamw, best } = state;
        CheckpointHead {
            sizes: [parameters.len(), adamw.idle.len()],
            epoch: *epoch,
            batch: *batch,
            samples: *samples,
            loss: *loss,
            steps: adamw.steps,
            best_epoch: best.epoch,
            best_loss: best.loss,
        }
    }
}

fn add_lists(state: &TrainerState, bytes: &mut Vec<u8>) {
    let TrainerState { parameters, adamw, best, .. } = state;
    let AdamW { first_moments, second_moments, factors, idle, .. } = adamw;
    let moments = [&parameters[..], first_moments, second_moments, &best.parameters];
    let Factors { own, shared, first_moments, second_moments, .. } = factors;
    for list in moments.into_iter().chain([&own[..], shared, first_moments, second_moments]) {
        bytes.extend(list.iter().flat_map(|x| x.to_le_bytes()));
    }
    bytes.extend(idle.iter().flat_map(|steps| steps.to_le_bytes()));
}

fn split_head(bytes: &[u8]) -> Result<(Document<u64, CheckpointHead>, &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n').context("it ends too early")?;
    let (head, lists) = bytes.split_at(end + 1);
    Ok((serde_json::from_slice(head)?, lists))
}

/// Reads a state with lists as long as those of `state`, which it replaces.
fn parse(bytes: &[u8], fingerprint: u64, mut state: TrainerState) -> Result<TrainerState> {
    let (Document { of, state: head }, mut rest) = split_head(bytes)?;
    let is_same = of == fingerprint;
    ensure!(is_same, "it belongs to another network, other settings or other samples");
    let sizes = [state.parameters.len(), state.adamw.idle.len()];
    ensure!(head.sizes == sizes, "its number of parameters differs");
    let TrainerState { parameters, adamw, best, .. } = &mut state;
    let AdamW { first_moments, second_moments, factors, idle, .. } = adamw;
    let moments = [&mut parameters[..], first_moments, second_moments, &mut best.parameters];
    let Factors { own, shared, first_moments, second_moments, .. } = factors;
    let others = [&mut own[..], shared, first_moments, second_moments];
    for x in moments.into_iter().chain(others).flatten() {
        *x = f32::from_le_bytes(take(&mut rest)?);
    }
    for steps in idle {
        *steps = u16::from_le_bytes(take(&mut rest)?);
    }
    ensure!(rest.is_empty(), "more bytes follow the state");
    state.epoch = head.epoch;
    state.batch = head.batch;
    state.samples = head.samples;
    state.loss = head.loss;
    state.adamw.steps = head.steps;
    state.best.epoch = head.best_epoch;
    state.best.loss = head.best_loss;
    Ok(state)
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N]> {
    let (head, rest) = bytes.split_first_chunk().context("it ends too early")?;
    *bytes = rest;
    Ok(*head)
}
