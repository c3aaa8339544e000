//! What is fitted: an evaluation of samples with parameters.

use crate::training::samples::Sample;

/// A function of a sample and some parameters.
pub trait Model: Sync {
    /// What one evaluation leaves for the slopes; room that is used again.
    type Work: Default + Send;

    /// The number of parameters.
    fn size(&self) -> usize;

    /// The evaluation for the first player, in centi-units.
    fn evaluate(&self, parameters: &[f32], sample: &Sample, work: &mut Self::Work) -> f32;

    /// Adds to `gradient`, for each parameter, the derivative of the evaluation
    /// that was just made times `slope`.
    fn descend(
        &self,
        parameters: &[f32],
        sample: &Sample,
        work: &mut Self::Work,
        slope: f32,
        gradient: &mut [f32],
    );

    /// Puts parameters that have left their bounds back on them.
    fn confine(&self, _parameters: &mut [f32]) {}
}
