//! Ratings of several engines from their results against each other.
//!
//! The model is that of Bradley and Terry (1952, "Rank analysis of incomplete block
//! designs"): against an engine rated `d` higher the expected score is `1 / (1 +
//! 10^(d/400))`. A draw counts as half a win and half a loss. Each pair of engines that
//! met gets half a drawn game as a prior, so that an engine that won or lost everything
//! has a finite rating.

use plyglot_support::statistics::{Tally, Z95};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo; the mean of all engines is 0.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval about the mean of all
    /// engines, in Elo.
    pub error: f64,
}

/// Elo points per factor of e in the odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Drawn games credited to each pair of engines that met.
const PRIOR: f64 = 0.5;

/// Rates engines by maximum likelihood. `against(i, j)` is the tally from the view of
/// `i`. The errors come from the information matrix, with games taken as independent.
/// For pairs of games and for many draws that overstates the error. `None` if the
/// engines fall into groups that never met, as no difference between the groups is
/// known.
pub fn rate(engines: usize, against: impl Fn(usize, usize) -> Tally) -> Option<Vec<Rating>> {
    let meetings = meetings(engines, against);
    if !connected(engines, &meetings) {
        return None;
    }
    let mut ratings = vec![0.0; engines];
    // Newton's method on a concave function; a few steps are nearly always enough.
    for _ in 0..100 {
        let covariance = covariance(&ratings, &meetings)?;
        let step = times(&covariance, &gradient(&ratings, &meetings));
        let size = step.iter().map(|s| s.abs()).fold(0.0, f64::max);
        let shorten = improving_factor(&ratings, &step, &meetings);
        ratings.iter_mut().zip(&step).for_each(|(rating, s)| *rating += s * shorten);
        if size < 1e-10 {
            break;
        }
    }
    let covariance = covariance(&ratings, &meetings)?;
    let error = |engine: usize| Z95 * ELO * covariance[engine][engine].max(0.0).sqrt();
    Some((0..engines).map(|e| Rating { elo: ratings[e] * ELO, error: error(e) }).collect())
}

struct Meeting {
    engines: [usize; 2],
    games: f64,
    points: f64,
}

impl Meeting {
    fn expected(&self, ratings: &[f64]) -> f64 {
        let [i, j] = self.engines;
        1.0 / (1.0 + (ratings[j] - ratings[i]).exp())
    }
}

fn meetings(engines: usize, against: impl Fn(usize, usize) -> Tally) -> Vec<Meeting> {
    let pairs = (0..engines).flat_map(|i| (i + 1..engines).map(move |j| [i, j]));
    let tallies = pairs.map(|[i, j]| ([i, j], against(i, j)));
    tallies
        .filter(|(_, tally)| tally.games() > 0)
        .map(|(engines, tally)| Meeting {
            engines,
            games: f64::from(tally.games()) + PRIOR,
            points: tally.points() + PRIOR / 2.0,
        })
        .collect()
}

fn connected(engines: usize, meetings: &[Meeting]) -> bool {
    let mut group: Vec<usize> = (0..engines).collect();
    for meeting in meetings {
        let [from, to] = meeting.engines.map(|engine| group[engine]);
        group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
    }
    group.iter().all(|&g| g == group[0])
}

fn log_likelihood(ratings: &[f64], meetings: &[Meeting]) -> f64 {
    let terms = meetings.iter().map(|meeting| {
        let [i, j] = meeting.engines;
        let difference = ratings[i] - ratings[j];
        // ln(1 + e^d), without overflow.
        let softplus = difference.max(0.0) + (-difference.abs()).exp().ln_1p();
        meeting.points * difference - meeting.games * softplus
    });
    terms.sum()
}

/// The factor by which to shorten a step so that the likelihood does not decrease.
fn improving_factor(ratings: &[f64], step: &[f64], meetings: &[Meeting]) -> f64 {
    let before = log_likelihood(ratings, meetings);
    let mut factor = 1.0;
    for _ in 0..40 {
        let there: Vec<f64> = ratings.iter().zip(step).map(|(r, s)| r + s * factor).collect();
        if log_likelihood(&there, meetings) >= before {
            break;
        }
        factor /= 2.0;
    }
    factor
}

fn gradient(ratings: &[f64], meetings: &[Meeting]) -> Vec<f64> {
    let mut gradient = vec![0.0; ratings.len()];
    for meeting in meetings {
        let surprise = meeting.points - meeting.games * meeting.expected(ratings);
        let [i, j] = meeting.engines;
        gradient[i] += surprise;
        gradient[j] -= surprise;
    }
    gradient
}

type Matrix = Vec<Vec<f64>>;

/// The inverse of the information matrix on ratings with mean 0. The matrix itself does
/// not depend on the mean and is singular. With 1/n added to every entry it has an
/// inverse, from which 1/n is subtracted again.
fn covariance(ratings: &[f64], meetings: &[Meeting]) -> Option<Matrix> {
    let n = ratings.len();
    let mean = 1.0 / n as f64;
    let mut information = vec![vec![mean; n]; n];
    for meeting in meetings {
        let expected = meeting.expected(ratings);
        let weight = meeting.games * expected * (1.0 - expected);
        let [i, j] = meeting.engines;
        information[i][i] += weight;
        information[j][j] += weight;
        information[i][j] -= weight;
        information[j][i] -= weight;
    }
    let mut inverse = inverse(information)?;
    inverse.iter_mut().flatten().for_each(|entry| *entry -= mean);
    Some(inverse)
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
