//! The network on chunks of samples: evaluations, and the gradient of the loss.

use super::chunk::{Chunk, ChunkSample};
use super::kernel::{Kernel, KernelBuffers, Parameters, RowPlan};
use super::objective::{Objective, Prediction};
use super::shape::{ParameterRanges, TrainingShape};
use anyhow::{Context, Result};
use plyglot_core::game::Side;
use plyglot_core::game::network::SCALE_CENTI;
use plyglot_support::aligned::Aligned;

/// A network of some shape, without its parameters.
#[derive(Clone, Debug)]
pub struct Model {
    shape: TrainingShape,
    ranges: ParameterRanges,
    kernel: Kernel,
}

/// Intermediate values of a chunk. Reused, so that no chunk allocates memory.
#[derive(Debug, Default)]
pub struct GradientWorkspace {
    plan: RowPlan,
    buffers: KernelBuffers,
    evaluations: Vec<f32>,
}

#[derive(Clone, Debug)]
pub struct Gradient {
    /// A value for each parameter.
    pub values: Aligned<f32>,
    /// For each input: whether its row may be other than 0.
    pub touched: Vec<bool>,
    pub loss: f64,
}

fn predict(objective: &Objective, half_points: u8, sample: &ChunkSample, by: f32) -> Prediction {
    let first = f32::from(half_points) / 2.0;
    let result = if sample.side == Side::First { first } else { 1.0 - first };
    objective.predict(by, objective.target(result, sample.score))
}

impl Model {
    pub fn new(shape: TrainingShape) -> Result<Model> {
        shape.check()?;
        let kernel = Kernel::new(shape.hidden).context("no loops for this number of neurons")?;
        Ok(Model { ranges: shape.ranges(), kernel, shape })
    }

    pub fn shape(&self) -> &TrainingShape {
        &self.shape
    }

    /// The evaluations of a chunk's samples for the side to move, in centi-units.
    /// `parameters` are in the order of
    /// [`NetworkShape::parameters`](plyglot_core::game::network::NetworkShape::parameters).
    ///
    /// # Panics
    /// If a number of the chunk is out of the shape's range.
    pub fn evaluate<'w>(
        &self,
        parameters: &[f32],
        chunk: Chunk<'_>,
        workspace: &'w mut GradientWorkspace,
    ) -> &'w [f32] {
        self.evaluate_under(0, parameters, chunk, workspace);
        &workspace.evaluations
    }

    fn evaluate_under(
        &self,
        symmetry: usize,
        parameters: &[f32],
        chunk: Chunk<'_>,
        workspace: &mut GradientWorkspace,
    ) {
        let GradientWorkspace { plan, buffers, evaluations } = workspace;
        let parameters = self.split(parameters);
        plan.build(&self.shape, chunk, symmetry);
        (self.kernel.forward)(&parameters, chunk, plan, buffers);
        evaluations.clear();
        for (sample, output) in chunk.samples.iter().zip(&buffers.outputs) {
            let bucket = usize::from(sample.bucket);
            let output = output + parameters.output_biases[bucket];
            let base =
                parameters.base_weights.get(bucket).map_or(0.0, |w| w * f32::from(sample.base));
            evaluations.push(base + SCALE_CENTI as f32 * output);
        }
    }

    /// Adds the losses of chunks and their gradient, each chunk under the symmetry of this number.
    /// The gradient is that of the sum, not of the mean.
    pub fn add_gradient<'c>(
        &self,
        parameters: &[f32],
        chunks: impl Iterator<Item = (Chunk<'c>, usize)>,
        objective: &Objective,
        workspace: &mut GradientWorkspace,
        gradient: &mut Gradient,
    ) {
        for (chunk, symmetry) in chunks {
            self.evaluate_under(symmetry, parameters, chunk, workspace);
            self.backpropagate(parameters, chunk, objective, workspace, gradient);
        }
    }

    /// The sum of the losses of chunks.
    pub fn loss<'c>(
        &self,
        parameters: &[f32],
        chunks: impl Iterator<Item = Chunk<'c>>,
        objective: &Objective,
        workspace: &mut GradientWorkspace,
    ) -> f64 {
        let mut sum = 0.0;
        for chunk in chunks {
            let evaluations = self.evaluate(parameters, chunk, workspace);
            for (sample, evaluation) in chunk.samples.iter().zip(evaluations) {
                sum += predict(objective, chunk.half_points, sample, *evaluation).loss();
            }
        }
        sum
    }

    /// Adds the losses of a chunk that the workspace has evaluated, and their gradient.
    fn backpropagate(
        &self,
        parameters: &[f32],
        chunk: Chunk<'_>,
        objective: &Objective,
        workspace: &mut GradientWorkspace,
        gradient: &mut Gradient,
    ) {
        let GradientWorkspace { plan, buffers, evaluations } = workspace;
        for operation in plan.rows() {
            gradient.touched[usize::from(operation.input)] = true;
        }
        let mut by_parameters = self.split_mut(&mut gradient.values);
        buffers.slopes.clear();
        for (sample, evaluation) in chunk.samples.iter().zip(evaluations) {
            let prediction = predict(objective, chunk.half_points, sample, *evaluation);
            gradient.loss += prediction.loss();
            let derivative = prediction.derivative();
            let bucket = usize::from(sample.bucket);
            if let Some(by_weight) = by_parameters.base_weights.get_mut(bucket) {
                *by_weight += derivative * f32::from(sample.base);
            }
            let slope = derivative * SCALE_CENTI as f32;
            by_parameters.output_biases[bucket] += slope;
            buffers.slopes.push(slope);
        }
        let parameters = self.split(parameters);
        (self.kernel.backward)(&parameters, chunk, plan, buffers, &mut by_parameters);
    }

    fn split<'a>(&self, parameters: &'a [f32]) -> Parameters<&'a [f32]> {
        let ranges = &self.ranges;
        Parameters {
            input_weights: &parameters[ranges.input_weights.clone()],
            biases: &parameters[ranges.biases.clone()],
            output_weights: &parameters[ranges.output_weights.clone()],
            output_biases: &parameters[ranges.output_biases.clone()],
            base_weights: &parameters[ranges.base_weights.clone()],
        }
    }

    fn split_mut<'a>(&self, values: &'a mut [f32]) -> Parameters<&'a mut [f32]> {
        let ranges = &self.ranges;
        let (input_weights, rest) = values.split_at_mut(ranges.input_weights.len());
        let (biases, rest) = rest.split_at_mut(ranges.biases.len());
        let (output_weights, rest) = rest.split_at_mut(ranges.output_weights.len());
        let (output_biases, base_weights) = rest.split_at_mut(ranges.output_biases.len());
        Parameters { input_weights, biases, output_weights, output_biases, base_weights }
    }
}

impl Gradient {
    /// A gradient of zeros for networks of this shape.
    pub fn new(shape: &TrainingShape) -> Gradient {
        let values = Aligned::zeros(shape.parameters());
        Gradient { values, touched: vec![false; shape.inputs], loss: 0.0 }
    }

    /// Sets everything to 0. Untouched rows are left as they are.
    pub fn clear(&mut self, shape: &TrainingShape) {
        self.loss = 0.0;
        let (rows, rest) = self.values.split_at_mut(shape.inputs * shape.hidden);
        for (row, touched) in rows.chunks_exact_mut(shape.hidden).zip(&mut self.touched) {
            if std::mem::take(touched) {
                row.fill(0.0);
            }
        }
        rest.fill(0.0);
    }
}
