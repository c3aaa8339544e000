//! The `tune` command and its options.

use super::objective::fit_scale;
use super::samples::{Dataset, SampleSet, Samples};
use super::tuner::{self, LinearModel, Tuner};
use super::weights;
use crate::fit::{BestFit, FitArgs, FitSettings, epoch_line, invalid, progress_words};
use crate::state_file::{check_output, write};
use anyhow::{Context, Result, ensure};
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use plyglot_command::arguments::{Streams, offer_plain_games, tool, within};
use plyglot_command::progress::ProgressOutput;
use plyglot_engine::{LinearEvaluation, Registry};
use plyglot_support::files::{Lock, cannot_be_written};
use std::path::Path;
use std::time::Instant;

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
    /// Weights to start from
    #[arg(long, value_name = "WHAT", value_enum, ignore_case = true, default_value_t)]
    from: TuneStart,
}

pub fn command(registry: &Registry) -> Command {
    let decay = "Weight decay: the pull of each weight to its start, as that of N positions";
    let rates = within::<f32>(0.0..=1_000.0);
    let command = TuneOptions::augment_args(tool("tune"))
        .mut_arg("epochs", |arg| arg.default_value("30"))
        .mut_arg("batch", |arg| arg.value_parser(within::<usize>(1..=1 << 30)))
        .mut_arg("rate", |arg| arg.default_value("0.5").value_parser(rates.clone()))
        .mut_arg("last_rate", |arg| arg.default_value("0.01").value_parser(rates))
        .mut_arg("decay", |arg| arg.default_value("3").value_parser(within::<f32>(0.0..=1e9)))
        .mut_arg("decay", |arg| arg.value_name("N").help(decay));
    offer_plain_games(command, registry)
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum TuneStart {
    // The weights in use.
    #[default]
    Current,
    // Zero.
    Zero,
}

impl TuneOptions {
    fn read(matches: &ArgMatches) -> Result<TuneOptions, clap::Error> {
        let options = TuneOptions::from_arg_matches(matches)?;
        options.fit.check_files(&[])?;
        Ok(options)
    }

    /// An equivalent command. `scale` is the one found, if the arguments do not have it.
    fn command(&self, scale: f32) -> String {
        let from = if self.from == TuneStart::Zero { "zero" } else { "current" };
        self.fit.command("tune", &format!("--from {from}"), scale)
    }
}

/// Fits an evaluation as the arguments describe, prints the progress on `output`, and
/// writes the result to its file.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { mut output, .. } = streams;
    let options = TuneOptions::read(matches)?;
    check_output(&options.fit.state(), &tuner::FORMAT)?;
    let _lock = Lock::take(&options.fit.out, &weights::FORMAT)
        .with_context(|| cannot_be_written(&options.fit.out))?;
    let entry = registry.entry(&options.fit.game.name)?;
    let missing = || invalid(format!("{} has no tunable evaluation", entry.info.title));
    let evaluation = entry.evaluation().ok_or_else(missing)?;
    fit_weights(&options, evaluation, &mut output)
}

fn fit_weights(
    options: &TuneOptions,
    evaluation: &dyn LinearEvaluation,
    output: &mut ProgressOutput,
) -> Result<()> {
    let (dataset, scale) = prepare(options, evaluation, output)?;
    let settings = options.fit.settings(scale);
    let current = weights::widen(&evaluation.weights());
    let model = LinearModel(current.len() / 2);
    let start = if options.from == TuneStart::Zero { vec![0.0; current.len()] } else { current };
    let tuner = fit(options, &settings, model, &dataset, start, output)?;
    let best = tuner.best();
    let rounded = weights::round(&best.parameters);
    let loss = tuner.test_loss(&weights::widen(&rounded));
    let written = evaluation.written(&rounded);
    let unit = if written.is_some() { "the units of its file" } else { "hundredths" };
    let head = format!(
        "{} {} are worth, in {unit}, at the beginning\nof a game and at its end.",
        weights::TITLE,
        options.fit.game.name
    );
    let about = about(&head, &options.command(scale), &dataset, best, loss);
    let text = match written {
        Some(written) => weights::print_written(&about, &written),
        None => weights::print(&about, evaluation.groups(), &rounded),
    };
    write(&options.fit.out, &weights::FORMAT, text)?;
    let (name, epoch) = (options.fit.out.display(), best.epoch);
    output.say(&format!("{name}: the weights after epoch {epoch}, test {loss:.6}"))
}

/// The samples of the games, and the scale: that of the arguments, or else of the samples.
fn prepare(
    options: &TuneOptions,
    evaluation: &dyn LinearEvaluation,
    output: &mut ProgressOutput,
) -> Result<(Dataset, f32)> {
    let FitArgs { data, game, scale, run, .. } = &options.fit;
    let dataset =
        Dataset::collect(&options.fit.filter(false), &game.name, evaluation, data, run.threads())?;
    output.say(&describe(&dataset))?;
    let [fit, test] = parts(&dataset);
    ensure!(!fit.is_empty() && !test.is_empty(), "too few games to learn from");
    let scale = scale.unwrap_or_else(|| fit_scale(fit.iter()));
    output.say(&format!("scale {scale:.1}"))?;
    Ok((dataset, scale))
}

fn parts(dataset: &Dataset) -> [&Samples; 2] {
    [&dataset.fit, &dataset.test].map(|collected| &collected.samples)
}

/// Runs the fit from its start, or from a saved state, to its end.
fn fit<'a>(
    options: &TuneOptions,
    settings: &'a FitSettings,
    model: LinearModel,
    dataset: &'a Dataset,
    start: Vec<f32>,
    output: &mut ProgressOutput,
) -> Result<Tuner<'a>> {
    let mut tuner = Tuner::new(settings, model, parts(dataset), start)?;
    output.say(&format!("epoch 0: test {:.6}", tuner.best().loss))?;
    let state = options.fit.state();
    if options.fit.resume && state.exists() {
        tuner.resume(&state)?;
        output.say(&format!("resuming after epoch {}", tuner.epoch()))?;
    }
    run_epochs(&mut tuner, settings.epochs, &state, output)?;
    Ok(tuner)
}

fn run_epochs(
    tuner: &mut Tuner,
    epochs: u64,
    state: &Path,
    output: &mut ProgressOutput,
) -> Result<()> {
    let (start, before) = (Instant::now(), tuner.epoch());
    while tuner.epoch() < epochs {
        let done = tuner.epoch();
        output.progress.show(done, Some(epochs), || {
            progress_words([done, epochs], [done - before, done, epochs], start)
        });
        let start = Instant::now();
        let losses = tuner.run_epoch();
        let time = start.elapsed();
        tuner.save(state)?;
        output.say(&epoch_line(tuner.epoch(), losses, time))?;
    }
    output.progress.end();
    Ok(())
}

fn describe(dataset: &Dataset) -> String {
    let count = |SampleSet { games, samples }: &SampleSet| {
        format!("{} positions of {games} games", samples.len())
    };
    format!("{} to fit to, {} to test with", count(&dataset.fit), count(&dataset.test))
}

fn about(head: &str, command: &str, dataset: &Dataset, best: &BestFit, loss: f64) -> Vec<String> {
    let found = [
        "Found by".to_owned(),
        command.to_owned(),
        format!("in {};", describe(dataset)),
        format!("this is epoch {}, whose mean squared error there is {loss:.6}.", best.epoch),
    ];
    head.lines().map(str::to_owned).chain(found).collect()
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
        assert!(options.fit.settings(99.5).threads == 2 && options.fit.run.seed() == 9);
    }
}
