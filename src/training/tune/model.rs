//! The fitted model: an evaluation with parameters.

use crate::training::samples::Sample;

/// A function of a sample and some parameters.
pub trait Model: Sync {
    /// Intermediate values of an evaluation for its backpropagation. Reused, so that no
    /// sample allocates memory.
    type Workspace: Default + Send;

    /// The number of parameters.
    fn size(&self) -> usize;

    /// The evaluation for the first player, in centi-units.
    fn evaluate(&self, parameters: &[f32], sample: &Sample, workspace: &mut Self::Workspace)
    -> f32;

    /// Adds to `gradient` the derivative of the last evaluation by each parameter,
    /// times `derivative`: that of the loss by the evaluation.
    fn backpropagate(
        &self,
        parameters: &[f32],
        sample: &Sample,
        workspace: &mut Self::Workspace,
        derivative: f32,
        gradient: &mut [f32],
    );

    /// Clamps the parameters to their bounds.
    fn clamp(&self, _parameters: &mut [f32]) {}
}
