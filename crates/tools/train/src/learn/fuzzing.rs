//! Files of pairs and of `learn` without their runs, for fuzzing.

use super::folder::{FittedLadder, Generation, LearnState};
use super::options::{self, LearnOptions};
use crate::pairs::file::PairFile;
use anyhow::Result;
use plyglot_command::arguments;
use plyglot_engine::Registry;
use std::path::Path;
use std::time::Duration;

fn command(registry: &Registry) -> Result<String> {
    let game = registry.default_game().info.name;
    let words = ["--out", "run", "--game", game].map(str::to_owned);
    let matches = arguments::read(options::command(registry), &words)?;
    Ok(LearnOptions::read(&matches, registry)?.command())
}

fn generation(number: u64) -> Generation {
    Generation {
        number,
        nodes: 100,
        games: 9,
        positions: 99,
        loss: 0.125,
        points: 5.5,
        gate: 8,
        seconds: 1.5,
        network: 7,
        games_sum: 8,
    }
}

/// Writes the state of a run of two generations.
pub fn write_learn_state(registry: &Registry, path: &Path) -> Result<()> {
    let time = Duration::from_secs(60);
    let generations = vec![generation(1), generation(2)];
    let ladder = Some(FittedLadder { of: 7, network: 9, games: 60 });
    LearnState { first: 1, scale: None, time, generations, ladder }.save(path, &command(registry)?)
}

/// Reads the state of that run, and writes it again. Returns whether there is one.
pub fn rewrite_learn_state(registry: &Registry, path: &Path) -> Result<bool> {
    let command = command(registry)?;
    let Some(state) = LearnState::load(path, &command)? else { return Ok(false) };
    state.save(path, &command)?;
    Ok(true)
}

/// Opens or creates the file of a match of this many pairs, and adds those of `added` that it
/// does not have yet (number and half points). Returns all pairs of the file, in order.
pub fn add_pairs(path: &Path, count: u64, added: &[(u64, u8)]) -> Result<Vec<(u64, u8)>> {
    let mut file = PairFile::open(path, "plyglot spsa", count)?;
    for &(pair, half_points) in added {
        if !file.half_points().contains_key(&pair) {
            file.add(pair, half_points)?;
        }
    }
    Ok(file.half_points().iter().map(|(&pair, &points)| (pair, points)).collect())
}
