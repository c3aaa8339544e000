//! Ratings of players from their results against each other, and of whatever else adds to the chances
//! of a side.
//!
//! The model is that of Bradley and Terry (1952, "Rank analysis of incomplete block
//! designs"): against an engine rated `d` higher the expected score is `1 / (1 +
//! 10^(d/400))`. A draw counts as half a win and half a loss. Each pair of engines that
//! met gets half a drawn game as a prior, so that an engine that won or lost everything
//! has a finite rating.

use crate::statistics::{Tally, Z95};

/// The rating of a player among others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo; the mean of all engines is 0.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval about the mean of all
    /// engines, in Elo.
    pub error: f64,
}

/// Elo points per factor of e in the odds.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Drawn games credited to each pair of engines that met.
const PRIOR: f64 = 0.5;

/// Rates engines by maximum likelihood. `against(i, j)` is the tally from the view of
/// `i`. The errors come from the information matrix, with games taken as independent.
/// For pairs of games and for many draws that overstates the error. `None` if the
/// engines fall into groups that never met, as no difference between the groups is
/// known.
pub fn rate(engines: usize, against: impl Fn(usize, usize) -> Tally) -> Option<Vec<Rating>> {
    let mut meetings = Vec::new();
    for i in 0..engines {
        for j in i + 1..engines {
            let tally = against(i, j);
            if tally.games() > 0 {
                meetings.push(Meeting::new(vec![(i, 1.0), (j, -1.0)], &tally));
            }
        }
    }
    if !connected(engines, &meetings) {
        return None;
    }
    // Without the mean, the information would be singular.
    let mean = 1.0 / engines as f64;
    let fit = Fit::new(engines, &meetings, mean)?;
    let mut ratings = Vec::new();
    for (engine, strength) in fit.strengths.iter().enumerate() {
        let variance = (fit.covariance[engine][engine] - mean).max(0.0);
        ratings.push(Rating { elo: strength * ELO, error: Z95 * ELO * variance.sqrt() });
    }
    Some(ratings)
}

/// Games between two sides, of which one has more of some parts and the other of others.
pub struct Meeting {
    /// The parts, and how many of each the one side has more.
    parts: Vec<(usize, f64)>,
    games: f64,
    points: f64,
}

impl Meeting {
    /// Games with these results, from the view of the side that has more of `parts`.
    pub fn new(parts: Vec<(usize, f64)>, tally: &Tally) -> Meeting {
        let games = f64::from(tally.games()) + PRIOR;
        Meeting { parts, games, points: tally.points() + PRIOR / 2.0 }
    }

    /// How much stronger the side is: the logarithm of its odds.
    fn difference(&self, strengths: &[f64]) -> f64 {
        self.parts.iter().map(|&(part, count)| count * strengths[part]).sum()
    }

    fn expected(&self, strengths: &[f64]) -> f64 {
        1.0 / (1.0 + (-self.difference(strengths)).exp())
    }
}

/// Strengths of parts by maximum likelihood.
pub struct Fit {
    /// By part, the logarithm of the odds that one of it gives; [`ELO`] makes it Elo.
    pub strengths: Vec<f64>,
    /// The covariance of their errors, with games taken as independent.
    pub covariance: Vec<Vec<f64>>,
}

impl Fit {
    /// The strengths of so many parts. `prior` is added to each entry of the information matrix: it must
    /// not be 0 where only differences of strengths are known. `None` if the games do not tell them.
    pub fn new(parts: usize, meetings: &[Meeting], prior: f64) -> Option<Fit> {
        let mut strengths = vec![0.0; parts];
        // Newton's method on a concave function; a few steps are nearly always enough.
        for _ in 0..100 {
            let covariance = inverse(information(&strengths, meetings, prior))?;
            let step = times(&covariance, &gradient(&strengths, meetings));
            let size = step.iter().map(|s| s.abs()).fold(0.0, f64::max);
            let shorten = improving_factor(&strengths, &step, meetings);
            strengths.iter_mut().zip(&step).for_each(|(strength, s)| *strength += s * shorten);
            if size < 1e-10 {
                break;
            }
        }
        let covariance = inverse(information(&strengths, meetings, prior))?;
        Some(Fit { strengths, covariance })
    }
}

/// Whether the meetings of two engines each leave no group apart.
fn connected(engines: usize, meetings: &[Meeting]) -> bool {
    let mut group: Vec<usize> = (0..engines).collect();
    for meeting in meetings {
        let [from, to] = [0, 1].map(|side| group[meeting.parts[side].0]);
        group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
    }
    group.iter().all(|&g| g == group[0])
}

fn log_likelihood(strengths: &[f64], meetings: &[Meeting]) -> f64 {
    let mut sum = 0.0;
    for meeting in meetings {
        let difference = meeting.difference(strengths);
        // ln(1 + e^d), without overflow.
        let softplus = difference.max(0.0) + (-difference.abs()).exp().ln_1p();
        sum += meeting.points * difference - meeting.games * softplus;
    }
    sum
}

/// The factor by which to shorten a step so that the likelihood does not decrease.
fn improving_factor(strengths: &[f64], step: &[f64], meetings: &[Meeting]) -> f64 {
    let before = log_likelihood(strengths, meetings);
    let mut factor = 1.0;
    for _ in 0..40 {
        let there: Vec<f64> = strengths.iter().zip(step).map(|(r, s)| r + s * factor).collect();
        if log_likelihood(&there, meetings) >= before {
            break;
        }
        factor /= 2.0;
    }
    factor
}

fn gradient(strengths: &[f64], meetings: &[Meeting]) -> Vec<f64> {
    let mut gradient = vec![0.0; strengths.len()];
    for meeting in meetings {
        let surprise = meeting.points - meeting.games * meeting.expected(strengths);
        for &(part, count) in &meeting.parts {
            gradient[part] += count * surprise;
        }
    }
    gradient
}

type Matrix = Vec<Vec<f64>>;

fn information(strengths: &[f64], meetings: &[Meeting], prior: f64) -> Matrix {
    let mut information = vec![vec![prior; strengths.len()]; strengths.len()];
    for meeting in meetings {
        let expected = meeting.expected(strengths);
        let weight = meeting.games * expected * (1.0 - expected);
        for &(i, one) in &meeting.parts {
            for &(j, other) in &meeting.parts {
                information[i][j] += weight * one * other;
            }
        }
    }
    information
}

/// Gauss-Jordan elimination; `None` for a singular matrix.
fn inverse(mut matrix: Matrix) -> Option<Matrix> {
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| if i == j { 1.0 } else { 0.0 }));
    }
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        matrix.swap(column, pivot);
        let divisor = matrix[column][column];
        if divisor == 0.0 || !divisor.is_finite() {
            return None;
        }
        matrix[column].iter_mut().for_each(|entry| *entry /= divisor);
        let unit = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(row, _)| *row != column) {
            let factor = row[column];
            row.iter_mut().zip(&unit).for_each(|(entry, u)| *entry -= factor * u);
        }
    }
    Some(matrix.into_iter().map(|mut row| row.split_off(n)).collect())
}

fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}
