//! The arguments of `plyglot spsa`.

use super::step::SpsaSchedule;
use crate::arguments::{Group, Named, OptionError, Words, check_outputs};
use crate::engine::Registry;
use crate::games::{Parameter, SearchParams, quote};
use crate::training::options::game;
use crate::training::record::Header;
use std::path::PathBuf;
use std::thread;

/// What `plyglot spsa --help` says.
pub(super) const HELP: &str = "\
Usage: plyglot spsa --numbers NAME... --out FILE [OPTION...]

Finds the numbers by which the search of a game leaves out and shortens lines:
plays two settings of them against each other, over and over, and moves all a
little towards the winners. FILE says where they stand; a run goes on from it.

  --numbers NAME...
                   the numbers to be found, as games::SearchParams names them
  --out FILE       where they stand
  --game NAME      chess, cfour ... [chess]
  --steps N        steps until the end [1000]
  --pairs N        pairs of games a step [4]
  --nodes N        nodes a move [8000]
  --rate X         what a pair that is won moves a number half-way, as a part of
                   the change that was tried [0.05]
  --plies N        random plies at the beginning: N or one more [8]
  --hash MB        the table of each player [4]
  --threads N      pairs at the same time [one for each core]
  --seed N         from which everything random follows [1]";

const WORDS: Words = Words {
    options: &[
        "--out",
        "--game",
        "--numbers",
        "--steps",
        "--pairs",
        "--nodes",
        "--rate",
        "--plies",
        "--hash",
        "--threads",
        "--seed",
    ],
    synonyms: &[("variant", "game"), ("concurrency", "threads"), ("srand", "seed")],
    repeatable: &[],
};

/// What `plyglot spsa` is asked for.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// From what the games follow.
    pub(super) header: Header,
    /// The numbers to be found.
    pub(super) numbers: Vec<&'static Parameter>,
    pub(super) schedule: SpsaSchedule,
    /// Pairs of games a step.
    pub(super) pairs: u64,
    /// Pairs at the same time.
    pub(super) threads: usize,
    /// Where the numbers stand.
    pub(super) out: PathBuf,
}

impl Plan {
    /// The arguments from which the result follows, those that are always
    /// there: another number of threads gives the same.
    pub(super) fn command(&self) -> String {
        let Header { game, seed, nodes, opening, hash } = &self.header;
        let names: Vec<&str> = self.numbers.iter().map(|number| number.name).collect();
        format!(
            "plyglot spsa --game {game} --numbers {} --steps {} --pairs {} --nodes {nodes} \
             --rate {} --plies {opening} --hash {hash} --seed {seed}",
            names.join(" "),
            self.schedule.steps,
            self.pairs,
            self.schedule.rate,
        )
    }
}

/// Reads the arguments behind `spsa`.
///
/// # Errors
/// At the first argument that is wrong, or when something is missing.
pub(super) fn parse(arguments: &[String], registry: &Registry) -> Result<Plan, OptionError> {
    let header = Header {
        game: registry.default_game().name.to_owned(),
        seed: 1,
        nodes: 8000,
        opening: 8,
        hash: 4,
    };
    let mut plan = Plan {
        header,
        numbers: Vec::new(),
        schedule: SpsaSchedule { steps: 1000, rate: 0.05, seed: 1 },
        pairs: 4,
        threads: thread::available_parallelism().map_or(1, Into::into),
        out: PathBuf::new(),
    };
    for group in &WORDS.groups(arguments)? {
        plan.set(group, registry)?;
    }
    if plan.numbers.is_empty() {
        return Err(OptionError::new("--numbers", "names of numbers", "none"));
    }
    if plan.out.as_os_str().is_empty() {
        return Err(OptionError::new("--out", "a file for the numbers", "none"));
    }
    check_outputs(&[Named { option: "--out", path: &plan.out }], &[])?;
    Ok(plan)
}

impl Plan {
    fn set(&mut self, group: &Group, registry: &Registry) -> Result<(), OptionError> {
        let header = &mut self.header;
        match group.name {
            "out" => self.out = PathBuf::from(group.file()?),
            "game" => header.game = game(group, registry)?,
            "numbers" => self.numbers = numbers(group)?,
            "steps" => self.schedule.steps = group.number(1..=1_000_000_000)?,
            "pairs" => self.pairs = group.number(1..=1_000_000)?,
            "nodes" => header.nodes = group.number(1..=1_000_000_000)?,
            "rate" => self.schedule.rate = group.number(0.0..=10.0)?,
            "plies" => header.opening = group.number(0..=100)?,
            "hash" => header.hash = group.number(1..=65_536)?,
            "threads" => self.threads = group.number(1..=1024)?,
            "seed" => {
                header.seed = group.number(0..=u64::MAX)?;
                self.schedule.seed = header.seed;
            }
            _ => {}
        }
        Ok(())
    }
}

/// The numbers behind `--numbers`, each of them once.
fn numbers(group: &Group) -> Result<Vec<&'static Parameter>, OptionError> {
    for (i, name) in group.values.iter().enumerate() {
        if group.values[..i].contains(name) {
            let found = format!("{} twice", quote(name));
            return Err(OptionError::new(&group.option, "each name once", found));
        }
    }
    group.values.iter().map(|name| number(group, name)).collect()
}

fn number(group: &Group, name: &str) -> Result<&'static Parameter, OptionError> {
    SearchParams::LIST.iter().find(|number| number.name == name).ok_or_else(|| {
        let names: Vec<&str> = SearchParams::LIST.iter().map(|number| number.name).collect();
        OptionError::unknown(&group.option, name, &names)
    })
}
