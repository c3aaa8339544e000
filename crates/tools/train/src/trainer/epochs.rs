//! Epochs of batches, each a step of AdamW.

use super::adamw::AdamW;
use super::chunk::{Epoch, MIN_BATCH, Samples, part_range};
use super::judge::Judge;
use super::model::{Gradient, GradientWorkspace, Model};
use super::objective::Objective;
use super::settings::TrainerSettings;
use super::shape::TrainingShape;
use crate::fingerprint::{bits, hash};
use crate::threads;
use anyhow::{Context, Result, ensure};
use plyglot_command::interrupt::Expendable;
use plyglot_core::game::network::Network;
use plyglot_support::aligned::Aligned;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

/// The parts of every batch, whatever the number of threads, so that sums are rounded in the
/// same way on every machine.
const BATCH_PARTS: usize = 8;
/// The maximum number of epochs that make up for few samples: each one is tested.
const MAX_MORE_EPOCHS: u64 = 200;
/// The states that a training saves at least, if it has as many steps.
const MIN_STATES: u64 = 8;
/// After this time another state is saved, so that an interrupt may end a training without it.
const MAX_UNSAVED: Duration = Duration::from_secs(30);
/// Such states are apart by at least this many times as long as writing one takes.
const UNSAVED_PER_SAVE: u32 = 20;
/// An interrupt does not wait for a state that takes longer than this.
const SHORT_SAVE: Duration = Duration::from_millis(50);

/// The progress of a trainer after a batch or an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingProgress {
    pub epoch: u64,
    /// Batches of the epoch in progress that are done.
    pub batch: u64,
    /// Batches per epoch.
    pub batches: u64,
    /// Samples of the epoch in progress, or of the one just completed, seen so far.
    pub samples: u64,
    /// Their mean loss while the parameters changed; not a number without samples.
    pub fit: f64,
    /// After an epoch, and before the first one: the mean loss on the samples held out.
    pub test: Option<f64>,
    /// With `test`: the error by the judge, if there is one.
    pub judged: Option<f64>,
}

/// How far a network is from the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkErrors {
    /// Its mean loss on the samples held out.
    pub test: f64,
    /// The mean squared error of its winning chances by the judge, if there is one.
    pub judged: Option<f64>,
}

impl NetworkErrors {
    fn deciding(&self) -> f64 {
        self.judged.unwrap_or(self.test)
    }
}

/// The parameters with the smallest loss on the samples held out, or by a judge.
#[derive(Clone, Debug, PartialEq)]
pub struct BestFit {
    /// The epoch after which they were found; 0 for the initial parameters.
    pub epoch: u64,
    /// The mean loss; infinite before the first test.
    pub loss: f64,
    pub parameters: Vec<f32>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct TrainerState {
    pub(super) epoch: u64,
    pub(super) batch: u64,
    pub(super) samples: u64,
    pub(super) loss: f64,
    pub(super) parameters: Aligned<f32>,
    pub(super) adamw: AdamW,
    pub(super) best: BestFit,
}

impl TrainingProgress {
    fn with(self, NetworkErrors { test, judged }: NetworkErrors) -> TrainingProgress {
        TrainingProgress { test: Some(test), judged, ..self }
    }
}

struct BatchPart {
    gradient: Gradient,
    workspace: GradientWorkspace,
}

pub struct Trainer {
    model: Model,
    settings: TrainerSettings,
    fit: Samples,
    test: Samples,
    judge: Option<Judge>,
    initial_hash: u64,
    pub(super) state: TrainerState,
    parts: Vec<BatchPart>,
    pool: ThreadPool,
}

impl Trainer {
    /// A trainer with the samples `fit` for the sizes of the shape, from these initial parameters
    /// (see [`TrainingShape::initial`]). The samples `test` are held out, and select the best
    /// epoch if no [judge](Trainer::set_judge) does.
    pub fn new(
        shape: TrainingShape,
        mut settings: TrainerSettings,
        [fit, test]: [Samples; 2],
        parameters: Vec<f32>,
    ) -> Result<Trainer> {
        let model = Model::new(shape)?;
        let shape = model.shape();
        let size = shape.parameters();
        let count = parameters.len();
        ensure!(size == count, "{count} parameters instead of {size}");
        ensure!(fit.count() > 0 && test.count() > 0, "there are no samples");
        ensure!(settings.batch >= MIN_BATCH, "a batch has at least {MIN_BATCH} samples");
        let batches = fit.batches(settings.batch);
        let more_epochs = settings.min_steps.div_ceil(batches).min(MAX_MORE_EPOCHS);
        settings.epochs = settings.epochs.max(more_epochs);
        let part = || BatchPart {
            gradient: Gradient::new(shape),
            workspace: GradientWorkspace::default(),
        };
        let parts = (0..BATCH_PARTS).map(|_| part()).collect();
        let current = Aligned::from(&parameters[..]);
        let initial_hash = hash(bits(&parameters));
        let best = BestFit { epoch: 0, loss: f64::INFINITY, parameters };
        let adamw = AdamW::new(shape, &current);
        let state = TrainerState {
            epoch: 0,
            batch: 0,
            samples: 0,
            loss: 0.0,
            parameters: current,
            adamw,
            best,
        };
        let pool = threads::pool(settings.threads)?;
        Ok(Trainer { model, settings, fit, test, judge: None, initial_hash, state, parts, pool })
    }

    /// From now on the best epoch is the one with the least error by this judge, whose positions
    /// have the trainer's sizes.
    pub fn set_judge(&mut self, judge: Judge) {
        self.judge = Some(judge);
    }

    pub fn shape(&self) -> &TrainingShape {
        self.model.shape()
    }

    pub fn parameters(&self) -> &[f32] {
        &self.state.parameters
    }

    pub fn best(&self) -> &BestFit {
        &self.state.best
    }

    /// The network of the best parameters, rounded to its integers, and how good it is.
    pub fn network(&self) -> Result<(Network, NetworkErrors)> {
        let shape = self.model.shape();
        let parameters = shape.quantize(&self.best().parameters);
        let errors = self.errors(&shape.dequantize(&parameters));
        let network = Network::new(shape.sizes, &parameters).context("parameters are bounded")?;
        Ok((network, errors))
    }

    pub fn errors(&self, parameters: &[f32]) -> NetworkErrors {
        let _expendable = Expendable::begin();
        let Trainer { model, judge, pool, .. } = self;
        let judged = judge.as_ref().map(|judge| pool.install(|| judge.error(model, parameters)));
        NetworkErrors { test: self.test_loss(parameters), judged }
    }

    pub fn epoch(&self) -> u64 {
        self.state.epoch
    }

    pub fn epochs(&self) -> u64 {
        self.settings.epochs
    }

    /// The number of samples to fit to, and of those held out.
    pub fn samples(&self) -> [u64; 2] {
        [self.fit.count(), self.test.count()]
    }

    fn batches(&self) -> u64 {
        self.fit.batches(self.settings.batch)
    }

    /// Trains until the last epoch is complete, or `report` breaks or fails. `report` is called
    /// after each batch and each epoch. The state is saved to the file `state` now and then, before
    /// an epoch is reported, and at the end. If `report` breaks and a state takes long to write, the
    /// one before it has to do. Returns whether the last epoch is complete.
    ///
    /// # Errors
    /// If `report` fails or the state cannot be saved.
    pub fn run(
        &mut self,
        state: Option<&Path>,
        mut report: impl FnMut(&TrainingProgress) -> Result<ControlFlow<()>>,
    ) -> Result<bool> {
        let mut answer = Ok(ControlFlow::Continue(()));
        let mut last = LastState {
            path: state,
            steps: self.state.adamw.steps,
            at: Instant::now(),
            took: None,
        };
        if self.state.best.loss.is_infinite() {
            let errors = self.errors(&self.state.parameters);
            self.state.best.loss = errors.deciding();
            let progress = self.progress().with(errors);
            answer = report(&progress);
            last.save(self)?;
        }
        while goes_on(&answer) && self.state.epoch < self.settings.epochs {
            let TrainerSettings { batch, seed, .. } = self.settings;
            let epoch = Epoch::new(&self.fit, batch, seed, self.state.epoch);
            for _ in self.state.batch..self.batches() {
                self.step(&epoch);
                answer = report(&self.progress());
                if !goes_on(&answer) {
                    break;
                }
                if last.is_old(self) {
                    last.save(self)?;
                }
            }
            if goes_on(&answer) {
                let progress = self.end_epoch();
                last.save(self)?;
                answer = report(&progress);
            }
        }
        if self.state.batch > 0 && !last.must_do() {
            last.save(self)?;
        }
        answer.map(drop)?;
        Ok(self.state.epoch >= self.settings.epochs)
    }

    /// The steps between two saved states: a state of a wide network takes as long to write as
    /// many steps, so that short trainings save more often than long ones.
    fn save_every(&self) -> u64 {
        let steps = self.settings.epochs * self.batches();
        (steps / MIN_STATES).clamp(1, self.settings.save_every.max(1))
    }

    fn end_epoch(&mut self) -> TrainingProgress {
        let errors = self.errors(&self.state.parameters);
        let progress = self.progress();
        let state = &mut self.state;
        state.epoch += 1;
        state.batch = 0;
        state.samples = 0;
        state.loss = 0.0;
        let loss = errors.deciding();
        if loss < state.best.loss {
            let parameters = state.parameters.to_vec();
            state.best = BestFit { epoch: state.epoch, loss, parameters };
        }
        TrainingProgress { epoch: state.epoch, batch: 0, ..progress }.with(errors)
    }

    fn progress(&self) -> TrainingProgress {
        let TrainerState { epoch, batch, samples, loss, .. } = self.state;
        let batches = self.batches();
        let fit = loss / samples as f64;
        TrainingProgress { epoch, batch, batches, samples, fit, test: None, judged: None }
    }

    /// The mean loss of these parameters on the samples held out.
    pub fn test_loss(&self, parameters: &[f32]) -> f64 {
        let _expendable = Expendable::begin();
        let Trainer { model, settings, test, pool, .. } = self;
        let loss = |part| {
            let chunks = part_range(test.chunk_count(), part, BATCH_PARTS);
            model.loss(
                parameters,
                chunks.map(|number| test.chunk(number)),
                &settings.objective,
                &mut GradientWorkspace::default(),
            )
        };
        let losses: Vec<f64> =
            pool.install(|| (0..BATCH_PARTS).into_par_iter().map(loss).collect());
        losses.iter().sum::<f64>() / test.count() as f64
    }

    fn step(&mut self, epoch: &Epoch) {
        let steps = self.settings.epochs * self.batches();
        let rate = learning_rate(self.settings.learning_rates, self.state.adamw.steps, steps);
        let Trainer { model, settings, fit, state, parts, pool, .. } = self;
        let shape = model.shape();
        let chunks = epoch.batch(state.batch);
        let samples: usize =
            chunks.iter().map(|&chunk| fit.chunk(chunk as usize).samples.len()).sum();
        pool.install(|| {
            parts.par_iter_mut().enumerate().for_each(|(i, part)| {
                let BatchPart { gradient, workspace } = part;
                gradient.clear(shape);
                let own = chunks[part_range(chunks.len(), i, BATCH_PARTS)].iter().map(|&chunk| {
                    (fit.chunk(chunk as usize), epoch.symmetry(chunk, shape.symmetries))
                });
                let objective = &settings.objective;
                model.add_gradient(&state.parameters, own, objective, workspace, gradient);
            });
            let gradients: Vec<&Gradient> = parts.iter().map(|part| &part.gradient).collect();
            let decay = [rate, settings.weight_decay];
            state.adamw.step(shape, &mut state.parameters, &gradients, samples, decay);
        });
        state.loss += parts.iter().map(|part| part.gradient.loss).sum::<f64>();
        state.samples += samples as u64;
        state.batch += 1;
    }

    /// Checks that the counts of a state are consistent: a valid checksum does not
    /// guarantee it.
    pub(super) fn is_possible(&self, state: &TrainerState) -> bool {
        let batches = self.batches();
        state.epoch <= self.settings.epochs
            && state.batch <= batches
            && state.best.epoch <= state.epoch
            && state.adamw.steps == state.epoch * batches + state.batch
    }

    pub(super) fn fingerprint(&self) -> u64 {
        let settings = &self.settings;
        let Objective { scale, lambda } = settings.objective;
        let [first_rate, last_rate] = settings.learning_rates;
        let floats = [scale, lambda, first_rate, last_rate, settings.weight_decay];
        let shape = self.model.shape();
        let mut numbers: Vec<u64> = bits(&floats).collect();
        for size in [shape.placements, shape.perspectives, shape.inputs, shape.hidden] {
            numbers.push(size as u64);
        }
        for size in [shape.buckets, usize::from(shape.has_base), settings.batch, shape.symmetries] {
            numbers.push(size as u64);
        }
        numbers.extend([settings.epochs, settings.seed, self.initial_hash]);
        numbers.extend([self.fit.fingerprint(), self.test.fingerprint()]);
        numbers.extend(self.judge.iter().map(Judge::fingerprint));
        numbers.extend(shape.input_of.iter().chain(&shape.factor_of).map(|&row| u64::from(row)));
        hash(numbers.into_iter())
    }
}

struct LastState<'a> {
    path: Option<&'a Path>,
    /// The steps before it.
    steps: u64,
    at: Instant,
    /// How long it took to write; `None` if this run has written none.
    took: Option<Duration>,
}

impl LastState<'_> {
    fn save(&mut self, trainer: &Trainer) -> Result<()> {
        let Some(path) = self.path else { return Ok(()) };
        let start = Instant::now();
        trainer.save(path)?;
        self.steps = trainer.state.adamw.steps;
        self.at = Instant::now();
        self.took = Some(start.elapsed());
        Ok(())
    }

    /// Whether it is time for another one.
    fn is_old(&self, trainer: &Trainer) -> bool {
        let longest = MAX_UNSAVED.max(self.took.unwrap_or_default() * UNSAVED_PER_SAVE);
        trainer.state.adamw.steps - self.steps >= trainer.save_every()
            || self.at.elapsed() >= longest
    }

    /// Whether an interrupt has to do with it, as another one would take long.
    fn must_do(&self) -> bool {
        self.took.is_some_and(|took| took > SHORT_SAVE)
    }
}

/// The learning rate after `done` of all steps. It falls from the first to the last one like a
/// cosine.
fn learning_rate([first, last]: [f32; 2], done: u64, steps: u64) -> f32 {
    let done = done as f64 / (steps.max(2) - 1) as f64;
    let height = (1.0 + (std::f64::consts::PI * done).cos()) / 2.0;
    last + (first - last) * height as f32
}

fn goes_on(answer: &Result<ControlFlow<()>>) -> bool {
    matches!(answer, Ok(ControlFlow::Continue(())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_waits_only_for_states_that_are_written_soon() {
        for (took, must_do) in [(None, false), (Some(1), false), (Some(500), true)] {
            let took = took.map(Duration::from_millis);
            let last = LastState { path: None, steps: 0, at: Instant::now(), took };
            assert_eq!(last.must_do(), must_do, "{took:?}");
        }
    }
}
