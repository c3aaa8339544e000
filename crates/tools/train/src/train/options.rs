//! The `train` command and its options.

use crate::selfplay::selection::PositionFilter;
use crate::trainer::chunk::MIN_BATCH;
use crate::trainer::shape::width;
use crate::trainer::{Objective, TrainerSettings};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{
    GameArgs, OptionError, OptionPath, RunArgs, check_outputs, file, invalid, offer_plain_games,
    tool, within,
};
use plyglot_engine::Registry;
use std::path::{Path, PathBuf};

/// Train a network on recorded games
#[derive(Args, Debug)]
#[command(after_help = "\
Trains a game's network on games of `datagen` and writes a file that the option EvalFile loads. \
One game in twenty is held out; of all epochs, the one that predicts those best is written. \
At most eight threads compute gradients.")]
pub(super) struct TrainOptions {
    /// Games of `datagen`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub(super) data: Vec<PathBuf>,
    /// Output file; the state for --resume is kept in FILE.state
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// Resume from FILE.state, if it exists
    #[arg(long)]
    pub(super) resume: bool,
    /// Weight of the game's result in the target; the rest is the score of the search
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = within::<f32>(0.0..=1.0))]
    lambda: f32,
    /// Score at which a win is e times as likely as a loss [default: the one at
    /// which the scores predict the results best]
    #[arg(long, value_name = "CENTI", value_parser = within::<f32>(1.0..=100_000.0))]
    pub(super) scale: Option<f32>,
    /// Fraction of the positions to use, chosen at random
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = within::<f64>(0.0..=1.0))]
    keep: f64,
    /// Epochs: how often each position is used
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = within::<u64>(0..=100_000))]
    pub(super) epochs: u64,
    /// Positions per step
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = within::<usize>(MIN_BATCH..=1 << 24))]
    batch: usize,
    /// Learning rate at the start
    #[arg(long, value_name = "X", default_value_t = 1e-3, value_parser = within::<f32>(0.0..=1.0))]
    rate: f32,
    /// Learning rate at the end
    #[arg(long, value_name = "X", default_value_t = 1e-5, value_parser = within::<f32>(0.0..=1.0))]
    last_rate: f32,
    /// Weight decay: each step multiplies weights by 1 - rate * X
    #[arg(long, value_name = "X", default_value_t = 0.01, value_parser = within::<f32>(0.0..=100.0))]
    decay: f32,
    #[command(flatten)]
    pub(super) run: RunArgs,
    /// Network to start from: a file; `current`, the game's own, or random weights if it has
    /// none; or `zero`, random weights
    #[arg(long, value_name = "WHAT", default_value = "current", value_parser = start)]
    pub(super) from: TrainStart,
    /// Neurons of the first layer, for each side; extra neurons start with random inputs and zero
    /// output weights [default: as many as --from has, or 64]
    #[arg(long, value_name = "N", value_parser = width)]
    pub(super) hidden: Option<usize>,
    /// Use only the output as the evaluation [default: as in --from]
    #[arg(long, conflicts_with = "base")]
    alone: bool,
    /// Add the output to the game's evaluation without a network [default: as in
    /// --from; a random one does so if the game has such an evaluation]
    #[arg(long)]
    base: bool,
    /// Include positions with scores beyond 3,000
    #[arg(long)]
    pub(super) decided: bool,
    /// Add to each position up to N that arise from it by one or two random moves, with the
    /// game's own evaluation as their score; needs --lambda 0
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within::<usize>(0..=64))]
    pub(super) variations: usize,
    /// Games of `datagen` with many more nodes: of all epochs, the one with the least error by
    /// their scores is written
    #[arg(long, value_name = "FILE")]
    pub(super) judge: Option<PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TrainStart {
    /// The game's own; random weights if it has none.
    Current,
    Zero,
    File(PathBuf),
}

pub fn command(registry: &Registry) -> Command {
    let command = TrainOptions::augment_args(tool("train"));
    offer_plain_games(command, registry)
}

fn start(text: &str) -> Result<TrainStart, String> {
    match text {
        "" => Err("expected current, zero or a file".to_owned()),
        _ if text.eq_ignore_ascii_case("current") => Ok(TrainStart::Current),
        _ if text.eq_ignore_ascii_case("zero") => Ok(TrainStart::Zero),
        _ => Ok(TrainStart::File(PathBuf::from(text))),
    }
}

impl TrainOptions {
    pub(super) fn read(matches: &ArgMatches) -> Result<TrainOptions, clap::Error> {
        let options = TrainOptions::from_arg_matches(matches)?;
        options.check_files()?;
        if options.variations > 0 && options.lambda > 0.0 {
            let text = "--variations needs --lambda 0: its positions have no results";
            return Err(invalid(text.to_owned()));
        }
        Ok(options)
    }

    /// Checks that the result, its state and the inputs are different files.
    fn check_files(&self) -> Result<(), OptionError> {
        let state = self.state();
        let outputs = [
            OptionPath { option: "--out", path: &self.out },
            OptionPath { option: "FILE.state of --out", path: &state },
        ];
        let mut inputs: Vec<OptionPath> =
            self.data.iter().map(|path| OptionPath { option: "--data", path }).collect();
        if let TrainStart::File(path) = &self.from {
            inputs.push(OptionPath { option: "--from", path });
        }
        if let Some(path) = &self.judge {
            inputs.push(OptionPath { option: "--judge", path });
        }
        check_outputs(&outputs, &inputs)
    }

    pub(super) fn state(&self) -> PathBuf {
        self.out.with_added_extension("state")
    }

    pub(super) fn has_base(&self) -> Option<bool> {
        if self.alone || self.base { Some(self.base) } else { None }
    }

    pub(super) fn filter(&self, with_decided: bool) -> PositionFilter {
        PositionFilter { keep: self.keep, seed: self.run.seed(), with_decided }
    }

    pub(super) fn settings(&self, scale: f32) -> TrainerSettings {
        TrainerSettings {
            objective: Objective { scale, lambda: self.lambda },
            epochs: self.epochs,
            batch: self.batch,
            learning_rates: [self.rate, self.last_rate],
            weight_decay: self.decay,
            seed: self.run.seed(),
            threads: self.run.threads(),
            ..TrainerSettings::default()
        }
    }

    /// An equivalent command with all arguments, and files by name only. `hidden`, `has_base` and
    /// `scale` are those found, if the arguments do not have them.
    pub(super) fn command(&self, hidden: usize, has_base: bool, scale: f32) -> String {
        let TrainOptions { lambda, keep, epochs, batch, rate, last_rate, decay, .. } = self;
        let data: Vec<String> = self.data.iter().map(|path| file_name(path)).collect();
        let from = match &self.from {
            TrainStart::Current => "current".to_owned(),
            TrainStart::Zero => "zero".to_owned(),
            TrainStart::File(path) => file_name(path),
        };
        let base = if has_base { "--base" } else { "--alone" };
        let decided = if self.decided { " --decided" } else { "" };
        let variations = match self.variations {
            0 => String::new(),
            count => format!(" --variations {count}"),
        };
        let judge = match &self.judge {
            Some(path) => format!(" --judge {}", file_name(path)),
            None => String::new(),
        };
        format!(
            "plyglot train --game {} --data {} --out {} --from {from} --hidden {hidden} \
             {base}{decided}{variations}{judge} --lambda {lambda} --scale {scale} --keep {keep} \
             --epochs {epochs} --batch {batch} --rate {rate} --last-rate {last_rate} \
             --decay {decay} --seed {}",
            self.game.name,
            data.join(" "),
            file_name(&self.out),
            self.run.seed(),
        )
    }
}

pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_command::arguments::read;

    #[test]
    fn the_command_has_all_its_arguments() {
        let all = "plyglot train --game cfour --data a b --out c --from zero --hidden 32 --alone \
                   --decided --lambda 0.25 --scale 99.5 --keep 0.5 --epochs 3 \
                   --batch 64 --rate 0.125 --last-rate 0.0625 --decay 0.5 --seed 9";
        let words = format!("{} --threads 2 --resume", &all["plyglot train ".len()..]);
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let matches = read(command(&plyglot_games::standard()), &words);
        let options = TrainOptions::read(&matches.expect("all is right")).expect("all is right");
        assert_eq!(options.command(32, false, 99.5), all);
        assert!(options.resume && options.run.threads() == 2 && options.run.seed() == 9);
        assert_eq!(options.hidden, Some(32));
        assert_eq!((options.has_base(), options.scale), (Some(false), Some(99.5)));
    }
}
