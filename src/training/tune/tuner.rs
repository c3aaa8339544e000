//! The fit itself: epochs of batches, each a step of Adam.

use super::adam::Adam;
use super::model::Model;
use super::objective::Objective;
use crate::games::random::{Random, mix};
use crate::training::samples::Samples;
use crate::training::threads;
use anyhow::Result;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::ops::Range;

/// Parts into which every batch is cut, whatever the number of threads: so
/// that sums are rounded alike on every machine.
const PARTS: usize = 4;

/// How the fit goes about.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// What is minimized.
    pub objective: Objective,
    /// How often every sample is seen.
    pub epochs: usize,
    /// Samples a step, about.
    pub batch: usize,
    /// By how many centi-units a step moves a weight at most, about: at the
    /// first step and at the last. Between them it falls like a cosine.
    pub rates: [f32; 2],
    /// How strongly each weight is drawn to 0: as if there were so many
    /// samples more in which its feature alone is there, once, and the target
    /// is a draw. A weight whose feature is in many samples hardly feels it.
    pub decay: f32,
    /// From which the order of the samples follows.
    pub seed: u64,
    /// Threads, of which no more than four have work. The result is the same.
    pub threads: usize,
}

/// The mean losses of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Of the samples fitted to, while their weights changed.
    pub fit: f64,
    /// Of the samples held out, at the end.
    pub test: f64,
}

/// Where a fit stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    pub(super) epoch: usize,
    pub(super) parameters: Vec<f32>,
    pub(super) adam: Adam,
    pub(super) best: Best,
}

/// The parameters that foretell the samples held out best.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// After so many epochs; 0 are those from which the fit starts.
    pub epoch: usize,
    /// The mean loss.
    pub loss: f64,
    /// The parameters.
    pub parameters: Vec<f32>,
}

/// One of the parts of a batch.
struct Part<W> {
    gradient: Vec<f32>,
    loss: f64,
    work: W,
}

/// A fit under way.
pub struct Tuner<'a, M: Model> {
    model: M,
    pub(super) settings: &'a Settings,
    pub(super) fit: &'a Samples,
    pub(super) test: &'a Samples,
    pub(super) state: State,
    parts: Vec<Part<M::Work>>,
    pool: ThreadPool,
}

impl<'a, M: Model> Tuner<'a, M> {
    /// A fit of the model to the samples of `fit` that starts from these
    /// parameters and chooses the epoch by the samples of `test`; neither may be
    /// empty.
    ///
    /// # Errors
    /// When the system does not give as many threads.
    pub fn new(
        settings: &'a Settings,
        model: M,
        [fit, test]: [&'a Samples; 2],
        parameters: Vec<f32>,
    ) -> Result<Tuner<'a, M>> {
        let size = model.size();
        let part = || Part { gradient: vec![0.0; size], loss: 0.0, work: M::Work::default() };
        let best = Best { epoch: 0, loss: f64::INFINITY, parameters: parameters.clone() };
        let state = State { epoch: 0, adam: Adam::new(size), parameters, best };
        let parts = (0..PARTS).map(|_| part()).collect();
        let pool = threads::pool(settings.threads.min(PARTS))?;
        let mut tuner = Tuner { model, settings, fit, test, state, parts, pool };
        tuner.state.best.loss = tuner.test_loss(&tuner.state.parameters);
        Ok(tuner)
    }

    /// Epochs that are over.
    pub fn epoch(&self) -> usize {
        self.state.epoch
    }

    /// The best parameters so far.
    pub fn best(&self) -> &Best {
        &self.state.best
    }

    /// The mean loss of these parameters in the samples held out.
    pub fn test_loss(&self, parameters: &[f32]) -> f64 {
        let Tuner { model, settings, test, pool, .. } = self;
        let mut sums = [0.0; PARTS];
        in_parallel(&mut sums, pool, |i, sum| {
            let mut work = M::Work::default();
            let loss = |n| {
                let sample = test.get(n);
                let evaluation = model.evaluate(parameters, &sample, &mut work);
                f64::from(settings.objective.loss(evaluation, &sample))
            };
            *sum = part(test.len(), i).map(loss).sum();
        });
        sums.iter().sum::<f64>() / test.len() as f64
    }

    /// Runs an epoch.
    pub fn run_epoch(&mut self) -> Losses {
        let order = self.order();
        let batches = self.batches();
        let mut sum = 0.0;
        for number in 0..batches {
            let range = number * order.len() / batches..(number + 1) * order.len() / batches;
            sum += self.differentiate(&order[range.clone()]);
            let steps = (self.settings.epochs * batches).max(2) - 1;
            let rate = self.rate((self.state.epoch * batches + number) as f64 / steps as f64);
            self.step(range.len(), rate);
        }
        self.state.epoch += 1;
        let test = self.test_loss(&self.state.parameters);
        if test < self.state.best.loss {
            let parameters = self.state.parameters.clone();
            self.state.best = Best { epoch: self.state.epoch, loss: test, parameters };
        }
        Losses { fit: sum / order.len() as f64, test }
    }

    /// Batches an epoch; all have the same size, give or take one.
    pub(super) fn batches(&self) -> usize {
        self.fit.len().div_ceil(self.settings.batch)
    }

    /// The order of the samples in this epoch: it follows from the seed and the
    /// epoch alone, so that a fit that is resumed goes on with the same.
    fn order(&self) -> Vec<u32> {
        let mut random = Random::new(mix(self.settings.seed) ^ self.state.epoch as u64);
        let mut order: Vec<u32> = (0..self.fit.len() as u32).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        order
    }

    /// The rate at some part of the way, from 0 to 1.
    fn rate(&self, part: f64) -> f32 {
        let [first, last] = self.settings.rates;
        let height = (1.0 + (std::f64::consts::PI * part).cos()) / 2.0;
        last + (first - last) * height as f32
    }

    /// Puts the derivatives of a batch's loss into the parts; returns the loss.
    fn differentiate(&mut self, batch: &[u32]) -> f64 {
        let Tuner { model, settings, fit, state, parts, pool, .. } = self;
        in_parallel(parts, pool, |i, sums| {
            sums.gradient.fill(0.0);
            sums.loss = 0.0;
            for &number in &batch[part(batch.len(), i)] {
                let sample = fit.get(number as usize);
                let evaluation = model.evaluate(&state.parameters, &sample, &mut sums.work);
                sums.loss += f64::from(settings.objective.loss(evaluation, &sample));
                let slope = settings.objective.slope(evaluation, &sample);
                let Part { gradient, work, .. } = sums;
                model.descend(&state.parameters, &sample, work, slope, gradient);
            }
        });
        self.parts.iter().map(|part| part.loss).sum()
    }

    /// A step down the sum of the parts, which are of so many samples.
    fn step(&mut self, samples: usize, rate: f32) {
        // Where a lone feature foretells a draw, the loss grows with the
        // square of its weight, by this factor.
        let curvature = (0.25 / self.settings.objective.scale).powi(2);
        let share = samples as f32 / self.fit.len() as f32;
        let pull = 2.0 * self.settings.decay * curvature * share;
        let parts = &self.parts;
        let slope = |i: usize, parameter: f32| {
            let sum: f32 = parts.iter().map(|part| part.gradient[i]).sum();
            sum + pull * parameter
        };
        self.state.adam.step(&mut self.state.parameters, slope, rate);
        self.model.confine(&mut self.state.parameters);
    }
}

/// The numbers of a part of a list.
fn part(length: usize, number: usize) -> Range<usize> {
    number * length / PARTS..(number + 1) * length / PARTS
}

/// Does some work for each of the places, on the threads of the pool.
fn in_parallel<T: Send>(places: &mut [T], pool: &ThreadPool, work: impl Fn(usize, &mut T) + Sync) {
    pool.install(|| places.par_iter_mut().enumerate().for_each(|(i, place)| work(i, place)));
}
