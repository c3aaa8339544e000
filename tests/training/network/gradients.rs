//! Gradients and evaluations of chunks agree with a plain formula: for all widths, grown
//! networks and symmetries.

use super::{Game, samples_of, small, small_games};
use plyglot_core::game::Side;
use plyglot_core::game::network::NetworkShape;
use plyglot_core::game::random::Random;
use plyglot_engine::NetworkPosition;
use plyglot_train::trainer::model::{Gradient, GradientWorkspace, Model};
use plyglot_train::trainer::shape::WIDTHS;
use plyglot_train::trainer::{Objective, Samples, TrainingShape};

const OBJECTIVE: Objective = Objective { scale: 200.0, lambda: 0.3 };

/// Parameters of which all kinds matter, and all parts of the activation.
fn some_parameters(shape: &TrainingShape, random: &mut Random) -> Vec<f32> {
    (0..shape.parameters())
        .map(|_| random.below(1 << 20) as f32 / (1 << 20) as f32 - 0.45)
        .collect()
}

fn gradient_of(shape: &TrainingShape, parameters: &[f32], samples: &Samples) -> Gradient {
    gradient_under(0, shape, parameters, samples)
}

fn gradient_under(
    symmetry: usize,
    shape: &TrainingShape,
    parameters: &[f32],
    samples: &Samples,
) -> Gradient {
    let model = Model::new(shape.clone()).unwrap();
    let (mut gradient, mut workspace) = (Gradient::new(shape), GradientWorkspace::default());
    let chunks = samples.chunks().map(|chunk| (chunk, symmetry));
    model.add_gradient(parameters, chunks, &OBJECTIVE, &mut workspace, &mut gradient);
    gradient
}

/// The formula of `games::network` for the side to move, step by step.
fn plain_evaluation(shape: &TrainingShape, parameters: &[f64], position: &NetworkPosition) -> f64 {
    let NetworkShape { placements, inputs, hidden, buckets, has_base, .. } = shape.sizes;
    let output_weights = (inputs + 1) * hidden;
    let output_biases = output_weights + 2 * hidden * buckets;
    let bucket = usize::from(position.bucket);
    let mut output = parameters[output_biases + bucket];
    for player in 0..2 {
        let perspective = usize::from(position.perspectives[player]);
        let is_other = usize::from(player != position.side.index());
        for neuron in 0..hidden {
            let weight = |row: usize| parameters[row * hidden + neuron];
            let input = |placement: &u16| {
                shape.input_of[perspective * placements + usize::from(*placement)]
            };
            let rows = position.placements.iter().map(|placement| usize::from(input(placement)));
            let x = (weight(inputs) + rows.map(weight).sum::<f64>()).clamp(0.0, 1.0);
            let place = output_weights + (2 * bucket + is_other) * hidden + neuron;
            output += x * x * parameters[place];
        }
    }
    let base_weight = if has_base { parameters[output_biases + buckets + bucket] } else { 0.0 };
    base_weight * f64::from(position.base) + 400.0 * output
}

fn plain_loss(shape: &TrainingShape, parameters: &[f64], games: &[Game]) -> f64 {
    let expectation = |centi: f64| 1.0 / (1.0 + (-centi / f64::from(OBJECTIVE.scale)).exp());
    let mut sum = 0.0;
    for (half_points, positions) in games {
        for (position, score) in positions {
            let first = f64::from(*half_points) / 2.0;
            let result = if position.side == Side::First { first } else { 1.0 - first };
            let lambda = f64::from(OBJECTIVE.lambda);
            let score = expectation(f64::from(*score));
            let target = lambda * result + (1.0 - lambda) * score;
            let evaluation = plain_evaluation(shape, parameters, position);
            sum += (expectation(evaluation) - target).powi(2);
        }
    }
    sum
}

#[test]
fn gradients_agree_with_differences_of_plain_losses() {
    let mut random = Random::new(1);
    for has_base in [false, true] {
        let shape = small(32, has_base, &mut random);
        let games = small_games(3, &mut random);
        let parameters = some_parameters(&shape, &mut random);
        let gradient = gradient_of(&shape, &parameters, &samples_of(&shape, &games));
        let mut wide: Vec<f64> = parameters.iter().map(|&x| f64::from(x)).collect();
        let loss = plain_loss(&shape, &wide, &games);
        assert!((gradient.loss - loss).abs() < 1e-4 * loss, "{} {loss}", gradient.loss);
        let mut greatest = 0.0_f64;
        for i in 0..shape.parameters() {
            let mut at = |step: f64| {
                wide[i] = f64::from(parameters[i]) + step;
                let loss = plain_loss(&shape, &wide, &games);
                wide[i] = f64::from(parameters[i]);
                loss
            };
            let step = 1e-6;
            let expected = (at(step) - at(-step)) / (2.0 * step);
            let found = f64::from(gradient.values[i]);
            greatest = greatest.max(expected.abs());
            let error = (found - expected).abs();
            assert!(error < 1e-4 + 1e-3 * expected.abs(), "{i}: {found} {expected}");
            let is_untouched = gradient.touched.get(i / 32).is_some_and(|touched| !touched);
            assert!(!is_untouched || found == 0.0);
        }
        assert!(greatest > 0.1, "the gradients are too small for the bound");
    }
}

#[test]
fn a_grown_network_evaluates_the_same() {
    let mut random = Random::new(11);
    let shape = small(32, true, &mut random);
    let parameters = some_parameters(&shape, &mut random);
    let mut wide = shape.clone();
    wide.sizes.hidden = 96;
    let grown = wide.grown(&shape, &parameters, 1);
    let rows = &grown[..shape.inputs * 96];
    assert!(rows.chunks(96).all(|row| row[32..].iter().any(|&weight| weight != 0.0)));
    let games = small_games(4, &mut random);
    let evaluations = |shape: &TrainingShape, parameters: &[f32]| {
        let model = Model::new(shape.clone()).unwrap();
        let mut workspace = GradientWorkspace::default();
        let samples = samples_of(shape, &games);
        let found =
            samples.chunks().map(|c| model.evaluate(parameters, c, &mut workspace).to_vec());
        found.collect::<Vec<_>>().concat()
    };
    let [found, expected] = [evaluations(&wide, &grown), evaluations(&shape, &parameters)];
    assert!(!found.is_empty() && found.len() == expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 0.01, "{found} {expected}");
    }
}

#[test]
fn chunks_of_all_widths_agree_with_single_positions() {
    let mut random = Random::new(2);
    for hidden in WIDTHS {
        let shape = small(hidden, true, &mut random);
        let games = small_games(4, &mut random);
        // The wider the network, the smaller: else predictions are 0 or 1.
        let mut parameters = some_parameters(&shape, &mut random);
        parameters[25 * hidden..].iter_mut().for_each(|x| *x *= 4.0 / hidden as f32);
        let whole = samples_of(&shape, &games);
        let together = gradient_of(&shape, &parameters, &whole);
        let positions = games.iter().flat_map(|(half_points, game)| {
            game.iter().map(|position| (*half_points, vec![position.clone()]))
        });
        let positions: Vec<_> = positions.collect();
        let single = gradient_of(&shape, &parameters, &samples_of(&shape, &positions));
        assert!((together.loss - single.loss).abs() < 1e-3 * single.loss, "{hidden}");
        let scale = single.values.iter().fold(0.0_f32, |max, x| max.max(x.abs()));
        for (i, (found, expected)) in together.values.iter().zip(single.values.iter()).enumerate() {
            assert!((found - expected).abs() < 1e-3 * scale, "{hidden} {i}: {found} {expected}");
        }
        assert_eq!(together.touched, single.touched);
        let model = Model::new(shape.clone()).unwrap();
        let wide: Vec<f64> = parameters.iter().map(|&x| f64::from(x)).collect();
        let mut workspace = GradientWorkspace::default();
        for (chunk, (_, positions)) in whole.chunks().zip(&games) {
            let found = model.evaluate(&parameters, chunk, &mut workspace);
            for (found, (position, _)) in found.iter().zip(positions) {
                let expected = plain_evaluation(&shape, &wide, position);
                let error = (f64::from(*found) - expected).abs();
                assert!(error < 0.01 + 1e-4 * expected.abs(), "{hidden}: {found} {expected}");
            }
        }
    }
}

/// A shape whose placements can be mirrored, and the same with the mirrored table alone.
fn mirrored(random: &mut Random) -> (TrainingShape, TrainingShape, TrainingShape) {
    let plain = small(32, true, random);
    let placements = plain.placements;
    let rows = plain.input_of.chunks(placements);
    let turned: Vec<u16> = rows.flat_map(|row| row.iter().rev().copied()).collect();
    let input_of = [&plain.input_of[..], &turned].concat();
    let both = TrainingShape { symmetries: 2, input_of, ..plain.clone() };
    (both, plain.clone(), TrainingShape { input_of: turned, ..plain })
}

#[test]
fn chunks_are_used_under_a_symmetry() {
    let mut random = Random::new(12);
    let (both, plain, turned) = mirrored(&mut random);
    let samples = samples_of(&both, &small_games(24, &mut random));
    let parameters = some_parameters(&both, &mut random);
    let expected = [&plain, &turned].map(|shape| gradient_of(shape, &parameters, &samples));
    assert!((expected[0].loss - expected[1].loss).abs() > 1e-6, "they can be told apart");
    for (symmetry, expected) in expected.iter().enumerate() {
        let found = gradient_under(symmetry, &both, &parameters, &samples);
        assert_eq!((found.loss, &found.touched), (expected.loss, &expected.touched));
        assert!(found.values[..] == expected.values[..]);
    }
    // What is held out is not mirrored.
    let losses = [&both, &plain].map(|shape| {
        let (model, mut workspace) =
            (Model::new(shape.clone()).unwrap(), GradientWorkspace::default());
        model.loss(&parameters, samples.chunks(), &OBJECTIVE, &mut workspace)
    });
    assert_eq!(losses[0], losses[1]);
}
