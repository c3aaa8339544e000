//! Fits the curve of win, draw and loss of a game to self-play (docs/internals/wdl.md).
//!
//! ```sh
//! plyglot datagen --game chess --nodes 1000 --games 2000 --seed 7 --out chess.games
//! cargo run --release --example wdl -- chess.games --write chess.network
//! ```
//!
//! `networks/chances.sh` does both for all networks of the program. With `--write`, the network that
//! played has the curve from now on. Prints the midpoint and the spread that make the results most
//! likely, their log loss on every fifth game, which is held out, that of the pair after `--at` and
//! that without scores; then the held-out positions by their predicted chance to win.

use anyhow::{Context, Result, ensure};
use clap::Parser;
use plyglot_core::game::WinRate;
use plyglot_core::game::network::{NetworkFile, NetworkWinRate};
use plyglot_library::with_library;
use plyglot_train::RecordReader;
use plyglot_train::chances::{ScoreCounts, whole_centi};
use std::path::{Path, PathBuf};

/// One in so many games is held out.
const HELD_OUT: u64 = 5;
/// The groups of the table of trust.
const GROUPS: usize = 5;

#[derive(Parser)]
struct Options {
    /// Games of `datagen`, all of one game
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// A midpoint and a spread to compare with
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    at: Vec<f64>,
    /// The network that played the games
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let registry = with_library(plyglot_games::standard());
    let [mut fit, mut test] = [ScoreCounts::default(), ScoreCounts::default()];
    let (mut games, mut name) = (0, None);
    for path in &options.games {
        let reader = RecordReader::open(path)?;
        let game = name.get_or_insert(reader.game().to_owned()).clone();
        ensure!(reader.game() == game, "{}: games of {}", path.display(), reader.game());
        let entry = registry.entry(&game)?;
        let mut position = entry.open();
        for record in reader {
            let record = record?;
            let counts = if record.number % HELD_OUT == 0 { &mut test } else { &mut fit };
            counts.add_game(&mut *position, &record)?;
            games += 1;
        }
    }
    let game = name.context("there are no games")?;
    ensure!(fit.count() > 0.0 && test.count() > 0.0, "there are too few games");
    let found = fit.fit();
    let NetworkWinRate { midpoint, spread } = whole_centi(found);
    println!("{game}: {games} games, a {midpoint}, b {spread}");
    println!("log loss {:.4}", test.log_loss(|score| found.chances(score)));
    if let [midpoint, spread] = options.at[..] {
        let other = WinRate { midpoint, spread };
        println!(
            "log loss at a {midpoint}, b {spread}: {:.4}",
            test.log_loss(|score| other.chances(score))
        );
    }
    if let Some(path) = &options.write {
        write(path, found)?;
    }
    let shares = shares(fit.iter().map(|(_, counts)| counts));
    println!("log loss without scores {:.4}", test.log_loss(|_| shares));
    println!("| positions | win predicted | won | draw predicted | drawn |\n|---|---|---|---|---|");
    for group in 0..GROUPS {
        println!("{}", trust(&test, found, group));
    }
    Ok(())
}

fn write(path: &Path, rate: WinRate) -> Result<()> {
    let name = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("{name} cannot be read"))?;
    let NetworkFile { game, made, network, .. } =
        NetworkFile::decode(&bytes).with_context(|| format!("{name} is no network"))?;
    let bytes = NetworkFile::encode(&game, &made, &network.with_win_rate(Some(whole_centi(rate))));
    std::fs::write(path, &bytes).with_context(|| format!("{name} cannot be written"))
}

/// A row of the table of trust: the positions whose predicted chance to win is in a group.
fn trust(test: &ScoreCounts, found: WinRate, group: usize) -> String {
    let mut all = 0.0;
    let mut predicted = [0.0; 3];
    let mut came = [0.0; 3];
    for (score, counts) in test.iter() {
        let chances = found.chances(score);
        if (chances[0] * GROUPS as f64) as usize != group {
            continue;
        }
        let count: f64 = counts.iter().sum();
        all += count;
        for i in 0..3 {
            predicted[i] += chances[i] * count;
            came[i] += counts[i];
        }
    }
    let [win, draw, _] = predicted.map(|sum| sum / all.max(1.0));
    let [won, drawn, _] = came.map(|sum| sum / all.max(1.0));
    format!("| {all:.0} | {win:.3} | {won:.3} | {draw:.3} | {drawn:.3} |")
}

/// The shares of wins, draws and losses.
fn shares<'a>(counts: impl Iterator<Item = &'a [f64; 3]>) -> [f64; 3] {
    let sums = counts.fold([0.0; 3], |mut sums, counts| {
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        sums
    });
    let all: f64 = sums.iter().sum();
    sums.map(|sum| sum / all.max(1.0))
}
