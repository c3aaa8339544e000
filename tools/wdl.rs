//! Fits the curve of win, draw and loss of a game to self-play (docs/internals/wdl.md).
//!
//! ```sh
//! plyglot datagen --game chess --nodes 1000 --games 2000 --seed 7 --out chess.games
//! cargo run --release --example wdl -- chess.games --write chess.network
//! ```
//!
//! `networks/chances.sh` does both for all networks of the program. With `--write`, the network that
//! played has the curve from now on. Prints the midpoint and the spread that make the results most likely, their log loss on every
//! fifth game, which is held out, that of the pair after `--at` and that without scores; then the
//! held-out positions by their predicted chance to win. Scores of exactly 0 and forced results are
//! left out.

use anyhow::{Context, Result, ensure};
use clap::Parser;
use plyglot_core::game::network::{NetworkFile, NetworkWinRate};
use plyglot_core::game::{Side, WinRate};
use plyglot_engine::Engine;
use plyglot_library::with_library;
use plyglot_train::{Record, RecordReader};
use std::collections::BTreeMap;
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};

/// Scores beyond this are forced results.
const MAX_CENTI: i16 = 29_999;
/// One in so many games is held out.
const HELD_OUT: u64 = 5;
/// The pairs that are tried: midpoints and spreads in centi-units, in steps that halve.
const FIRST_STEP: f64 = 64.0;
const LAST_STEP: f64 = 0.25;
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

/// How many positions with each score were won, drawn and lost by the side to move.
type Counts = BTreeMap<i16, [f64; 3]>;

fn main() -> Result<()> {
    let options = Options::parse();
    let registry = with_library(plyglot_games::standard());
    let [mut fit, mut test] = [Counts::new(), Counts::new()];
    let (mut games, mut name) = (0, None);
    for path in &options.games {
        let reader = RecordReader::open(path)?;
        let game = name.get_or_insert(reader.game().to_owned()).clone();
        ensure!(reader.game() == game, "{}: games of {}", path.display(), reader.game());
        let (entry, _) = registry.find(&game).context("an unknown game")?;
        let mut position = entry.open();
        for record in reader {
            let record = record?;
            let counts = if record.number % HELD_OUT == 0 { &mut test } else { &mut fit };
            count(&mut *position, &record, counts)?;
            games += 1;
        }
    }
    let game = name.context("there are no games")?;
    ensure!(!fit.is_empty() && !test.is_empty(), "there are too few games");
    let found = best(&fit);
    let WinRate { midpoint, spread } = found;
    println!("{game}: {games} games, a {midpoint:.0}, b {spread:.0}");
    println!("log loss {:.4}", loss(&test, |score| found.chances(score)));
    if let [midpoint, spread] = options.at[..] {
        let other = WinRate { midpoint, spread };
        println!("log loss at a {midpoint}, b {spread}: {:.4}", loss(&test, |s| other.chances(s)));
    }
    if let Some(path) = &options.write {
        write(path, found)?;
    }
    let shares = shares(fit.values());
    println!("log loss without scores {:.4}", loss(&test, |_| shares));
    println!("| positions | win predicted | won | draw predicted | drawn |\n|---|---|---|---|---|");
    for group in 0..GROUPS {
        let is_in = |score: i16| {
            let win = found.chances(score.into())[0];
            (win * GROUPS as f64) as usize == group
        };
        let own: Vec<(&i16, &[f64; 3])> = test.iter().filter(|(score, _)| is_in(**score)).collect();
        let all: f64 = own.iter().map(|(_, counts)| counts.iter().sum::<f64>()).sum();
        let predicted = |which: usize| -> f64 {
            let share = own.iter().map(|(score, counts)| {
                found.chances((**score).into())[which] * counts.iter().sum::<f64>()
            });
            share.sum::<f64>() / all.max(1.0)
        };
        let [won, drawn, _] = self::shares(own.iter().map(|(_, counts)| *counts));
        let [win, draw] = [0, 1].map(predicted);
        println!("| {all:.0} | {win:.3} | {won:.3} | {draw:.3} | {drawn:.3} |");
    }
    Ok(())
}

/// Writes the curve into the file of a network.
fn write(path: &Path, rate: WinRate) -> Result<()> {
    let name = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("{name} cannot be read"))?;
    let NetworkFile { game, made, network, .. } =
        NetworkFile::decode(&bytes).with_context(|| format!("{name} is no network"))?;
    let spread = NonZeroU16::new(rate.spread.round() as u16).unwrap_or(NonZeroU16::MIN);
    let rate = NetworkWinRate { midpoint: rate.midpoint.round() as u16, spread };
    let bytes = NetworkFile::encode(&game, &made, &network.with_win_rate(Some(rate)));
    std::fs::write(path, &bytes).with_context(|| format!("{name} cannot be written"))
}

/// Adds the scores of a game with its result.
fn count(position: &mut dyn Engine, record: &Record, counts: &mut Counts) -> Result<()> {
    position.set_position(None, &[])?;
    for ply in &record.plies {
        let side = position.side();
        if let Some(score) = ply.score.filter(|score| *score != 0 && score.abs() <= MAX_CENTI) {
            let result = match record.winner {
                Some(winner) if winner == side => 0,
                None => 1,
                Some(Side::First | Side::Second) => 2,
            };
            counts.entry(score).or_default()[result] += 1.0;
        }
        ensure!(position.play_index(ply.index.into()), "game {}: no such move", record.number);
    }
    Ok(())
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

/// The mean of -ln of the chance that was predicted for what came.
fn loss(counts: &Counts, chances: impl Fn(i32) -> [f64; 3]) -> f64 {
    let (mut sum, mut all) = (0.0, 0.0);
    for (score, counts) in counts {
        for (chance, count) in chances((*score).into()).into_iter().zip(counts) {
            sum -= count * chance.max(1e-9).ln();
            all += count;
        }
    }
    sum / all
}

/// The curve with the least loss, by steps from the usual one that become smaller.
fn best(counts: &Counts) -> WinRate {
    let of = |[midpoint, spread]: [f64; 2]| WinRate { midpoint, spread };
    let value = |pair: [f64; 2]| loss(counts, |score| of(pair).chances(score));
    let (mut pair, mut step) = ([100.0, 100.0], FIRST_STEP);
    let mut least = value(pair);
    while step >= LAST_STEP {
        let [a, b] = pair;
        let near = [[a + step, b], [a - step, b], [a, b + step], [a, b - step]];
        let near = near.into_iter().filter(|[a, b]| *a >= 0.0 && *b > 0.0);
        let next = near.map(|pair| (value(pair), pair)).min_by(|(x, _), (y, _)| x.total_cmp(y));
        match next {
            Some((loss, found)) if loss < least => (least, pair) = (loss, found),
            _ => step /= 2.0,
        }
    }
    of(pair)
}
