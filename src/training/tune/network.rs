//! The network on top of an evaluation ([`network`](crate::games::network)), in
//! floating point.

use super::model::Model;
use crate::games::Side;
use crate::games::network::{
    BASE_WEIGHT_QUANTIZATION, MAX_BASE_WEIGHT, MAX_INPUT_WEIGHT, MAX_OUTPUT_WEIGHT, NetworkShape,
    OUTPUT_BIAS_QUANTIZATION, QA, QB, SCALE_CENTI,
};
use crate::games::random::{Random, mix};
use crate::training::samples::Sample;
use std::ops::Range;

/// The bound of all parameters, which quantized ones cannot exceed.
const BOUND: f32 = 1.98;
/// The largest initial weight of the first layer. With thirty active inputs, a neuron
/// is then some 0.25 from 0.
const INITIAL_WEIGHT: f32 = 0.08;

/// A network. Its parameters are in the order of its file: the weights of the first
/// layer by input, its biases, the output weights by bucket (side to move first), the
/// output biases, and the weights of the base evaluation.
#[derive(Clone, Copy, Debug)]
pub struct NetworkModel(pub NetworkShape);

/// The index range of each kind of parameters.
struct ParameterRanges {
    input_weights: Range<usize>,
    biases: Range<usize>,
    output_weights: Range<usize>,
    output_biases: Range<usize>,
    base_weights: Range<usize>,
}

/// The neurons of the first layer before activation, those for the side to move first,
/// and the derivative of the loss by each.
#[derive(Debug, Default)]
pub struct Neurons {
    neurons: Vec<f32>,
    derivatives: Vec<f32>,
}

impl NetworkModel {
    fn ranges(&self) -> ParameterRanges {
        let NetworkShape { inputs, hidden, buckets, .. } = self.0;
        let biases = inputs * hidden;
        let output_weights = biases + hidden;
        let output_biases = output_weights + 2 * hidden * buckets;
        let base_weights = output_biases + buckets;
        ParameterRanges {
            input_weights: 0..biases,
            biases: biases..output_weights,
            output_weights: output_weights..output_biases,
            output_biases: output_biases..base_weights,
            base_weights: base_weights..self.0.parameters(),
        }
    }

    /// Initial parameters: a random first layer, an output of 0, and a weight of 1
    /// for the base evaluation.
    pub fn initial(&self, seed: u64) -> Vec<f32> {
        let mut random = Random::new(mix(seed));
        let mut parameters = vec![0.0; self.size()];
        for weight in &mut parameters[self.ranges().input_weights] {
            let fraction = random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0;
            *weight = INITIAL_WEIGHT * fraction;
        }
        parameters[self.ranges().base_weights].fill(1.0);
        parameters
    }

    /// Initial parameters that evaluate like a network with at most as many neurons.
    /// Additional neurons are as in [`NetworkModel::initial`].
    pub fn grown(&self, from: &NetworkModel, parameters: &[f32], seed: u64) -> Vec<f32> {
        let mut grown = self.initial(seed);
        let (ranges, had) = (self.ranges(), from.ranges());
        // All kinds but the last two are rows with a value for each neuron.
        let wide = grown[..ranges.output_weights.end].chunks_exact_mut(self.0.hidden);
        let narrow = parameters[..had.output_weights.end].chunks_exact(from.0.hidden);
        for (wide, narrow) in wide.zip(narrow) {
            wide[..narrow.len()].copy_from_slice(narrow);
        }
        grown[ranges.output_weights.end..].copy_from_slice(&parameters[had.output_weights.end..]);
        grown
    }

    /// Quantizes the parameters.
    pub fn quantize(&self, parameters: &[f32]) -> Vec<i16> {
        let quantized = |x: &f32, (one, max): (f32, i16)| {
            let max = f32::from(max);
            (x * one).round().clamp(-max, max) as i16
        };
        parameters.iter().zip(self.quantizations()).map(|(x, q)| quantized(x, q)).collect()
    }

    /// Converts quantized parameters to floating point.
    pub fn dequantize(&self, quantized: &[i16]) -> Vec<f32> {
        let parameters = quantized.iter().zip(self.quantizations());
        parameters.map(|(&x, (one, _))| f32::from(x) / one).collect()
    }

    /// For each parameter: the integer that represents 1, and the largest integer.
    fn quantizations(&self) -> impl Iterator<Item = (f32, i16)> {
        let ParameterRanges { input_weights, biases, output_weights, output_biases, base_weights } =
            self.ranges();
        [
            (QA, MAX_INPUT_WEIGHT, input_weights.len() + biases.len()),
            (QB, MAX_OUTPUT_WEIGHT, output_weights.len()),
            (OUTPUT_BIAS_QUANTIZATION, i16::MAX, output_biases.len()),
            (BASE_WEIGHT_QUANTIZATION, MAX_BASE_WEIGHT, base_weights.len()),
        ]
        .into_iter()
        .flat_map(|(one, max, count)| std::iter::repeat_n((one as f32, max), count))
    }

    /// The output weights for the bucket of a sample.
    fn output_weights(&self, sample: &Sample) -> Range<usize> {
        let size = 2 * self.0.hidden;
        let start = self.ranges().output_weights.start + usize::from(sample.info.bucket) * size;
        start..start + size
    }

    /// The index of the output bias for the bucket of a sample.
    fn output_bias(&self, sample: &Sample) -> usize {
        self.ranges().output_biases.start + usize::from(sample.info.bucket)
    }

    /// The index of the weight of the base evaluation for the bucket of a sample, if there
    /// is a base evaluation.
    fn base_weight(&self, sample: &Sample) -> Option<usize> {
        let base_weights = self.ranges().base_weights;
        self.0.has_base.then(|| base_weights.start + usize::from(sample.info.bucket))
    }

    /// For each active input: its row of weights, and the neurons of its perspective.
    fn active_inputs(&self, sample: &Sample) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
        let hidden = self.0.hidden;
        let first = sample.info.side == Side::First;
        sample.counts.iter().map(move |count| {
            let row = usize::from(count.feature) * hidden;
            let side = if (count.count > 0) == first { 0 } else { hidden };
            (row..row + hidden, side..side + hidden)
        })
    }
}

fn sign(sample: &Sample) -> f32 {
    if sample.info.side == Side::First { 1.0 } else { -1.0 }
}

impl Model for NetworkModel {
    type Workspace = Neurons;

    fn size(&self) -> usize {
        self.0.parameters()
    }

    fn evaluate(&self, parameters: &[f32], sample: &Sample, workspace: &mut Neurons) -> f32 {
        let biases = &parameters[self.ranges().biases];
        workspace.neurons.clear();
        workspace.neurons.extend_from_slice(biases);
        workspace.neurons.extend_from_slice(biases);
        for (row, side) in self.active_inputs(sample) {
            for (neuron, weight) in workspace.neurons[side].iter_mut().zip(&parameters[row]) {
                *neuron += weight;
            }
        }
        let weights = &parameters[self.output_weights(sample)];
        let squares = workspace.neurons.iter().map(|neuron| neuron.clamp(0.0, 1.0)).map(|x| x * x);
        let output: f32 = squares.zip(weights).map(|(square, weight)| square * weight).sum();
        let output = output + parameters[self.output_bias(sample)];
        let weight = self.base_weight(sample).map_or(0.0, |index| parameters[index]);
        let base = weight * f32::from(sample.info.base_evaluation);
        base + sign(sample) * SCALE_CENTI as f32 * output
    }

    fn backpropagate(
        &self,
        parameters: &[f32],
        sample: &Sample,
        workspace: &mut Neurons,
        derivative: f32,
        gradient: &mut [f32],
    ) {
        if let Some(index) = self.base_weight(sample) {
            gradient[index] += derivative * f32::from(sample.info.base_evaluation);
        }
        let derivative = derivative * sign(sample) * SCALE_CENTI as f32;
        gradient[self.output_bias(sample)] += derivative;
        let output_weights = self.output_weights(sample);
        workspace.derivatives.clear();
        let both = workspace.neurons.iter().zip(&parameters[output_weights.clone()]);
        workspace.derivatives.extend(both.map(|(&neuron, weight)| {
            let is_between = neuron > 0.0 && neuron < 1.0;
            if is_between { derivative * weight * 2.0 * neuron } else { 0.0 }
        }));
        for (neuron, by_weight) in workspace.neurons.iter().zip(&mut gradient[output_weights]) {
            let x = neuron.clamp(0.0, 1.0);
            *by_weight += derivative * x * x;
        }
        for (row, side) in self.active_inputs(sample) {
            for (by_weight, by_neuron) in gradient[row].iter_mut().zip(&workspace.derivatives[side])
            {
                *by_weight += by_neuron;
            }
        }
        let (own, other) = workspace.derivatives.split_at(self.0.hidden);
        let biases = gradient[self.ranges().biases].iter_mut();
        for (by_bias, (own, other)) in biases.zip(own.iter().zip(other)) {
            *by_bias += own + other;
        }
    }

    fn clamp(&self, parameters: &mut [f32]) {
        for parameter in parameters {
            *parameter = parameter.clamp(-BOUND, BOUND);
        }
    }
}
