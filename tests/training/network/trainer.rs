//! The trainer: it learns a function that is known, also for inputs never seen, and its
//! result depends on neither threads nor interruptions.

use super::{samples_of, small_game};
use crate::support::folder::Folder;
use plyglot_core::game::Side;
use plyglot_core::game::network::NetworkShape;
use plyglot_core::game::random::Random;
use plyglot_engine::NetworkPosition;
use plyglot_train::trainer::{Objective, Samples, Trainer, TrainerSettings, TrainingShape};
use std::ops::ControlFlow;

/// A problem with a solution: the score is a sum of values of placements, the same for
/// both sides.
fn known_game(count: usize, random: &mut Random) -> Vec<(NetworkPosition, i16)> {
    let mut positions = small_game(count, random);
    for (position, score) in &mut positions {
        let value = |placement: &u16| {
            let size = i16::from_le_bytes([(placement % 10) as u8, 0]) * 12 - 50;
            if *placement < 10 { size } else { -size }
        };
        let first: i16 = position.placements.iter().map(value).sum();
        position.perspectives = [0, 1];
        *score = if position.side == Side::First { first } else { -first };
        (position.bucket, position.base) = (0, 0);
    }
    positions
}

fn known_problem() -> (TrainingShape, [Samples; 2]) {
    let mut random = Random::new(8);
    let input_of = (0..20).chain((0..20).map(|placement| (placement + 10) % 20)).collect();
    let shape = TrainingShape {
        sizes: NetworkShape::new(20),
        symmetries: 1,
        input_of,
        factor_of: Vec::new(),
    };
    let samples = [600, 60].map(|games| {
        let games: Vec<_> = (0..games).map(|_| (1, known_game(30, &mut random))).collect();
        samples_of(&shape, &games)
    });
    (shape, samples)
}

fn trainer(problem: &(TrainingShape, [Samples; 2]), threads: usize, epochs: u64) -> Trainer {
    let settings = TrainerSettings {
        objective: Objective { scale: 200.0, lambda: 0.0 },
        epochs,
        batch: 256,
        learning_rates: [1e-2, 1e-4],
        threads,
        save_every: 3,
        ..TrainerSettings::default()
    };
    let (shape, samples) = problem;
    Trainer::new(shape.clone(), settings, samples.clone(), shape.initial(1)).unwrap()
}

#[test]
fn a_known_function_is_learnt() {
    let problem = known_problem();
    let mut trainer = trainer(&problem, 2, 12);
    let mut tests = Vec::new();
    let done = trainer.run(None, |progress| {
        tests.extend(progress.test);
        Ok(ControlFlow::Continue(()))
    });
    assert!(done.unwrap());
    assert_eq!(tests.len(), 13);
    assert!(tests[0] > 0.005, "{tests:?}");
    assert!(trainer.best().loss < 1e-5, "{tests:?}");
    let shape = trainer.shape();
    let quantized = shape.quantize(&trainer.best().parameters);
    let loss = trainer.test_loss(&shape.dequantize(&quantized));
    assert!(loss < 1e-4, "{loss} after rounding");
}

/// Perspectives 2 and 3 are 0 and 1 with other inputs. They share rows, and occur only
/// in the samples held out.
#[test]
fn what_is_shared_is_learnt_for_inputs_never_seen() {
    let (mut shape, _) = known_problem();
    shape.sizes.perspectives = 4;
    shape.sizes.inputs = 40;
    shape.input_of.extend_from_within(..);
    shape.input_of[40..].iter_mut().for_each(|input| *input += 20);
    shape.factor_of = (0..20).chain(0..20).collect();
    let folder = Folder::new("network factors held out");
    let mut random = Random::new(9);
    let mut seen: Vec<_> = (0..300).map(|_| (1, known_game(30, &mut random))).collect();
    let fit = samples_of(&shape, &seen);
    seen.iter_mut().flat_map(|game| &mut game.1).for_each(|(p, _)| p.perspectives = [2, 3]);
    let test = samples_of(&shape, &seen);
    let problem = (shape, [fit, test]);
    let mut trainer = trainer(&problem, 2, 6);
    let mut calls = 0;
    let state = folder.path().join("state");
    let mut run = |trainer: &mut Trainer| {
        trainer.run(Some(&state), |_| {
            calls += 1;
            Ok(if calls == 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })
    };
    assert!(!run(&mut trainer).unwrap());
    let mut resumed = self::trainer(&problem, 1, 6);
    resumed.resume(&state).unwrap();
    assert!(run(&mut trainer).unwrap());
    resumed.run(None, |_| Ok(ControlFlow::Continue(()))).unwrap();
    assert_eq!(resumed.parameters(), trainer.parameters());
    // The initial loss is above 0.005.
    assert!(trainer.best().loss < 0.0025, "{}", trainer.best().loss);
}

#[test]
fn results_do_not_depend_on_threads_or_interruptions() {
    let mut problem = known_problem();
    training_is_repeatable("network states", &problem);
    // Each chunk as it is, or mirrored: not the same in each epoch.
    let shape = &mut problem.0;
    shape.symmetries = 2;
    let turned: Vec<u16> =
        shape.input_of.chunks(20).flat_map(|row| row.iter().rev().copied()).collect();
    shape.input_of.extend(turned);
    training_is_repeatable("network states with symmetries", &problem);
}

fn training_is_repeatable(name: &str, problem: &(TrainingShape, [Samples; 2])) {
    let folder = Folder::new(name);
    let run = |threads: usize| {
        let mut trainer = trainer(problem, threads, 3);
        trainer.run(None, |_| Ok(ControlFlow::Continue(()))).unwrap();
        trainer
    };
    let whole = run(1);
    for threads in [2, 3] {
        let other = run(threads);
        assert_eq!(other.parameters(), whole.parameters());
        assert_eq!(other.best(), whole.best());
    }
    let state = folder.path().join("state");
    for stop in [1, 50, 71, 72, 100] {
        let mut first = trainer(problem, 2, 3);
        let mut calls = 0;
        let stopped = first.run(Some(&state), |_| {
            calls += 1;
            Ok(if calls == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        assert!(!stopped.unwrap());
        let mut second = trainer(problem, 1, 3);
        second.resume(&state).unwrap();
        assert!(second.run(Some(&state), |_| Ok(ControlFlow::Continue(()))).unwrap());
        assert_eq!(second.parameters(), whole.parameters(), "stopped at {stop}");
        assert_eq!(second.best(), whole.best());
    }
    let mut other = trainer(problem, 1, 4);
    assert!(other.resume(&state).is_err(), "other settings");
    let mut bytes = std::fs::read(&state).unwrap();
    bytes[1000] ^= 1;
    std::fs::write(&state, bytes).unwrap();
    assert!(trainer(problem, 1, 3).resume(&state).is_err(), "altered");
}
