//! Adam (Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015).

/// How much of the mean of the slopes is kept at each step, and how much of
/// the mean of their squares: the paper's values.
const KEPT: [f32; 2] = [0.9, 0.999];
/// Keeps parameters that no sample has ever touched from being divided by 0.
const TINY: f32 = 1e-12;

/// What the optimizer remembers of each parameter.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Adam {
    /// Steps made.
    pub(super) steps: u64,
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
}

impl Adam {
    pub(super) fn new(size: usize) -> Adam {
        Adam { steps: 0, means: vec![0.0; size], squares: vec![0.0; size] }
    }

    /// Moves each parameter down its slope, by about `rate`.
    pub(super) fn step(
        &mut self,
        parameters: &mut [f32],
        slope: impl Fn(usize, f32) -> f32,
        rate: f32,
    ) {
        self.steps += 1;
        let fill = KEPT.map(|kept| 1.0 - f64::from(kept).powf(self.steps as f64) as f32);
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for (i, (parameter, (mean, square))) in parameters.iter_mut().zip(moments).enumerate() {
            let slope = slope(i, *parameter);
            *mean = KEPT[0] * *mean + (1.0 - KEPT[0]) * slope;
            *square = KEPT[1] * *square + (1.0 - KEPT[1]) * slope * slope;
            let size = (*square / fill[1]).sqrt() + TINY;
            *parameter -= rate * (*mean / fill[0]) / size;
        }
    }
}
