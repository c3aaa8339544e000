//! An evaluation that is a sum of weights ([`Linear`](plyglot_core::game::Linear)).

use super::samples::Sample;

/// A weighted sum over this number of features. Each has two adjacent parameters: its
/// weight in the midgame and in the endgame, in centi-units.
#[derive(Clone, Copy, Debug)]
pub struct LinearModel(pub usize);

impl LinearModel {
    /// The number of parameters.
    pub fn size(&self) -> usize {
        2 * self.0
    }

    /// The evaluation for the first player, in centi-units.
    pub fn evaluate(&self, parameters: &[f32], sample: &Sample) -> f32 {
        let weights = parameters.as_chunks::<2>().0;
        let mut sums = [0.0; 2];
        for count in sample.counts {
            let weight = weights[usize::from(count.feature)];
            let times = f32::from(count.count);
            sums[0] += weight[0] * times;
            sums[1] += weight[1] * times;
        }
        let phase = sample.info.phase;
        sums[0] * phase + sums[1] * (1.0 - phase) + sample.info.rest
    }

    /// Adds to `gradient` the derivative of the sample's evaluation by each parameter,
    /// times `derivative`: that of the loss by the evaluation.
    pub fn backpropagate(&self, sample: &Sample, derivative: f32, gradient: &mut [f32]) {
        let gradient = gradient.as_chunks_mut::<2>().0;
        let phase = sample.info.phase;
        let derivatives = [derivative * phase, derivative * (1.0 - phase)];
        for count in sample.counts {
            let sum = &mut gradient[usize::from(count.feature)];
            let times = f32::from(count.count);
            sum[0] += derivatives[0] * times;
            sum[1] += derivatives[1] * times;
        }
    }
}
