//! The options of `plyglot tune`.

use super::arguments::FitArgs;
use super::objective::Objective;
use super::tuner::TunerSettings;
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
struct TuneOptions {
    #[command(flatten)]
    fit: FitArgs,
    /// Output file; the state for --resume is kept in FILE.state
    #[arg(long, value_name = "FILE", value_parser = file())]
    out: PathBuf,
    /// Weights to start from
    #[arg(long, value_name = "WHAT", value_enum, ignore_case = true, default_value_t)]
    from: TuneStart,
    /// Epochs: how often each position is used
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = within::<usize>(0..=100_000))]
    epochs: usize,
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
enum TuneStart {
    // The weights in use.
    #[default]
    Current,
    // Zero.
    Zero,
}

/// The description of a fit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TunePlan {
    /// The name of the game.
    pub(super) game: String,
    /// The files of games.
    pub(super) data: Vec<PathBuf>,
    /// The file for the result.
    pub(super) out: PathBuf,
    /// Whether to resume an earlier fit.
    pub(super) resume: bool,
    /// Whether the fit starts from 0 instead of the weights in use.
    pub(super) from_zero: bool,
    /// The selection of positions.
    pub(super) filter: PositionFilter,
    /// The settings of the fit. A scale of 0 is determined from the samples.
    pub(super) settings: TunerSettings,
}

impl TunePlan {
    /// An equivalent command with all arguments, with files by name only.
    pub(super) fn command(&self) -> String {
        let name =
            |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let data: Vec<String> = self.data.iter().map(name).collect();
        let TunerSettings { objective, epochs, batch, learning_rates, weight_decay, seed, .. } =
            &self.settings;
        format!(
            "plyglot tune --game {} --data {} --out {} --from {} --lambda {} --scale {} --keep {} \
             --epochs {epochs} --batch {batch} --rate {} --last-rate {} --decay {weight_decay} \
             --seed {seed}",
            self.game,
            data.join(" "),
            name(&self.out),
            if self.from_zero { "zero" } else { "current" },
            objective.lambda,
            objective.scale,
            self.filter.keep,
            learning_rates[0],
            learning_rates[1],
        )
    }
}

/// Reads the arguments.
///
/// # Errors
/// At the first argument that is wrong, or if something is missing.
pub(super) fn plan(matches: &ArgMatches) -> Result<TunePlan, clap::Error> {
    let options = TuneOptions::from_arg_matches(matches)?;
    let FitArgs { data, game, resume, lambda, scale, keep, run } = options.fit;
    let (threads, seed) = (run.threads(), run.seed());
    let plan = TunePlan {
        game: game.name,
        data,
        out: options.out,
        resume,
        from_zero: options.from == TuneStart::Zero,
        filter: PositionFilter { keep, seed, with_decided: false },
        settings: TunerSettings {
            objective: Objective { scale: scale.unwrap_or(0.0), lambda },
            epochs: options.epochs,
            batch: options.batch,
            learning_rates: [options.rate, options.last_rate],
            weight_decay: options.decay,
            seed,
            threads,
        },
    };
    plan.check_files()?;
    Ok(plan)
}

impl TunePlan {
    /// The file for the state of the fit.
    pub(super) fn state(&self) -> PathBuf {
        self.out.with_added_extension("state")
    }

    /// Checks that no output is an input, and that outputs are files.
    fn check_files(&self) -> Result<(), OptionError> {
        let named = |option, path| Named { option, path };
        let state = self.state();
        let outputs = [named("--out", self.out.as_path()), named("FILE.state of --out", &state)];
        let data: Vec<Named> = self.data.iter().map(|path| named("--data", path)).collect();
        check_outputs(&outputs, &data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_command::arguments::read;

    fn plan_of(arguments: &str) -> TunePlan {
        let words: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
        let matches = read(command(&plyglot_games::standard()), &words);
        plan(&matches.expect("all is right")).expect("all is right")
    }

    #[test]
    fn the_command_of_a_plan_has_all_its_arguments() {
        let all = "plyglot tune --game cfour --data a b --out c --from zero --lambda 0.25 \
                   --scale 99.5 --keep 0.5 --epochs 3 --batch 7 --rate 0.125 --last-rate 0.0625 \
                   --decay 1.5 --seed 9";
        let plan = plan_of(&format!("{} --threads 2 --resume", &all["plyglot tune ".len()..]));
        assert_eq!(plan.command(), all);
        assert!(plan.resume && plan.settings.threads == 2 && plan.filter.seed == 9);
    }
}
