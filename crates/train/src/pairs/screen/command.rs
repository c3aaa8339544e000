//! The `screen` command.

use super::effects::{Change, assignment, effects, settings};
use super::options;
use crate::pairs::parameters::check_used;
use crate::pairs::run::{self, HalfPoints, Strategy};
use anyhow::Result;
use clap::ArgMatches;
use plyglot_command::arguments::Streams;
use plyglot_core::game::{Parameter, SearchParams};
use plyglot_engine::Registry;
use plyglot_support::statistics::Tally;

/// Plays the pairs that the file lacks, and prints what each change is worth on `output`.
/// After an interrupt or a request to terminate, it prints what is known so far.
///
/// # Errors
/// If the arguments are invalid, the game does not use a parameter, the file cannot be
/// read or written or is another run's, or memory or threads run out.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let (plan, changes) = options::plan(matches)?;
    run::run(&plan, registry, streams, |base| {
        for (spec, _) in changes.iter().flat_map(|change| &change.0) {
            check_used(spec, &base, &plan.args.game.name)?;
        }
        Ok(Screen { base, changes, seed: plan.args.run.seed() })
    })
}

/// The changes that are tried, in a single round of pairs.
struct Screen {
    base: SearchParams,
    changes: Vec<Change>,
    seed: u64,
}

impl Strategy for Screen {
    fn settings(&self, pair: u64) -> [SearchParams; 2] {
        let assigned = assignment(self.seed, pair, self.changes.len());
        settings(&self.changes, &assigned, &self.base)
    }

    fn end_round(&mut self, _: u64, _: &[u8]) {}

    /// The result of each change, the best first.
    fn report(&self, half_points: &HalfPoints) -> String {
        let pairs = half_points.iter().map(|(&pair, &points)| (pair, points));
        let tallies = effects(self.seed, self.changes.len(), pairs);
        let mut rows: Vec<_> = self.changes.iter().zip(tallies).collect();
        let elo = |tally: &Tally| tally.elo().map_or(0.0, |elo| elo.estimate);
        rows.sort_by(|(_, a), (_, b)| elo(b).total_cmp(&elo(a)));
        let texts = rows.iter().map(|(change, tally)| (from_to(change, &self.base), tally));
        let width = texts.clone().map(|(text, _)| text.len()).max().unwrap_or(0);
        let lines = texts.map(|(text, tally)| match tally.elo() {
            Some(elo) => {
                let [estimate, low, high] = [elo.estimate, elo.low, elo.high];
                format!("{text:width$}  {estimate:+.1} [{low:+.1}, {high:+.1}]")
            }
            None => format!("{text:width$}  -"),
        });
        let games = 2 * half_points.len();
        let heading = format!("{:width$}  Elo in {games} games, 95 %", "change");
        std::iter::once(heading).chain(lines).collect::<Vec<_>>().join("\n")
    }
}

/// `late_move_base 7 -> 9, late_move_worsening 61 -> 32`.
fn from_to(Change(settings): &Change, base: &SearchParams) -> String {
    let one = |(spec, value): &(&'static Parameter, i32)| {
        format!("{} {} -> {value}", spec.name, (spec.get)(base))
    };
    settings.iter().map(one).collect::<Vec<_>>().join(", ")
}
