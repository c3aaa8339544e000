//! The `spsa` command.

use super::options;
use super::step::{self, Perturbed, SpsaSchedule, TunedParameter};
use crate::pairs::parameters::check_used;
use crate::pairs::run::{self, HalfPoints, Strategy};
use anyhow::Result;
use clap::ArgMatches;
use plyglot_command::arguments::Streams;
use plyglot_core::game::SearchParams;
use plyglot_engine::Registry;

/// Tunes the parameters that the arguments name, and prints them on `output`. An interrupt
/// or a request to terminate ends it; the values are those after the last complete step.
///
/// # Errors
/// If the arguments are invalid, the game does not use a parameter, a file cannot be
/// read or written, another run writes to it, or memory or threads run out.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let (plan, parameters, schedule) = options::plan(matches)?;
    run::run(&plan, registry, streams, |base| {
        for parameter in &parameters {
            check_used(parameter, &base, &plan.args.game.name)?;
        }
        let parameters =
            parameters.iter().map(|spec| TunedParameter::new(spec, &base)).collect::<Vec<_>>();
        let step = step::perturb(&parameters, &base, &schedule, 0);
        Ok(Spsa { base, parameters, schedule, step })
    })
}

/// The parameters after some steps, each of them a round of pairs.
struct Spsa {
    base: SearchParams,
    parameters: Vec<TunedParameter>,
    schedule: SpsaSchedule,
    /// The step that is next.
    step: Perturbed,
}

impl Strategy for Spsa {
    fn settings(&self, _: u64) -> [SearchParams; 2] {
        self.step.settings
    }

    fn end_round(&mut self, round: u64, half_points: &[u8]) {
        let Spsa { base, parameters, schedule, step } = self;
        // Two half points are half of a pair.
        let won = half_points.iter().map(|&points| (f64::from(points) - 2.0) / 2.0).sum();
        step::update(parameters, schedule, round, step, won);
        *step = step::perturb(parameters, base, schedule, round + 1);
    }

    fn report(&self, _: &HalfPoints) -> String {
        let found = step::rounded(&self.parameters, &self.base);
        let value = |TunedParameter { spec, .. }: &TunedParameter| spec.statement(&found);
        self.parameters.iter().map(value).collect::<Vec<_>>().join("\n")
    }
}
