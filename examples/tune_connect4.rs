//! Finds the weights of Connect Four's evaluation: logistic regression of the
//! winner on the features of quiet positions.
//!
//! ```text
//! cargo run --release --example tune_connect4 -- 6000 FILE...
//! ```
//!
//! makes 6,000 positions by random games in which nobody overlooks a threat,
//! solves them, adds those of the files (a line: the game as digits, and its
//! exact score for the side to move), fits three quarters of all and shows how
//! well the rest is foretold. That is better than the evaluation itself does,
//! which is not told what the turn is worth.

use anyhow::{Context, Result};
use plyglot::games::connect4::{ConnectFour, FEATURES};
use plyglot::games::random::Random;
use plyglot::games::{Exact, Game, Glance, Knowledge, Notation, Side, Which};
use std::collections::HashMap;

/// Random positions have between this many stones and as many more as `SPREAD`.
const FEWEST_STONES: usize = 16;
const SPREAD: usize = 16;
/// The features and whose turn it is. The turn is fitted, for the last move of
/// a random game is often a mistake, but not used: a search leaves no such.
const COLUMNS: usize = FEATURES + 1;

/// A position as the regression sees it.
struct Sample {
    columns: [f64; COLUMNS],
    /// 1 where the first player wins, 0 where the second does, 1/2 for a draw.
    result: f64,
}

type Weights = [f64; COLUMNS];

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let random = arguments.next().context("how many random positions?")?.parse()?;
    let mut samples = random_samples(random);
    for path in arguments {
        read_samples(&std::fs::read_to_string(path)?, &mut samples)?;
    }
    let part =
        |tested: bool| samples.iter().enumerate().filter(move |(i, _)| (i % 4 == 0) == tested);
    let fitted: Vec<&Sample> = part(false).map(|(_, sample)| sample).collect();
    let tested: Vec<&Sample> = part(true).map(|(_, sample)| sample).collect();
    let weights = fit(&fitted);
    let hundredths: Vec<i32> = weights.iter().map(|w| (100.0 * w).round() as i32).collect();
    let (turn, used) = hundredths.split_last().context("there are weights")?;
    println!("weights {used:?}, the turn {turn}");
    let (loss, right) = judge(&weights, &tested);
    println!(
        "{} fitted, {} tested: log loss {loss:.4}, winner right {right:.4}",
        fitted.len(),
        tested.len()
    );
    Ok(())
}

/// The sample of a position with this value for the side to move, if it is quiet.
fn sample(position: &ConnectFour, value: i32) -> Option<Sample> {
    if position.status().is_some() || position.glance() != Glance::Open {
        return None;
    }
    let sign = if position.side() == Side::First { 1.0 } else { -1.0 };
    let mut columns = [sign; COLUMNS];
    for (column, feature) in columns.iter_mut().zip(position.features()) {
        *column = f64::from(feature);
    }
    Some(Sample { columns, result: (1.0 + sign * f64::from(value.signum())) / 2.0 })
}

fn read_samples(text: &str, samples: &mut Vec<Sample>) -> Result<()> {
    for line in text.lines() {
        let (game, score) = line.split_once(' ').with_context(|| format!("no score: {line}"))?;
        samples.extend(sample(&ConnectFour::parse(game)?, score.trim().parse()?));
    }
    Ok(())
}

fn random_samples(wanted: usize) -> Vec<Sample> {
    let mut random = Random::new(1);
    let mut solver = Solver::default();
    let mut samples = Vec::new();
    while samples.len() < wanted {
        let stones = FEWEST_STONES + random.below(SPREAD);
        let Some(position) = random_position(stones, &mut random) else { continue };
        if sample(&position, 0).is_some() {
            samples.extend(sample(&position, solver.value(&position, -1, 1)));
        }
    }
    samples
}

/// A random game of that many stones in which nobody lets a win in one pass.
fn random_position(stones: usize, random: &mut Random) -> Option<ConnectFour> {
    let mut position = ConnectFour::default();
    for _ in 0..stones {
        let safe: Vec<ConnectFour> = children(&position)
            .filter(|child| child.glance().known() != Some(Exact::Win(1)))
            .collect();
        if position.glance().known().is_some() || safe.is_empty() {
            return None;
        }
        position = safe[random.below(safe.len())];
    }
    Some(position)
}

fn children(position: &ConnectFour) -> impl Iterator<Item = ConnectFour> {
    let mut list = Vec::with_capacity(7);
    position.moves(Which::All, |m| {
        let mut next = *position;
        next.play(m);
        list.push(next);
    });
    list.into_iter()
}

/// Alpha-beta to the end of the game: 1 a win, 0 a draw, -1 a loss.
#[derive(Default)]
struct Solver {
    /// Lower and upper bound of the value, by key.
    table: HashMap<u64, (i32, i32)>,
}

impl Solver {
    const LARGEST_TABLE: usize = 1 << 22;

    fn value(&mut self, position: &ConnectFour, alpha: i32, beta: i32) -> i32 {
        match position.glance().known() {
            Some(Exact::Win(_)) => return 1,
            Some(Exact::Loss(_)) => return -1,
            Some(Exact::Draw) => return 0,
            None => {}
        }
        let (least, most) = *self.table.get(&position.key()).unwrap_or(&(-1, 1));
        let (low, high) = (least.max(alpha), most.min(beta));
        if low >= high {
            return if least >= beta { least } else { most };
        }
        let mut best = -1;
        for child in children(position) {
            if best >= high {
                break;
            }
            best = best.max(-self.value(&child, -high, -low.max(best)));
        }
        self.keep(position.key(), low, best, high);
        best
    }

    fn keep(&mut self, key: u64, low: i32, value: i32, high: i32) {
        if self.table.len() >= Self::LARGEST_TABLE {
            self.table.clear();
        }
        let bounds = self.table.entry(key).or_insert((-1, 1));
        if value > low {
            bounds.0 = bounds.0.max(value);
        }
        if value < high {
            bounds.1 = bounds.1.min(value);
        }
    }
}

/// How likely the first player is to win.
fn chance(weights: &Weights, sample: &Sample) -> f64 {
    let sum: f64 = weights.iter().zip(&sample.columns).map(|(w, x)| w * x).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// The weights of least log loss, by Newton's method on one after the other.
fn fit(samples: &[&Sample]) -> Weights {
    const SWEEPS: usize = 60;
    let mut weights = [0.0; COLUMNS];
    for column in (0..SWEEPS).flat_map(|_| 0..COLUMNS) {
        let (mut slope, mut curvature) = (0.0, f64::EPSILON);
        for sample in samples {
            let (x, p) = (sample.columns[column], chance(&weights, sample));
            slope += (p - sample.result) * x;
            curvature += p * (1.0 - p) * x * x;
        }
        weights[column] -= slope / curvature;
    }
    weights
}

/// The mean log loss, and how often the winner is foretold where there is one.
fn judge(weights: &Weights, samples: &[&Sample]) -> (f64, f64) {
    let (mut loss, mut right, mut decisive) = (0.0, 0, 0);
    for sample in samples {
        let p = chance(weights, sample);
        loss -= sample.result * p.ln() + (1.0 - sample.result) * (1.0 - p).ln();
        decisive += usize::from(sample.result != 0.5);
        right += usize::from((p - 0.5) * (sample.result - 0.5) > 0.0);
    }
    (loss / samples.len() as f64, right as f64 / decisive as f64)
}
