//! An evaluation that is a sum of weights ([`Linear`](crate::games::Linear)).

use super::model::Model;
use crate::training::samples::Sample;

/// The sum over so many features, each of which has two parameters one after the
/// other: its weight at the beginning of a game and at its end, in centi-units.
#[derive(Clone, Copy, Debug)]
pub struct Sum(pub usize);

impl Model for Sum {
    type Work = ();

    fn size(&self) -> usize {
        2 * self.0
    }

    fn evaluate(&self, parameters: &[f32], sample: &Sample, (): &mut ()) -> f32 {
        let weights = parameters.as_chunks::<2>().0;
        let mut sums = [0.0; 2];
        for count in sample.counts {
            let weight = weights[usize::from(count.feature)];
            let times = f32::from(count.count);
            sums[0] += weight[0] * times;
            sums[1] += weight[1] * times;
        }
        let phase = sample.frame.phase;
        sums[0] * phase + sums[1] * (1.0 - phase)
    }

    fn descend(
        &self,
        _parameters: &[f32],
        sample: &Sample,
        (): &mut (),
        slope: f32,
        gradient: &mut [f32],
    ) {
        let gradient = gradient.as_chunks_mut::<2>().0;
        let slope = [slope * sample.frame.phase, slope * (1.0 - sample.frame.phase)];
        for count in sample.counts {
            let sum = &mut gradient[usize::from(count.feature)];
            let times = f32::from(count.count);
            sum[0] += slope[0] * times;
            sum[1] += slope[1] * times;
        }
    }
}
