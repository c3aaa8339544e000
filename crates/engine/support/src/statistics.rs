//! Statistics of the results of one side against another: score, Elo and normalized Elo
//! with 95 % bounds, and the likelihood of superiority.
//!
//! Two games from one opening with sides exchanged are not independent. If there are
//! such pairs, the pair is the unit: the pentanomial model of fishtest ("Fishtest
//! mathematics", Stockfish wiki). Otherwise every game is a unit, in the trinomial
//! model.

use std::ops::AddAssign;

/// The 97.5 % quantile of the standard normal distribution: 95 % lie within this many
/// standard deviations of the mean.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Normalized Elo of a mean one standard deviation (of a single game) above an
/// even score: 800 / ln 10, which makes it equal to Elo for small differences
/// without draws (M. Van den Bergh, "Comments on Normalized Elo").
pub const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate; infinite if every game was won or lost.
    pub estimate: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Interval {
    /// Half the width: the value after a plus-minus sign.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    fn map(self, increasing: impl Fn(f64) -> f64) -> Interval {
        Interval {
            estimate: increasing(self.estimate),
            low: increasing(self.low),
            high: increasing(self.high),
        }
    }
}

/// The results of one side against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs of games by their half points, 0 to 4.
    pub pairs: [u32; 5],
}

impl Tally {
    /// Counts a game with `half_points` of 2.
    pub fn add_game(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Counts a pair with `half_points` of 4. Its games are counted by
    /// [`Tally::add_game`].
    pub fn add_pair(&mut self, half_points: u8) {
        self.pairs[usize::from(half_points.min(4))] += 1;
    }

    /// The same games from the view of the other side.
    pub fn reversed(self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }

    /// Games counted.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points: 1 for a win, a half for a draw.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Points per game, 0 to 1; `None` without games.
    pub fn score(&self) -> Option<f64> {
        if self.games() == 0 {
            return None;
        }
        Some(self.points() / f64::from(self.games()))
    }

    /// The share of drawn games, 0 to 1; `None` without games.
    pub fn draw_ratio(&self) -> Option<f64> {
        if self.games() == 0 {
            return None;
        }
        Some(f64::from(self.draws) / f64::from(self.games()))
    }

    /// Pairs won per pair lost, as in fastchess; infinite if no pair was lost, `None`
    /// if none was won either.
    pub fn pairs_ratio(&self) -> Option<f64> {
        let [lost2, lost, _, won, won2] = self.pairs.map(f64::from);
        let ratio = (won + won2) / (lost + lost2);
        if ratio.is_nan() { None } else { Some(ratio) }
    }

    /// The frequency of each result, from worst to best: five classes of pairs if there
    /// are pairs, otherwise three of games.
    pub fn classes(&self) -> Vec<u32> {
        if self.pairs.iter().any(|&pairs| pairs > 0) {
            self.pairs.to_vec()
        } else {
            vec![self.losses, self.draws, self.wins]
        }
    }

    /// The expected points per game with bounds (`mean ± z·sd/√n`, within 0 and 1),
    /// from the pairs if there are any. `None` without games.
    pub fn expected_score(&self) -> Option<Interval> {
        self.moments(|m| {
            let margin = Z95 * (m.variance / m.count).sqrt();
            let high = (m.mean + margin).min(1.0);
            Interval { estimate: m.mean, low: (m.mean - margin).max(0.0), high }
        })
    }

    /// The Elo difference of the expected score, with bounds.
    pub fn elo(&self) -> Option<Interval> {
        self.expected_score().map(|score| score.map(elo_of_score))
    }

    /// Normalized Elo: the standard deviations of a game by which the mean lies above
    /// an even score, in units of [`NORMALIZED_ELO`]. The variance of that ratio `t` is
    /// `(1 - t·skewness + t²·(kurtosis - 1)/4) / n` by the delta method, as in
    /// fishtest.
    pub fn normalized_elo(&self) -> Option<Interval> {
        self.moments(|m| {
            let t = m.deviations_from_even();
            let spread = 1.0 - t * m.skewness + t * t * (m.kurtosis - 1.0) / 4.0;
            let margin = Z95 * (spread.max(0.0) / m.count).sqrt();
            let unit = NORMALIZED_ELO / m.games_per_unit.sqrt();
            Interval { estimate: t * unit, low: (t - margin) * unit, high: (t + margin) * unit }
        })
    }

    /// The likelihood of superiority (LOS): the probability that this side is stronger,
    /// 0 to 1, from the normal distribution of the mean.
    pub fn superiority(&self) -> Option<f64> {
        let m = Moments::with_spread(&self.classes())?;
        Some(normal_cdf(m.deviations_from_even() * m.count.sqrt()))
    }

    /// Estimate and bounds. If all results are the same, the sample variance is zero,
    /// but the result is not certain. The bounds are then those with half a result
    /// added to each class.
    fn moments(&self, interval: impl Fn(&Moments) -> Interval) -> Option<Interval> {
        let classes = self.classes();
        let estimate = interval(&Moments::new(&classes)?).estimate;
        let Interval { low, high, .. } = interval(&Moments::with_spread(&classes)?);
        Some(Interval { estimate, low: low.min(estimate), high: high.max(estimate) })
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (pairs, more) in self.pairs.iter_mut().zip(other.pairs) {
            *pairs += more;
        }
    }
}

/// The moments of the score per game over independent units: games or pairs.
struct Moments {
    count: f64,
    games_per_unit: f64,
    mean: f64,
    variance: f64,
    skewness: f64,
    kurtosis: f64,
}

impl Moments {
    fn new(classes: &[u32]) -> Option<Moments> {
        Moments::from_weights(&classes.iter().map(|&count| f64::from(count)).collect::<Vec<_>>())
    }

    /// Like [`Moments::new`], but the variance is never zero.
    fn with_spread(classes: &[u32]) -> Option<Moments> {
        let exact = Moments::new(classes)?;
        if exact.variance > 0.0 {
            return Some(exact);
        }
        let weights: Vec<f64> = classes.iter().map(|&count| f64::from(count) + 0.5).collect();
        Moments::from_weights(&weights)
    }

    fn from_weights(weights: &[f64]) -> Option<Moments> {
        let count: f64 = weights.iter().sum();
        if count == 0.0 {
            return None;
        }
        let mean = moment(weights, 0.0, 1);
        let variance = moment(weights, mean, 2);
        Some(Moments {
            count,
            games_per_unit: (weights.len() - 1) as f64 / 2.0,
            mean,
            variance,
            skewness: moment(weights, mean, 3) / variance.powf(1.5),
            kurtosis: moment(weights, mean, 4) / variance.powi(2),
        })
    }

    fn deviations_from_even(&self) -> f64 {
        if self.mean == 0.5 { 0.0 } else { (self.mean - 0.5) / self.variance.sqrt() }
    }
}

/// The moment about `center` of points from 0 to 1 with the weights of equidistant classes.
fn moment(weights: &[f64], center: f64, power: i32) -> f64 {
    let best = (weights.len() - 1) as f64;
    let mut sum = 0.0;
    for (class, weight) in weights.iter().enumerate() {
        sum += weight * (class as f64 / best - center).powi(power);
    }
    sum / weights.iter().sum::<f64>()
}

/// The expected score per game, 0 to 1, for an Elo difference: `1 / (1 +
/// 10^(-elo/400))`.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference for a score per game: `-400·lg(1/score - 1)`; infinite at 0 and
/// 1.
pub fn elo_of_score(score: f64) -> f64 {
    // Adding 0 turns the -0 of an even score into 0.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// The distribution function of the standard normal distribution, accurate to 1e-14. In
/// the middle by the series `½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …)`, in the tails by the
/// continued fraction `φ(x)/(x + 1/(x + 2/(x + 3/…)))` (Abramowitz and Stegun 26.2.11
/// and 26.2.14).
pub fn normal_cdf(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x.abs() < 4.0 {
        return 0.5 + density * odd_series(x);
    }
    let tail = density / (1..=60).rev().fold(x.abs(), |below, k| x.abs() + f64::from(k) / below);
    if x > 0.0 { 1.0 - tail } else { tail }
}

fn odd_series(x: f64) -> f64 {
    let mut term = x;
    let mut sum = x;
    let mut divisor = 1.0;
    // Below 4 the terms vanish well before the hundredth.
    for _ in 0..100 {
        divisor += 2.0;
        term *= x * x / divisor;
        sum += term;
    }
    sum
}
