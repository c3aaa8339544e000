//! `plyglot tune`: from its arguments to the file of weights.

use super::objective::fit_scale;
use super::options::{self, HELP, Plan};
use super::tuner::{Best, Tuner};
use super::weights;
use crate::arguments::ask_for_help;
use crate::engine::{Evaluation, Registry};
use crate::training::sift::{Material, Sifted};
use anyhow::{Context, Result, ensure};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Fits the weights that the arguments ask for, says on `output` how it goes,
/// and writes them to their file.
///
/// # Errors
/// When the arguments make no sense, the game has no evaluation that can be
/// tuned, or a file cannot be read or written or gives no positions.
pub fn run(arguments: &[String], registry: &Registry, output: &mut dyn Write) -> Result<()> {
    let mut output = Output(output);
    if ask_for_help(arguments) {
        return output.say(HELP);
    }
    let mut plan = options::parse(arguments, registry)?;
    let (entry, _) = registry.find(&plan.game).context("the game was there")?;
    let evaluation = entry
        .evaluation()
        .with_context(|| format!("{} has no evaluation to be tuned", entry.name))?;
    let material = plan.sieve.sift(entry.name, &*evaluation, &plan.data)?;
    output.say(&describe(&material))?;
    let [fit, test] = [&material.fit, &material.test].map(|sifted| &sifted.samples);
    ensure!(!fit.is_empty() && !test.is_empty(), "there are too few games to learn from");
    if plan.settings.objective.scale == 0.0 {
        plan.settings.objective.scale = fit_scale(fit);
    }
    output.say(&format!("scale {:.1}", plan.settings.objective.scale))?;
    let start = match plan.from_zero {
        true => vec![[0.0; 2]; evaluation.weights().len()],
        false => weights::widen(&evaluation.weights()),
    };
    let mut tuner = Tuner::new(&plan.settings, [fit, test], start);
    output.say(&format!("epoch 0: test {:.6}", tuner.best().loss))?;
    let state = state_path(&plan);
    if plan.resume && state.exists() {
        tuner.resume(&state)?;
        output.say(&format!("going on after epoch {}", tuner.epoch()))?;
    }
    fit_epochs(&plan, &mut tuner, &mut output)?;
    write(&plan, &*evaluation, &material, &tuner, &mut output)
}

/// Where how far the fit has come is kept.
fn state_path(plan: &Plan) -> PathBuf {
    plan.out.with_added_extension("state")
}

/// Runs the epochs that are missing.
fn fit_epochs(plan: &Plan, tuner: &mut Tuner, output: &mut Output) -> Result<()> {
    while tuner.epoch() < plan.settings.epochs {
        let start = Instant::now();
        let losses = tuner.run_epoch();
        let seconds = start.elapsed().as_secs_f64();
        tuner.save(&state_path(plan))?;
        let epoch = tuner.epoch();
        output.say(&format!(
            "epoch {epoch}: fit {:.6}, test {:.6}, {seconds:.1} s",
            losses.fit, losses.test
        ))?;
    }
    Ok(())
}

fn describe(material: &Material) -> String {
    let count = |Sifted { games, samples }: &Sifted| {
        format!("{} positions of {games} games", samples.len())
    };
    format!("{} to fit to, {} to test with", count(&material.fit), count(&material.test))
}

/// Writes the best weights down.
fn write(
    plan: &Plan,
    evaluation: &dyn Evaluation,
    material: &Material,
    tuner: &Tuner,
    output: &mut Output,
) -> Result<()> {
    let Best { epoch, weights, .. } = tuner.best();
    let rounded = weights::round(weights);
    let loss = tuner.test_loss(&weights::widen(&rounded));
    let about = [
        format!("What the features of {} are worth, in hundredths, at the beginning", plan.game),
        "of a game and at its end. Found by".to_owned(),
        plan.command(),
        format!("in {};", describe(material)),
        format!(
            "these are the weights after epoch {epoch}, whose mean squared error there is {loss:.6}."
        ),
    ];
    let text = weights::print(&about, evaluation.groups(), &rounded);
    let name = plan.out.display();
    std::fs::write(&plan.out, text).with_context(|| format!("{name} cannot be written"))?;
    output.say(&format!("{name}: the weights after epoch {epoch}, test {loss:.6}"))
}

/// Where progress is said.
struct Output<'a>(&'a mut dyn Write);

impl Output<'_> {
    fn say(&mut self, line: &str) -> Result<()> {
        writeln!(self.0, "{line}")
            .and_then(|()| self.0.flush())
            .context("the output cannot be written")
    }
}
