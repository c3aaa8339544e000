//! AdamW: Adam with decoupled weight decay (Loshchilov and Hutter, "Decoupled Weight Decay
//! Regularization", 2019).
//!
//! Inputs may be factorised: several share a row while they are trained. In chess, the inputs of a
//! piece on a square differ by the area of the own king. What is the same in all areas is learnt
//! once if each row of the network is the sum of an own row and of one shared by all areas
//! (chessprogramming.org "NNUE", "Feature Factorization"). Only the optimizer has the two parts.
//! The network always has their sum, so nothing remains to be done at the end.

use super::model::Gradient;
use super::shape::{ParameterKind, TrainingShape};
use plyglot_core::game::network::NetworkShape;
use rayon::prelude::*;

/// The decay rates of both moments: beta1 and beta2, with the values of Kingma and Ba ("Adam: A
/// Method for Stochastic Optimization", 2015).
const BETAS: [f32; 2] = [0.9, 0.999];
/// Prevents a division by 0 for parameters that have no gradient. Gradients are those of
/// the mean loss.
const EPSILON: f32 = 1e-10;
/// After this many steps without a sample of its input, a row is neither moved nor decayed
/// until the next such sample. By then its first moment has fallen to 2e-12 of its value.
const MAX_IDLE_STEPS: u16 = 256;
const MIN_ROWS_PER_TASK: usize = 32;
const MAX_HIDDEN: usize = 1024;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct AdamW {
    pub(super) steps: u64,
    pub(super) first_moments: Vec<f32>,
    pub(super) second_moments: Vec<f32>,
    /// For each input the steps since a sample had it on, at most [`MAX_IDLE_STEPS`].
    pub(super) idle: Vec<u16>,
    pub(super) factors: Factors,
}

#[derive(Clone, Copy)]
struct AdamStep {
    rate: f32,
    bias_corrections: [f32; 2],
}

impl AdamStep {
    /// The step of this number, from 1 on.
    fn new(number: u64, rate: f32) -> AdamStep {
        let bias_corrections = BETAS.map(|beta| 1.0 - f64::from(beta).powf(number as f64) as f32);
        AdamStep { rate, bias_corrections }
    }

    /// Updates the moments of a parameter by its derivative. Returns what is to be subtracted
    /// from it, about the rate.
    #[inline(always)]
    fn take(self, first: &mut f32, second: &mut f32, derivative: f32) -> f32 {
        *first = BETAS[0] * *first + (1.0 - BETAS[0]) * derivative;
        *second = BETAS[1] * *second + (1.0 - BETAS[1]) * derivative * derivative;
        let scale = (*second / self.bias_corrections[1]).sqrt() + EPSILON;
        self.rate * (*first / self.bias_corrections[0]) / scale
    }
}

#[derive(Clone, Copy)]
struct StepFactors {
    adam: AdamStep,
    /// The factor of the parts' sum that makes it the gradient of the mean.
    share: f32,
    /// The share of a parameter that remains after its decay.
    rest: f32,
    /// The sizes of the network, which bound its parameters.
    sizes: NetworkShape,
}

struct Slice<'a> {
    parameters: &'a mut [f32],
    first_moments: &'a mut [f32],
    second_moments: &'a mut [f32],
}

impl AdamW {
    pub(super) fn new(shape: &TrainingShape, parameters: &[f32]) -> AdamW {
        let size = shape.parameters();
        AdamW {
            steps: 0,
            first_moments: vec![0.0; size],
            second_moments: vec![0.0; size],
            idle: vec![MAX_IDLE_STEPS; shape.inputs],
            factors: Factors::new(shape, parameters),
        }
    }

    /// Moves each parameter by about `rate` against its derivative of the mean loss, pulls
    /// weights to 0 by `rate` times `decay` of them, and clamps all so that they can be
    /// quantized. `parts` are gradients of the sum of the losses of `samples` samples
    /// together. They are added in their order.
    pub(super) fn step(
        &mut self,
        shape: &TrainingShape,
        parameters: &mut [f32],
        parts: &[&Gradient],
        samples: usize,
        [rate, decay]: [f32; 2],
    ) {
        self.steps += 1;
        let step = StepFactors {
            adam: AdamStep::new(self.steps, rate),
            share: 1.0 / samples as f32,
            rest: (1.0 - rate * decay).max(0.0),
            sizes: shape.sizes,
        };
        let hidden = shape.hidden;
        let rows_end = shape.inputs * hidden;
        let (all_rows, rest) = parameters.split_at_mut(rows_end);
        let has_factors = self.factors.are_used();
        let rows = if has_factors { &mut self.factors.own[..] } else { &mut *all_rows };
        let (first, first_rest) = self.first_moments.split_at_mut(rows_end);
        let (second, second_rest) = self.second_moments.split_at_mut(rows_end);
        rows.par_chunks_mut(hidden)
            .zip(first.par_chunks_mut(hidden))
            .zip(second.par_chunks_mut(hidden))
            .zip(&mut self.idle)
            .enumerate()
            .with_min_len(MIN_ROWS_PER_TASK)
            .for_each(|(input, (((parameters, first_moments), second_moments), idle))| {
                let is_touched = parts.iter().any(|part| part.touched[input]);
                *idle = if is_touched { 0 } else { (*idle + 1).min(MAX_IDLE_STEPS) };
                if *idle < MAX_IDLE_STEPS {
                    let slice = Slice { parameters, first_moments, second_moments };
                    step.row(
                        slice,
                        parts.iter().filter(|part| part.touched[input]),
                        input * hidden,
                    );
                }
            });
        if has_factors {
            self.factors.for_each_shared(hidden, parts, |[parameters, first, second], sums| {
                let slice = Slice { parameters, first_moments: first, second_moments: second };
                step.update(ParameterKind::InputWeight, slice, sums);
            });
            self.factors.fold(shape, all_rows);
        }
        for (kind, range) in &shape.ranges().kinds()[1..] {
            let own = range.start - rows_end..range.end - rows_end;
            let slice = Slice {
                parameters: &mut rest[own.clone()],
                first_moments: &mut first_rest[own.clone()],
                second_moments: &mut second_rest[own],
            };
            step.all(*kind, slice, parts, range.start);
        }
    }
}

impl StepFactors {
    /// A step of a row of the first layer, whose gradient begins at `start`.
    fn row<'g>(
        self,
        slice: Slice<'_>,
        parts: impl Iterator<Item = &'g &'g Gradient>,
        start: usize,
    ) {
        let mut sums = [0.0; MAX_HIDDEN];
        let sums = &mut sums[..slice.parameters.len()];
        for part in parts {
            add(sums, &part.values[start..]);
        }
        self.update(ParameterKind::InputWeight, slice, sums);
    }

    fn all(self, kind: ParameterKind, slice: Slice<'_>, parts: &[&Gradient], start: usize) {
        let mut sums = vec![0.0; slice.parameters.len()];
        for part in parts {
            add(&mut sums, &part.values[start..]);
        }
        self.update(kind, slice, &sums);
    }

    fn update(self, kind: ParameterKind, slice: Slice<'_>, sums: &[f32]) {
        let rest = if kind.decays() { self.rest } else { 1.0 };
        let bound = kind.bound(&self.sizes);
        let Slice { parameters, first_moments, second_moments } = slice;
        for ((parameter, (first, second)), sum) in
            parameters.iter_mut().zip(first_moments.iter_mut().zip(second_moments)).zip(sums)
        {
            let movement = self.adam.take(first, second, sum * self.share);
            let moved = *parameter * rest - movement;
            *parameter = moved.clamp(-bound, bound);
        }
    }
}

fn add(sums: &mut [f32], values: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

/// The parts of the first layer's rows. All lists are empty without shared rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Factors {
    /// By input.
    pub(super) own: Vec<f32>,
    /// The shared rows, and their moments.
    pub(super) shared: Vec<f32>,
    pub(super) first_moments: Vec<f32>,
    pub(super) second_moments: Vec<f32>,
    inputs: Vec<Vec<usize>>,
}

impl Factors {
    /// Divides rows: shared ones are means.
    pub(super) fn new(shape: &TrainingShape, parameters: &[f32]) -> Factors {
        let inputs = shape.inputs_by_factor();
        if inputs.is_empty() {
            return Factors::default();
        }
        let hidden = shape.hidden;
        let mut own = parameters[shape.ranges().input_weights].to_vec();
        let mut shared = vec![0.0; inputs.len() * hidden];
        for (shared, inputs) in shared.chunks_exact_mut(hidden).zip(&inputs) {
            for (i, mean) in shared.iter_mut().enumerate() {
                let sum: f32 = inputs.iter().map(|input| own[input * hidden + i]).sum();
                *mean = sum / inputs.len().max(1) as f32;
                inputs.iter().for_each(|input| own[input * hidden + i] -= *mean);
            }
        }
        let moments = vec![0.0; shared.len()];
        Factors { own, shared, first_moments: moments.clone(), second_moments: moments, inputs }
    }

    pub(super) fn are_used(&self) -> bool {
        !self.inputs.is_empty()
    }

    /// Sets each of the network's rows to the sum of its own and the shared row, clamped
    /// so that it can be quantized.
    pub(super) fn fold(&self, shape: &TrainingShape, rows: &mut [f32]) {
        let hidden = shape.hidden;
        let bound = ParameterKind::InputWeight.bound(shape);
        rows.par_chunks_mut(hidden)
            .zip(self.own.par_chunks(hidden))
            .zip(&shape.factor_of)
            .for_each(|((row, own), &factor)| {
                let shared = &self.shared[usize::from(factor) * hidden..];
                for (weight, (own, shared)) in row.iter_mut().zip(own.iter().zip(shared)) {
                    *weight = (own + shared).clamp(-bound, bound);
                }
            });
    }

    /// Calls `update` with each shared row, its moments, and its gradient: the sum of
    /// those of its inputs.
    pub(super) fn for_each_shared(
        &mut self,
        hidden: usize,
        parts: &[&Gradient],
        update: impl Fn([&mut [f32]; 3], &[f32]) + Sync,
    ) {
        self.shared
            .par_chunks_mut(hidden)
            .zip(self.first_moments.par_chunks_mut(hidden))
            .zip(self.second_moments.par_chunks_mut(hidden))
            .zip(&self.inputs)
            .for_each(|(((row, first), second), inputs)| {
                let mut sums = vec![0.0; hidden];
                for part in parts {
                    for &input in inputs.iter().filter(|&&input| part.touched[input]) {
                        add(&mut sums, &part.values[input * hidden..]);
                    }
                }
                update([row, first, second], &sums);
            });
    }
}
