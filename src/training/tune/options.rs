//! The arguments of `plyglot tune`.

use super::objective::Objective;
use super::tuner::TunerSettings;
use crate::arguments::{Group, Named, OptionError, Words, check_outputs, one_of};
use crate::engine::Registry;
use crate::training::dataset::PositionFilter;
use crate::training::options::game;
use std::path::PathBuf;
use std::thread;

/// What `plyglot tune --help` says.
pub const HELP: &str = "\
Usage: plyglot tune --data FILE... --out FILE [OPTION...]

Fits a game's evaluation to games of plyglot datagen and writes what the game's
source includes: a table of weights, or the numbers of a network. One game in
twenty is held out; what foretells those best is written, of all epochs.

  --game NAME      chess, cfour ... [chess]
  --part WHAT      the weights of the evaluation or the network on top of it:
                   weights or network [weights]
  --hidden N       sums of the network's first layer, a multiple of 16 up to 256
                   [as many as the network in use has]; new ones begin by lot
  --data FILE...   games of plyglot datagen
  --out FILE       the file that they go to; how far the fit has come is kept in
                   FILE.state
  --resume         go on where FILE.state stands, if it is there
  --from WHAT      where to start: current or zero; a network of zero begins with
                   a first layer by lot [current]
  --lambda X       how much the result of a game counts, against the score of
                   the search: 1 for the result alone, 0 for the score [0.1]
  --scale CENTI    the score at which a win is e times as likely as a loss
                   [that at which the scores foretell the results best]
  --calibrate      scores count by that scale of their kind of position
  --keep X         the part of the positions that is used, by lot [1]
  --epochs N       how often each position is seen [30]
  --batch N        positions a step [16384]
  --rate X         how far a step moves a weight at first, about [0.5 centi-units;
                   in a network 0.001]
  --last-rate X    and at last [0.01; 0.00003]
  --decay N        draws weights to 0 as N drawn positions would in which
                   their feature stands alone [3; 0]
  --threads N      at the same time, up to four [one for each core]
  --seed N         from which everything random follows [1]";

const WORDS: Words = Words {
    options: &[
        "--game",
        "--part",
        "--hidden",
        "--data",
        "--out",
        "--resume",
        "--from",
        "--lambda",
        "--scale",
        "--calibrate",
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

/// What is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The weights of a sum.
    Weights,
    /// The network on top of it.
    Network,
}

/// The parts, by their names.
const PARTS: &[(&str, Part)] = &[("weights", Part::Weights), ("network", Part::Network)];

impl Part {
    fn name(self) -> &'static str {
        PARTS.iter().find(|(_, part)| *part == self).map_or("", |(name, _)| name)
    }

    /// The rate at first and at last, and the decay, unless others are given.
    fn defaults(self) -> ([f32; 2], f32) {
        match self {
            Part::Weights => ([0.5, 0.01], 3.0),
            Part::Network => ([0.001, 0.00003], 0.0),
        }
    }
}

/// What is to be tuned, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The name of the game.
    pub game: String,
    /// What is fitted.
    pub part: Part,
    /// The size of the network, if it is not that in use.
    pub hidden: Option<usize>,
    /// The files of games.
    pub data: Vec<PathBuf>,
    /// Where the weights go.
    pub out: PathBuf,
    /// Whether to go on with an earlier fit.
    pub resume: bool,
    /// Whether the fit starts at 0, not at what is in use.
    pub from_zero: bool,
    /// Which positions are taken.
    pub filter: PositionFilter,
    /// Whether scores count for what they foretell in positions of their kind.
    pub calibrate: bool,
    /// The fit; the scale is 0 where it is still to be found.
    pub settings: TunerSettings,
}

impl Plan {
    /// The arguments that say the same, all of them, with the files by their
    /// names alone.
    pub fn command(&self) -> String {
        let name =
            |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let data: Vec<String> = self.data.iter().map(name).collect();
        let TunerSettings { objective, epochs, batch, learning_rates, weight_decay, seed, .. } =
            &self.settings;
        format!(
            "plyglot tune --game {} --part {}{} --data {} --out {} --from {} --lambda {} --scale {}{} \
             --keep {} --epochs {epochs} --batch {batch} --rate {} --last-rate {} --decay {weight_decay} \
             --seed {seed}",
            self.game,
            self.part.name(),
            self.hidden.map_or(String::new(), |hidden| format!(" --hidden {hidden}")),
            data.join(" "),
            name(&self.out),
            if self.from_zero { "zero" } else { "current" },
            objective.lambda,
            objective.scale,
            if self.calibrate { " --calibrate" } else { "" },
            self.filter.keep,
            learning_rates[0],
            learning_rates[1],
        )
    }
}

/// Reads the arguments behind `tune`.
///
/// # Errors
/// At the first argument that is wrong, or when something is missing.
pub fn parse(arguments: &[String], registry: &Registry) -> Result<Plan, OptionError> {
    let mut plan = Plan::new(registry);
    let groups = WORDS.groups(arguments)?;
    if let Some(group) = groups.iter().find(|group| group.name == "part") {
        let word = group.single("weights or network")?;
        plan.part = one_of(&group.option, word, PARTS)?;
    }
    (plan.settings.learning_rates, plan.settings.weight_decay) = plan.part.defaults();
    for group in &groups {
        plan.set(group, registry)?;
    }
    if plan.data.is_empty() {
        return Err(OptionError::new("--data", "files of games", "none"));
    }
    if plan.out.as_os_str().is_empty() {
        return Err(OptionError::new("--out", "a file for what is found", "none"));
    }
    plan.check_files()?;
    Ok(plan)
}

impl Plan {
    fn new(registry: &Registry) -> Plan {
        let threads = thread::available_parallelism().map_or(1, Into::into);
        Plan {
            game: registry.default_game().name.to_owned(),
            part: Part::Weights,
            hidden: None,
            data: Vec::new(),
            out: PathBuf::new(),
            resume: false,
            from_zero: false,
            filter: PositionFilter { keep: 1.0, seed: 1, threads },
            calibrate: false,
            settings: TunerSettings {
                objective: Objective { scale: 0.0, lambda: 0.1 },
                epochs: 30,
                batch: 16_384,
                learning_rates: [0.0; 2],
                weight_decay: 0.0,
                seed: 1,
                threads,
            },
        }
    }

    /// Where it stands how far the fit has come.
    pub(super) fn state(&self) -> PathBuf {
        self.out.with_added_extension("state")
    }

    /// Where it stands what made a network.
    pub(super) fn about(&self) -> PathBuf {
        self.out.with_added_extension("txt")
    }

    /// Nothing that is written may be a file of games, or no file.
    fn check_files(&self) -> Result<(), OptionError> {
        let named = |option, path| Named { option, path };
        let (state, about) = (self.state(), self.about());
        let mut outputs =
            vec![named("--out", self.out.as_path()), named("FILE.state of --out", &state)];
        if self.part == Part::Network {
            outputs.push(named("FILE.txt of --out", &about));
        }
        let data: Vec<Named> = self.data.iter().map(|path| named("--data", path)).collect();
        check_outputs(&outputs, &data)
    }

    fn set(&mut self, group: &Group, registry: &Registry) -> Result<(), OptionError> {
        let settings = &mut self.settings;
        match group.name {
            "game" => self.game = game(group, registry)?,
            "hidden" => self.hidden = Some(hidden(group)?),
            "data" => self.data.extend(files(group)?),
            "out" => self.out = PathBuf::from(group.file()?),
            "resume" => {
                group.alone()?;
                self.resume = true;
            }
            "calibrate" => {
                group.alone()?;
                self.calibrate = true;
            }
            "from" => {
                let word = group.single("current or zero")?;
                self.from_zero = one_of(&group.option, word, STARTS)?;
            }
            "lambda" => settings.objective.lambda = group.number(0.0..=1.0)?,
            "scale" => settings.objective.scale = group.number(1.0..=100_000.0)?,
            "keep" => self.filter.keep = group.number(0.0..=1.0)?,
            "epochs" => settings.epochs = group.number(0..=100_000)?,
            "batch" => settings.batch = group.number(1..=1 << 30)?,
            "rate" => settings.learning_rates[0] = group.number(0.0..=1_000.0)?,
            "last-rate" => settings.learning_rates[1] = group.number(0.0..=1_000.0)?,
            "decay" => settings.weight_decay = group.number(0.0..=1e9)?,
            "threads" => {
                settings.threads = group.number(1..=1024)?;
                self.filter.threads = settings.threads;
            }
            "seed" => {
                settings.seed = group.number(0..=u64::MAX)?;
                self.filter.seed = settings.seed;
            }
            _ => {}
        }
        Ok(())
    }
}

/// The size behind `--hidden`.
fn hidden(group: &Group) -> Result<usize, OptionError> {
    let hidden: usize = group.number(16..=256)?;
    if hidden.is_multiple_of(16) {
        Ok(hidden)
    } else {
        Err(OptionError::new(&group.option, "a multiple of 16", format!("'{hidden}'")))
    }
}

/// The files behind `--data`.
fn files(group: &Group) -> Result<Vec<PathBuf>, OptionError> {
    if group.values.is_empty() || group.values.contains(&"") {
        return Err(OptionError::new(&group.option, "files of games", "nothing"));
    }
    Ok(group.values.iter().map(PathBuf::from).collect())
}
