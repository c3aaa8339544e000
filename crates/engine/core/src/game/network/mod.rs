//! A small network in an evaluation, updated incrementally: an NNUE (Nasu, "Efficiently
//! updatable neural-network-based evaluation functions for computer shogi", 2018;
//! chessprogramming.org "NNUE").
//!
//! A position is a set of *placements*, such as a piece on a square. Each side looks at
//! them from its own perspective, and each placement is then an input of the network that
//! is on. A move changes few placements. So the accumulators, which hold the sums of the
//! first layer, are updated and not computed from scratch. The activation is SCReLU, the
//! squared clipped ReLU.
//!
//! ```text
//! hidden(side)[i] = clamp(bias[i] + sum over the inputs of a side of weight[input][i], 0, 1)^2
//! output = bias + sum of out[own][i] * hidden(to move)[i] + out[other][i] * hidden(other)[i]
//! evaluation = base_weight * base_evaluation + 400 * output
//! ```
//!
//! The weights `out`, their bias and `base_weight` depend on the output bucket of the
//! position. All arithmetic is in integers, so results are the same on every machine.
//!
//! - [`Networked`]: a game's description of its network.
//! - [`Network`]: the parameters.
//! - [`Accumulators`]: the sums of the first layer, which each thread keeps.
//! - `file`: networks in files.

mod accumulators;
#[cfg(any(test, feature = "network"))]
mod file;
pub mod formula;
mod ladder;
mod networked;
mod placements;
mod state;
#[cfg(test)]
mod tests;

use super::WinRate;
pub use accumulators::{Accumulators, PlacementChanges};
#[cfg(any(test, feature = "network"))]
pub use file::{EmbeddedNetwork, NetworkFile, NetworkFileError};
pub use ladder::{Ladder, LadderError};
pub use networked::Networked;
pub use placements::{
    NO_PLACEMENT, PlacementSet, Placements, RANKS_MIRRORED, SQUARE_SYMMETRIES, second_inputs,
    square_symmetry,
};
use plyglot_support::aligned::Aligned;
pub use state::NetworkState;
use std::fmt;
use std::num::NonZeroU16;
use std::sync::Arc;

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
/// The greatest quantized output weight: the sum of 256 of them times the
/// greatest square still fits 32 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 1014;
/// The divisor of the neurons' squares, so that such a sum fits.
const SQUARE_DIVISOR: i32 = 8;
/// The greatest quantized weight of the base evaluation.
pub const MAX_BASE_WEIGHT: i16 = 512;
/// The greatest quantized weight of the first layer in any game, almost 2. If positions have
/// many placements, it is less: [`NetworkShape::max_input_weight`].
const MAX_INPUT_WEIGHT: i16 = 505;
/// The number of neurons is a multiple of this.
pub const LANES: usize = 32;
/// The most neurons of the first layer for each side.
pub const MAX_HIDDEN: usize = 1024;
/// The most neurons whose products are summed in 32 bits.
const MAX_DOT: usize = 256;
/// The number of neurons processed together where the width is a multiple of it.
const BLOCK: usize = 128;
/// The number of neurons processed together at other widths, such as 64.
const HALF_BLOCK: usize = BLOCK / 2;
/// Runs an expression with `N` as the largest block that divides the number of neurons:
/// for constant widths, the compiler uses the widest instructions.
macro_rules! by_block {
    ($hidden:expr, $n:ident => $run:expr) => {
        if $hidden.is_multiple_of(BLOCK) {
            const $n: usize = BLOCK;
            $run
        } else if $hidden.is_multiple_of(HALF_BLOCK) {
            const $n: usize = HALF_BLOCK;
            $run
        } else {
            const $n: usize = LANES;
            $run
        }
    };
}
use by_block;

const MAX_INPUTS: usize = 1 << 16;

/// The sizes of a network, and the rules that it is for: [`NetworkShape::new`], of which games
/// change fields.
///
/// ```
/// use plyglot_core::game::network::NetworkShape;
///
/// // Stones of two sides on 64 squares.
/// let mut shape = NetworkShape::new(128);
/// shape.buckets = 8;
/// assert_eq!((shape.inputs, shape.perspectives, shape.has_base), (128, 2, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NetworkShape {
    /// The number of placements, from which a perspective makes inputs.
    pub placements: usize,
    /// The most placements of a position that is not over, at most 1,023.
    pub max_placements: usize,
    /// The number of perspectives of both sides together, at most 256. A side has several
    /// where its view depends on more than the side, such as the square of its king.
    pub perspectives: usize,
    /// The number of inputs for each side.
    pub inputs: usize,
    /// The number of neurons of the first layer for each side: a multiple of [`LANES`], at most
    /// [`MAX_HIDDEN`].
    pub hidden: usize,
    /// The number of output buckets, at most 256: kinds of positions with output weights of
    /// their own.
    pub buckets: usize,
    /// Whether the output is added to a base evaluation.
    pub has_base: bool,
    /// A sum of the rules, where they are read from a file: other rules need another network.
    pub rules: Option<u32>,
}

impl NetworkShape {
    /// The most placements of a position, unless a game says otherwise.
    pub const USUAL_MAX_PLACEMENTS: usize = 63;

    /// A network alone, whose inputs are all placements for both sides, with as few neurons
    /// as there can be.
    pub const fn new(placements: usize) -> NetworkShape {
        NetworkShape {
            placements,
            max_placements: NetworkShape::USUAL_MAX_PLACEMENTS,
            perspectives: 2,
            inputs: placements,
            hidden: LANES,
            buckets: 1,
            has_base: false,
            rules: None,
        }
    }

    /// The greatest quantized weight of the first layer: the sum of as many as a position has
    /// placements, and a bias, fits 16 bits.
    pub fn max_input_weight(&self) -> i16 {
        let fits = i16::MAX as usize / (self.max_placements + 1);
        MAX_INPUT_WEIGHT.min(fits as i16)
    }

    /// The number of parameters: the weights of the first layer by input, its biases, the
    /// output weights by bucket (for the side to move, then for the other), the output
    /// biases, and the weights of the base evaluation, if there is one.
    pub fn parameters(&self) -> usize {
        let base = if self.has_base { self.buckets } else { 0 };
        (self.inputs + 1 + 2 * self.buckets) * self.hidden + self.buckets + base
    }

    /// Whether the numbers lie within their bounds.
    pub fn is_sound(&self) -> bool {
        (1..MAX_INPUTS).contains(&self.placements)
            && (1..1024).contains(&self.max_placements)
            && (1..=256).contains(&self.perspectives)
            && (1..MAX_INPUTS).contains(&self.inputs)
            && (LANES..=MAX_HIDDEN).contains(&self.hidden)
            && self.hidden.is_multiple_of(LANES)
            && (1..=256).contains(&self.buckets)
    }

    /// Checks that a game whose networks have the shape `wanted` can use one of this shape. The
    /// number of neurons may differ, a base evaluation may be left out, and where there are
    /// [rules](NetworkShape::rules), perspectives may be fewer ([`Networked::perspective`]).
    ///
    /// # Errors
    /// The reason if it cannot.
    pub fn check(&self, wanted: NetworkShape) -> Result<(), String> {
        let has_base = self.has_base && wanted.has_base;
        let is_coarser =
            self.rules.is_some() && wanted.perspectives.is_multiple_of(self.perspectives);
        let perspectives = if is_coarser { self.perspectives } else { wanted.perspectives };
        let wanted = NetworkShape { hidden: self.hidden, has_base, perspectives, ..wanted };
        if self.rules != wanted.rules {
            Err("the rules of the game have changed since it was made".to_owned())
        } else if self.to_string() != wanted.to_string() {
            Err(format!("it has {self}, not {wanted}"))
        } else if *self != wanted {
            Err(format!("it has {}, not {}", self.placed(), wanted.placed()))
        } else {
            Ok(())
        }
    }

    fn placed(&self) -> String {
        let NetworkShape { placements, max_placements, perspectives, .. } = self;
        format!("{placements} placements, {max_placements} at once, {perspectives} perspectives")
    }
}

impl fmt::Display for NetworkShape {
    /// `3072 inputs, 512 neurons, 14 buckets, alone`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NetworkShape { inputs, hidden, buckets, has_base, .. } = self;
        let base = if *has_base { "on a base evaluation" } else { "alone" };
        let plural = if *buckets == 1 { "" } else { "s" };
        write!(f, "{inputs} inputs, {hidden} neurons, {buckets} bucket{plural}, {base}")
    }
}

/// The parameters of a network, quantized. Rows are aligned to cache lines.
#[derive(Debug, PartialEq, Eq)]
pub struct Network {
    shape: NetworkShape,
    input_weights: Aligned<i16>,
    biases: Aligned<i16>,
    /// By bucket, for the side to move, then for the other.
    output_weights: Aligned<i16>,
    output_biases: Vec<i16>,
    /// The weight of the base evaluation, by bucket; 0 without one.
    base_weights: Vec<i16>,
    win_rate: Option<NetworkWinRate>,
    ladder: Option<Ladder>,
}

/// The chances at the scores of searches with a network: a [`WinRate`] in whole centi-units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkWinRate {
    /// See [`WinRate::midpoint`].
    pub midpoint: u16,
    /// See [`WinRate::spread`].
    pub spread: NonZeroU16,
}

impl From<NetworkWinRate> for WinRate {
    fn from(rate: NetworkWinRate) -> WinRate {
        WinRate { midpoint: rate.midpoint.into(), spread: rate.spread.get().into() }
    }
}

impl Network {
    /// The network with these parameters, in the order of [`NetworkShape::parameters`].
    /// `None` if the shape is unsound, there are more or fewer parameters, or one is too
    /// great.
    pub fn new(shape: NetworkShape, parameters: &[i16]) -> Option<Network> {
        if !shape.is_sound() || parameters.len() != shape.parameters() {
            return None;
        }
        let mut rest = parameters;
        let NetworkShape { inputs, hidden, buckets, has_base, .. } = shape;
        let max = shape.max_input_weight();
        Some(Network {
            shape,
            input_weights: {
                let mut rows = Aligned::zeros((inputs + 1) * hidden);
                rows[..inputs * hidden].copy_from_slice(take(&mut rest, inputs * hidden, max)?);
                rows
            },
            biases: Aligned::from(take(&mut rest, hidden, max)?),
            output_weights: Aligned::from(take(
                &mut rest,
                2 * buckets * hidden,
                MAX_OUTPUT_WEIGHT,
            )?),
            output_biases: take(&mut rest, buckets, i16::MAX)?.to_vec(),
            base_weights: if has_base {
                take(&mut rest, buckets, MAX_BASE_WEIGHT)?.to_vec()
            } else {
                vec![0; buckets]
            },
            win_rate: None,
            ladder: None,
        })
    }

    /// The chances at scores, if they were fitted to games of this network.
    pub fn win_rate(&self) -> Option<NetworkWinRate> {
        self.win_rate
    }

    /// The same network, with chances that were fitted to its games.
    #[must_use]
    pub fn with_win_rate(self, win_rate: Option<NetworkWinRate>) -> Network {
        Network { win_rate, ..self }
    }

    /// How far weaker players of some ratings see ahead, if it was fitted to games with this network.
    pub fn ladder(&self) -> Option<&Ladder> {
        self.ladder.as_ref()
    }

    /// The same network, with a ladder that was fitted to games with it.
    #[must_use]
    pub fn with_ladder(self, ladder: Option<Ladder>) -> Network {
        Network { ladder, ..self }
    }

    /// A network before it is trained: it evaluates to the base evaluation, or to 0.
    ///
    /// # Panics
    /// If the shape is unsound.
    pub fn blank(shape: NetworkShape) -> Network {
        let mut parameters = vec![0; shape.parameters()];
        if shape.has_base {
            let base = parameters.len() - shape.buckets;
            parameters[base..].fill(BASE_WEIGHT_QUANTIZATION as i16);
        }
        Network::new(shape, &parameters).expect("the shape is sound")
    }

    /// Whether it evaluates to the base evaluation, whatever the position.
    pub fn is_base_alone(&self) -> bool {
        self.shape.has_base
            && self.base_weights.iter().all(|&weight| i32::from(weight) == BASE_WEIGHT_QUANTIZATION)
            && self.output_weights.iter().chain(&self.output_biases).all(|&weight| weight == 0)
    }

    /// Its sizes.
    pub fn shape(&self) -> NetworkShape {
        self.shape
    }

    /// The quantized parameters, in the order of [`NetworkShape::parameters`].
    pub fn parameters(&self) -> Vec<i16> {
        let base = if self.shape.has_base { &self.base_weights[..] } else { &[] };
        let inputs = &self.input_weights[..self.shape.inputs * self.shape.hidden];
        let mut parameters = [inputs, &self.biases, &self.output_weights].concat();
        parameters.extend(self.output_biases.iter().chain(base));
        parameters
    }

    #[inline(always)]
    fn row(&self, input: usize) -> &[i16] {
        let hidden = self.shape.hidden;
        &self.input_weights[input * hidden..][..hidden]
    }

    #[inline(always)]
    fn zero_row(&self) -> &[i16] {
        self.row(self.shape.inputs)
    }

    /// The evaluation for the side to move, in centi-units. `own`: the accumulator of the
    /// side to move; `base`: the base evaluation for it, in centi-units.
    #[inline(always)]
    fn evaluate(&self, own: &[i16], other: &[i16], bucket: usize, base: i32) -> i32 {
        let hidden = self.shape.hidden;
        let weights = &self.output_weights[2 * bucket * hidden..][..2 * hidden];
        let (for_own, for_other) = weights.split_at(hidden);
        let sum = dot(own, for_own) + dot(other, for_other);
        let units = sum / i64::from(QA) + i64::from(self.output_biases[bucket]);
        let output = (units * i64::from(SCALE_CENTI) / i64::from(OUTPUT_BIAS_QUANTIZATION)) as i32;
        base * i32::from(self.base_weights[bucket]) / BASE_WEIGHT_QUANTIZATION + output
    }
}

/// The next parameters; `None` if one is greater than `max`.
fn take<'a>(rest: &mut &'a [i16], count: usize, max: i16) -> Option<&'a [i16]> {
    let (taken, after) = rest.split_at(count);
    *rest = after;
    if taken.iter().any(|x| x.unsigned_abs() > max.unsigned_abs()) { None } else { Some(taken) }
}

/// The activated neurons times these output weights, summed, in units of
/// [`QA`]² · [`QB`] / [`SQUARE_DIVISOR`].
#[inline(always)]
fn dot(neurons: &[i16], weights: &[i16]) -> i64 {
    by_block!(neurons.len(), N => dot_by::<N>(neurons, weights))
}

/// [`dot`] in sums of `N` products, at most [`MAX_DOT`].
#[inline(always)]
fn dot_by<const N: usize>(neurons: &[i16], weights: &[i16]) -> i64 {
    const { assert!(N <= MAX_DOT) };
    let mut sum = 0;
    // A loop: the compiler does not inline a chain of iterators here.
    for (neurons, weights) in neurons.as_chunks::<N>().0.iter().zip(weights.as_chunks::<N>().0) {
        sum += i64::from(narrow_dot(neurons, weights));
    }
    sum
}

#[inline(always)]
fn narrow_dot<const N: usize>(neurons: &[i16; N], weights: &[i16; N]) -> i32 {
    let neurons = neurons.as_chunks::<LANES>().0;
    let weights = weights.as_chunks::<LANES>().0;
    let mut sum = 0;
    for i in 0..N / LANES {
        sum += lanes_dot(&neurons[i], &weights[i]);
    }
    sum
}

/// [`dot`] of [`LANES`] neurons. Activated neurons have 16 bits and products are summed in
/// pairs, so AVX2 and AVX-512 have an instruction for each step.
#[inline(always)]
fn lanes_dot(neurons: &[i16; LANES], weights: &[i16; LANES]) -> i32 {
    let mut squares = [0; LANES];
    for i in 0..LANES {
        let x = neurons[i].clamp(0, QA as i16) as u16;
        squares[i] = i32::from((x * x + SQUARE_DIVISOR as u16 / 2) / SQUARE_DIVISOR as u16);
    }
    let mut sum = 0;
    for i in 0..LANES / 2 {
        let [a, b] = [2 * i, 2 * i + 1];
        sum += squares[a] * i32::from(weights[a]) + squares[b] * i32::from(weights[b]);
    }
    sum
}

/// The network of a game.
#[derive(Clone, Debug)]
pub enum NetworkSource {
    /// One built into the program.
    #[cfg(any(test, feature = "network"))]
    Embedded(&'static EmbeddedNetwork),
    /// One from a file, or made.
    Loaded(Arc<Network>),
}

impl NetworkSource {
    /// The network.
    ///
    /// # Panics
    /// If the bytes of one built into the program are no file with a network.
    pub fn get(&self) -> Arc<Network> {
        match self {
            #[cfg(any(test, feature = "network"))]
            NetworkSource::Embedded(network) => network.get(),
            NetworkSource::Loaded(network) => Arc::clone(network),
        }
    }
}
