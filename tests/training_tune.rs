//! The tuner of evaluations: it finds weights that are known, by slopes that
//! are right, from the positions that it should.

#[path = "support/training_games.rs"]
mod training_games;

use plyglot::Registry;
use plyglot::engine::Count;
use plyglot::games::Group;
use plyglot::games::random::Random;
use plyglot::training::samples::{Sample, Samples};
use plyglot::training::tune::objective::{Objective, Weights, evaluate, fit_scale};
use plyglot::training::tune::tuner::{Settings, Tuner};
use plyglot::training::tune::{run, weights};
use std::path::Path;
use training_games::{folder, random_games, write_games};

const OBJECTIVE: Objective = Objective { scale: 200.0, lambda: 0.0 };
const FEATURES: usize = 24;

fn settings() -> Settings {
    Settings {
        objective: OBJECTIVE,
        epochs: 30,
        batch: 256,
        rates: [5.0, 0.05],
        decay: 0.0,
        seed: 1,
        threads: 2,
    }
}

/// From 0 to 1.
fn fraction(random: &mut Random) -> f32 {
    random.below(1 << 20) as f32 / (1 << 20) as f32
}

fn some_weights(random: &mut Random) -> Weights {
    let mut weight = || (random.below(401) as f32) - 200.0;
    (0..FEATURES).map(|_| [weight(), weight()]).collect()
}

/// Positions in which about six of the features are there, with what `truth`
/// says of them as their score.
fn some_samples(count: usize, truth: &Weights, random: &mut Random) -> Samples {
    let mut samples = Samples::default();
    while samples.len() < count {
        let counts: Vec<Count> = (0..FEATURES as u16)
            .map(|feature| Count { feature, count: random.below(17) as i16 - 2 })
            .filter(|count| count.count.abs() <= 2 && count.count != 0)
            .collect();
        let result = random.below(3) as f32 / 2.0;
        let mut sample = Sample { counts: &counts, phase: fraction(random), result, score: 0 };
        sample.score = evaluate(truth, &sample).round() as i16;
        samples.push(sample);
    }
    samples
}

/// The greatest difference between two lists of weights.
fn distance(a: &[[f32; 2]], b: &[[f32; 2]]) -> f32 {
    assert_eq!(a.len(), b.len());
    let both = a.as_flattened().iter().zip(b.as_flattened());
    both.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

#[test]
fn the_evaluation_is_the_sum_that_is_promised() {
    let counts = [Count { feature: 2, count: 3 }, Count { feature: 0, count: -1 }];
    let sample = Sample { counts: &counts, phase: 0.75, result: 0.5, score: 0 };
    let weights = [[8.0, 4.0], [99.0, 99.0], [10.0, 20.0]];
    assert_eq!(evaluate(&weights, &sample), 3.0 * 12.5 - 7.0);
}

#[test]
fn the_target_mixes_result_and_score() {
    let objective = Objective { scale: 100.0, lambda: 0.25 };
    let sample = Sample { counts: &[], phase: 1.0, result: 1.0, score: -100 };
    let expected = 0.25 + 0.75 / (1.0 + std::f64::consts::E);
    let found = f64::from(objective.target(&sample));
    assert!((found - expected).abs() < 1e-6, "expected {expected}, found {found}");
}

#[test]
fn slopes_are_differences_of_losses() {
    let mut random = Random::new(2);
    let truth = some_weights(&mut random);
    let samples = some_samples(50, &truth, &mut random);
    let objective = Objective { lambda: 0.6, ..OBJECTIVE };
    let mut weights = some_weights(&mut random);
    let loss = |weights: &Weights| -> f64 {
        samples.iter().map(|sample| f64::from(objective.loss(weights, &sample))).sum()
    };
    let mut gradient = vec![[0.0; 2]; FEATURES];
    let sum: f64 =
        samples.iter().map(|s| f64::from(objective.descend(&weights, &s, &mut gradient))).sum();
    assert!((sum - loss(&weights)).abs() < 1e-5, "{sum} is not {}", loss(&weights));
    for (feature, slope) in gradient.iter().enumerate() {
        for half in 0..2 {
            const STEP: f32 = 2.0;
            let at = weights[feature][half];
            let mut loss_at = |x: f32| {
                weights[feature][half] = x;
                loss(&weights)
            };
            let expected = (loss_at(at + STEP) - loss_at(at - STEP)) / (2.0 * f64::from(STEP));
            weights[feature][half] = at;
            let found = f64::from(slope[half]);
            assert!(
                (found - expected).abs() < 1e-5 + 0.01 * expected.abs(),
                "weight {half} of feature {feature}: expected {expected}, found {found}"
            );
        }
    }
}

#[test]
fn known_weights_are_found() {
    let mut random = Random::new(3);
    let truth = some_weights(&mut random);
    let fit = some_samples(20_000, &truth, &mut random);
    let test = some_samples(1_000, &truth, &mut random);
    let settings = settings();
    let mut tuner = Tuner::new(&settings, [&fit, &test], vec![[0.0; 2]; FEATURES]);
    let before = tuner.best().loss;
    for _ in 0..settings.epochs {
        tuner.run_epoch();
    }
    let found = tuner.best();
    assert!(found.loss < before / 1000.0, "the loss fell from {before} to {} only", found.loss);
    let furthest = distance(&found.weights, &truth);
    assert!(furthest < 2.0, "a weight is off by {furthest}: {truth:?}, {:?}", found.weights);
}

/// Decay outweighs a few samples and is outweighed by many.
#[test]
fn decay_holds_back_what_is_seldom_seen() {
    let count = |feature| [Count { feature, count: 1 }];
    let mut samples = Samples::default();
    for number in 0..1000 {
        let feature = u16::from(number % 100 == 0);
        let counts = &count(feature);
        samples.push(Sample { counts, phase: 0.5, result: 0.5, score: 100 });
    }
    let settings = Settings { decay: 20.0, batch: 1000, epochs: 400, ..settings() };
    let mut tuner = Tuner::new(&settings, [&samples, &samples], vec![[0.0; 2]; 2]);
    for _ in 0..settings.epochs {
        tuner.run_epoch();
    }
    let sample = |counts: &[Count]| -> f32 {
        evaluate(&tuner.best().weights, &Sample { counts, phase: 0.5, result: 0.5, score: 0 })
    };
    let [often, seldom] = [0, 1].map(|feature| sample(&count(feature)));
    assert!((90.0..=100.0).contains(&often), "seen 990 times: {often}");
    assert!((10.0..=50.0).contains(&seldom), "seen 10 times: {seldom}");
}

#[test]
fn the_scale_of_scores_is_found() {
    let mut random = Random::new(4);
    let mut samples = Samples::default();
    for _ in 0..100_000 {
        let score = random.below(801) as i16 - 400;
        let chance = 1.0 / (1.0 + (-f32::from(score) / 170.0).exp());
        let result = f32::from(u8::from(fraction(&mut random) < chance));
        samples.push(Sample { counts: &[], phase: 1.0, result, score });
    }
    let scale = fit_scale(&samples);
    assert!((scale - 170.0).abs() < 5.0, "expected about 170, found {scale}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut random = Random::new(5);
    let truth = some_weights(&mut random);
    let samples = some_samples(2_000, &truth, &mut random);
    let fitted = |threads: usize| {
        let settings = Settings { threads, ..settings() };
        let mut tuner = Tuner::new(&settings, [&samples, &samples], vec![[0.0; 2]; FEATURES]);
        tuner.run_epoch();
        tuner.best().clone()
    };
    let expected = fitted(1);
    for threads in 2..=5 {
        assert_eq!(fitted(threads), expected, "with {threads} threads");
    }
}

#[test]
fn a_resumed_fit_ends_like_one_that_went_through() {
    let mut random = Random::new(6);
    let truth = some_weights(&mut random);
    let samples = some_samples(2_000, &truth, &mut random);
    let settings = Settings { epochs: 6, ..settings() };
    let start = || Tuner::new(&settings, [&samples, &samples], vec![[0.0; 2]; FEATURES]);
    let file = folder("tune-resumed").join("fit.state");

    let mut whole = start();
    let all: Vec<_> = (0..6).map(|_| whole.run_epoch()).collect();
    let mut first = start();
    (0..2).for_each(|_| _ = first.run_epoch());
    first.save(&file).expect("the state is written");
    let mut second = start();
    second.resume(&file).expect("the state is read");
    assert_eq!(second.epoch(), 2);
    let rest: Vec<_> = (0..4).map(|_| second.run_epoch()).collect();
    assert_eq!(rest, all[2..]);
    assert_eq!(second.best(), whole.best());
}

#[test]
fn a_fit_with_other_settings_or_samples_is_not_resumed() {
    let mut random = Random::new(7);
    let truth = some_weights(&mut random);
    let samples = some_samples(100, &truth, &mut random);
    let others = some_samples(100, &truth, &mut random);
    let settings = settings();
    let start = || vec![[0.0; 2]; FEATURES];
    let file = folder("tune-refused").join("fit.state");
    Tuner::new(&settings, [&samples, &samples], start()).save(&file).expect("it is written");

    let other = Settings { decay: 3.0, ..settings.clone() };
    for (settings, samples) in [(&other, &samples), (&settings, &others)] {
        let mut tuner = Tuner::new(settings, [samples, samples], start());
        let error = tuner.resume(&file).expect_err("it is another fit");
        let text = format!("{error:#}");
        assert!(text.contains("other settings or other positions"), "{text}");
    }
    let bytes = std::fs::read(&file).expect("it was written");
    for length in [0, 7, 20, bytes.len() - 1] {
        std::fs::write(&file, &bytes[..length]).expect("it is written");
        let mut tuner = Tuner::new(&settings, [&samples, &samples], start());
        assert!(tuner.resume(&file).is_err(), "{length} bytes of {} were enough", bytes.len());
    }
}

/// What `plyglot tune` with these arguments prints.
fn tune(arguments: &str) -> anyhow::Result<String> {
    let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
    let mut output = Vec::new();
    run(&arguments, &Registry::standard(), &mut output)?;
    Ok(String::from_utf8(output)?)
}

/// The weights in a file, comments aside.
fn read_weights(path: &Path) -> Vec<[i16; 2]> {
    let text = std::fs::read_to_string(path).expect("the weights were written");
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = lines.collect();
    let numbers: Vec<i16> = code
        .split(|c: char| !(c.is_ascii_digit() || c == '-'))
        .filter_map(|word| word.parse().ok())
        .collect();
    numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

#[test]
fn weights_of_connect_four_are_found_in_games() {
    let folder = folder("tune-connect4");
    let truth = [20, 150, -90, 6, -11];
    write_games(&folder.join("games"), "cfour", &random_games(2_000, truth, &mut Random::new(9)));
    let at = folder.display();
    let arguments = format!(
        "--game connect4 --data {at}/games --out {at}/found.in --from zero --lambda 0 --scale 150 \
         --epochs 40 --batch 256 --rate 4 --decay 0"
    );
    let printed = tune(&arguments).expect("it runs");
    assert!(printed.contains("epoch 40: fit "), "{printed}");
    let found = read_weights(&folder.join("found.in"));
    let expected = truth.map(|weight| [weight as i16, 0]);
    for (i, (expected, found)) in expected.iter().zip(&found).enumerate() {
        let off = (expected[0] - found[0]).abs();
        assert!(off <= 1 && found[1] == 0, "weight {i}: expected {expected:?}, found {found:?}");
    }
    assert_eq!(found.len(), expected.len());
    let text = std::fs::read_to_string(folder.join("found.in")).expect("it was written");
    assert!(!text.contains(&at.to_string()), "a path in\n{text}");

    std::fs::remove_file(folder.join("found.in")).expect("it was written");
    let again = tune(&format!("{arguments} --resume")).expect("it runs");
    assert!(again.contains("going on after epoch 40"), "{again}");
    assert_eq!(read_weights(&folder.join("found.in")), found);
}

#[test]
fn weights_are_printed_by_groups() {
    let groups = [Group { name: "one", size: 1 }, Group { name: "many", size: 9 }];
    let fitted: Weights = (0..10).map(|i| [i as f32 + 0.4, -1.6]).collect();
    let text = weights::print(&["how".to_owned()], &groups, &weights::round(&fitted));
    let expected = "\
// how
[
    // one
    [0, -2],
    // many
    [1, -2], [2, -2], [3, -2], [4, -2], [5, -2], [6, -2], [7, -2], [8, -2],
    [9, -2],
]
";
    assert_eq!(text, expected);
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    let cases = [
        ("--data x --out y --game tictactoe", "tictactoe has no evaluation to be tuned"),
        ("--data x --out y --game checkers", "found 'checkers'"),
        ("--out y", "--data: expected files of games, found none"),
        ("--data x", "--out: expected a file for the weights, found none"),
        ("--data x --out y --lambda 2", "--lambda: expected a number from 0 to 1, found '2'"),
        ("--data x --out y --from one", "--from: expected one of current, zero, found 'one'"),
        ("--data x --out y --epoch 2", "did you mean '--epochs'?"),
        ("--game cfour --data nowhere --out y", "the file nowhere cannot be read"),
        ("--data x --out y --resume now", "--resume: expected nothing behind it"),
    ];
    for (arguments, expected) in cases {
        let error = tune(arguments).expect_err(arguments);
        let text = format!("{error:#}");
        assert!(text.contains(expected), "{arguments}: expected {expected}, found {text}");
    }
    assert!(tune("--help").expect("help is given").starts_with("Usage: plyglot tune"));
}
