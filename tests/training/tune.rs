//! The tuner of evaluations: it finds weights that are known, by slopes that
//! are right, from the positions that it should.

use crate::support::folder::Folder;
use crate::support::tool::{ended_well, plyglot, plyglot_on_full_disk, refusal};
use crate::support::training_games::{duel, folder, random_games, write_duels, write_games};
use plyglot_core::game::random::Random;
use plyglot_core::game::{FeatureGroup, Side};
use plyglot_engine::{FeatureCount, SampleInfo};
use plyglot_train::fit::FitSettings;
use plyglot_train::tune::objective::{Objective, fit_scale};
use plyglot_train::tune::samples::{Sample, Samples};
use plyglot_train::tune::tuner::{LinearModel, Tuner};
use plyglot_train::tune::weights;
use std::ffi::OsString;
use std::path::Path;

const OBJECTIVE: Objective = Objective { scale: 200.0, lambda: 0.0 };
const FEATURES: usize = 24;
const LINEAR_MODEL: LinearModel = LinearModel(FEATURES);

fn settings() -> FitSettings {
    FitSettings {
        objective: OBJECTIVE,
        epochs: 30,
        batch: 256,
        learning_rates: [5.0, 0.05],
        weight_decay: 0.0,
        seed: 1,
        threads: 2,
        ..FitSettings::default()
    }
}

fn fraction(random: &mut Random) -> f32 {
    random.below(1 << 20) as f32 / (1 << 20) as f32
}

fn some_weights(random: &mut Random) -> Vec<f32> {
    (0..LINEAR_MODEL.size()).map(|_| (random.below(401) as f32) - 200.0).collect()
}

fn evaluate(weights: &[f32], sample: &Sample) -> f32 {
    LinearModel(weights.len() / 2).evaluate(weights, sample)
}

/// At this part of the game, with the first player to move.
fn at(phase: f32) -> SampleInfo {
    SampleInfo { side: Side::First, phase, rest: 0.0 }
}

/// Positions in which about six of the features are there, with what `truth`
/// says of them as their score.
fn some_samples(count: usize, truth: &[f32], random: &mut Random) -> Samples {
    let mut samples = Samples::default();
    while samples.len() < count {
        let counts: Vec<FeatureCount> = (0..FEATURES as u16)
            .map(|feature| FeatureCount { feature, count: random.below(17) as i16 - 2 })
            .filter(|count| count.count.abs() <= 2 && count.count != 0)
            .collect();
        let result = random.below(3) as f32 / 2.0;
        let info = at(fraction(random));
        let mut sample = Sample { counts: &counts, info, result, score: 0 };
        sample.score = evaluate(truth, &sample).round() as i16;
        samples.push(sample);
    }
    samples
}

/// A fit that begins with zeros.
fn tuner<'a>(settings: &'a FitSettings, [fit, test]: [&'a Samples; 2]) -> Tuner<'a> {
    let start = vec![0.0; LINEAR_MODEL.size()];
    Tuner::new(settings, LINEAR_MODEL, [fit, test], start).expect("threads")
}

fn distance(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

#[test]
fn a_tapered_sum_of_weights_agrees_with_its_formula() {
    let counts = [FeatureCount { feature: 2, count: 3 }, FeatureCount { feature: 0, count: -1 }];
    let sample = Sample { counts: &counts, info: at(0.75), result: 0.5, score: 0 };
    let weights = [8.0, 4.0, 99.0, 99.0, 10.0, 20.0];
    assert_eq!(evaluate(&weights, &sample), 3.0 * 12.5 - 7.0);
}

#[test]
fn the_target_mixes_result_and_score() {
    let objective = Objective { scale: 100.0, lambda: 0.25 };
    let sample = Sample { counts: &[], info: at(1.0), result: 1.0, score: -100 };
    let expected = 0.25 + 0.75 / (1.0 + std::f64::consts::E);
    let found = f64::from(objective.target(sample.result, sample.score));
    assert!((found - expected).abs() < 1e-6, "expected {expected}, found {found}");
}

/// The loss of all samples, and its derivatives by the parameters.
fn differentiate(parameters: &[f32], samples: &Samples) -> (f64, Vec<f32>) {
    let objective = Objective { lambda: 0.6, ..OBJECTIVE };
    let (mut gradient, mut sum) = (vec![0.0; LINEAR_MODEL.size()], 0.0);
    for sample in samples.iter() {
        let evaluation = evaluate(parameters, &sample);
        let target = objective.target(sample.result, sample.score);
        let prediction = objective.predict(evaluation, target);
        sum += prediction.loss();
        LINEAR_MODEL.backpropagate(&sample, prediction.derivative(), &mut gradient);
    }
    (sum, gradient)
}

/// Slopes against differences of the loss on both sides of each parameter.
#[test]
fn gradients_agree_with_differences_of_losses() {
    let mut random = Random::new(2);
    let truth = some_weights(&mut random);
    let samples = some_samples(50, &truth, &mut random);
    let (mut parameters, step) = (some_weights(&mut random), 2.0);
    let (_, gradient) = differentiate(&parameters, &samples);
    for (i, derivative) in gradient.into_iter().enumerate() {
        let at = parameters[i];
        let mut loss_at = |x: f32| {
            parameters[i] = x;
            differentiate(&parameters, &samples).0
        };
        let expected = (loss_at(at + step) - loss_at(at - step)) / (2.0 * f64::from(step));
        parameters[i] = at;
        let found = f64::from(derivative);
        let tolerance = 1e-5 / f64::from(step) + 0.02 * expected.abs();
        assert!((found - expected).abs() < tolerance, "{i}: expected {expected}, found {found}");
    }
}

#[test]
fn the_weights_that_made_the_results_are_found() {
    let mut random = Random::new(3);
    let truth = some_weights(&mut random);
    let fit = some_samples(20_000, &truth, &mut random);
    let test = some_samples(1_000, &truth, &mut random);
    let settings = settings();
    let mut tuner = tuner(&settings, [&fit, &test]);
    let before = tuner.best().loss;
    for _ in 0..settings.epochs {
        tuner.run_epoch();
    }
    let found = tuner.best();
    assert!(found.loss < before / 1000.0, "the loss fell from {before} to {} only", found.loss);
    let furthest = distance(&found.parameters, &truth);
    assert!(furthest < 2.0, "a weight is off by {furthest}: {truth:?}, {:?}", found.parameters);
}

/// Decay outweighs a few samples and is outweighed by many.
#[test]
fn decay_shrinks_weights_of_rare_features() {
    let count = |feature| [FeatureCount { feature, count: 1 }];
    let mut samples = Samples::default();
    for number in 0..1000 {
        let feature = u16::from(number % 100 == 0);
        let counts = &count(feature);
        samples.push(Sample { counts, info: at(0.5), result: 0.5, score: 100 });
    }
    let settings = FitSettings { weight_decay: 20.0, batch: 1000, epochs: 400, ..settings() };
    let mut tuner =
        Tuner::new(&settings, LinearModel(2), [&samples, &samples], vec![0.0; 4]).expect("threads");
    for _ in 0..settings.epochs {
        tuner.run_epoch();
    }
    let sample = |counts: &[FeatureCount]| -> f32 {
        evaluate(&tuner.best().parameters, &Sample { counts, info: at(0.5), result: 0.5, score: 0 })
    };
    let [often, seldom] = [0, 1].map(|feature| sample(&count(feature)));
    assert!((90.0..=100.0).contains(&often), "seen 990 times: {often}");
    assert!((10.0..=50.0).contains(&seldom), "seen 10 times: {seldom}");
}

#[test]
fn the_scale_that_made_the_results_is_found() {
    let mut random = Random::new(4);
    let mut samples = Samples::default();
    for _ in 0..100_000 {
        let score = random.below(801) as i16 - 400;
        let chance = 1.0 / (1.0 + (-f32::from(score) / 170.0).exp());
        let result = f32::from(u8::from(fraction(&mut random) < chance));
        samples.push(Sample { counts: &[], info: at(1.0), result, score });
    }
    let scale = fit_scale(samples.iter());
    assert!((scale - 170.0).abs() < 5.0, "expected about 170, found {scale}");
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let mut random = Random::new(5);
    let truth = some_weights(&mut random);
    let samples = some_samples(2_000, &truth, &mut random);
    let fitted = |threads: usize| {
        let settings = FitSettings { threads, ..settings() };
        let mut tuner = tuner(&settings, [&samples, &samples]);
        tuner.run_epoch();
        tuner.best().clone()
    };
    let expected = fitted(1);
    for threads in 2..=5 {
        assert_eq!(fitted(threads), expected, "with {threads} threads");
    }
}

#[test]
fn a_resumed_fit_ends_with_the_same_weights() {
    let mut random = Random::new(6);
    let truth = some_weights(&mut random);
    let samples = some_samples(2_000, &truth, &mut random);
    let settings = FitSettings { epochs: 6, ..settings() };
    let start = || tuner(&settings, [&samples, &samples]);
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
    let file = folder("tune-refused").join("fit.state");
    tuner(&settings, [&samples, &samples]).save(&file).expect("it is written");

    let other = FitSettings { weight_decay: 3.0, ..settings.clone() };
    for (settings, samples) in [(&other, &samples), (&settings, &others)] {
        let error =
            tuner(settings, [samples, samples]).resume(&file).expect_err("it is another fit");
        let text = format!("{error:#}");
        assert!(text.contains("other settings or positions"), "{text}");
    }
    let bytes = std::fs::read(&file).expect("it was written");
    let mut tuner = tuner(&settings, [&samples, &samples]);
    for length in [0, 7, 20, bytes.len() - 1] {
        std::fs::write(&file, &bytes[..length]).expect("it is written");
        assert!(tuner.resume(&file).is_err(), "{length} bytes of {} were enough", bytes.len());
    }
    for bit in 0..8 * bytes.len() {
        let mut altered = bytes.clone();
        altered[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&file, altered).expect("it is written");
        assert!(tuner.resume(&file).is_err(), "bit {bit} was altered");
    }
    std::fs::write(&file, [&bytes[..], b"x"].concat()).expect("it is written");
    assert!(tuner.resume(&file).is_err(), "there is more behind it");
    std::fs::write(&file, &bytes).expect("it is written");
    tuner.resume(&file).expect("it is whole");
}

fn tune(arguments: &str) -> anyhow::Result<String> {
    let words = ["tune"].into_iter().chain(arguments.split_whitespace()).map(OsString::from);
    let (mut said, output) = std::io::pipe()?;
    plyglot::run(plyglot_games::standard(), words, std::io::empty(), output, |_| ())?;
    Ok(std::io::read_to_string(&mut said)?)
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
fn weights_of_connect_four_are_found_from_games() {
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
    assert!(again.contains("resuming after epoch 40"), "{again}");
    assert_eq!(read_weights(&folder.join("found.in")), found);
}

#[test]
fn values_of_a_game_in_a_file_are_found_from_games() {
    let folder = Folder::new("tune-duel");
    write_duels(&folder, 150);
    let before = [1276, 383];
    folder.write("duel.ini", duel(before));
    let arguments = "tune --variants duel.ini --data DATA --out values.ini --epochs 40 --batch 256 \
                     --rate 4 --lambda 0 --threads 1";
    ended_well(plyglot(&folder, arguments));
    let found = folder.read("values.ini");
    let lines: Vec<&str> = found.lines().filter(|line| !line.starts_with('#')).collect();
    let value = |letter: &str| -> f64 {
        let words = lines[0].split(' ').filter_map(|word| word.strip_prefix(letter));
        words.map(|value| value.parse().expect("a number")).next().expect("a value")
    };
    assert!(lines[0].starts_with("pieceValueMg = "), "{found}");
    let [rook, knight] = ["r:", "n:"].map(value);
    assert!((0.5..0.7).contains(&(knight / rook)), "not six tenths: {found}");
    // Rooks and knights of the start are worth the same together as before.
    let sums =
        [before.map(f64::from), [rook, knight]].map(|[rook, knight]| 5.0 * rook + 6.0 * knight);
    assert!((sums[1] / sums[0] - 1.0).abs() < 0.1, "{sums:?}: {found}");
    // The lines belong into the game's section.
    folder.write("new.ini", &(duel(before).replace("pieceValueMg", "# ") + &lines.join("\n")));
    ended_well(plyglot(&folder, "--variants new.ini go depth 1"));
}

#[test]
fn games_without_values_are_refused() {
    let folder = Folder::new("tune-without-values");
    folder.write("games", "");
    for game in ["gomoku", "tablut"] {
        let said =
            refusal(plyglot(&folder, &format!("tune --game {game} --data games --out w")), 2);
        assert!(said.contains(&format!("{game} has no tunable evaluation")), "{said}");
    }
    assert_eq!(folder.names(), ["games"]);
}

#[test]
fn weights_are_printed_by_groups() {
    let groups = [FeatureGroup { name: "one", size: 1 }, FeatureGroup { name: "many", size: 9 }];
    let fitted: Vec<f32> = (0..10).flat_map(|i| [i as f32 + 0.4, -1.6]).collect();
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

fn folder_of_games(name: &str) -> Folder {
    let folder = Folder::new(name);
    let records = random_games(200, [9, 3, -4, 2, 1], &mut Random::new(9));
    write_games(Path::new(&folder.file("games")), "cfour", &records);
    folder
}

#[test]
fn files_of_games_are_not_overwritten() {
    let folder = folder_of_games("tune-inputs");
    let before = folder.bytes("games");
    folder.copy("games", "new.state");
    for (data, out, expected) in [
        ("games", "games", "--out: expected a file other than that of"),
        ("games", "./games", "a file other than that of --data"),
        ("new.state", "new", "FILE.state of --out: expected a file other than that of"),
    ] {
        let arguments = format!("tune --game cfour --data {data} --out {out}");
        let said = refusal(plyglot(&folder, &arguments), 2);
        assert!(said.contains(expected), "{data}, {out}: {said}");
    }
    for name in ["games", "new.state"] {
        assert_eq!(folder.bytes(name), before, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn games_in_a_pipe_and_weights_on_a_full_disk_are_reported() {
    let folder = folder_of_games("tune-devices");
    folder.make_pipe("pipe");
    let said = refusal(plyglot(&folder, "tune --game cfour --data pipe --out w"), 1);
    assert!(said.contains("ordinary file"), "{said}");
    folder.write("w", "// What the features of old");
    // A state of this many parameters fits; weights with all that is said of them do not.
    let arguments = "tune --game cfour --data games --out w --epochs 1";
    let said = refusal(plyglot_on_full_disk(&folder, 0, arguments), 1);
    assert!(said.contains("cannot be written"), "{said}");
    assert_eq!(folder.read("w"), "// What the features of old");
    assert_eq!(folder.names(), ["games", "pipe", "w"], "nothing is left");
}
