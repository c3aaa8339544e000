//! The fit: epochs of batches, each a step of Adam.

use super::adam::Adam;
use super::linear::LinearModel;
use super::objective::Objective;
use super::samples::Samples;
use crate::threads;
use anyhow::Result;
use plyglot_core::game::random::{Random, mix};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The parts of every batch, whatever the number of threads, so that sums are rounded in the
/// same way on every machine.
const BATCH_PARTS: usize = 4;

/// The hyperparameters of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct TunerSettings {
    /// The objective to minimize.
    pub objective: Objective,
    /// Passes over all samples.
    pub epochs: usize,
    /// Approximate samples per step.
    pub batch: usize,
    /// The learning rates of the first and of the last step: about how far a step moves
    /// a parameter, for weights in centi-units. Between them, the rate falls like a
    /// cosine.
    pub learning_rates: [f32; 2],
    /// The weight decay, as a number of additional samples for each weight. In such a
    /// sample its feature occurs alone and once, near an even score, and the initial weight is
    /// right. It hardly holds a weight whose feature is in many samples.
    pub weight_decay: f32,
    /// The seed of the order of the samples.
    pub seed: u64,
    /// Threads; at most four are used. The result does not depend on them.
    pub threads: usize,
}

/// The mean losses of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// On the samples fitted to, while the parameters changed.
    pub fit: f64,
    /// On the samples held out, at the end of the epoch.
    pub test: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TunerState {
    pub(super) epoch: usize,
    pub(super) parameters: Vec<f32>,
    pub(super) adam: Adam,
    pub(super) best: BestFit,
}

/// The parameters with the smallest loss on the samples held out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestFit {
    /// The epoch after which they were found; 0 for the initial parameters.
    pub epoch: usize,
    /// The mean loss.
    pub loss: f64,
    /// The parameters.
    pub parameters: Vec<f32>,
}

struct SamplePart {
    gradient: Vec<f32>,
    loss: f64,
}

/// A fit in progress.
pub struct Tuner<'a> {
    model: LinearModel,
    pub(super) settings: &'a TunerSettings,
    pub(super) fit: &'a Samples,
    pub(super) test: &'a Samples,
    pub(super) start: Vec<f32>,
    pub(super) state: TunerState,
    parts: Vec<SamplePart>,
    pool: ThreadPool,
}

impl<'a> Tuner<'a> {
    /// A fit of the model to the samples of `fit`, from these initial parameters. The
    /// samples of `test` select the best epoch. Neither may be empty.
    ///
    /// # Errors
    /// If the system does not provide the threads.
    pub fn new(
        settings: &'a TunerSettings,
        model: LinearModel,
        [fit, test]: [&'a Samples; 2],
        parameters: Vec<f32>,
    ) -> Result<Tuner<'a>> {
        let size = model.size();
        let part = || SamplePart { gradient: vec![0.0; size], loss: 0.0 };
        let start = parameters.clone();
        let best = BestFit { epoch: 0, loss: f64::INFINITY, parameters: parameters.clone() };
        let state = TunerState { epoch: 0, adam: Adam::new(size), parameters, best };
        let parts = (0..BATCH_PARTS).map(|_| part()).collect();
        let pool = threads::pool(settings.threads.min(BATCH_PARTS))?;
        let mut tuner = Tuner { model, settings, fit, test, start, state, parts, pool };
        tuner.state.best.loss = tuner.test_loss(&tuner.state.parameters);
        Ok(tuner)
    }

    /// The number of completed epochs.
    pub fn epoch(&self) -> usize {
        self.state.epoch
    }

    /// The best parameters so far.
    pub fn best(&self) -> &BestFit {
        &self.state.best
    }

    /// The mean loss of these parameters on the samples held out.
    pub fn test_loss(&self, parameters: &[f32]) -> f64 {
        let Tuner { model, settings, test, pool, .. } = self;
        let mut sums = [0.0; BATCH_PARTS];
        in_parallel(&mut sums, pool, |i, sum| {
            let loss = |n| {
                let sample = test.get(n);
                let evaluation = model.evaluate(parameters, &sample);
                f64::from(settings.objective.loss(evaluation, &sample))
            };
            *sum = part_range(test.len(), i).map(loss).sum();
        });
        sums.iter().sum::<f64>() / test.len() as f64
    }

    /// Runs one epoch.
    pub fn run_epoch(&mut self) -> Losses {
        let order = self.order();
        let batches = self.batches();
        let mut sum = 0.0;
        for number in 0..batches {
            let range = number * order.len() / batches..(number + 1) * order.len() / batches;
            sum += self.backpropagate(&order[range.clone()]);
            let steps = (self.settings.epochs * batches).max(2) - 1;
            let rate =
                self.learning_rate((self.state.epoch * batches + number) as f64 / steps as f64);
            self.step(range.len(), rate);
        }
        self.state.epoch += 1;
        let test = self.test_loss(&self.state.parameters);
        if test < self.state.best.loss {
            let parameters = self.state.parameters.clone();
            self.state.best = BestFit { epoch: self.state.epoch, loss: test, parameters };
        }
        Losses { fit: sum / order.len() as f64, test }
    }

    /// The number of batches per epoch; their sizes differ by at most one.
    pub(super) fn batches(&self) -> usize {
        self.fit.len().div_ceil(self.settings.batch)
    }

    /// The order of the samples in this epoch. It depends only on the seed and the
    /// epoch, so that a resumed fit continues with the same order.
    fn order(&self) -> Vec<u32> {
        let mut random = Random::new(mix(self.settings.seed) ^ self.state.epoch as u64);
        let mut order: Vec<u32> = (0..self.fit.len() as u32).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        order
    }

    fn learning_rate(&self, done: f64) -> f32 {
        let [first, last] = self.settings.learning_rates;
        let height = (1.0 + (std::f64::consts::PI * done).cos()) / 2.0;
        last + (first - last) * height as f32
    }

    /// Stores the gradient of a batch's loss in the parts. Returns the loss.
    fn backpropagate(&mut self, batch: &[u32]) -> f64 {
        let Tuner { model, settings, fit, state, parts, pool, .. } = self;
        in_parallel(parts, pool, |i, part| {
            part.gradient.fill(0.0);
            part.loss = 0.0;
            for &number in &batch[part_range(batch.len(), i)] {
                let sample = fit.get(number as usize);
                let evaluation = model.evaluate(&state.parameters, &sample);
                part.loss += f64::from(settings.objective.loss(evaluation, &sample));
                let derivative = settings.objective.derivative(evaluation, &sample);
                model.backpropagate(&sample, derivative, &mut part.gradient);
            }
        });
        self.parts.iter().map(|part| part.loss).sum()
    }

    /// A step of Adam with the sum of the parts' gradients. `samples`: the size of the
    /// batch.
    fn step(&mut self, samples: usize, rate: f32) {
        // For a single feature near an even score, the loss is this factor times the square
        // of the weight's change.
        let curvature = (0.25 / self.settings.objective.scale).powi(2);
        let share = samples as f32 / self.fit.len() as f32;
        let pull = 2.0 * self.settings.weight_decay * curvature * share;
        let (parts, start) = (&self.parts, &self.start);
        let derivative = |i: usize, parameter: f32| {
            let sum: f32 = parts.iter().map(|part| part.gradient[i]).sum();
            sum + pull * (parameter - start[i])
        };
        self.state.adam.step(&mut self.state.parameters, derivative, rate);
    }
}

/// The indices of a part of a list.
fn part_range(length: usize, number: usize) -> Range<usize> {
    number * length / BATCH_PARTS..(number + 1) * length / BATCH_PARTS
}

fn in_parallel<T: Send>(items: &mut [T], pool: &ThreadPool, work: impl Fn(usize, &mut T) + Sync) {
    pool.install(|| items.par_iter_mut().enumerate().for_each(|(i, item)| work(i, item)));
}
