//! The sizes of a network and of its samples, and the order of its parameters.

use anyhow::{Result, ensure};
use plyglot_core::game::network::{
    BASE_WEIGHT_QUANTIZATION, MAX_BASE_WEIGHT, MAX_OUTPUT_WEIGHT, NetworkShape,
    OUTPUT_BIAS_QUANTIZATION, QA, QB,
};
use plyglot_core::game::random::{Random, mix};
use plyglot_engine::NetworkEvaluation;
use std::ops::{Deref, Range};

/// The possible numbers of neurons of the first layer for each side.
pub const WIDTHS: [usize; 9] = [32, 64, 96, 128, 256, 384, 512, 768, 1024];

/// Reads the neurons of the first layer, one of [`WIDTHS`].
pub(crate) fn width(text: &str) -> Result<usize, String> {
    let widths = WIDTHS.map(|width| width.to_string());
    let width = text.parse().ok().filter(|width| WIDTHS.contains(width));
    width.ok_or_else(|| format!("expected one of {}", widths.join(", ")))
}

/// The largest initial weight of the first layer. With thirty active inputs, a neuron
/// is then some 0.25 from 0.
const INITIAL_WEIGHT: f32 = 0.08;

/// The sizes of a network, and what its training needs to know of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingShape {
    /// The sizes; the neurons are one of [`WIDTHS`].
    pub sizes: NetworkShape,
    /// The number of maps of the placements that keep all values, the identity included: from
    /// 1 to 256. Each epoch sees a chunk under one of them.
    pub symmetries: usize,
    /// `input_of[(symmetry * perspectives + perspective) * placements + placement]`: the
    /// input that a placement switches on under a symmetry, of which 0 is the identity.
    pub input_of: Vec<u16>,
    /// For each input the row that it shares with others while it is trained; empty if
    /// no rows are shared. Does not change the network's file.
    pub factor_of: Vec<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParameterKind {
    InputWeight,
    Bias,
    OutputWeight,
    OutputBias,
    BaseWeight,
}

impl ParameterKind {
    /// The integer that represents 1, and the largest integer, in networks of this shape.
    fn quantization(self, sizes: &NetworkShape) -> (f32, f32) {
        let (one, max) = match self {
            ParameterKind::InputWeight | ParameterKind::Bias => (QA, sizes.max_input_weight()),
            ParameterKind::OutputWeight => (QB, MAX_OUTPUT_WEIGHT),
            ParameterKind::OutputBias => (OUTPUT_BIAS_QUANTIZATION, i16::MAX),
            ParameterKind::BaseWeight => (BASE_WEIGHT_QUANTIZATION, MAX_BASE_WEIGHT),
        };
        (one as f32, f32::from(max))
    }

    /// The largest parameter that can be quantized, in networks of this shape.
    pub(super) fn bound(self, sizes: &NetworkShape) -> f32 {
        let (one, max) = self.quantization(sizes);
        max / one
    }

    pub(super) fn decays(self) -> bool {
        matches!(self, ParameterKind::InputWeight | ParameterKind::OutputWeight)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParameterRanges {
    pub(super) input_weights: Range<usize>,
    pub(super) biases: Range<usize>,
    pub(super) output_weights: Range<usize>,
    pub(super) output_biases: Range<usize>,
    /// Empty without a base evaluation.
    pub(super) base_weights: Range<usize>,
}

impl ParameterRanges {
    pub(super) fn kinds(&self) -> [(ParameterKind, Range<usize>); 5] {
        [
            (ParameterKind::InputWeight, self.input_weights.clone()),
            (ParameterKind::Bias, self.biases.clone()),
            (ParameterKind::OutputWeight, self.output_weights.clone()),
            (ParameterKind::OutputBias, self.output_biases.clone()),
            (ParameterKind::BaseWeight, self.base_weights.clone()),
        ]
    }
}

impl Deref for TrainingShape {
    type Target = NetworkShape;

    fn deref(&self) -> &NetworkShape {
        &self.sizes
    }
}

impl TrainingShape {
    /// The shape of a game's network with this many neurons, alone or on the game's base
    /// evaluation.
    pub fn new(game: &dyn NetworkEvaluation, hidden: usize, has_base: bool) -> TrainingShape {
        let mut sizes = game.shape(hidden);
        sizes.has_base = has_base;
        let NetworkShape { placements, perspectives, inputs, .. } = sizes;
        let symmetries = game.symmetries();
        let mut input_of = Vec::with_capacity(symmetries * perspectives * placements);
        for symmetry in 0..symmetries {
            for perspective in 0..perspectives {
                input_of.extend((0..placements).map(|placement| {
                    game.input(perspective, game.symmetric(symmetry, placement)) as u16
                }));
            }
        }
        let factor_of = match game.factors() {
            0 => Vec::new(),
            _ => (0..inputs).map(|input| game.factor(input) as u16).collect(),
        };
        TrainingShape { sizes, symmetries, input_of, factor_of }
    }

    /// Checks that the sizes are in range and fit together.
    pub fn check(&self) -> Result<()> {
        let NetworkShape { placements, perspectives, inputs, hidden, buckets, .. } = &self.sizes;
        let TrainingShape { symmetries, input_of, .. } = self;
        ensure!((1..=1 << 16).contains(placements), "{placements} placements: must be 1 to 65536");
        ensure!((1..=256).contains(perspectives), "{perspectives} perspectives: must be 1 to 256");
        ensure!((1..=256).contains(buckets), "{buckets} buckets: must be 1 to 256");
        ensure!((1..=1 << 16).contains(inputs), "{inputs} inputs: must be 1 to 65536");
        ensure!(WIDTHS.contains(hidden), "{hidden} neurons: must be one of {WIDTHS:?}");
        ensure!((1..=256).contains(symmetries), "{symmetries} symmetries: must be 1 to 256");
        ensure!(
            input_of.len() == symmetries * placements * perspectives,
            "the table has {} inputs for {symmetries} times {perspectives} times {placements} placements",
            input_of.len()
        );
        let greatest = input_of.iter().max().map_or(0, |&input| usize::from(input));
        ensure!(greatest < *inputs, "the table has input {greatest} of {inputs}");
        let count = self.factor_of.len();
        ensure!(count == 0 || count == *inputs, "shared rows for {count} of {inputs} inputs");
        Ok(())
    }

    pub(super) fn factors(&self) -> usize {
        self.factor_of.iter().max().map_or(0, |&factor| usize::from(factor) + 1)
    }

    pub(super) fn inputs_by_factor(&self) -> Vec<Vec<usize>> {
        let mut inputs = vec![Vec::new(); self.factors()];
        for (input, &factor) in self.factor_of.iter().enumerate() {
            inputs[usize::from(factor)].push(input);
        }
        inputs
    }

    pub(super) fn ranges(&self) -> ParameterRanges {
        let NetworkShape { inputs, hidden, buckets, has_base, .. } = self.sizes;
        let biases = inputs * hidden;
        let output_weights = biases + hidden;
        let output_biases = output_weights + 2 * hidden * buckets;
        let base_weights = output_biases + buckets;
        let end = base_weights + if has_base { buckets } else { 0 };
        ParameterRanges {
            input_weights: 0..biases,
            biases: biases..output_weights,
            output_weights: output_weights..output_biases,
            output_biases: output_biases..base_weights,
            base_weights: base_weights..end,
        }
    }

    /// Initial parameters: a random first layer, an output of 0, and a weight of 1 for
    /// the base evaluation. Inputs with a shared row have the same weights.
    pub fn initial(&self, seed: u64) -> Vec<f32> {
        let mut random = Random::new(mix(seed));
        let mut parameters = vec![0.0; self.parameters()];
        for weight in &mut parameters[self.ranges().input_weights] {
            let fraction = random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0;
            *weight = INITIAL_WEIGHT * fraction;
        }
        for inputs in self.inputs_by_factor() {
            for pair in inputs.windows(2) {
                let row = pair[0] * self.hidden..(pair[0] + 1) * self.hidden;
                parameters.copy_within(row, pair[1] * self.hidden);
            }
        }
        parameters[self.ranges().base_weights].fill(1.0);
        parameters
    }

    /// Initial parameters that evaluate like a network of the same game with at most as
    /// many neurons. Further neurons are as in [`TrainingShape::initial`]. If only this
    /// network is on a base evaluation, the weight of that is 0. If only the other one is,
    /// its base evaluation is lost.
    pub fn grown(&self, from: &TrainingShape, parameters: &[f32], seed: u64) -> Vec<f32> {
        let mut grown = self.initial(seed);
        let ranges = self.ranges();
        let had = from.ranges();
        // All kinds but the last two are rows with a value for each neuron.
        let wide = grown[..ranges.output_weights.end].chunks_exact_mut(self.hidden);
        let narrow = parameters[..had.output_weights.end].chunks_exact(from.hidden);
        for (wide, narrow) in wide.zip(narrow) {
            wide[..narrow.len()].copy_from_slice(narrow);
        }
        grown[ranges.output_biases].copy_from_slice(&parameters[had.output_biases]);
        let base_weights = &mut grown[ranges.base_weights];
        match from.has_base {
            true if self.has_base => base_weights.copy_from_slice(&parameters[had.base_weights]),
            _ => base_weights.fill(0.0),
        }
        grown
    }

    /// Quantizes [`NetworkShape::parameters`] parameters.
    pub fn quantize(&self, parameters: &[f32]) -> Vec<i16> {
        let mut quantized = Vec::new();
        for (kind, range) in self.ranges().kinds() {
            let (one, max) = kind.quantization(&self.sizes);
            for x in &parameters[range] {
                quantized.push((x * one).round().clamp(-max, max) as i16);
            }
        }
        quantized
    }

    /// Converts [`NetworkShape::parameters`] quantized parameters to floating point.
    pub fn dequantize(&self, quantized: &[i16]) -> Vec<f32> {
        let mut parameters = Vec::new();
        for (kind, range) in self.ranges().kinds() {
            let (one, _) = kind.quantization(&self.sizes);
            parameters.extend(quantized[range].iter().map(|&x| f32::from(x) / one));
        }
        parameters
    }
}
