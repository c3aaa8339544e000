//! The objective of a training: the error with which an evaluation predicts the results of games.
//!
//! This is Texel's tuning method (chessprogramming.org "Texel's Tuning Method"), with
//! the score of a search mixed into the target.

/// The range of scales tried, in centi-units. Scores that do not predict the result get
/// the largest.
const SCALE_RANGE_CENTI: [f64; 2] = [10.0, 10_000.0];

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Objective {
    /// Centi-units per unit of log odds: at this evaluation, a win is e times as likely
    /// as a loss.
    pub scale: f32,
    /// The weight of the game's result in the target, from 0 to 1; the rest is the
    /// weight of the search score.
    pub lambda: f32,
}

impl Objective {
    /// The expected score of the first player, from 0 to 1, for an evaluation of
    /// `centi`, by the logistic curve.
    pub fn expectation(&self, centi: f32) -> f32 {
        1.0 / (1.0 + (-centi / self.scale).exp())
    }

    /// The value that the evaluation of a sample should predict: of the result of its game, 0 to
    /// 1, and of the score of its search, in centi-units, both for the same player.
    pub fn target(&self, result: f32, score: i16) -> f32 {
        self.lambda * result + (1.0 - self.lambda) * self.expectation(f32::from(score))
    }

    /// The prediction of a target by an evaluation, in centi-units.
    #[inline]
    pub fn predict(&self, evaluation: f32, target: f32) -> Prediction {
        let expectation = self.expectation(evaluation);
        Prediction { expectation, error: expectation - target, scale: self.scale }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Prediction {
    expectation: f32,
    error: f32,
    scale: f32,
}

impl Prediction {
    #[inline]
    pub fn loss(&self) -> f64 {
        f64::from(self.error * self.error)
    }

    /// The derivative of the loss by the evaluation.
    #[inline]
    pub fn derivative(&self) -> f32 {
        let Prediction { expectation, error, scale } = self;
        2.0 * error * expectation * (1.0 - expectation) / scale
    }
}

/// The number of occurrences of each score with each result, both for the same player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoreCounts {
    /// By the bits of the score, and by the half points of the result.
    counts: Vec<[u64; 3]>,
}

impl ScoreCounts {
    /// Counts a score, in centi-units, and the half points of the result, 0 to 2.
    pub fn add(&mut self, score: i16, half_points: u8) {
        if self.counts.is_empty() {
            self.counts.resize(1 << 16, [0; 3]);
        }
        self.counts[usize::from(score as u16)][usize::from(half_points)] += 1;
    }

    /// The scale with which the scores predict the results best.
    pub fn scale(&self) -> f32 {
        let mut scores = Vec::new();
        for (score, counts) in self.counts.iter().enumerate() {
            if *counts != [0; 3] {
                scores.push((score as u16 as i16, counts.map(|count| count as f64)));
            }
        }
        best_scale(|scale| sum_of_errors(&scores, scale)) as f32
    }
}

/// The scale with the least error, in centi-units, by golden section search on its logarithm
/// (Kiefer, "Sequential minimax search for a maximum", 1953).
pub(super) fn best_scale(error: impl Fn(f64) -> f64) -> f64 {
    let section = (5.0_f64.sqrt() - 1.0) / 2.0;
    let mut low = SCALE_RANGE_CENTI[0].ln();
    let mut high = SCALE_RANGE_CENTI[1].ln();
    let mut left = high - section * (high - low);
    let mut right = low + section * (high - low);
    let mut at_left = error(left.exp());
    let mut at_right = error(right.exp());
    while high - low > 1e-4 {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - section * (high - low);
            at_left = error(left.exp());
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + section * (high - low);
            at_right = error(right.exp());
        }
    }
    f64::midpoint(low, high).exp()
}

fn sum_of_errors(scores: &[(i16, [f64; 3])], scale: f64) -> f64 {
    let objective = Objective { scale: scale as f32, lambda: 1.0 };
    let mut sum = 0.0;
    for (score, [losses, draws, wins]) in scores {
        let expectation = f64::from(objective.expectation(f32::from(*score)));
        sum += losses * expectation.powi(2)
            + draws * (expectation - 0.5).powi(2)
            + wins * (expectation - 1.0).powi(2);
    }
    sum
}
