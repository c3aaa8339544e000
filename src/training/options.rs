//! The arguments of `plyglot datagen`.

use super::plan::Plan;
use super::record::Header;
use crate::engine::{Entry, Registry};
use crate::games::quote;
use anyhow::{Context, anyhow, bail};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread;

/// What `plyglot datagen --help` says.
pub const HELP: &str = "\
Usage: plyglot datagen --out FILE [OPTION...]

Plays a game against itself and writes down what an evaluation can learn from:
moves, scores and results. If FILE has games of the same options, the missing
ones are added. Without --games and --positions it goes on until interrupted.

  --out FILE       the file that the games go to
  --game NAME      chess, cfour, tictactoe ... [chess]
  --games N        enough are N games, those in FILE counted
  --positions N    enough are N positions with a score, likewise
  --nodes N        nodes of a search after which it begins no iteration; the
                   one in hand may take eight times as many [2000]
  --plies N        random plies at the beginning: N or one more [8]
  --hash MB        the table of each thread [4]
  --threads N      games at the same time [one for each core]
  --seed N         from which everything random follows [1]";

const NODES: u64 = 2_000;
const PLIES: usize = 8;
/// Small enough for the caches, and for a game of some 200,000 nodes to be
/// longer in the making than the table in the clearing.
const HASH: usize = 4;

/// Reads the arguments behind `datagen`.
///
/// # Errors
/// At the first argument that is wrong, or when something is missing.
pub fn parse(arguments: &[String], registry: &Registry) -> anyhow::Result<Plan> {
    use lexopt::prelude::*;
    let header = Header {
        game: registry.default_game().name.to_owned(),
        seed: 1,
        nodes: NODES,
        opening: PLIES,
        hash: HASH,
    };
    let threads = thread::available_parallelism().map_or(1, Into::into);
    let mut plan = Plan { header, games: None, positions: None, threads, out: PathBuf::new() };
    let mut parser = lexopt::Parser::from_args(arguments);
    while let Some(argument) = parser.next()? {
        let name = match argument {
            Long(name) => name.to_owned(),
            other => bail!("{}; try plyglot datagen --help", other.unexpected()),
        };
        let value = parser.value()?.string()?;
        match name.as_str() {
            "game" => plan.header.game = game(&value, registry)?.name.to_owned(),
            "games" => plan.games = Some(number(&name, &value, 1..=u64::MAX)?),
            "positions" => plan.positions = Some(number(&name, &value, 1..=u64::MAX)?),
            "nodes" => plan.header.nodes = number(&name, &value, 1..=1_000_000_000)?,
            "plies" => plan.header.opening = number(&name, &value, 0..=100)?,
            "hash" => plan.header.hash = number(&name, &value, 1..=65_536)?,
            "threads" => plan.threads = number(&name, &value, 1..=1024)?,
            "seed" => plan.header.seed = number(&name, &value, 0..=u64::MAX)?,
            "out" => plan.out = PathBuf::from(value),
            _ => bail!("--{name}: no such option; try plyglot datagen --help"),
        }
    }
    if plan.out.as_os_str().is_empty() {
        bail!("--out: expected a file, found nothing");
    }
    Ok(plan)
}

/// The game of this name.
fn game<'a>(written: &str, registry: &'a Registry) -> anyhow::Result<&'a Entry> {
    let (entry, preset) = registry.find(written).with_context(|| {
        let known: Vec<&str> = registry.entries().iter().map(|entry| entry.name).collect();
        format!("--game: expected one of {}, found {}", known.join(", "), quote(written))
    })?;
    match preset {
        None => Ok(entry),
        Some(preset) => Err(anyhow!("--game: {} is played as {}", preset.name, entry.name)),
    }
}

/// A number within a range.
fn number<T>(option: &str, text: &str, range: RangeInclusive<T>) -> anyhow::Result<T>
where
    T: FromStr + PartialOrd + Display,
{
    text.parse().ok().filter(|value| range.contains(value)).with_context(|| {
        let (least, most) = (range.start(), range.end());
        format!("--{option}: expected a number from {least} to {most}, found {}", quote(text))
    })
}
