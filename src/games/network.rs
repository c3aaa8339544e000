//! A small network on top of an evaluation, updated incrementally: an NNUE
//! (Nasu, "Efficiently updatable neural-network-based evaluation functions for
//! computer shogi", 2018; chessprogramming.org "NNUE").
//!
//! Its inputs are on or off, such as a piece on a square. Each side's perspective has its
//! own set of inputs. A move changes few of them, so the accumulators of the first layer
//! are updated instead of computed from scratch. The activation is SCReLU, the squared
//! clipped ReLU.
//!
//! ```text
//! hidden(side)[i] = clamp(bias[i] + sum over the inputs of a side of weight[input][i], 0, 1)^2
//! output = bias + sum of out[own][i] * hidden(to move)[i] + out[other][i] * hidden(other)[i]
//! evaluation = base_weight * base_evaluation + 400 * output
//! ```
//!
//! The weights `out`, their bias and `base_weight` depend on the output bucket of the
//! position. All arithmetic uses integers, so that results are the same on every machine.

use super::{Knowledge, Side};

/// The quantization of the first layer: the integer that stands for 1.
pub const QA: i32 = 255;
/// The quantization of the output weights.
pub const QB: i32 = 512;
/// The quantization of the output biases.
pub const OUTPUT_BIAS_QUANTIZATION: i32 = QA * QB / SQUARE_DIVISOR;
/// The quantization of the weights of the base evaluation.
pub const BASE_WEIGHT_QUANTIZATION: i32 = 256;
/// An output of 1, in centi-units.
pub const SCALE_CENTI: i32 = 400;
/// The greatest quantized output weight: the sum of 256 of them times the greatest
/// square still fits 32 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 1014;
/// The divisor of the squared activations, so that such a sum fits.
const SQUARE_DIVISOR: i32 = 8;
/// The greatest quantized weight of the base evaluation.
pub const MAX_BASE_WEIGHT: i16 = 512;
/// The greatest quantized weight of the first layer: the sum of sixty of them
/// still fits 16 bits.
pub const MAX_INPUT_WEIGHT: i16 = 505;

/// An evaluation that is the sum of a weighted base evaluation and a [`Network`]'s
/// output, and gives a trainer access to the inputs of that network.
pub trait Networked: Knowledge {
    /// The number of inputs. A position has at most 60 of them on.
    const INPUTS: usize;
    /// The neurons of the first layer for each side; a multiple of 16.
    const HIDDEN: usize;
    /// The number of output buckets: kinds of positions with separate output weights.
    const BUCKETS: usize;

    /// Visits the inputs that are on from the perspective of `side`.
    fn inputs(&self, side: Side, visit: impl FnMut(usize));

    /// The output bucket of this position, less than [`Networked::BUCKETS`].
    fn bucket(&self) -> usize;

    /// The evaluation to which the network's output is added, for the side to move, in
    /// centi-units. `None` where the position's value is decided in another way; a
    /// trainer skips such a position.
    fn base_evaluation(&self) -> Option<i32>;

    /// The quantized parameters of the network in use, in the order of
    /// [`Network::from_bytes`].
    fn parameters() -> Vec<i16>;
}

/// The accumulator: the values of the first layer before the activation, from the
/// perspective of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Accumulator<const HIDDEN: usize>([i16; HIDDEN]);

impl<const HIDDEN: usize> Accumulator<HIDDEN> {
    /// The dot product of the activated neurons and output weights, in units of [`QA`]² ·
    /// [`QB`] / [`SQUARE_DIVISOR`].
    #[inline(always)]
    fn dot(&self, weights: &[i16; HIDDEN]) -> i32 {
        let clamped = self.0.iter().map(|sum| (*sum).clamp(0, QA as i16) as u16);
        // 16 bits throughout, so that the loop vectorizes well.
        let squares =
            clamped.map(|x| ((x * x + SQUARE_DIVISOR as u16 / 2) / SQUARE_DIVISOR as u16) as i16);
        squares.zip(weights).map(|(x, w)| i32::from(x) * i32::from(*w)).sum()
    }
}

impl<const HIDDEN: usize> Default for Accumulator<HIDDEN> {
    fn default() -> Self {
        Accumulator([0; HIDDEN])
    }
}

/// The quantized parameters of a network. Rows are aligned to cache lines, so that a row
/// never touches an extra line. Without the alignment, the network's place in memory
/// changed the speed of chess by some percent.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct Network<const INPUTS: usize, const HIDDEN: usize, const BUCKETS: usize> {
    input_weights: [[i16; HIDDEN]; INPUTS],
    biases: [i16; HIDDEN],
    /// For the side to move, and for the other side.
    output_weights: [[[i16; HIDDEN]; 2]; BUCKETS],
    output_biases: [i16; BUCKETS],
    /// The weights of the base evaluation.
    base_weights: [i16; BUCKETS],
}

/// The number of neurons of the first layer per side, for a network file of this many
/// bytes.
pub const fn hidden_size(bytes: usize, inputs: usize, buckets: usize) -> usize {
    (bytes / 2 - 2 * buckets) / (inputs + 1 + 2 * buckets)
}

impl<const INPUTS: usize, const HIDDEN: usize, const BUCKETS: usize>
    Network<INPUTS, HIDDEN, BUCKETS>
{
    /// Reads the file of `plyglot tune --part network`: 16-bit integers, little-endian.
    /// They are, in this order:
    /// - the weights of the first layer by input, and its biases;
    /// - the output weights by bucket, for the side to move and the other side;
    /// - the output biases;
    /// - the weights of the base evaluation.
    ///
    /// # Panics
    /// If the file has another length or a parameter is too great. If the network is a
    /// constant, this is a compiler error.
    pub const fn from_bytes(bytes: &[u8]) -> Self {
        assert!(
            HIDDEN.is_multiple_of(16) && HIDDEN <= 256,
            "a layer has a multiple of 16 neurons, at most 256"
        );
        let mut reader = ParameterReader { bytes, at: 0 };
        let mut input_weights = [[0; HIDDEN]; INPUTS];
        let mut i = 0;
        while i < INPUTS {
            input_weights[i] = reader.row(MAX_INPUT_WEIGHT);
            i += 1;
        }
        let biases = reader.row(MAX_INPUT_WEIGHT);
        let mut output_weights = [[[0; HIDDEN]; 2]; BUCKETS];
        let mut i = 0;
        while i < 2 * BUCKETS {
            output_weights[i / 2][i % 2] = reader.row(MAX_OUTPUT_WEIGHT);
            i += 1;
        }
        let output_biases = reader.row(i16::MAX);
        let base_weights = reader.row(MAX_BASE_WEIGHT);
        assert!(reader.at == bytes.len(), "the file is too long");
        Network { input_weights, biases, output_weights, output_biases, base_weights }
    }

    /// The initial network of a game, before `plyglot tune --part network` has trained
    /// one: it evaluates to the base evaluation.
    ///
    /// ```
    /// use plyglot::games::network::Network;
    ///
    /// // 128 inputs (either side's stone on 64 squares), 16 neurons, one bucket.
    /// // `Network::from_bytes(include_bytes!("network.bin"))` replaces it later.
    /// static NETWORK: Network<128, 16, 1> = Network::blank();
    ///
    /// let mut accumulators = [NETWORK.empty(), NETWORK.empty()];
    /// NETWORK.add(&mut accumulators[0], 5);
    /// assert_eq!(NETWORK.evaluate(&accumulators[0], &accumulators[1], 0, 37), 37);
    /// assert_eq!(NETWORK.parameters().len(), 128 * 16 + 16 + 2 * 16 + 1 + 1);
    /// ```
    pub const fn blank() -> Self {
        assert!(
            HIDDEN.is_multiple_of(16) && HIDDEN <= 256,
            "a layer has a multiple of 16 neurons, at most 256"
        );
        Network {
            input_weights: [[0; HIDDEN]; INPUTS],
            biases: [0; HIDDEN],
            output_weights: [[[0; HIDDEN]; 2]; BUCKETS],
            output_biases: [0; BUCKETS],
            base_weights: [BASE_WEIGHT_QUANTIZATION as i16; BUCKETS],
        }
    }

    /// The quantized parameters in the order of the file, for
    /// [`Networked::parameters`].
    pub fn parameters(&self) -> Vec<i16> {
        let mut parameters = self.input_weights.concat();
        parameters.extend(self.biases);
        parameters.extend(self.output_weights.iter().flatten().flatten());
        parameters.extend(self.output_biases);
        parameters.extend(self.base_weights);
        parameters
    }

    /// The accumulator of a position without inputs: the biases.
    pub fn empty(&self) -> Accumulator<HIDDEN> {
        Accumulator(self.biases)
    }

    /// Switches an input on.
    #[inline(always)]
    pub fn add(&self, accumulator: &mut Accumulator<HIDDEN>, input: usize) {
        for (sum, weight) in accumulator.0.iter_mut().zip(&self.input_weights[input]) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    /// Switches an input on and others off, in one pass over the accumulator.
    #[inline(always)]
    pub fn add_sub<const N: usize>(
        &self,
        accumulator: &mut Accumulator<HIDDEN>,
        added: usize,
        removed: [usize; N],
    ) {
        let added = &self.input_weights[added];
        let removed = removed.map(|input| &self.input_weights[input]);
        for i in 0..HIDDEN {
            let removed = removed.iter().fold(0, |sum: i16, row| sum.wrapping_add(row[i]));
            let sum = accumulator.0[i].wrapping_add(added[i]);
            accumulator.0[i] = sum.wrapping_sub(removed);
        }
    }

    /// The evaluation for the side to move, in centi-units. `own` is the accumulator of
    /// the side to move; `base` is the base evaluation for it, in centi-units.
    #[inline(always)]
    pub fn evaluate(
        &self,
        own: &Accumulator<HIDDEN>,
        other: &Accumulator<HIDDEN>,
        bucket: usize,
        base: i32,
    ) -> i32 {
        let [for_own, for_other] = &self.output_weights[bucket];
        let sum = i64::from(own.dot(for_own)) + i64::from(other.dot(for_other));
        let units = sum / i64::from(QA) + i64::from(self.output_biases[bucket]);
        let output = (units * i64::from(SCALE_CENTI) / i64::from(OUTPUT_BIAS_QUANTIZATION)) as i32;
        base * i32::from(self.base_weights[bucket]) / BASE_WEIGHT_QUANTIZATION + output
    }
}

/// Reads parameters from a file, at compile time.
struct ParameterReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl ParameterReader<'_> {
    const fn row<const N: usize>(&mut self, max: i16) -> [i16; N] {
        let mut row = [0; N];
        let mut i = 0;
        while i < N {
            let number = i16::from_le_bytes([self.bytes[self.at], self.bytes[self.at + 1]]);
            assert!(number.unsigned_abs() <= max as u16, "a weight is too great");
            row[i] = number;
            self.at += 2;
            i += 1;
        }
        row
    }
}
