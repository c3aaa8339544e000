//! The arguments of `plyglot tune`.

use super::objective::Objective;
use super::tuner::Settings;
use crate::arguments::{Group, OptionError, Words, one_of};
use crate::engine::Registry;
use crate::training::options::game;
use crate::training::sift::Sieve;
use std::path::PathBuf;
use std::thread;

/// What `plyglot tune --help` says.
pub const HELP: &str = "\
Usage: plyglot tune --data FILE... --out FILE [OPTION...]

Fits the weights of a game's evaluation to games of plyglot datagen and writes
them as a table that the game's source includes. One game in twenty is held
out; the weights after the epoch that foretells those best are written.

  --game NAME      chess, cfour ... [chess]
  --data FILE...   games of plyglot datagen
  --out FILE       the file that the weights go to; how far the fit has come is
                   kept in FILE.state
  --resume         go on where FILE.state stands, if it is there
  --from WHAT      the weights to start from: current or zero [current]
  --lambda X       how much the result of a game counts, against the score of
                   the search: 1 for the result alone, 0 for the score [0.1]
  --scale CENTI    the score at which a win is e times as likely as a loss
                   [that at which the scores foretell the results best]
  --keep X         the part of the positions that is used, by lot [1]
  --epochs N       how often each position is seen [30]
  --batch N        positions a step [16384]
  --rate CENTI     how far a step moves a weight at first, about [0.5]
  --last-rate CENTI  and at last [0.01]
  --decay N        draws weights to 0 as N drawn positions would in which
                   their feature stands alone [3]
  --threads N      at the same time, up to four [one for each core]
  --seed N         from which everything random follows [1]";

const WORDS: Words = Words {
    options: &[
        "--game",
        "--data",
        "--out",
        "--resume",
        "--from",
        "--lambda",
        "--scale",
        "--keep",
        "--epochs",
        "--batch",
        "--rate",
        "--last-rate",
        "--decay",
        "--threads",
        "--seed",
    ],
    synonyms: &[("variant", "game"), ("concurrency", "threads"), ("srand", "seed")],
    repeatable: &["data"],
};

/// Whether weights start at 0, by the word that says so.
const STARTS: &[(&str, bool)] = &[("current", false), ("zero", true)];

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
        let data: Vec<String> = self.data.iter().map(name).collect();
        let Settings { objective, epochs, batch, rates, decay, seed, .. } = &self.settings;
        format!(
            "plyglot tune --game {} --data {} --out {} --from {} --lambda {} --scale {} --keep {} \
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
pub fn parse(arguments: &[String], registry: &Registry) -> Result<Plan, OptionError> {
    let mut plan = Plan::new(registry);
    for group in &WORDS.groups(arguments)? {
        plan.set(group, registry)?;
    }
    if plan.data.is_empty() {
        return Err(OptionError::new("--data", "files of games", "none"));
    }
    if plan.out.as_os_str().is_empty() {
        return Err(OptionError::new("--out", "a file for the weights", "none"));
    }
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
                objective: Objective { scale: 0.0, lambda: 0.1 },
                epochs: 30,
                batch: 16_384,
                rates: [0.5, 0.01],
                decay: 3.0,
                seed: 1,
                threads,
            },
        }
    }

    fn set(&mut self, group: &Group, registry: &Registry) -> Result<(), OptionError> {
        let settings = &mut self.settings;
        match group.name {
            "game" => self.game = game(group, registry)?,
            "data" => self.data.extend(files(group)?),
            "out" => self.out = PathBuf::from(group.file()?),
            "resume" => {
                group.alone()?;
                self.resume = true;
            }
            "from" => {
                let word = group.single("current or zero")?;
                self.from_zero = one_of(&group.option, word, STARTS)?;
            }
            "lambda" => settings.objective.lambda = group.number(0.0..=1.0)?,
            "scale" => settings.objective.scale = group.number(1.0..=100_000.0)?,
            "keep" => self.sieve.keep = group.number(0.0..=1.0)?,
            "epochs" => settings.epochs = group.number(0..=100_000)?,
            "batch" => settings.batch = group.number(1..=1 << 30)?,
            "rate" => settings.rates[0] = group.number(0.0..=1_000.0)?,
            "last-rate" => settings.rates[1] = group.number(0.0..=1_000.0)?,
            "decay" => settings.decay = group.number(0.0..=1e9)?,
            "threads" => {
                settings.threads = group.number(1..=1024)?;
                self.sieve.threads = settings.threads;
            }
            "seed" => {
                settings.seed = group.number(0..=u64::MAX)?;
                self.sieve.seed = settings.seed;
            }
            _ => {}
        }
        Ok(())
    }
}

/// The files behind `--data`.
fn files(group: &Group) -> Result<Vec<PathBuf>, OptionError> {
    if group.values.is_empty() || group.values.contains(&"") {
        return Err(OptionError::new(&group.option, "files of games", "nothing"));
    }
    Ok(group.values.iter().map(PathBuf::from).collect())
}
