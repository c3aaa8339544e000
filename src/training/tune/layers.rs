//! A network on top of an evaluation ([`network`](crate::games::network)), with
//! fractions for whole numbers.

use super::model::Model;
use crate::engine::Shape;
use crate::games::Side;
use crate::games::network::{
    BIAS_UNIT, GREATEST_OUTPUT, GREATEST_SHARE, GREATEST_WEIGHT, OUTPUT_UNIT, SCALE, SHARE_UNIT,
    UNIT,
};
use crate::games::random::{Random, mix};
use crate::training::samples::Sample;
use std::ops::Range;

/// No parameter goes farther from 0, as whole numbers could not follow.
const BOUND: f32 = 1.98;
/// The greatest weight of the first layer that a fit begins with: the sums of
/// thirty inputs then lie about 0.25 from 0.
const FIRST: f32 = 0.08;

/// A network. Its parameters lie in the order of its file: the rows of the first
/// layer by input, its biases, the weights of the output by bucket (for the side
/// to move, then for the other), its biases, and the shares of the foundation.
#[derive(Clone, Copy, Debug)]
pub struct Layers(pub Shape);

/// Where the parameters of each kind lie.
struct Places {
    rows: Range<usize>,
    biases: Range<usize>,
    outputs: Range<usize>,
    output_biases: Range<usize>,
    shares: Range<usize>,
}

/// The sums of the first layer, those for the side to move first, and what each
/// of them adds to the loss.
#[derive(Debug, Default)]
pub struct Sums {
    sums: Vec<f32>,
    slopes: Vec<f32>,
}

impl Layers {
    fn places(&self) -> Places {
        let Shape { inputs, hidden, buckets } = self.0;
        let biases = inputs * hidden;
        let outputs = biases + hidden;
        let output_biases = outputs + 2 * hidden * buckets;
        let shares = output_biases + buckets;
        Places {
            rows: 0..biases,
            biases: biases..outputs,
            outputs: outputs..output_biases,
            output_biases: output_biases..shares,
            shares: shares..shares + buckets,
        }
    }

    /// Parameters to begin with: a first layer by lot, an output of 0, and all of
    /// the foundation.
    pub fn start(&self, seed: u64) -> Vec<f32> {
        let mut random = Random::new(mix(seed));
        let mut parameters = vec![0.0; self.size()];
        for weight in &mut parameters[self.places().rows] {
            let fraction = random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0;
            *weight = FIRST * fraction;
        }
        parameters[self.places().shares].fill(1.0);
        parameters
    }

    /// Parameters to begin with that say what those of a network with no more
    /// sums say; what is new begins as in [`Layers::start`].
    pub fn grown(&self, from: &Layers, parameters: &[f32], seed: u64) -> Vec<f32> {
        let mut grown = self.start(seed);
        let (places, had) = (self.places(), from.places());
        // All but the last two kinds are lists of rows with a number for each sum.
        let wide = grown[..places.outputs.end].chunks_exact_mut(self.0.hidden);
        let narrow = parameters[..had.outputs.end].chunks_exact(from.0.hidden);
        for (wide, narrow) in wide.zip(narrow) {
            wide[..narrow.len()].copy_from_slice(narrow);
        }
        grown[places.outputs.end..].copy_from_slice(&parameters[had.outputs.end..]);
        grown
    }

    /// The whole numbers nearest to some parameters.
    pub fn round(&self, parameters: &[f32]) -> Vec<i16> {
        let whole = |x: &f32, (unit, greatest): (f32, i16)| {
            let greatest = f32::from(greatest);
            (x * unit).round().clamp(-greatest, greatest) as i16
        };
        parameters.iter().zip(self.units()).map(|(x, unit)| whole(x, unit)).collect()
    }

    /// Whole numbers as parameters.
    pub fn widen(&self, numbers: &[i16]) -> Vec<f32> {
        numbers.iter().zip(self.units()).map(|(&x, (unit, _))| f32::from(x) / unit).collect()
    }

    /// For each parameter, what stands for 1 and the greatest number.
    fn units(&self) -> impl Iterator<Item = (f32, i16)> {
        let Places { rows, biases, outputs, output_biases, shares } = self.places();
        let first = std::iter::repeat_n((UNIT as f32, GREATEST_WEIGHT), rows.len() + biases.len());
        let output = std::iter::repeat_n((OUTPUT_UNIT as f32, GREATEST_OUTPUT), outputs.len());
        let bias = (BIAS_UNIT as f32, i16::MAX);
        let share = (SHARE_UNIT as f32, GREATEST_SHARE);
        let biases = std::iter::repeat_n(bias, output_biases.len());
        first.chain(output).chain(biases).chain(std::iter::repeat_n(share, shares.len()))
    }

    /// The weights of the output for the bucket of a sample.
    fn outputs(&self, sample: &Sample) -> Range<usize> {
        let size = 2 * self.0.hidden;
        let start = self.places().outputs.start + usize::from(sample.frame.bucket) * size;
        start..start + size
    }

    /// Where the output's bias for the bucket of a sample is.
    fn output_bias(&self, sample: &Sample) -> usize {
        self.places().output_biases.start + usize::from(sample.frame.bucket)
    }

    /// Where the share of the foundation for the bucket of a sample is.
    fn share(&self, sample: &Sample) -> usize {
        self.places().shares.start + usize::from(sample.frame.bucket)
    }

    /// For each input that is on, where its row lies and where the sums of
    /// the side that sees it.
    fn seen(&self, sample: &Sample) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
        let hidden = self.0.hidden;
        let first = sample.frame.side == Side::First;
        sample.counts.iter().map(move |count| {
            let row = usize::from(count.feature) * hidden;
            let side = if (count.count > 0) == first { 0 } else { hidden };
            (row..row + hidden, side..side + hidden)
        })
    }
}

fn sign(sample: &Sample) -> f32 {
    if sample.frame.side == Side::First { 1.0 } else { -1.0 }
}

impl Model for Layers {
    type Work = Sums;

    fn size(&self) -> usize {
        self.places().shares.end
    }

    fn evaluate(&self, parameters: &[f32], sample: &Sample, work: &mut Sums) -> f32 {
        let biases = &parameters[self.places().biases];
        work.sums.clear();
        work.sums.extend_from_slice(biases);
        work.sums.extend_from_slice(biases);
        for (row, side) in self.seen(sample) {
            for (sum, weight) in work.sums[side].iter_mut().zip(&parameters[row]) {
                *sum += weight;
            }
        }
        let weights = &parameters[self.outputs(sample)];
        let squares = work.sums.iter().map(|sum| sum.clamp(0.0, 1.0)).map(|x| x * x);
        let output: f32 = squares.zip(weights).map(|(square, weight)| square * weight).sum();
        let output = output + parameters[self.output_bias(sample)];
        let foundation = parameters[self.share(sample)] * f32::from(sample.frame.foundation);
        foundation + sign(sample) * SCALE as f32 * output
    }

    fn descend(
        &self,
        parameters: &[f32],
        sample: &Sample,
        work: &mut Sums,
        slope: f32,
        gradient: &mut [f32],
    ) {
        gradient[self.share(sample)] += slope * f32::from(sample.frame.foundation);
        let slope = slope * sign(sample) * SCALE as f32;
        gradient[self.output_bias(sample)] += slope;
        let outputs = self.outputs(sample);
        work.slopes.clear();
        let both = work.sums.iter().zip(&parameters[outputs.clone()]);
        work.slopes.extend(both.map(|(&sum, weight)| {
            let is_between = sum > 0.0 && sum < 1.0;
            if is_between { slope * weight * 2.0 * sum } else { 0.0 }
        }));
        for (sum, by_weight) in work.sums.iter().zip(&mut gradient[outputs]) {
            let x = sum.clamp(0.0, 1.0);
            *by_weight += slope * x * x;
        }
        for (row, side) in self.seen(sample) {
            for (by_weight, by_sum) in gradient[row].iter_mut().zip(&work.slopes[side]) {
                *by_weight += by_sum;
            }
        }
        let (own, other) = work.slopes.split_at(self.0.hidden);
        let biases = gradient[self.places().biases].iter_mut();
        for (by_bias, (own, other)) in biases.zip(own.iter().zip(other)) {
            *by_bias += own + other;
        }
    }

    fn confine(&self, parameters: &mut [f32]) {
        for parameter in parameters {
            *parameter = parameter.clamp(-BOUND, BOUND);
        }
    }
}
