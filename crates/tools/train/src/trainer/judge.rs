//! A judge of networks: positions with the scores of far deeper searches than those that are learnt
//! from.
//!
//! The loss on games held out says how well a network imitates the scores of short searches, which
//! are wrong where the network is. A judge's scores are of searches that see much more, so that its
//! error tells a better evaluation from a better imitation.

use super::chunk::{Chunk, Samples};
use super::model::{GradientWorkspace, Model};
use super::objective::{Objective, best_scale};
use crate::fingerprint::hash;
use rayon::prelude::*;

const CHUNKS_PER_TASK: usize = 256;

/// Positions with the scores of deep searches, in a unit of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Judge {
    samples: [Samples; 2],
    /// The scale at which the scores predict the results of their games best, in centi-units.
    scale: f32,
}

impl Judge {
    /// A judge by these positions, whose scores mean winning chances by a scale in centi-units.
    pub fn new(samples: [Samples; 2], scale: f32) -> Judge {
        Judge { samples, scale }
    }

    pub fn count(&self) -> u64 {
        self.samples.iter().map(Samples::count).sum()
    }

    pub(super) fn fingerprint(&self) -> u64 {
        hash(self.samples.iter().map(Samples::fingerprint))
    }

    /// The mean squared error of the winning chance, from 0 to 1, by a network's evaluations. They
    /// mean winning chances by the scale with the least error, so that their unit does not matter.
    pub(super) fn error(&self, model: &Model, parameters: &[f32]) -> f64 {
        let chunks: Vec<Chunk<'_>> = self.samples.iter().flat_map(Samples::chunks).collect();
        let pairs: Vec<[f32; 2]> = chunks
            .par_chunks(CHUNKS_PER_TASK)
            .flat_map_iter(|chunks| self.pairs(model, parameters, chunks))
            .collect();
        let scale = best_scale(|scale| mean_squared_error(&pairs, scale));
        mean_squared_error(&pairs, scale)
    }

    /// The evaluations of some chunks' positions, in centi-units, each with the winning chance by
    /// its score.
    fn pairs(&self, model: &Model, parameters: &[f32], chunks: &[Chunk<'_>]) -> Vec<[f32; 2]> {
        let truth = Objective { scale: self.scale, lambda: 0.0 };
        let mut workspace = GradientWorkspace::default();
        let mut pairs = Vec::new();
        for &chunk in chunks {
            let evaluations = model.evaluate(parameters, chunk, &mut workspace);
            for (&evaluation, sample) in evaluations.iter().zip(chunk.samples) {
                pairs.push([evaluation, truth.expectation(f32::from(sample.score))]);
            }
        }
        pairs
    }
}

/// The error of evaluations that mean winning chances by `scale`, each with its target.
fn mean_squared_error(pairs: &[[f32; 2]], scale: f64) -> f64 {
    let chance = Objective { scale: scale as f32, lambda: 0.0 };
    let mut sum = 0.0;
    for &[evaluation, target] in pairs {
        sum += f64::from(chance.expectation(evaluation) - target).powi(2);
    }
    sum / pairs.len() as f64
}
