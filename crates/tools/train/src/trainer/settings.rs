//! How a network is trained.

use super::objective::Objective;

/// How parameters are fitted to samples. Only `threads` and `save_every` do not change the
/// result.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainerSettings {
    pub objective: Objective,
    /// Passes over all samples.
    pub epochs: u64,
    /// The least steps: if the epochs have fewer, there are more epochs, up to 200.
    pub min_steps: u64,
    /// Approximate samples per step; at least 32.
    pub batch: usize,
    /// The learning rates of the first and of the last step: about how far a step moves
    /// a parameter. Between them, the rate falls like a cosine.
    pub learning_rates: [f32; 2],
    /// The weight decay: a step multiplies weights by 1 - rate · decay. Biases and the weights of
    /// the base evaluation do not decay.
    pub weight_decay: f32,
    /// The seed of the order of the samples.
    pub seed: u64,
    /// Threads; at most eight are used.
    pub threads: usize,
    /// The maximum number of steps between two saved states, at least 1; there are eight states or more.
    pub save_every: u64,
}

impl Default for TrainerSettings {
    fn default() -> TrainerSettings {
        TrainerSettings {
            objective: Objective { scale: 200.0, lambda: 0.1 },
            epochs: 20,
            min_steps: 0,
            batch: 16_384,
            learning_rates: [1e-3, 1e-5],
            weight_decay: 0.01,
            seed: 1,
            threads: 1,
            save_every: 4_096,
        }
    }
}
