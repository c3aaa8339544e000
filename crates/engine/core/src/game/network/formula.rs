//! For the tests of a game with a network: its output in floating point, and random networks to
//! compare it with.

use super::{
    MAX_BASE_WEIGHT, MAX_OUTPUT_WEIGHT, Network, NetworkShape, Networked, OUTPUT_BIAS_QUANTIZATION,
    Placements, QA, QB,
};
use crate::game::random::Random;

/// A network with random parameters of all sizes up to the greatest.
///
/// # Panics
/// If there is no network of this shape.
pub fn random_network(shape: NetworkShape, random: &mut Random) -> Network {
    let NetworkShape { inputs, hidden, buckets, has_base, .. } = shape;
    let mut parameters = Vec::new();
    parameters.extend((0..(inputs + 1) * hidden).map(|_| up_to(random, shape.max_input_weight())));
    parameters.extend((0..2 * buckets * hidden).map(|_| up_to(random, MAX_OUTPUT_WEIGHT)));
    parameters.extend((0..buckets).map(|_| up_to(random, 1000)));
    parameters
        .extend((0..if has_base { buckets } else { 0 }).map(|_| up_to(random, MAX_BASE_WEIGHT)));
    Network::new(shape, &parameters).expect("the parameters are within bounds")
}

fn up_to(random: &mut Random, max: i16) -> i16 {
    random.below(2 * max as usize + 1) as i16 - max
}

/// The formula of the module `network`, in floating point.
pub fn formula<G: Networked>(network: &Network, position: &G, base: i32) -> f64 {
    let NetworkShape { inputs, hidden, buckets, has_base, .. } = network.shape();
    let parameters: Vec<f64> = network.parameters().into_iter().map(f64::from).collect();
    let (rows, rest) = parameters.split_at(inputs * hidden);
    let (biases, rest) = rest.split_at(hidden);
    let (outputs, rest) = rest.split_at(2 * hidden * buckets);
    let bucket = position.bucket();
    let mut output = rest[bucket] / f64::from(OUTPUT_BIAS_QUANTIZATION);
    for (half, side) in [position.side(), !position.side()].into_iter().enumerate() {
        let perspective = position.perspective(side) % network.shape().perspectives;
        for i in 0..hidden {
            let mut sum = biases[i];
            for placement in position.placements().iter() {
                sum += rows[G::input(position.rules(), perspective, placement) * hidden + i];
            }
            let neuron = (sum / f64::from(QA)).clamp(0.0, 1.0).powi(2);
            output += neuron * outputs[(2 * bucket + half) * hidden + i] / f64::from(QB);
        }
    }
    let base_weight = if has_base { rest[buckets + bucket] / 256.0 } else { 0.0 };
    base_weight * f64::from(base) + 400.0 * output
}
