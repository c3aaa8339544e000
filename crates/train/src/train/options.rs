//! The options of `plyglot train`.

use crate::fit::{FitArgs, file_name};
use crate::selfplay::selection::PositionFilter;
use crate::trainer::TrainerSettings;
use crate::trainer::chunk::MIN_BATCH;
use crate::trainer::shape::width;
use crate::tune::objective::Objective;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{file, offer_plain_games, tool, within};
use plyglot_engine::Registry;
use std::path::PathBuf;

/// Train a network on recorded games
#[derive(Args, Debug)]
#[command(after_help = "\
Trains a game's network on games of `datagen` and writes a file that the option EvalFile loads. \
One game in twenty is held out; of all epochs, the one that predicts those best is written. \
At most eight threads compute gradients.")]
pub(super) struct TrainOptions {
    #[command(flatten)]
    pub(super) fit: FitArgs,
    /// Output file for the network
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub(super) out: PathBuf,
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
    decided: bool,
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
    #[arg(long, value_name = "X", default_value_t = 0.01, value_parser = within::<f32>(0.0..=1.0))]
    decay: f32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TrainStart {
    /// The game's own; random weights if it has none.
    Current,
    Zero,
    File(PathBuf),
}

/// The clap command, with the games of the registry.
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
        let from = match &options.from {
            TrainStart::File(path) => Some(path.as_path()),
            _ => None,
        };
        options.fit.check_files(&options.out, from)?;
        Ok(options)
    }

    pub(super) fn has_base(&self) -> Option<bool> {
        (self.alone || self.base).then_some(self.base)
    }

    pub(super) fn filter(&self) -> PositionFilter {
        let FitArgs { keep, run, .. } = &self.fit;
        PositionFilter { keep: *keep, seed: run.seed(), with_decided: self.decided }
    }

    pub(super) fn settings(&self, scale: f32) -> TrainerSettings {
        TrainerSettings {
            objective: Objective { scale, lambda: self.fit.lambda },
            epochs: self.epochs,
            batch: self.batch,
            learning_rates: [self.rate, self.last_rate],
            weight_decay: self.decay,
            seed: self.fit.run.seed(),
            threads: self.fit.run.threads(),
            ..TrainerSettings::default()
        }
    }

    /// An equivalent command with all arguments, with files by name only. `hidden`,
    /// `has_base` and `scale` are those found, if the arguments do not have them.
    pub(super) fn command(&self, hidden: usize, has_base: bool, scale: f32) -> String {
        let FitArgs { game, lambda, keep, run, .. } = &self.fit;
        let TrainOptions { epochs, batch, rate, last_rate, decay, .. } = self;
        let from = match &self.from {
            TrainStart::Current => "current".to_owned(),
            TrainStart::Zero => "zero".to_owned(),
            TrainStart::File(path) => file_name(path),
        };
        format!(
            "plyglot train --game {} --data {} --out {} --from {from} --hidden {hidden} {} \
             --lambda {lambda} --scale {scale} --keep {keep}{} --epochs {epochs} --batch {batch} \
             --rate {rate} --last-rate {last_rate} --decay {decay} --seed {}",
            game.name,
            self.fit.data_names(),
            file_name(&self.out),
            if has_base { "--base" } else { "--alone" },
            if self.decided { " --decided" } else { "" },
            run.seed(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_command::arguments::read;

    #[test]
    fn the_command_has_all_its_arguments() {
        let all = "plyglot train --game cfour --data a b --out c --from zero --hidden 32 --alone \
                   --lambda 0.25 --scale 99.5 --keep 0.5 --decided --epochs 3 \
                   --batch 64 --rate 0.125 --last-rate 0.0625 --decay 0.5 --seed 9";
        let words = format!("{} --threads 2 --resume", &all["plyglot train ".len()..]);
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let matches = read(command(&plyglot_games::standard()), &words);
        let options = TrainOptions::read(&matches.expect("all is right")).expect("all is right");
        assert_eq!(options.command(32, false, 99.5), all);
        assert!(options.fit.resume && options.fit.run.threads() == 2 && options.filter().seed == 9);
        assert_eq!(options.hidden, Some(32));
        assert_eq!((options.has_base(), options.fit.scale), (Some(false), Some(99.5)));
    }
}
