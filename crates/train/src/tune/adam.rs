//! Adam (Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015).

use serde::{Deserialize, Serialize};

/// The decay rates of both moments: beta1 and beta2, with the paper's values.
const BETAS: [f32; 2] = [0.9, 0.999];
/// Prevents a division by 0 for parameters that occur in no sample.
const EPSILON: f32 = 1e-12;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Adam {
    pub(super) steps: u64,
    pub(super) first_moments: Vec<f32>,
    pub(super) second_moments: Vec<f32>,
}

impl Adam {
    pub(super) fn new(size: usize) -> Adam {
        Adam { steps: 0, first_moments: vec![0.0; size], second_moments: vec![0.0; size] }
    }

    /// Moves each parameter against its derivative, by about `rate`.
    pub(super) fn step(
        &mut self,
        parameters: &mut [f32],
        derivative: impl Fn(usize, f32) -> f32,
        rate: f32,
    ) {
        self.steps += 1;
        let bias_corrections =
            BETAS.map(|beta| 1.0 - f64::from(beta).powf(self.steps as f64) as f32);
        let moments = self.first_moments.iter_mut().zip(&mut self.second_moments);
        for (i, (parameter, (first, second))) in parameters.iter_mut().zip(moments).enumerate() {
            let derivative = derivative(i, *parameter);
            *first = BETAS[0] * *first + (1.0 - BETAS[0]) * derivative;
            *second = BETAS[1] * *second + (1.0 - BETAS[1]) * derivative * derivative;
            let scale = (*second / bias_corrections[1]).sqrt() + EPSILON;
            *parameter -= rate * (*first / bias_corrections[0]) / scale;
        }
    }
}
