//! AdamW: Adam with decoupled weight decay (Loshchilov and Hutter, "Decoupled Weight Decay
//! Regularization", 2019).

use super::factors::Factors;
use super::model::Gradient;
use super::shape::{ParameterKind, TrainingShape};
use plyglot_core::game::network::NetworkShape;
use rayon::prelude::*;

/// The decay rates of both moments: beta1 and beta2, with the values of Kingma and Ba
/// ("Adam: A Method for Stochastic Optimization", 2015).
const BETAS: [f32; 2] = [0.9, 0.999];
/// Prevents a division by 0 for parameters that have no gradient. Gradients are those of
/// the mean loss.
const EPSILON: f32 = 1e-10;
/// After this many steps without a sample of its input, a row is neither moved nor decayed
/// until the next such sample. By then its first moment has fallen to 2e-12 of its value.
const IDLE_STEPS: u16 = 256;
const ROWS_PER_TASK: usize = 32;
const MAX_HIDDEN: usize = 1024;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct AdamW {
    pub(super) steps: u64,
    pub(super) first_moments: Vec<f32>,
    pub(super) second_moments: Vec<f32>,
    /// For each input the steps since a sample had it on, at most [`IDLE_STEPS`].
    pub(super) idle: Vec<u16>,
    pub(super) factors: Factors,
}

/// The factors of a step, the same for all parameters.
#[derive(Clone, Copy)]
struct StepFactors {
    rate: f32,
    /// The factor of the parts' sum that makes it the gradient of the mean.
    share: f32,
    /// The share of a parameter that remains after its decay.
    rest: f32,
    corrections: [f32; 2],
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
            idle: vec![IDLE_STEPS; shape.inputs],
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
        let corrections = BETAS.map(|beta| 1.0 - f64::from(beta).powf(self.steps as f64) as f32);
        let step = StepFactors {
            rate,
            share: 1.0 / samples as f32,
            rest: 1.0 - rate * decay,
            corrections,
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
            .with_min_len(ROWS_PER_TASK)
            .for_each(|(input, (((parameters, first_moments), second_moments), idle))| {
                let is_touched = parts.iter().any(|part| part.touched[input]);
                *idle = if is_touched { 0 } else { (*idle + 1).min(IDLE_STEPS) };
                if *idle < IDLE_STEPS {
                    let slice = Slice { parameters, first_moments, second_moments };
                    let parts = parts.iter().filter(|part| part.touched[input]);
                    step.row(slice, parts, input * hidden);
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
        let moments = slice.first_moments.iter_mut().zip(slice.second_moments);
        for ((parameter, (first, second)), sum) in
            slice.parameters.iter_mut().zip(moments).zip(sums)
        {
            let derivative = sum * self.share;
            *first = BETAS[0] * *first + (1.0 - BETAS[0]) * derivative;
            *second = BETAS[1] * *second + (1.0 - BETAS[1]) * derivative * derivative;
            let scale = (*second / self.corrections[1]).sqrt() + EPSILON;
            let moved = *parameter * rest - self.rate * (*first / self.corrections[0]) / scale;
            *parameter = moved.clamp(-bound, bound);
        }
    }
}

fn add(sums: &mut [f32], values: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}
