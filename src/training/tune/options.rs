//! The arguments of `plyglot tune`.

use super::objective::Objective;
use super::tuner::Settings;
use crate::engine::Registry;
use crate::games::quote;
use crate::training::options::{game, number};
use crate::training::sift::Sieve;
use anyhow::{bail, ensure};
use std::path::PathBuf;
use std::thread;

/// What `plyglot tune --help` says.
pub const HELP: &str = "\
Usage: plyglot tune --data FILE... --out FILE [OPTION...]

Fits the weights of a game's evaluation to games of plyglot datagen and writes
them as a table that the game's source includes. One game in twenty is held
out; the weights after the epoch that foretells those best are written.

  --game NAME      chess, cfour ... [chess]
  --data FILE      games; may be given several times
  --out FILE       the file that the weights go to; how far the fit has come is
                   kept in FILE.state
  --resume         go on where FILE.state stands, if it is there
  --from WHAT      the weights to start from: current or zero [current]
  --lambda X       how much the result of a game counts, against the score of
                   the search: 1 for the result alone, 0 for the score [0.6]
  --scale CENTI    the score at which a win is e times as likely as a loss
                   [that at which the scores foretell the results best]
  --keep X         the part of the positions that is used, by lot [1]
  --epochs N       how often each position is seen [20]
  --batch N        positions a step [16384]
  --rate CENTI     how far a step moves a weight at first, about [1]
  --last-rate CENTI  and at last [0.05]
  --decay N        draws weights to 0 as N drawn positions would in which
                   their feature stands alone [10]
  --threads N      at the same time, up to four [one for each core]
  --seed N         from which everything random follows [1]";

/// What is to be tuned, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The name of the game.
    pub game: String,
    /// The files of games.
    pub data: Vec<PathBuf>,
    /// Where the weights go.
    pub out: PathBuf,
    /// Whether to go on with an earlier fit.
    pub resume: bool,
    /// Whether the weights start at 0, not at those in use.
    pub from_zero: bool,
    /// Which positions are taken.
    pub sieve: Sieve,
    /// The fit; the scale is 0 where it is still to be found.
    pub settings: Settings,
}

impl Plan {
    /// The arguments that say the same, all of them, with the files by their
    /// names alone.
    pub fn command(&self) -> String {
        let name =
            |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let data: Vec<String> =
            self.data.iter().map(|path| format!("--data {}", name(path))).collect();
        let Settings { objective, epochs, batch, rates, decay, seed, .. } = &self.settings;
        format!(
            "plyglot tune --game {} {} --out {} --from {} --lambda {} --scale {} --keep {} \
             --epochs {epochs} --batch {batch} --rate {} --last-rate {} --decay {decay} \
             --seed {seed}",
            self.game,
            data.join(" "),
            name(&self.out),
            if self.from_zero { "zero" } else { "current" },
            objective.lambda,
            objective.scale,
            self.sieve.keep,
            rates[0],
            rates[1],
        )
    }
}

/// Reads the arguments behind `tune`.
///
/// # Errors
/// At the first argument that is wrong, or when something is missing.
pub fn parse(arguments: &[String], registry: &Registry) -> anyhow::Result<Plan> {
    use lexopt::prelude::*;
    let mut plan = Plan::new(registry);
    let mut parser = lexopt::Parser::from_args(arguments);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("resume") => plan.resume = true,
            Long("data") => plan.data.push(PathBuf::from(parser.value()?)),
            Long("out") => plan.out = PathBuf::from(parser.value()?),
            Long(name) => {
                let name = name.to_owned();
                plan.set(&name, || Ok(parser.value()?.string()?), registry)?;
            }
            other => bail!("{}; try plyglot tune --help", other.unexpected()),
        }
    }
    ensure!(!plan.data.is_empty(), "--data: expected a file, found nothing");
    ensure!(!plan.out.as_os_str().is_empty(), "--out: expected a file, found nothing");
    Ok(plan)
}

impl Plan {
    fn new(registry: &Registry) -> Plan {
        let threads = thread::available_parallelism().map_or(1, Into::into);
        Plan {
            game: registry.default_game().name.to_owned(),
            data: Vec::new(),
            out: PathBuf::new(),
            resume: false,
            from_zero: false,
            sieve: Sieve { keep: 1.0, seed: 1, threads },
            settings: Settings {
                objective: Objective { scale: 0.0, lambda: 0.6 },
                epochs: 20,
                batch: 16_384,
                rates: [1.0, 0.05],
                decay: 10.0,
                seed: 1,
                threads,
            },
        }
    }

    /// Sets an option that has a value.
    fn set(
        &mut self,
        name: &str,
        value: impl FnOnce() -> anyhow::Result<String>,
        registry: &Registry,
    ) -> anyhow::Result<()> {
        let settings = &mut self.settings;
        match name {
            "game" => self.game = game(&value()?, registry)?.name.to_owned(),
            "from" => {
                self.from_zero = match value()?.as_str() {
                    "zero" => true,
                    "current" => false,
                    other => bail!("--from: expected current or zero, found {}", quote(other)),
                }
            }
            "lambda" => settings.objective.lambda = number(name, &value()?, 0.0..=1.0)?,
            "scale" => settings.objective.scale = number(name, &value()?, 1.0..=100_000.0)?,
            "keep" => self.sieve.keep = number(name, &value()?, 0.0..=1.0)?,
            "epochs" => settings.epochs = number(name, &value()?, 0..=100_000)?,
            "batch" => settings.batch = number(name, &value()?, 1..=1 << 30)?,
            "rate" => settings.rates[0] = number(name, &value()?, 0.0..=1_000.0)?,
            "last-rate" => settings.rates[1] = number(name, &value()?, 0.0..=1_000.0)?,
            "decay" => settings.decay = number(name, &value()?, 0.0..=1e9)?,
            "threads" => {
                settings.threads = number(name, &value()?, 1..=1024)?;
                self.sieve.threads = settings.threads;
            }
            "seed" => {
                settings.seed = number(name, &value()?, 0..=u64::MAX)?;
                self.sieve.seed = settings.seed;
            }
            _ => bail!("--{name}: no such option; try plyglot tune --help"),
        }
        Ok(())
    }
}
