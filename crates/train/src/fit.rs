//! What `tune` and `train` have in common: their arguments, steps of Adam, losses and progress.

use crate::selfplay::selection::PositionFilter;
use crate::trainer::chunk::MIN_BATCH;
use crate::tune::objective::Objective;
use clap::Args;
use clap::error::ErrorKind;
use plyglot_command::arguments::{
    GameArgs, Named, OptionError, RunArgs, check_outputs, file, within,
};
use plyglot_core::game::random::mix;
use plyglot_support::text::{clock, to_go};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The games to which something is fitted, and how.
#[derive(Args, Debug)]
pub(crate) struct FitArgs {
    /// Games of `datagen`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// Output file; the state for --resume is kept in FILE.state
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub out: PathBuf,
    #[command(flatten)]
    pub game: GameArgs,
    /// Resume from FILE.state, if it exists
    #[arg(long)]
    pub resume: bool,
    /// Weight of the game's result in the target; the rest is the score of the search
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = within::<f32>(0.0..=1.0))]
    pub lambda: f32,
    /// Score at which a win is e times as likely as a loss [default: the one at
    /// which the scores predict the results best]
    #[arg(long, value_name = "CENTI", value_parser = within::<f32>(1.0..=100_000.0))]
    pub scale: Option<f32>,
    /// Fraction of the positions to use, chosen at random
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = within::<f64>(0.0..=1.0))]
    pub keep: f64,
    /// Epochs: how often each position is used
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = within::<u64>(0..=100_000))]
    pub epochs: u64,
    /// Positions per step
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = within::<usize>(MIN_BATCH..=1 << 24))]
    pub batch: usize,
    /// Learning rate at the start
    #[arg(long, value_name = "X", default_value_t = 1e-3, value_parser = within::<f32>(0.0..=1.0))]
    pub rate: f32,
    /// Learning rate at the end
    #[arg(long, value_name = "X", default_value_t = 1e-5, value_parser = within::<f32>(0.0..=1.0))]
    pub last_rate: f32,
    /// Weight decay: each step multiplies weights by 1 - rate * X
    #[arg(long, value_name = "X", default_value_t = 0.01, value_parser = within::<f32>(0.0..=1.0))]
    pub decay: f32,
    #[command(flatten)]
    pub run: RunArgs,
}

impl FitArgs {
    /// Checks that the result, its state and the inputs are different files.
    pub(crate) fn check_files(
        &self,
        inputs: &[(&'static str, Option<&Path>)],
    ) -> Result<(), OptionError> {
        let named = |option, path| Named { option, path };
        let state = self.state();
        let outputs = [named("--out", &*self.out), named("FILE.state of --out", &state)];
        let data = self.data.iter().map(|path| named("--data", path));
        let others = inputs.iter().filter_map(|&(option, path)| Some(named(option, path?)));
        check_outputs(&outputs, &data.chain(others).collect::<Vec<Named>>())
    }

    pub(crate) fn state(&self) -> PathBuf {
        self.out.with_added_extension("state")
    }

    pub(crate) fn filter(&self, with_decided: bool) -> PositionFilter {
        PositionFilter { keep: self.keep, seed: self.run.seed(), with_decided }
    }

    pub(crate) fn settings(&self, scale: f32) -> FitSettings {
        FitSettings {
            objective: Objective { scale, lambda: self.lambda },
            epochs: self.epochs,
            batch: self.batch,
            learning_rates: [self.rate, self.last_rate],
            weight_decay: self.decay,
            seed: self.run.seed(),
            threads: self.run.threads(),
            ..FitSettings::default()
        }
    }

    /// An equivalent command with all arguments, those of one `tool` too, with files by name only.
    /// `scale` is the one found, if the arguments do not have it.
    pub(crate) fn command(&self, tool: &str, own: &str, scale: f32) -> String {
        let FitArgs { game, lambda, keep, epochs, batch, rate, last_rate, decay, run, .. } = self;
        let data: Vec<String> = self.data.iter().map(|path| file_name(path)).collect();
        format!(
            "plyglot {tool} --game {} --data {} --out {} {own} --lambda {lambda} --scale {scale} \
             --keep {keep} --epochs {epochs} --batch {batch} --rate {rate} --last-rate {last_rate} \
             --decay {decay} --seed {}",
            game.name,
            data.join(" "),
            file_name(&self.out),
            run.seed(),
        )
    }
}

pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The error of arguments that do not fit the game.
pub(crate) fn invalid(text: String) -> clap::Error {
    clap::Error::raw(ErrorKind::InvalidValue, text)
}

/// How parameters are fitted to samples. Only `threads` and `save_every` do not change the
/// result.
#[derive(Clone, Debug, PartialEq)]
pub struct FitSettings {
    pub objective: Objective,
    /// Passes over all samples.
    pub epochs: u64,
    /// The least steps of a network's training: if the epochs have fewer, there are more epochs,
    /// up to 200.
    pub min_steps: u64,
    /// Approximate samples per step; at least 32 for a network.
    pub batch: usize,
    /// The learning rates of the first and of the last step: about how far a step moves
    /// a parameter. Between them, the rate falls like a cosine.
    pub learning_rates: [f32; 2],
    /// The weight decay. In a network, a step multiplies weights by 1 - rate · decay; biases and
    /// the weights of the base evaluation do not decay. For a weighted sum, it is a number of
    /// additional samples for each weight. In such a sample its feature occurs alone and once,
    /// near an even score, and the initial weight is right. It hardly holds a weight whose feature
    /// is in many samples.
    pub weight_decay: f32,
    /// The seed of the order of the samples.
    pub seed: u64,
    /// Threads; at most eight are used for a network, and four for a weighted sum.
    pub threads: usize,
    /// The most steps between two saved states of a network's training, at least 1; there are
    /// eight or more.
    pub save_every: u64,
}

impl Default for FitSettings {
    fn default() -> FitSettings {
        FitSettings {
            objective: Objective { scale: 200.0, lambda: 0.1 },
            epochs: 20,
            min_steps: 0,
            batch: 16_384,
            learning_rates: [1e-3, 1e-5],
            weight_decay: 0.01,
            seed: 1,
            threads: 1,
            save_every: 4_096,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// On the samples fitted to, while the parameters changed; not a number at the start.
    pub fit: f64,
    /// On the samples held out, at the end.
    pub test: f64,
}

/// The parameters with the smallest loss on the samples held out, or by a judge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestFit {
    /// The epoch after which they were found; 0 for the initial parameters.
    pub epoch: u64,
    /// The mean loss; infinite before the first test.
    pub loss: f64,
    pub parameters: Vec<f32>,
}

/// The decay rates of both moments: beta1 and beta2, with the paper's values.
const BETAS: [f32; 2] = [0.9, 0.999];

/// A step of Adam (Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015).
#[derive(Clone, Copy)]
pub(crate) struct AdamStep {
    rate: f32,
    /// Prevents a division by 0 for parameters that have no gradient.
    epsilon: f32,
    bias_corrections: [f32; 2],
}

impl AdamStep {
    /// The step of this number, from 1 on.
    pub(crate) fn new(number: u64, rate: f32, epsilon: f32) -> AdamStep {
        let bias_corrections = BETAS.map(|beta| 1.0 - f64::from(beta).powf(number as f64) as f32);
        AdamStep { rate, epsilon, bias_corrections }
    }

    /// Updates the moments of a parameter by its derivative. Returns what is to be subtracted
    /// from it, about the rate.
    #[inline(always)]
    pub(crate) fn take(self, first: &mut f32, second: &mut f32, derivative: f32) -> f32 {
        *first = BETAS[0] * *first + (1.0 - BETAS[0]) * derivative;
        *second = BETAS[1] * *second + (1.0 - BETAS[1]) * derivative * derivative;
        let scale = (*second / self.bias_corrections[1]).sqrt() + self.epsilon;
        self.rate * (*first / self.bias_corrections[0]) / scale
    }
}

/// The learning rate after `done` of all steps. It falls from the first to the last one like a
/// cosine.
pub(crate) fn learning_rate([first, last]: [f32; 2], done: u64, steps: u64) -> f32 {
    let done = done as f64 / (steps.max(2) - 1) as f64;
    let height = (1.0 + (std::f64::consts::PI * done).cos()) / 2.0;
    last + (first - last) * height as f32
}

/// The indices of the part of this number, of `parts` roughly equal parts of a list.
pub(crate) fn part_range(length: usize, number: usize, parts: usize) -> Range<usize> {
    number * length / parts..(number + 1) * length / parts
}

pub(crate) fn hash(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, |sum, number| mix(sum ^ number))
}

pub(crate) fn bits<'a>(numbers: impl IntoIterator<Item = &'a f32>) -> impl Iterator<Item = u64> {
    numbers.into_iter().map(|number| u64::from(number.to_bits()))
}

pub(crate) fn epoch_line(epoch: u64, Losses { fit, test }: Losses, time: Duration) -> String {
    match epoch {
        0 => format!("epoch 0: test {test:.6}"),
        _ => format!("epoch {epoch}: fit {fit:.6}, test {test:.6}, {:.1} s", time.as_secs_f64()),
    }
}

/// The words on a bar after `done` of `all` steps, `own` of them since `start`.
pub(crate) fn progress_words(
    [epoch, epochs]: [u64; 2],
    [own, done, all]: [u64; 3],
    start: Instant,
) -> String {
    let left = to_go(start.elapsed(), own, all - done);
    let left = left.map_or(String::new(), |left| format!(" | {} to go", clock(left)));
    format!("epoch {} of {epochs}{left}", epoch + 1)
}
