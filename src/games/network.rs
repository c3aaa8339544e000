//! A small network on top of an evaluation, kept up move by move.
//!
//! Its first layer sees which inputs are on (a piece on a square), once with
//! the eyes of each side. A move switches few of them, so the sums of that
//! layer are carried along instead of being made anew: an "efficiently
//! updatable neural network" (Nasu, "Efficiently updatable neural-network-based
//! evaluation functions for computer shogi", 2018; chessprogramming.org "NNUE").
//!
//! ```text
//! hidden(side)[i] = clamp(bias[i] + sum over the inputs of a side of weight[input][i], 0, 1)^2
//! output = bias + sum of out[own][i] * hidden(to move)[i] + out[other][i] * hidden(other)[i]
//! evaluation = share * foundation + 400 * output
//! ```
//!
//! The weights `out`, their bias and `share` depend on a bucket of positions. All is
//! computed in whole numbers, so that it is the same on every machine.

use super::{Knowledge, Side};

/// What stands for 1 in the weights of the first layer.
pub const UNIT: i32 = 255;
/// What stands for 1 in the weights of the output.
pub const OUTPUT_UNIT: i32 = 512;
/// What stands for 1 in its biases.
pub const BIAS_UNIT: i32 = UNIT * OUTPUT_UNIT / FINER;
/// What stands for 1 in the shares of the foundation.
pub const SHARE_UNIT: i32 = 256;
/// An output of 1, in centi-units.
pub const SCALE: i32 = 400;
/// The greatest whole number of a weight of the output: the sum of 256 of them
/// times the greatest square still fits 32 bits.
pub const GREATEST_OUTPUT: i16 = 1014;
/// What the squares of sums are divided by, so that such a sum fits.
const FINER: i32 = 8;
/// The greatest whole number of a share of the foundation.
pub const GREATEST_SHARE: i16 = 512;
/// The greatest whole number of a weight of the first layer: sixty of them
/// still fit 16 bits.
pub const GREATEST_WEIGHT: i16 = 505;

/// An evaluation that is the sum of a share of a foundation and a [`Network`]'s
/// output, and tells a trainer what that network sees.
pub trait Networked: Knowledge {
    /// How many inputs there are. A position has no more than 60 of them on.
    const INPUTS: usize;
    /// The sums of the first layer for each side; a multiple of 16.
    const HIDDEN: usize;
    /// Kinds of positions with output weights of their own.
    const BUCKETS: usize;

    /// Visits the inputs that are on in the eyes of `side`.
    fn inputs(&self, side: Side, visit: impl FnMut(usize));

    /// The kind of this position, less than [`Networked::BUCKETS`].
    fn bucket(&self) -> usize;

    /// What the network's output is added to, for the side to move, in centi-units.
    /// `None` where others know better what a position is worth, and the network is
    /// not asked.
    fn foundation(&self) -> Option<i32>;

    /// The whole numbers of the network in use, in the order of [`Network::of`].
    fn parameters() -> Vec<i16>;
}

/// The sums of the first layer as one side sees the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Accumulator<const HIDDEN: usize>([i16; HIDDEN]);

impl<const HIDDEN: usize> Accumulator<HIDDEN> {
    /// The sum of the squares of the clamped sums times these weights, in
    /// units of [`UNIT`]² · [`OUTPUT_UNIT`] / [`FINER`].
    #[inline(always)]
    fn weighed(&self, weights: &[i16; HIDDEN]) -> i32 {
        let clamped = self.0.iter().map(|sum| (*sum).clamp(0, UNIT as i16) as u16);
        // Numbers of 16 bits all the way, of which a processor multiplies many at once.
        let squares = clamped.map(|x| ((x * x + FINER as u16 / 2) / FINER as u16) as i16);
        squares.zip(weights).map(|(x, w)| i32::from(x) * i32::from(*w)).sum()
    }
}

impl<const HIDDEN: usize> Default for Accumulator<HIDDEN> {
    fn default() -> Self {
        Accumulator([0; HIDDEN])
    }
}

/// The weights of a network, as whole numbers.
#[derive(Debug)]
pub struct Network<const INPUTS: usize, const HIDDEN: usize, const BUCKETS: usize> {
    rows: [[i16; HIDDEN]; INPUTS],
    biases: [i16; HIDDEN],
    /// For the side to move, and for the other.
    outputs: [[[i16; HIDDEN]; 2]; BUCKETS],
    output_biases: [i16; BUCKETS],
    /// How much of the foundation counts.
    shares: [i16; BUCKETS],
}

/// The hidden sums of a network whose file has so many bytes.
pub const fn hidden(bytes: usize, inputs: usize, buckets: usize) -> usize {
    (bytes / 2 - 2 * buckets) / (inputs + 1 + 2 * buckets)
}

impl<const INPUTS: usize, const HIDDEN: usize, const BUCKETS: usize>
    Network<INPUTS, HIDDEN, BUCKETS>
{
    /// The network of a file of `plyglot tune --part network`: numbers of 16 bits,
    /// little-endian, of the rows of the first layer by input, its biases, the
    /// weights of the output by bucket, for the side to move and the other,
    /// the biases of the output, and the shares of the foundation.
    ///
    /// # Panics
    /// When the file has another length or a number that is too great; a
    /// program that has the network as a constant is not even compiled then.
    pub const fn of(bytes: &[u8]) -> Self {
        assert!(HIDDEN.is_multiple_of(16) && HIDDEN <= 256, "such a layer is not foreseen");
        let mut reader = Reader { bytes, at: 0 };
        let mut rows = [[0; HIDDEN]; INPUTS];
        let mut i = 0;
        while i < INPUTS {
            rows[i] = reader.row(GREATEST_WEIGHT);
            i += 1;
        }
        let biases = reader.row(GREATEST_WEIGHT);
        let mut outputs = [[[0; HIDDEN]; 2]; BUCKETS];
        let mut i = 0;
        while i < 2 * BUCKETS {
            outputs[i / 2][i % 2] = reader.row(GREATEST_OUTPUT);
            i += 1;
        }
        let output_biases = reader.row(i16::MAX);
        let shares = reader.row(GREATEST_SHARE);
        assert!(reader.at == bytes.len(), "the file is too long");
        Network { rows, biases, outputs, output_biases, shares }
    }

    /// The network that a game begins with, before there is a file of
    /// `plyglot tune --part network`: nothing but the foundation.
    ///
    /// ```
    /// use plyglot::games::network::Network;
    ///
    /// // 128 inputs (whose stone on which of 64 squares), 16 sums, one bucket. Then
    /// // `Network::of(include_bytes!("network.bin"))` takes its place.
    /// static NETWORK: Network<128, 16, 1> = Network::blank();
    ///
    /// let mut sums = [NETWORK.empty(), NETWORK.empty()];
    /// NETWORK.add(&mut sums[0], 5);
    /// assert_eq!(NETWORK.evaluate(&sums[0], &sums[1], 0, 37), 37);
    /// assert_eq!(NETWORK.parameters().len(), 128 * 16 + 16 + 2 * 16 + 1 + 1);
    /// ```
    pub const fn blank() -> Self {
        assert!(HIDDEN.is_multiple_of(16) && HIDDEN <= 256, "such a layer is not foreseen");
        Network {
            rows: [[0; HIDDEN]; INPUTS],
            biases: [0; HIDDEN],
            outputs: [[[0; HIDDEN]; 2]; BUCKETS],
            output_biases: [0; BUCKETS],
            shares: [SHARE_UNIT as i16; BUCKETS],
        }
    }

    /// The whole numbers of the network in the order of its file, for
    /// [`Networked::parameters`].
    pub fn parameters(&self) -> Vec<i16> {
        let mut parameters = self.rows.concat();
        parameters.extend(self.biases);
        parameters.extend(self.outputs.iter().flatten().flatten());
        parameters.extend(self.output_biases);
        parameters.extend(self.shares);
        parameters
    }

    /// The sums of a position without inputs.
    pub fn empty(&self) -> Accumulator<HIDDEN> {
        Accumulator(self.biases)
    }

    /// Switches an input on.
    #[inline(always)]
    pub fn add(&self, accumulator: &mut Accumulator<HIDDEN>, input: usize) {
        for (sum, weight) in accumulator.0.iter_mut().zip(&self.rows[input]) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    /// Switches an input on and others off, in one pass over the sums.
    #[inline(always)]
    pub fn shift<const N: usize>(
        &self,
        accumulator: &mut Accumulator<HIDDEN>,
        on: usize,
        off: [usize; N],
    ) {
        let on = &self.rows[on];
        let off = off.map(|input| &self.rows[input]);
        for i in 0..HIDDEN {
            let removed = off.iter().fold(0, |sum: i16, row| sum.wrapping_add(row[i]));
            let sum = accumulator.0[i].wrapping_add(on[i]);
            accumulator.0[i] = sum.wrapping_sub(removed);
        }
    }

    /// The evaluation for the side to move, in centi-units, from its sums, those
    /// of the other side, and the foundation for the side to move.
    #[inline(always)]
    pub fn evaluate(
        &self,
        own: &Accumulator<HIDDEN>,
        other: &Accumulator<HIDDEN>,
        bucket: usize,
        foundation: i32,
    ) -> i32 {
        let [for_own, for_other] = &self.outputs[bucket];
        let sum = i64::from(own.weighed(for_own)) + i64::from(other.weighed(for_other));
        let units = sum / i64::from(UNIT) + i64::from(self.output_biases[bucket]);
        let output = (units * i64::from(SCALE) / i64::from(BIAS_UNIT)) as i32;
        foundation * i32::from(self.shares[bucket]) / SHARE_UNIT + output
    }
}

/// What is left of a file.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    const fn row<const N: usize>(&mut self, greatest: i16) -> [i16; N] {
        let mut row = [0; N];
        let mut i = 0;
        while i < N {
            let number = i16::from_le_bytes([self.bytes[self.at], self.bytes[self.at + 1]]);
            assert!(number.unsigned_abs() <= greatest as u16, "a weight is too great");
            row[i] = number;
            self.at += 2;
            i += 1;
        }
        row
    }
}
