//! Fits how likely a win is at each score: the two numbers of a game's
//! [`WinRate`], by maximum likelihood, from games that Plyglot played against
//! itself.
//!
//! ```text
//! plyglot datagen --game chess --games 1000 --out chess.games
//! cargo run --release --example fit_wdl -- chess.games
//! ```
//!
//! Scores of exactly 0 are left out where there are others, as most are draws
//! that the search has seen through. Every fifth game is held out. Of its positions it is said how well their
//! ends are foretold (log loss, in nats a position), beside what the mere
//! frequencies of the other games would say, and how often games ended as
//! foretold, by tenths of the chance to win.

use anyhow::{Context, Result, ensure};
use clap::Parser;
use plyglot::engine::{Registry, SelfPlayer};
use plyglot::games::WinRate;
use plyglot::training::{Record, RecordReader};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One game in so many is held out.
const HELD_OUT: u64 = 5;
/// Scores beyond it are forced results.
const EVALUATIONS: i16 = 30_000;
/// No outcome is held for less likely than this.
const LEAST: f64 = 1e-6;

/// How often positions of each score were won, drawn and lost by the side to move.
type Ends = BTreeMap<i16, [u64; 3]>;

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

/// The ends of the fitted and of the held out games, and how many games there are.
fn read(path: &Path) -> Result<(Ends, Ends, u64)> {
    let reader = RecordReader::open(path)?;
    let registry = Registry::standard();
    let (entry, _) = registry.find(reader.game()).context("no game of that name")?;
    let mut player = entry.self_player(1).ok().context("no memory for a table")?;
    let (mut fitted, mut tested, mut games) = (Ends::new(), Ends::new(), 0);
    for record in reader {
        let record = record?;
        let ends = if record.number % HELD_OUT == 0 { &mut tested } else { &mut fitted };
        add(player.as_mut(), &record, ends)?;
        games += 1;
    }
    for ends in [&mut fitted, &mut tested] {
        if ends.len() > 1 {
            ends.remove(&0);
        }
    }
    ensure!(count(&fitted) > 0 && count(&tested) > 0, "too few games");
    Ok((fitted, tested, games))
}

fn add(player: &mut dyn SelfPlayer, record: &Record, ends: &mut Ends) -> Result<()> {
    player.restart();
    for ply in &record.plies {
        let points = match player.side().index() {
            0 => record.result,
            _ => 1.0 - record.result,
        };
        if let Some(score) = ply.score.filter(|score| score.abs() <= EVALUATIONS) {
            ends.entry(score).or_default()[(2.0 - 2.0 * points) as usize] += 1;
        }
        let index = usize::from(ply.index);
        ensure!(index < player.legal_move_count(), "a move that is none");
        player.play(index);
    }
    Ok(())
}

fn count(ends: &Ends) -> u64 {
    ends.values().flatten().sum()
}

fn frequencies(ends: &Ends) -> [f64; 3] {
    let all = count(ends) as f64;
    [0, 1, 2].map(|end| ends.values().map(|ends| ends[end]).sum::<u64>() as f64 / all)
}

/// The mean of what the ends' chances lack, in nats.
fn loss(ends: &Ends, chances: impl Fn(i32) -> [f64; 3]) -> f64 {
    let of_score = |(&score, ends): (&i16, &[u64; 3])| {
        let chances = chances(i32::from(score));
        ends.iter().zip(chances).map(|(&n, p)| -(n as f64) * p.max(LEAST).ln()).sum::<f64>()
    };
    ends.iter().map(of_score).sum::<f64>() / count(ends) as f64
}

/// The numbers with the least loss, found by steps in the four directions
/// that become smaller where none is for the better.
fn fit(ends: &Ends) -> WinRate {
    let worth = |rate: WinRate| loss(ends, |score| rate.chances(score));
    let mut best = WinRate { midpoint: 100.0, spread: 100.0 };
    let mut least = worth(best);
    let mut step = 64.0;
    while step > 0.1 {
        let steps = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)];
        let near = steps.map(|(a, b)| WinRate {
            midpoint: (best.midpoint + a).max(0.0),
            spread: (best.spread + b).max(1.0),
        });
        let better = near.into_iter().find(|&rate| worth(rate) < least);
        match better {
            Some(rate) => (best, least) = (rate, worth(rate)),
            None => step /= 2.0,
        }
    }
    best
}

/// What was foretold and what came, by tenths of the chance to win.
fn show_reliability(ends: &Ends, rate: WinRate) {
    let mut bins = [[0.0; 5]; 10];
    for (&score, ends) in ends {
        let [win, draw, _] = rate.chances(i32::from(score));
        let n = ends.iter().sum::<u64>() as f64;
        let bin = &mut bins[((10.0 * win) as usize).min(9)];
        let more = [n, n * win, ends[0] as f64, n * draw, ends[1] as f64];
        bin.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
    println!("| positions | win foretold | won | draw foretold | drawn |\n|---|---|---|---|---|");
    for [n, win, won, draw, drawn] in bins.into_iter().filter(|bin| bin[0] > 0.0) {
        let [win, won, draw, drawn] = [win, won, draw, drawn].map(|sum| sum / n);
        println!("| {n} | {win:.3} | {won:.3} | {draw:.3} | {drawn:.3} |");
    }
}
