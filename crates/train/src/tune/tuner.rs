//! The fit of a weighted sum ([`Linear`](plyglot_core::game::Linear)): epochs of batches, each a
//! step of Adam. Its state is a file of sealed JSON, with a hash of all that the fit follows from.

use super::objective::{Objective, Prediction};
use super::samples::{Sample, Samples};
use crate::fit::{AdamStep, BestFit, FitSettings, Losses, bits, hash, learning_rate, part_range};
use crate::state_file::Document;
use crate::threads;
use anyhow::{Context, Result, ensure};
use plyglot_core::game::random::{Random, mix};
use plyglot_support::files::Format;
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::path::Path;

pub(super) const FORMAT: Format =
    Format { name: "a state of tune", beginnings: &["plyglot tune 6\n"] };
/// The parts of every batch, whatever the number of threads, so that sums are rounded in the
/// same way on every machine.
const BATCH_PARTS: usize = 4;
/// Prevents a division by 0 for parameters that occur in no sample.
const EPSILON: f32 = 1e-12;

/// A weighted sum over this number of features. Each has two adjacent parameters: its
/// weight in the midgame and in the endgame, in centi-units.
#[derive(Clone, Copy, Debug)]
pub struct LinearModel(pub usize);

impl LinearModel {
    pub fn size(&self) -> usize {
        2 * self.0
    }

    /// The evaluation for the first player, in centi-units.
    pub fn evaluate(&self, parameters: &[f32], sample: &Sample) -> f32 {
        let weights = parameters.as_chunks::<2>().0;
        let mut sums = [0.0; 2];
        for count in sample.counts {
            let weight = weights[usize::from(count.feature)];
            let times = f32::from(count.count);
            sums[0] += weight[0] * times;
            sums[1] += weight[1] * times;
        }
        let phase = sample.info.phase;
        sums[0] * phase + sums[1] * (1.0 - phase) + sample.info.rest
    }

    /// Adds to `gradient` the derivative of the sample's evaluation by each parameter,
    /// times `derivative`: that of the loss by the evaluation.
    pub fn backpropagate(&self, sample: &Sample, derivative: f32, gradient: &mut [f32]) {
        let gradient = gradient.as_chunks_mut::<2>().0;
        let phase = sample.info.phase;
        let derivatives = [derivative * phase, derivative * (1.0 - phase)];
        for count in sample.counts {
            let sum = &mut gradient[usize::from(count.feature)];
            let times = f32::from(count.count);
            sum[0] += derivatives[0] * times;
            sum[1] += derivatives[1] * times;
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TunerState {
    epoch: u64,
    parameters: Vec<f32>,
    adam: Adam,
    best: BestFit,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Adam {
    steps: u64,
    first_moments: Vec<f32>,
    second_moments: Vec<f32>,
}

struct SamplePart {
    gradient: Vec<f32>,
    loss: f64,
}

pub struct Tuner<'a> {
    model: LinearModel,
    settings: &'a FitSettings,
    fit: &'a Samples,
    test: &'a Samples,
    start: Vec<f32>,
    state: TunerState,
    parts: Vec<SamplePart>,
    pool: ThreadPool,
}

impl<'a> Tuner<'a> {
    /// A fit of the model to the samples of `fit`, from these initial parameters. The
    /// samples of `test` select the best epoch. Neither may be empty.
    pub fn new(
        settings: &'a FitSettings,
        model: LinearModel,
        [fit, test]: [&'a Samples; 2],
        parameters: Vec<f32>,
    ) -> Result<Tuner<'a>> {
        let size = model.size();
        let part = || SamplePart { gradient: vec![0.0; size], loss: 0.0 };
        let start = parameters.clone();
        let best = BestFit { epoch: 0, loss: f64::INFINITY, parameters: parameters.clone() };
        let moments = vec![0.0; size];
        let adam = Adam { steps: 0, first_moments: moments.clone(), second_moments: moments };
        let state = TunerState { epoch: 0, adam, parameters, best };
        let parts = (0..BATCH_PARTS).map(|_| part()).collect();
        let pool = threads::pool(settings.threads.min(BATCH_PARTS))?;
        let mut tuner = Tuner { model, settings, fit, test, start, state, parts, pool };
        tuner.state.best.loss = tuner.test_loss(&tuner.state.parameters);
        Ok(tuner)
    }

    pub fn epoch(&self) -> u64 {
        self.state.epoch
    }

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
                predict(&settings.objective, model.evaluate(parameters, &sample), &sample).loss()
            };
            *sum = part_range(test.len(), i, BATCH_PARTS).map(loss).sum();
        });
        sums.iter().sum::<f64>() / test.len() as f64
    }

    pub fn run_epoch(&mut self) -> Losses {
        let order = self.order();
        let batches = self.batches();
        let mut sum = 0.0;
        for number in 0..batches {
            let range = part_range(order.len(), number, batches);
            sum += self.backpropagate(&order[range.clone()]);
            let done = self.state.epoch * batches as u64 + number as u64;
            let steps = self.settings.epochs * batches as u64;
            let rate = learning_rate(self.settings.learning_rates, done, steps);
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
    fn batches(&self) -> usize {
        self.fit.len().div_ceil(self.settings.batch)
    }

    /// The order of the samples in this epoch. It depends only on the seed and the
    /// epoch, so that a resumed fit continues with the same order.
    fn order(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.fit.len() as u32).collect();
        Random::new(mix(self.settings.seed) ^ self.state.epoch).shuffle(&mut order);
        order
    }

    /// Stores the gradient of a batch's loss in the parts. Returns the loss.
    fn backpropagate(&mut self, batch: &[u32]) -> f64 {
        let Tuner { model, settings, fit, state, parts, pool, .. } = self;
        in_parallel(parts, pool, |i, part| {
            part.gradient.fill(0.0);
            part.loss = 0.0;
            for &number in &batch[part_range(batch.len(), i, BATCH_PARTS)] {
                let sample = fit.get(number as usize);
                let evaluation = model.evaluate(&state.parameters, &sample);
                let prediction = predict(&settings.objective, evaluation, &sample);
                part.loss += prediction.loss();
                let derivative = prediction.derivative();
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
        let TunerState { parameters, adam, .. } = &mut self.state;
        adam.steps += 1;
        let step = AdamStep::new(adam.steps, rate, EPSILON);
        let moments = adam.first_moments.iter_mut().zip(&mut adam.second_moments);
        for (i, (parameter, (first, second))) in parameters.iter_mut().zip(moments).enumerate() {
            let sum: f32 = parts.iter().map(|part| part.gradient[i]).sum();
            let derivative = sum + pull * (*parameter - start[i]);
            *parameter -= step.take(first, second, derivative);
        }
    }

    pub fn save(&self, path: &Path) -> Result<()> {
        Document { of: self.fingerprint(), state: &self.state }.save(path, &FORMAT)
    }

    /// Resumes a fit with the same settings and samples from its saved state.
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
            && adam.steps == epoch * self.batches() as u64;
        ensure!(is_possible, "epoch and step counts are inconsistent");
        Ok(state)
    }

    fn fingerprint(&self) -> u64 {
        let settings = self.settings;
        let Objective { scale, lambda } = settings.objective;
        let [first_rate, last_rate] = settings.learning_rates;
        let floats = [scale, lambda, first_rate, last_rate, settings.weight_decay];
        let numbers = [settings.epochs, settings.batch as u64, settings.seed];
        let samples = [self.fit, self.test].into_iter().flat_map(digest);
        hash(bits(&floats).chain(numbers).chain(bits(&self.start)).chain(samples))
    }
}

fn predict(objective: &Objective, evaluation: f32, sample: &Sample) -> Prediction {
    objective.predict(evaluation, objective.target(sample.result, sample.score))
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

fn in_parallel<T: Send>(items: &mut [T], pool: &ThreadPool, work: impl Fn(usize, &mut T) + Sync) {
    pool.install(|| items.par_iter_mut().enumerate().for_each(|(i, item)| work(i, item)));
}
