//! The inner loops, for a constant number of neurons.
//!
//! The accumulators of a chunk come from row differences. The gradient of a row is the
//! sum of the slopes of all samples in which its input is on. So a running sum of slopes
//! is kept from the last sample of the chunk to the first. It is added to a row's
//! gradient where the input is switched on, and subtracted where it is switched off.
//!
//! A plan lists the rows that a chunk adds and subtracts, for each sample and player.
//!
//! A row is handled in blocks that fit registers: a block is loaded once, whatever the
//! number of rows that are added to it.

// Loops over indices of arrays vectorize in every profile. Iterators do so only where
// the compiler inlines their functions, which it does not across codegen units.
#![allow(clippy::needless_range_loop)]

use super::chunk::{Chunk, MAX_SAMPLES};
use super::shape::TrainingShape;
use plyglot_support::aligned::Aligned;

const LANES: usize = 16;

/// A row of the first layer that is added or subtracted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RowOperation {
    pub(super) input: u16,
    /// 1 if the input is switched on, -1 if it is switched off.
    sign: f32,
}

#[derive(Clone, Copy, Debug)]
struct Segment<'a> {
    /// Whether the rows are added to the biases, and not to the accumulator of the
    /// sample before.
    is_fresh: bool,
    rows: &'a [RowOperation],
}

#[derive(Debug, Default)]
pub(super) struct RowPlan {
    rows: Vec<RowOperation>,
    /// By sample and player: the end of the rows, and whether they are all that are on.
    ends: Vec<(u32, bool)>,
    /// The placements of the sample: a bit each.
    set: Vec<u64>,
    signs: Vec<f32>,
}

impl RowPlan {
    /// Replaces the plan by that of another chunk, whose numbers are in the shape's
    /// range, under a symmetry.
    pub(super) fn build(&mut self, shape: &TrainingShape, chunk: Chunk<'_>, symmetry: usize) {
        self.rows.clear();
        self.ends.clear();
        self.set.clear();
        self.set.resize(shape.placements.div_ceil(64), 0);
        let mut toggles = chunk.toggles;
        let mut before = None;
        for sample in chunk.samples {
            let (own, rest) = toggles.split_at(usize::from(sample.toggled));
            toggles = rest;
            self.toggle(own);
            for (player, &perspective) in sample.perspectives.iter().enumerate() {
                let table = symmetry * shape.perspectives + usize::from(perspective);
                let start = table * shape.placements;
                let inputs = &shape.input_of[start..start + shape.placements];
                let is_fresh = before.is_none_or(|seen: [u8; 2]| seen[player] != perspective);
                if is_fresh {
                    self.add_all(inputs);
                } else {
                    self.rows.extend(own.iter().zip(&self.signs).map(|(&placement, &sign)| {
                        RowOperation { input: inputs[usize::from(placement)], sign }
                    }));
                }
                self.ends.push((self.rows.len() as u32, is_fresh));
            }
            before = Some(sample.perspectives);
        }
    }

    fn toggle(&mut self, placements: &[u16]) {
        self.signs.clear();
        for &placement in placements {
            let word = &mut self.set[usize::from(placement / 64)];
            *word ^= 1 << (placement % 64);
            let is_on = *word >> (placement % 64) & 1 == 1;
            self.signs.push(if is_on { 1.0 } else { -1.0 });
        }
    }

    fn add_all(&mut self, inputs: &[u16]) {
        for (inputs, &word) in inputs.chunks(64).zip(&self.set) {
            let mut rest = word;
            while rest != 0 {
                let input = inputs[rest.trailing_zeros() as usize];
                self.rows.push(RowOperation { input, sign: 1.0 });
                rest &= rest - 1;
            }
        }
    }

    pub(super) fn rows(&self) -> &[RowOperation] {
        &self.rows
    }

    /// The rows of a sample and a player, 0 or 1.
    #[inline(always)]
    fn segment(&self, sample: usize, player: usize) -> Segment<'_> {
        let index = 2 * sample + player;
        let start = if index == 0 { 0 } else { self.ends[index - 1].0 };
        let (end, is_fresh) = self.ends[index];
        Segment { is_fresh, rows: &self.rows[start as usize..end as usize] }
    }
}

/// The parameters of a network, or their gradient. All but the last two are rows of one
/// number for each neuron.
#[derive(Debug)]
pub(super) struct Parameters<T> {
    pub(super) input_weights: T,
    pub(super) biases: T,
    pub(super) output_weights: T,
    pub(super) output_biases: T,
    /// Empty without a base evaluation.
    pub(super) base_weights: T,
}

#[derive(Debug, Default)]
pub(super) struct KernelBuffers {
    /// The accumulators, by sample and player.
    neurons: Aligned<f32>,
    running: Aligned<f32>,
    /// The output of each sample, without its bias.
    pub(super) outputs: Vec<f32>,
    /// The derivative of the loss by the output, for each sample.
    pub(super) slopes: Vec<f32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Kernel {
    /// Sets [`KernelBuffers::outputs`].
    pub(super) forward: Forward,
    /// Adds the gradient of the loss by the parameters of the first layer and the output
    /// weights, after `forward` and from [`KernelBuffers::slopes`].
    pub(super) backward: Backward,
}

type Forward = fn(&Parameters<&[f32]>, Chunk<'_>, &RowPlan, &mut KernelBuffers);
type Backward =
    fn(&Parameters<&[f32]>, Chunk<'_>, &RowPlan, &mut KernelBuffers, &mut Parameters<&mut [f32]>);

impl Kernel {
    /// The loops for one of [`WIDTHS`](super::shape::WIDTHS).
    pub(super) fn new(hidden: usize) -> Option<Kernel> {
        const fn kernel<const H: usize, const B: usize>() -> Kernel {
            Kernel { forward: forward::<H, B>, backward: backward::<H, B> }
        }
        Some(match hidden {
            32 => kernel::<32, 32>(),
            64 => kernel::<64, 64>(),
            96 => kernel::<96, 32>(),
            128 => kernel::<128, 64>(),
            256 => kernel::<256, 64>(),
            384 => kernel::<384, 64>(),
            512 => kernel::<512, 64>(),
            768 => kernel::<768, 64>(),
            1024 => kernel::<1024, 64>(),
            _ => return None,
        })
    }
}

/// `a * b + c`, fused where the processor can.
#[inline(always)]
fn multiply_add(a: f32, b: f32, c: f32) -> f32 {
    if cfg!(any(target_feature = "fma", target_arch = "aarch64")) {
        a.mul_add(b, c)
    } else {
        a * b + c
    }
}

fn forward<const H: usize, const B: usize>(
    parameters: &Parameters<&[f32]>,
    chunk: Chunk<'_>,
    plan: &RowPlan,
    buffers: &mut KernelBuffers,
) {
    let rows = parameters.input_weights.as_chunks::<H>().0;
    let biases = parameters.biases.as_chunks::<H>().0;
    let output_weights = parameters.output_weights.as_chunks::<H>().0;
    if buffers.neurons.len() < 2 * chunk.samples.len() * H {
        buffers.neurons = Aligned::zeros(2 * chunk.samples.len().max(MAX_SAMPLES) * H);
    }
    let neurons = buffers.neurons.as_chunks_mut::<H>().0;
    buffers.outputs.clear();
    for (i, sample) in chunk.samples.iter().enumerate() {
        let mut sums = [0.0; LANES];
        for player in 0..2 {
            let (before, now) = neurons.split_at_mut(2 * i + player);
            let segment = plan.segment(i, player);
            let from = if segment.is_fresh { &biases[0] } else { &before[2 * (i - 1) + player] };
            let is_other = usize::from(player != sample.side.index());
            let weights = &output_weights[2 * usize::from(sample.bucket) + is_other];
            advance::<H, B>(rows, segment, [from, weights], &mut now[0], &mut sums);
        }
        buffers.outputs.push(sum(sums));
    }
}

/// Computes an accumulator `to` from the one before or the biases, and adds the products
/// of its activations and output weights to `sums`.
#[inline(always)]
fn advance<const H: usize, const B: usize>(
    rows: &[[f32; H]],
    segment: Segment<'_>,
    [from, weights]: [&[f32; H]; 2],
    to: &mut [f32; H],
    sums: &mut [f32; LANES],
) {
    for block in 0..H / B {
        let mut neurons = from.as_chunks::<B>().0[block];
        for operation in segment.rows {
            let row = &rows[usize::from(operation.input)].as_chunks::<B>().0[block];
            for i in 0..B {
                neurons[i] = multiply_add(operation.sign, row[i], neurons[i]);
            }
        }
        to.as_chunks_mut::<B>().0[block] = neurons;
        let weights = &weights.as_chunks::<B>().0[block];
        for part in 0..B / LANES {
            for lane in 0..LANES {
                let i = part * LANES + lane;
                let x = neurons[i].clamp(0.0, 1.0);
                sums[lane] = multiply_add(x * x, weights[i], sums[lane]);
            }
        }
    }
}

/// The sum of partial sums, in a fixed order.
#[inline(always)]
fn sum(mut sums: [f32; LANES]) -> f32 {
    let mut half = LANES / 2;
    while half > 0 {
        for i in 0..half {
            sums[i] += sums[i + half];
        }
        half /= 2;
    }
    sums[0]
}

fn backward<const H: usize, const B: usize>(
    parameters: &Parameters<&[f32]>,
    chunk: Chunk<'_>,
    plan: &RowPlan,
    buffers: &mut KernelBuffers,
    gradient: &mut Parameters<&mut [f32]>,
) {
    let output_weights = parameters.output_weights.as_chunks::<H>().0;
    let by_rows = gradient.input_weights.as_chunks_mut::<H>().0;
    let by_biases = &mut gradient.biases.as_chunks_mut::<H>().0[0];
    let by_output_weights = gradient.output_weights.as_chunks_mut::<H>().0;
    let neurons = buffers.neurons.as_chunks::<H>().0;
    if buffers.running.len() < 2 * H {
        buffers.running = Aligned::zeros(2 * H);
    }
    buffers.running.fill(0.0);
    let running = buffers.running.as_chunks_mut::<H>().0;
    for (i, sample) in chunk.samples.iter().enumerate().rev() {
        for (player, running) in running.iter_mut().enumerate() {
            let is_other = usize::from(player != sample.side.index());
            let index = 2 * usize::from(sample.bucket) + is_other;
            let output = SampleOutput {
                neurons: &neurons[2 * i + player],
                weights: &output_weights[index],
                slope: buffers.slopes[i],
            };
            let by_weights = &mut by_output_weights[index];
            let by_first = FirstLayer { rows: &mut *by_rows, biases: &mut *by_biases, running };
            retreat::<H, B>(plan.segment(i, player), output, by_weights, by_first);
        }
    }
}

/// The inputs of an output, for one player, and the derivative of the loss with respect to it.
struct SampleOutput<'a, const H: usize> {
    neurons: &'a [f32; H],
    weights: &'a [f32; H],
    slope: f32,
}

struct FirstLayer<'a, const H: usize> {
    rows: &'a mut [[f32; H]],
    biases: &'a mut [f32; H],
    running: &'a mut [f32; H],
}

/// Adds the gradient of one sample and player.
#[inline(always)]
fn retreat<const H: usize, const B: usize>(
    segment: Segment<'_>,
    output: SampleOutput<'_, H>,
    by_weights: &mut [f32; H],
    by_first: FirstLayer<'_, H>,
) {
    let slope = output.slope;
    for block in 0..H / B {
        let neurons = &output.neurons.as_chunks::<B>().0[block];
        let weights = &output.weights.as_chunks::<B>().0[block];
        let by_weights = &mut by_weights.as_chunks_mut::<B>().0[block];
        let running = &mut by_first.running.as_chunks_mut::<B>().0[block];
        let mut slopes = *running;
        for i in 0..B {
            let x = neurons[i].clamp(0.0, 1.0);
            let by_output = slope * x;
            by_weights[i] = multiply_add(by_output, x, by_weights[i]);
            // If it is clamped, a neuron has no slope. At 0 the factor is 0 already.
            let weight = if neurons[i] < 1.0 { weights[i] } else { 0.0 };
            slopes[i] = multiply_add(2.0 * by_output, weight, slopes[i]);
        }
        for operation in segment.rows {
            let row =
                &mut by_first.rows[usize::from(operation.input)].as_chunks_mut::<B>().0[block];
            for i in 0..B {
                row[i] = multiply_add(operation.sign, slopes[i], row[i]);
            }
        }
        if segment.is_fresh {
            let biases = &mut by_first.biases.as_chunks_mut::<B>().0[block];
            for i in 0..B {
                biases[i] += slopes[i];
            }
            slopes = [0.0; B];
        }
        *running = slopes;
    }
}
