//! The arguments of `plyglot datagen`.

use super::plan::Plan;
use super::record::Header;
use crate::arguments::{Group, Named, OptionError, Words, check_outputs};
use crate::engine::Registry;
use std::path::PathBuf;
use std::thread;

/// What `plyglot datagen --help` says.
pub const HELP: &str = "\
Usage: plyglot datagen --out FILE [OPTION...]

Plays a game against itself and writes down what an evaluation can learn from:
moves, scores and results. If FILE has games of the same options, the missing
ones are added. Without --games and --positions it goes on until interrupted.

  --out FILE       the file that the games go to
  --game NAME      chess, cfour, tictactoe, surakarta ... [chess]
                   (also --variant)
  --games N        enough are N games, those in FILE counted
  --positions N    enough are N positions with a score, likewise
  --nodes N        nodes of a search after which it begins no iteration; the
                   one in hand may take eight times as many [2000]
  --plies N        random plies at the beginning: N or one more [8]
  --hash MB        the table of each thread [4]
  --threads N      games at the same time [one for each core] (also
                   --concurrency)
  --seed N         from which everything random follows [1] (also --srand)";

const WORDS: Words = Words {
    options: &[
        "--out",
        "--game",
        "--games",
        "--positions",
        "--nodes",
        "--plies",
        "--hash",
        "--threads",
        "--seed",
    ],
    synonyms: &[("variant", "game"), ("concurrency", "threads"), ("srand", "seed")],
    repeatable: &[],
};

const NODES: u64 = 2_000;
const PLIES: usize = 8;
/// At 2,000 nodes a move, chess is a fifth slower with 16 MiB, which leave the
/// caches and take time to clear, and a tenth faster at most with 1.
const HASH: usize = 4;

/// Reads the arguments behind `datagen`.
///
/// # Errors
/// At the first argument that is wrong, or when something is missing.
pub fn parse(arguments: &[String], registry: &Registry) -> Result<Plan, OptionError> {
    let header = Header {
        game: registry.default_game().name.to_owned(),
        seed: 1,
        nodes: NODES,
        opening: PLIES,
        hash: HASH,
    };
    let threads = thread::available_parallelism().map_or(1, Into::into);
    let mut plan = Plan { header, games: None, positions: None, threads, out: PathBuf::new() };
    for group in &WORDS.groups(arguments)? {
        set(&mut plan, group, registry)?;
    }
    if plan.out.as_os_str().is_empty() {
        return Err(OptionError::new("--out", "a file for the games", "none"));
    }
    check_outputs(&[Named { option: "--out", path: &plan.out }], &[])?;
    Ok(plan)
}

fn set(plan: &mut Plan, group: &Group, registry: &Registry) -> Result<(), OptionError> {
    let header = &mut plan.header;
    match group.name {
        "out" => plan.out = PathBuf::from(group.file()?),
        "game" => header.game = game(group, registry)?,
        "games" => plan.games = Some(group.number(1..=u64::MAX)?),
        "positions" => plan.positions = Some(group.number(1..=u64::MAX)?),
        "nodes" => header.nodes = group.number(1..=1_000_000_000)?,
        "plies" => header.opening = group.number(0..=100)?,
        "hash" => header.hash = group.number(1..=65_536)?,
        "threads" => plan.threads = group.number(1..=1024)?,
        "seed" => header.seed = group.number(0..=u64::MAX)?,
        _ => {}
    }
    Ok(())
}

/// The game by a name of its own. One that sets an option is refused, as
/// games are played by the defaults.
pub(super) fn game(group: &Group, registry: &Registry) -> Result<String, OptionError> {
    let written = group.single("the name of a game")?;
    if let Some((entry, None)) = registry.find(written) {
        return Ok(entry.name.to_owned());
    }
    let names = registry
        .entries()
        .iter()
        .flat_map(|e| [e.name].into_iter().chain(e.aliases.iter().copied()));
    Err(OptionError::unknown(&group.option, written, &names.collect::<Vec<_>>()))
}
