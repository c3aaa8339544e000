//! Fits the chance to win at each score: the two parameters of a game's [`WinRate`], by
//! maximum likelihood, from self-play games.
//!
//! ```text
//! plyglot datagen --game chess --games 1000 --out chess.games
//! cargo run --release --example fit_wdl -- chess.games
//! ```
//!
//! Scores of exactly 0 are left out if there are others, as most of them are draws that
//! the search has found. Every fifth game is held out. For its positions, the program
//! prints the accuracy of the predicted results (log loss, in nats per position),
//! compared with the frequencies of the other games. It also prints how often games ended
//! as predicted, by tenths of the chance to win.

use anyhow::{Context, Result, ensure};
use clap::Parser;
use plyglot::engine::{Registry, SelfPlayer};
use plyglot::games::WinRate;
use plyglot::training::{Record, RecordReader};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One game in this many is held out.
const HELD_OUT: u64 = 5;
/// Greater absolute scores are forced results.
const MAX_EVALUATION: i16 = 30_000;
/// The least probability of an outcome.
const MIN_PROBABILITY: f64 = 1e-6;

/// By score: the number of positions that the side to move won, drew and lost.
type Results = BTreeMap<i16, [u64; 3]>;

/// Fit the chances of a score to recorded games
#[derive(Parser)]
struct Arguments {
    /// Games of plyglot datagen
    file: PathBuf,
}

fn main() -> Result<()> {
    let Arguments { file } = Arguments::parse();
    let (fitted, tested, games) = read(&file)?;
    let rate = fit(&fitted);
    let frequencies = frequencies(&fitted);
    println!("{} games, {} positions fitted, {} held out", games, count(&fitted), count(&tested));
    println!("WinRate {{ midpoint: {:.0}.0, spread: {:.0}.0 }}", rate.midpoint, rate.spread);
    println!("log loss of the held out {:.4}", loss(&tested, |score| rate.chances(score)));
    println!("the frequencies alone    {:.4}", loss(&tested, |_| frequencies));
    show_reliability(&tested, rate);
    Ok(())
}

/// The results of the fitted and of the held out games, and the number of games.
fn read(path: &Path) -> Result<(Results, Results, u64)> {
    let reader = RecordReader::open(path)?;
    let registry = Registry::standard();
    let (entry, _) = registry.find(reader.game()).context("no game of that name")?;
    let mut player = entry.self_player(1).ok().context("no memory for a table")?;
    let (mut fitted, mut tested, mut games) = (Results::new(), Results::new(), 0);
    for record in reader {
        let record = record?;
        let results = if record.number % HELD_OUT == 0 { &mut tested } else { &mut fitted };
        add(player.as_mut(), &record, results)?;
        games += 1;
    }
    for results in [&mut fitted, &mut tested] {
        if results.len() > 1 {
            results.remove(&0);
        }
    }
    ensure!(count(&fitted) > 0 && count(&tested) > 0, "too few games");
    Ok((fitted, tested, games))
}

fn add(player: &mut dyn SelfPlayer, record: &Record, results: &mut Results) -> Result<()> {
    player.restart();
    for ply in &record.plies {
        let points = match player.side().index() {
            0 => record.result,
            _ => 1.0 - record.result,
        };
        if let Some(score) = ply.score.filter(|score| score.abs() <= MAX_EVALUATION) {
            results.entry(score).or_default()[(2.0 - 2.0 * points) as usize] += 1;
        }
        let index = usize::from(ply.index);
        ensure!(index < player.legal_move_count(), "a move that is none");
        player.play(index);
    }
    Ok(())
}

fn count(results: &Results) -> u64 {
    results.values().flatten().sum()
}

fn frequencies(results: &Results) -> [f64; 3] {
    let all = count(results) as f64;
    [0, 1, 2].map(|end| results.values().map(|results| results[end]).sum::<u64>() as f64 / all)
}

/// The mean log loss of the results, in nats.
fn loss(results: &Results, chances: impl Fn(i32) -> [f64; 3]) -> f64 {
    let of_score = |(&score, results): (&i16, &[u64; 3])| {
        let chances = chances(i32::from(score));
        results
            .iter()
            .zip(chances)
            .map(|(&n, p)| -(n as f64) * p.max(MIN_PROBABILITY).ln())
            .sum::<f64>()
    };
    results.iter().map(of_score).sum::<f64>() / count(results) as f64
}

/// The parameters with the least loss, found by steps in the four directions. The steps
/// become smaller when none of them improves the loss.
fn fit(results: &Results) -> WinRate {
    let loss_of = |rate: WinRate| loss(results, |score| rate.chances(score));
    let mut best = WinRate { midpoint: 100.0, spread: 100.0 };
    let mut least = loss_of(best);
    let mut step = 64.0;
    while step > 0.1 {
        let steps = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)];
        let near = steps.map(|(a, b)| WinRate {
            midpoint: (best.midpoint + a).max(0.0),
            spread: (best.spread + b).max(1.0),
        });
        let better = near.into_iter().find(|&rate| loss_of(rate) < least);
        match better {
            Some(rate) => (best, least) = (rate, loss_of(rate)),
            None => step /= 2.0,
        }
    }
    best
}

/// Prints predicted and actual frequencies, by tenths of the chance to win.
fn show_reliability(results: &Results, rate: WinRate) {
    let mut bins = [[0.0; 5]; 10];
    for (&score, results) in results {
        let [win, draw, _] = rate.chances(i32::from(score));
        let n = results.iter().sum::<u64>() as f64;
        let bin = &mut bins[((10.0 * win) as usize).min(9)];
        let more = [n, n * win, results[0] as f64, n * draw, results[1] as f64];
        bin.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
    println!(
        "| positions | predicted wins | wins | predicted draws | draws |\n|---|---|---|---|---|"
    );
    for [n, win, won, draw, drawn] in bins.into_iter().filter(|bin| bin[0] > 0.0) {
        let [win, won, draw, drawn] = [win, won, draw, drawn].map(|sum| sum / n);
        println!("| {n} | {win:.3} | {won:.3} | {draw:.3} | {drawn:.3} |");
    }
}
