//! Adam (Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015).

use super::objective::Weights;

/// How much of the mean of the slopes is kept at each step, and how much of
/// the mean of their squares: the paper's values.
const KEPT: [f32; 2] = [0.9, 0.999];
/// Keeps weights that no sample has ever touched from being divided by 0.
const TINY: f32 = 1e-12;

/// What the optimizer remembers of each weight.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Adam {
    /// Steps made.
    pub(super) steps: u64,
    pub(super) means: Weights,
    pub(super) squares: Weights,
}

impl Adam {
    pub(super) fn new(size: usize) -> Adam {
        Adam { steps: 0, means: vec![[0.0; 2]; size], squares: vec![[0.0; 2]; size] }
    }

    /// Moves each weight down its slope, by about `rate`.
    pub(super) fn step(
        &mut self,
        weights: &mut [[f32; 2]],
        slope: impl Fn(usize, [f32; 2]) -> [f32; 2],
        rate: f32,
    ) {
        self.steps += 1;
        let fill = KEPT.map(|kept| 1.0 - f64::from(kept).powf(self.steps as f64) as f32);
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for (i, (weight, (mean, square))) in weights.iter_mut().zip(moments).enumerate() {
            let slope = slope(i, *weight);
            for part in 0..2 {
                let slope = slope[part];
                mean[part] = KEPT[0] * mean[part] + (1.0 - KEPT[0]) * slope;
                square[part] = KEPT[1] * square[part] + (1.0 - KEPT[1]) * slope * slope;
                let size = (square[part] / fill[1]).sqrt() + TINY;
                weight[part] -= rate * (mean[part] / fill[0]) / size;
            }
        }
    }
}
