//! The sequential probability ratio test between two players.
//!
//! Besides the difference in strength, the draw rate and the bias of the openings are
//! unknown. They are replaced by their maximum likelihood estimates under each
//! hypothesis. This is the generalized test in the multinomial model (M. Van den Bergh,
//! "The Generalized Sequential Probability Ratio Test for multinomial distributions"
//! and "Comments on Normalized Elo"; "Fishtest mathematics" in the Stockfish wiki).

use crate::statistics::{NORMALIZED_ELO, Tally, score_of_elo};

/// A sequential probability ratio test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo difference of the null hypothesis.
    pub elo0: f64,
    /// Elo difference of the alternative, greater than `elo0`.
    pub elo1: f64,
    /// Probability to accept the alternative when the null hypothesis holds.
    pub alpha: f64,
    /// Probability to accept the null hypothesis when the alternative holds.
    pub beta: f64,
    /// The unit of the Elo differences.
    pub model: EloModel,
}

/// The meaning of an Elo difference in a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EloModel {
    /// Relative to the spread of the results: independent of the draw rate.
    #[default]
    Normalized,
    /// From the score, as in rating lists.
    Logistic,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assessment {
    /// The log-likelihood ratio of the alternative to the null hypothesis.
    pub llr: f64,
    /// At or below this the null is accepted.
    pub lower: f64,
    /// At or above this the alternative is accepted.
    pub upper: f64,
    /// The decision.
    pub decision: SprtDecision,
}

/// The decision after the results so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// More games are needed.
    Continue,
    /// The null hypothesis is accepted: the difference is not `elo1`.
    H0,
    /// The alternative is accepted: the difference is not `elo0`.
    H1,
}

/// Assesses the results of the first player against the second: by pairs of games if
/// there are any, otherwise by games.
pub fn assess(test: &Sprt, tally: &Tally) -> Assessment {
    let (lower, upper) = bounds(test);
    let llr = log_likelihood_ratio(test, &tally.classes());
    let decision = if llr >= upper {
        SprtDecision::H1
    } else if llr <= lower {
        SprtDecision::H0
    } else {
        SprtDecision::Continue
    };
    Assessment { llr, lower, upper, decision }
}

/// Wald's bounds: `ln(beta / (1 - alpha))` and `ln((1 - beta) / alpha)`.
pub fn bounds(test: &Sprt) -> (f64, f64) {
    ((test.beta / (1.0 - test.alpha)).ln(), ((1.0 - test.beta) / test.alpha).ln())
}

/// The log-likelihood ratio from the frequency of each result, worst result first:
/// three classes of games or five of pairs. 0 without results, and if a hypothesis leaves
/// no chance to some result, as a score that rounds to 1 does.
pub fn log_likelihood_ratio(test: &Sprt, classes: &[u32]) -> f64 {
    if classes.iter().all(|&count| count == 0) {
        return 0.0;
    }
    let observed = Distribution::regularized(classes);
    let hypotheses = [test.elo0, test.elo1].map(|elo| match test.model {
        EloModel::Logistic => observed.with_mean(score_of_elo(elo)),
        EloModel::Normalized => observed.with_deviations(elo / NORMALIZED_ELO),
    });
    match hypotheses {
        [Some(null), Some(alternative)] => observed.count * observed.mean_log(&alternative, &null),
        _ => 0.0,
    }
}

/// Probabilities of the results of a game or pair; result `i` of `n` is worth
/// `i / (n - 1)` points a game.
struct Distribution {
    count: f64,
    probabilities: Vec<f64>,
}

/// The count assumed for a result that never occurred, as no probability may be zero.
/// This is fishtest's value, so that its published ratios can be compared.
const UNSEEN_COUNT: f64 = 1e-3;

/// The maximum number of steps of a fit; the change of probabilities at which it has converged; and
/// the largest change accepted at the last step. If nearly all results are the same,
/// rounding keeps the probabilities from converging.
const MAX_STEPS: usize = 1000;
const PRECISION: f64 = 1e-10;
const TOLERANCE: f64 = 1e-5;

/// The steepest slope tried for the start of a fit: a mean over a thousand standard
/// deviations from even.
const MAX_SLOPE: f64 = 60.0;

fn shares(mut weights: Vec<f64>) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= sum);
    weights
}

impl Distribution {
    fn regularized(classes: &[u32]) -> Distribution {
        let counts: Vec<f64> =
            classes.iter().map(|&count| f64::from(count).max(UNSEEN_COUNT)).collect();
        Distribution { count: counts.iter().sum(), probabilities: shares(counts) }
    }

    fn points(&self) -> impl Iterator<Item = f64> + Clone + use<> {
        let best = (self.probabilities.len() - 1) as f64;
        (0..self.probabilities.len()).map(move |class| class as f64 / best)
    }

    fn games_per_unit(&self) -> f64 {
        (self.probabilities.len() - 1) as f64 / 2.0
    }

    /// The most likely distribution whose mean is `mean`: `pᵢ / (1 + x·dᵢ)`. `dᵢ` is
    /// the points above that mean; `x` makes the expectation of `dᵢ` zero ("MLE for the
    /// multinomial distribution", proposition 1.1).
    fn with_mean(&self, mean: f64) -> Option<Vec<f64>> {
        self.with_zero(&self.points().map(|points| points - mean).collect::<Vec<_>>())
    }

    /// The most likely distribution whose mean is `deviations` standard deviations of a
    /// game above an even score. With the mean `m` and deviation `s` of an
    /// approximation, the condition is linear up to second order: `Σ pᵢ·(aᵢ - ½ -
    /// t·s·(1 + ((m - aᵢ)/s)²)/2) = 0`. It gives the next approximation ("Normalized
    /// Elo (practical)", section 4.1).
    fn with_deviations(&self, deviations: f64) -> Option<Vec<f64>> {
        let t = deviations * self.games_per_unit().sqrt();
        let mut fit = self.tilted(t);
        let mut change = f64::INFINITY;
        for _ in 0..MAX_STEPS {
            let next = self.with_linear_condition(&fit, t)?;
            change = next.iter().zip(&fit).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
            fit = next;
            if change < PRECISION {
                break;
            }
        }
        if change < TOLERANCE { Some(fit) } else { None }
    }

    fn with_linear_condition(&self, fit: &[f64], t: f64) -> Option<Vec<f64>> {
        let (mean, deviation) = self.spread(fit);
        let mut excesses = Vec::new();
        for points in self.points() {
            let square = ((mean - points) / deviation).powi(2);
            excesses.push(points - 0.5 - t * deviation * (1.0 + square) / 2.0);
        }
        self.with_zero(&excesses)
    }

    /// The start of the iteration: probabilities in geometric progression with a mean
    /// `t` standard deviations above an even score. The linear condition at such a
    /// start can be met for any `t`.
    fn tilted(&self, t: f64) -> Vec<f64> {
        let mut low = -MAX_SLOPE;
        let mut high = MAX_SLOPE;
        for _ in 0..40 {
            let slope = (low + high) / 2.0;
            let (mean, deviation) = self.spread(&self.geometric(slope));
            if mean - 0.5 < t * deviation { low = slope } else { high = slope }
        }
        self.geometric((low + high) / 2.0)
    }

    /// Probabilities in geometric progression; a `slope` above 0 prefers the better results.
    fn geometric(&self, slope: f64) -> Vec<f64> {
        shares(self.points().map(|points| (slope * (points - 0.5)).exp()).collect())
    }

    /// The most likely distribution under which `values` have the mean 0; `None` if
    /// there is none.
    fn with_zero(&self, values: &[f64]) -> Option<Vec<f64>> {
        let x = root(&self.probabilities, values)?;
        Some(self.probabilities.iter().zip(values).map(|(p, v)| p / (1.0 + x * v)).collect())
    }

    fn spread(&self, probabilities: &[f64]) -> (f64, f64) {
        let mean: f64 = self.points().zip(probabilities).map(|(a, p)| a * p).sum();
        let variance: f64 =
            self.points().zip(probabilities).map(|(a, p)| (a - mean).powi(2) * p).sum();
        (mean, variance.sqrt())
    }

    fn mean_log(&self, above: &[f64], below: &[f64]) -> f64 {
        self.probabilities.iter().zip(above).zip(below).map(|((p, a), b)| p * (a / b).ln()).sum()
    }
}

/// The `x` with `Σ pᵢ·vᵢ / (1 + x·vᵢ) = 0` and every `1 + x·vᵢ` positive. In that
/// interval the sum falls from +∞ to -∞. Newton's method finds the root; a step that
/// would leave the bracket is replaced by bisection.
fn root(probabilities: &[f64], values: &[f64]) -> Option<f64> {
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
    if !(lowest < 0.0 && highest > 0.0) {
        return None;
    }
    let mut low = -1.0 / highest;
    let mut high = -1.0 / lowest;
    let mut x = 0.0;
    for _ in 0..200 {
        let mut sum = 0.0;
        let mut slope = 0.0;
        for (p, v) in probabilities.iter().zip(values) {
            let q = v / (1.0 + x * v);
            sum += p * q;
            slope += p * q * q;
        }
        if sum > 0.0 {
            low = x
        } else {
            high = x
        }
        let newton = x + sum / slope;
        let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
        if (next - x).abs() <= 1e-15 * (1.0 + x.abs()) {
            return Some(next);
        }
        x = next;
    }
    Some(x)
}
