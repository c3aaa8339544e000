//! Factorised inputs: rows that several inputs share while they are trained.
//!
//! In chess, the inputs of a piece on a square differ by the area of the own king. What is
//! the same in all areas is learnt once if each row of the network is the sum of an own
//! row and of one shared by all areas (chessprogramming.org "NNUE", "Feature
//! Factorization"). Only the optimizer has the two parts. The network always has their sum,
//! so nothing remains to be done at the end.

use super::model::Gradient;
use super::shape::{ParameterKind, TrainingShape};
use rayon::prelude::*;

/// The parts of the first layer's rows. All lists are empty without shared rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Factors {
    /// The own rows, by input.
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
        let (hidden, bound) = (shape.hidden, ParameterKind::InputWeight.bound(shape));
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
                        let values = &part.values[input * hidden..];
                        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
                    }
                }
                update([row, first, second], &sums);
            });
    }
}
