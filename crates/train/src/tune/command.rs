//! The `tune` command.

use super::objective::fit_scale;
use super::options::{TuneOptions, TuneStart};
use super::samples::{Dataset, SampleSet, Samples};
use super::tuner::{self, LinearModel, Tuner, TunerSettings};
use super::weights;
use crate::fit::{BestFit, FitArgs, epoch_line, progress_words};
use crate::state_file::{cannot_be_written, check_outputs, write};
use anyhow::{Context, Result, ensure};
use clap::ArgMatches;
use clap::error::ErrorKind;
use plyglot_command::arguments::Streams;
use plyglot_command::progress::ProgressOutput;
use plyglot_engine::{LinearEvaluation, Registry};
use plyglot_support::files::Lock;
use std::path::Path;
use std::time::Instant;

/// Fits an evaluation as the arguments describe, prints the progress on `output`, and
/// writes the result to its file.
///
/// # Errors
/// If the arguments are invalid, the game has no evaluation that can be tuned, a file
/// cannot be read or written or contains no positions, another run writes to the same
/// file, or the system does not provide the threads.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { mut output, .. } = streams;
    let options = TuneOptions::read(matches)?;
    check_outputs(&[(&options.state(), &tuner::FORMAT)])?;
    let _lock = Lock::take(&options.out, &weights::FORMAT)
        .with_context(|| cannot_be_written(&options.out))?;
    let entry = registry.entry(&options.fit.game.name)?;
    let missing = || format!("{} has no evaluation to be tuned", entry.info.title);
    let evaluation =
        entry.evaluation().ok_or_else(|| clap::Error::raw(ErrorKind::InvalidValue, missing()))?;
    fit_weights(&options, evaluation, &mut output)
}

fn fit_weights(
    options: &TuneOptions,
    evaluation: &dyn LinearEvaluation,
    output: &mut ProgressOutput,
) -> Result<()> {
    let (dataset, scale) = prepare(options, evaluation, output)?;
    let settings = options.settings(scale);
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
    write(&options.out, &weights::FORMAT, text)?;
    let (name, epoch) = (options.out.display(), best.epoch);
    output.say(&format!("{name}: the weights after epoch {epoch}, test {loss:.6}"))
}

/// The samples of the games, and the scale: that of the arguments, or else of the samples.
fn prepare(
    options: &TuneOptions,
    evaluation: &dyn LinearEvaluation,
    output: &mut ProgressOutput,
) -> Result<(Dataset, f32)> {
    let FitArgs { data, game, scale, run, .. } = &options.fit;
    let dataset = Dataset::collect(&options.filter(), &game.name, evaluation, data, run.threads())?;
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
    settings: &'a TunerSettings,
    model: LinearModel,
    dataset: &'a Dataset,
    start: Vec<f32>,
    output: &mut ProgressOutput,
) -> Result<Tuner<'a>> {
    let mut tuner = Tuner::new(settings, model, parts(dataset), start)?;
    output.say(&format!("epoch 0: test {:.6}", tuner.best().loss))?;
    let state = options.state();
    if options.fit.resume && state.exists() {
        tuner.resume(&state)?;
        output.say(&format!("continuing after epoch {}", tuner.epoch()))?;
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

/// A description of the result and its origin, in lines.
fn about(head: &str, command: &str, dataset: &Dataset, best: &BestFit, loss: f64) -> Vec<String> {
    let found = [
        "Found by".to_owned(),
        command.to_owned(),
        format!("in {};", describe(dataset)),
        format!("this is epoch {}, whose mean squared error there is {loss:.6}.", best.epoch),
    ];
    head.lines().map(str::to_owned).chain(found).collect()
}
