//! The `tune` command.

use super::dataset::{Dataset, SampleSet};
use super::linear::LinearModel;
use super::objective::fit_scale;
use super::options::{self, TunePlan};
use super::samples::Samples;
use super::tuner::{BestFit, Tuner};
use super::{state, weights};
use crate::state_file::{cannot_be_written, check_outputs, write};
use anyhow::{Context, Result, ensure};
use clap::ArgMatches;
use clap::error::ErrorKind;
use plyglot_command::arguments::Streams;
use plyglot_command::progress::ProgressOutput;
use plyglot_engine::{LinearEvaluation, Registry};
use plyglot_support::files::Lock;
use plyglot_support::text::clock;
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
    let Streams { output, progress, .. } = streams;
    let mut output = ProgressOutput { output, progress };
    let plan = options::plan(matches)?;
    check_outputs(&[(&plan.state(), &state::FORMAT)])?;
    let _lock =
        Lock::take(&plan.out, &weights::FORMAT).with_context(|| cannot_be_written(&plan.out))?;
    let entry = registry.entry(&plan.game)?;
    let missing = || format!("{} has no evaluation to be tuned", entry.info.title);
    let evaluation =
        entry.evaluation().ok_or_else(|| clap::Error::raw(ErrorKind::InvalidValue, missing()))?;
    fit_weights(plan, evaluation, &mut output)
}

fn fit_weights(
    mut plan: TunePlan,
    evaluation: &dyn LinearEvaluation,
    output: &mut ProgressOutput,
) -> Result<()> {
    let dataset = prepare(&mut plan, evaluation, output)?;
    let current = weights::widen(&evaluation.weights());
    let model = LinearModel(current.len() / 2);
    let start = if plan.from_zero { vec![0.0; current.len()] } else { current };
    let tuner = fit(&plan, model, &dataset, start, output)?;
    let best = tuner.best();
    let rounded = weights::round(&best.parameters);
    let loss = tuner.test_loss(&weights::widen(&rounded));
    let written = evaluation.written(&rounded);
    let unit = if written.is_some() { "the units of its file" } else { "hundredths" };
    let head = format!(
        "{} {} are worth, in {unit}, at the beginning\nof a game and at its end.",
        weights::TITLE,
        plan.game
    );
    let about = about(&head, &plan, &dataset, best, loss);
    let text = match written {
        Some(written) => weights::print_written(&about, &written),
        None => weights::print(&about, evaluation.groups(), &rounded),
    };
    write(&plan.out, &weights::FORMAT, text)?;
    let (name, epoch) = (plan.out.display(), best.epoch);
    output.say(&format!("{name}: the weights after epoch {epoch}, test {loss:.6}"))
}

/// The samples of the games; sets the scale unless the arguments do.
fn prepare(
    plan: &mut TunePlan,
    evaluation: &dyn LinearEvaluation,
    output: &mut ProgressOutput,
) -> Result<Dataset> {
    let dataset =
        Dataset::collect(&plan.filter, &plan.game, evaluation, &plan.data, plan.settings.threads)?;
    output.say(&describe(&dataset))?;
    let [fit, test] = parts(&dataset);
    ensure!(!fit.is_empty() && !test.is_empty(), "too few games to learn from");
    if plan.settings.objective.scale == 0.0 {
        plan.settings.objective.scale = fit_scale(fit.iter());
    }
    let scale = plan.settings.objective.scale;
    output.say(&format!("scale {scale:.1}"))?;
    Ok(dataset)
}

fn parts(dataset: &Dataset) -> [&Samples; 2] {
    [&dataset.fit, &dataset.test].map(|collected| &collected.samples)
}

/// Runs the fit from its start, or from a saved state, to its end.
fn fit<'a>(
    plan: &'a TunePlan,
    model: LinearModel,
    dataset: &'a Dataset,
    start: Vec<f32>,
    output: &mut ProgressOutput,
) -> Result<Tuner<'a>> {
    let mut tuner = Tuner::new(&plan.settings, model, parts(dataset), start)?;
    output.say(&format!("epoch 0: test {:.6}", tuner.best().loss))?;
    let state = plan.state();
    if plan.resume && state.exists() {
        tuner.resume(&state)?;
        output.say(&format!("continuing after epoch {}", tuner.epoch()))?;
    }
    run_epochs(plan, &mut tuner, &state, output)?;
    Ok(tuner)
}

/// Runs the remaining epochs.
fn run_epochs(
    plan: &TunePlan,
    tuner: &mut Tuner,
    state: &Path,
    output: &mut ProgressOutput,
) -> Result<()> {
    let (start, before, epochs) = (Instant::now(), tuner.epoch(), plan.settings.epochs);
    while tuner.epoch() < epochs {
        let done = tuner.epoch();
        output.progress.show(done as u64, Some(epochs as u64), || match done - before {
            0 => format!("epoch {} of {epochs}", done + 1),
            own => {
                let left = start.elapsed().mul_f64((epochs - done) as f64 / own as f64);
                format!("epoch {} of {epochs} | {} to go", done + 1, clock(left))
            }
        });
        let start = Instant::now();
        let losses = tuner.run_epoch();
        let seconds = start.elapsed().as_secs_f64();
        tuner.save(state)?;
        let epoch = tuner.epoch();
        output.say(&format!(
            "epoch {epoch}: fit {:.6}, test {:.6}, {seconds:.1} s",
            losses.fit, losses.test
        ))?;
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
fn about(head: &str, plan: &TunePlan, dataset: &Dataset, best: &BestFit, loss: f64) -> Vec<String> {
    let found = [
        "Found by".to_owned(),
        plan.command(),
        format!("in {};", describe(dataset)),
        format!("this is epoch {}, whose mean squared error there is {loss:.6}.", best.epoch),
    ];
    head.lines().map(str::to_owned).chain(found).collect()
}
