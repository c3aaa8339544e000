//! The options of `plyglot tune`.

use super::objective::Objective;
use super::tuner::TunerSettings;
use crate::fit::FitArgs;
use crate::selfplay::selection::PositionFilter;
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use plyglot_command::arguments::{
    Named, OptionError, check_outputs, file, offer_some_games, tool, within,
};
use plyglot_engine::Registry;
use std::path::PathBuf;

/// Fit the weights of an evaluation to recorded games
#[derive(Args, Debug)]
#[command(after_help = "\
Fits a game's evaluation to games of `datagen` and writes what the game's source includes, \
a table of weights, or what its file of rules does, values of pieces. One game in twenty is \
held out; of all epochs, the one that predicts those best is written. At most four threads are \
used. `train` trains networks.")]
pub(super) struct TuneOptions {
    #[command(flatten)]
    pub(super) fit: FitArgs,
    /// Output file; the state for --resume is kept in FILE.state
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub(super) out: PathBuf,
    /// Weights to start from
    #[arg(long, value_name = "WHAT", value_enum, ignore_case = true, default_value_t)]
    pub(super) from: TuneStart,
    /// Epochs: how often each position is used
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = within::<u64>(0..=100_000))]
    pub(super) epochs: u64,
    /// Positions per step
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = within::<usize>(1..=1 << 30))]
    batch: usize,
    /// Learning rate at the start
    #[arg(long, value_name = "X", default_value_t = 0.5, value_parser = within::<f32>(0.0..=1_000.0))]
    rate: f32,
    /// Learning rate at the end
    #[arg(long, value_name = "X", default_value_t = 0.01, value_parser = within::<f32>(0.0..=1_000.0))]
    last_rate: f32,
    /// Weight decay: the pull of each weight to its start, as that of N positions
    #[arg(long, value_name = "N", default_value_t = 3.0, value_parser = within::<f32>(0.0..=1e9))]
    decay: f32,
}

/// The clap command, with the games of the registry.
pub fn command(registry: &Registry) -> Command {
    let command = TuneOptions::augment_args(tool("tune"));
    offer_some_games(command, registry, |entry| entry.evaluation().is_some())
}

/// The start of the fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum TuneStart {
    // The weights in use.
    #[default]
    Current,
    // Zero.
    Zero,
}

impl TuneOptions {
    pub(super) fn read(matches: &ArgMatches) -> Result<TuneOptions, clap::Error> {
        let options = TuneOptions::from_arg_matches(matches)?;
        options.check_files()?;
        Ok(options)
    }

    /// An equivalent command with all arguments, with files by name only. `scale` is the one
    /// found, if the arguments do not have it.
    pub(super) fn command(&self, scale: f32) -> String {
        let name =
            |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let TuneOptions { fit, epochs, batch, rate, last_rate, decay, .. } = self;
        let data: Vec<String> = fit.data.iter().map(name).collect();
        format!(
            "plyglot tune --game {} --data {} --out {} --from {} --lambda {} --scale {scale} \
             --keep {} --epochs {epochs} --batch {batch} --rate {rate} --last-rate {last_rate} \
             --decay {decay} --seed {}",
            fit.game.name,
            data.join(" "),
            name(&self.out),
            if self.from == TuneStart::Zero { "zero" } else { "current" },
            fit.lambda,
            fit.keep,
            fit.run.seed(),
        )
    }

    pub(super) fn filter(&self) -> PositionFilter {
        let FitArgs { keep, run, .. } = &self.fit;
        PositionFilter { keep: *keep, seed: run.seed(), with_decided: false }
    }

    pub(super) fn settings(&self, scale: f32) -> TunerSettings {
        TunerSettings {
            objective: Objective { scale, lambda: self.fit.lambda },
            epochs: self.epochs,
            batch: self.batch,
            learning_rates: [self.rate, self.last_rate],
            weight_decay: self.decay,
            seed: self.fit.run.seed(),
            threads: self.fit.run.threads(),
        }
    }

    pub(super) fn state(&self) -> PathBuf {
        self.out.with_added_extension("state")
    }

    fn check_files(&self) -> Result<(), OptionError> {
        let named = |option, path| Named { option, path };
        let state = self.state();
        let outputs = [named("--out", self.out.as_path()), named("FILE.state of --out", &state)];
        let data: Vec<Named> = self.fit.data.iter().map(|path| named("--data", path)).collect();
        check_outputs(&outputs, &data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_command::arguments::read;

    fn options_of(arguments: &str) -> TuneOptions {
        let words: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
        let matches = read(command(&plyglot_games::standard()), &words);
        TuneOptions::read(&matches.expect("all is right")).expect("all is right")
    }

    #[test]
    fn the_command_has_all_its_arguments() {
        let all = "plyglot tune --game cfour --data a b --out c --from zero --lambda 0.25 \
                   --scale 99.5 --keep 0.5 --epochs 3 --batch 7 --rate 0.125 --last-rate 0.0625 \
                   --decay 1.5 --seed 9";
        let options =
            options_of(&format!("{} --threads 2 --resume", &all["plyglot tune ".len()..]));
        assert_eq!(options.command(99.5), all);
        assert!(options.fit.resume && options.fit.scale == Some(99.5));
        assert!(options.settings(99.5).threads == 2 && options.filter().seed == 9);
    }
}
