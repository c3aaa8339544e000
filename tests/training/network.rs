//! The trainer of networks on generated positions.

use crate::support::chunks::{chess_like, chess_like_game};
use crate::support::training_games::folder;
use plyglot::Registry;
use plyglot::games::Side;
use plyglot::games::breakthrough::Breakthrough;
use plyglot::games::chess::Chess;
use plyglot::games::connect4::ConnectFour;
use plyglot::games::network::Networked;
use plyglot::games::random::Random;
use plyglot::games::surakarta::Surakarta;
use plyglot::training::network::chunk::MAX_SAMPLES;
use plyglot::training::network::file;
use plyglot::training::network::model::{Gradient, Model, Workspace};
use plyglot::training::network::shape::WIDTHS;
use plyglot::training::network::stream::Batch;
use plyglot::training::network::{
    Chunk, ChunkFormat, NetworkShape, Position, SampleStream, StreamOptions, Trainer,
    TrainerSettings,
};
use plyglot::training::tune::objective::Objective;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

const OBJECTIVE: Objective = Objective { scale: 200.0, lambda: 0.3 };

/// A small network with a random table.
fn small(hidden: usize, has_base: bool, random: &mut Random) -> NetworkShape {
    let (placements, perspectives, inputs) = (20, 3, 25);
    let input_of = (0..placements * perspectives).map(|_| random.below(inputs) as u16).collect();
    NetworkShape {
        placements,
        perspectives,
        inputs,
        hidden,
        buckets: 2,
        has_base,
        symmetries: 1,
        input_of,
        factor_of: Vec::new(),
    }
}

/// Positions of a game of such a network.
fn small_game(count: usize, random: &mut Random) -> Vec<Position> {
    let mut is_on = [false; 20];
    is_on.fill_with(|| random.below(5) < 2);
    let mut perspectives = [random.below(3) as u8, random.below(3) as u8];
    let mut positions = Vec::new();
    for _ in 0..count {
        for _ in 0..random.below(5) {
            let place = random.below(20);
            is_on[place] = !is_on[place];
        }
        if random.below(4) == 0 {
            perspectives[random.below(2)] = random.below(3) as u8;
        }
        positions.push(Position {
            placements: (0..20).filter(|&place| is_on[usize::from(place)]).collect(),
            perspectives,
            side: if random.below(2) == 0 { Side::First } else { Side::Second },
            bucket: random.below(2) as u8,
            score: random.below(801) as i16 - 400,
            base: random.below(401) as i16 - 200,
        });
    }
    positions
}

/// Parameters of which all kinds matter, and all parts of the activation.
fn some_parameters(shape: &NetworkShape, random: &mut Random) -> Vec<f32> {
    (0..shape.size()).map(|_| random.below(1 << 20) as f32 / (1 << 20) as f32 - 0.45).collect()
}

/// A batch of these chunks.
fn batch_of(shape: &NetworkShape, chunks: &[Chunk]) -> Batch {
    let format = ChunkFormat::new(shape.samples()).unwrap();
    let mut batch = Batch::default();
    for chunk in chunks {
        let mut bytes = Vec::new();
        format.encode(chunk, &mut bytes).unwrap();
        batch.push(&bytes, chunk.samples.len());
    }
    batch
}

fn gradient_of(shape: &NetworkShape, parameters: &[f32], chunks: &[Chunk]) -> Gradient {
    let model = Model::new(shape.clone()).unwrap();
    let mut gradient = Gradient::new(shape);
    let (batch, mut workspace) = (batch_of(shape, chunks), Workspace::default());
    let range = 0..batch.len();
    model
        .add_gradient(parameters, (&batch, range), &OBJECTIVE, &mut workspace, &mut gradient)
        .unwrap();
    gradient
}

/// The formula of `games::network` for the side to move, step by step.
fn plain_evaluation(shape: &NetworkShape, parameters: &[f64], position: &Position) -> f64 {
    let NetworkShape { placements, inputs, hidden, buckets, has_base, .. } = *shape;
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

fn plain_loss(shape: &NetworkShape, parameters: &[f64], games: &[(u8, Vec<Position>)]) -> f64 {
    let expectation = |centi: f64| 1.0 / (1.0 + (-centi / f64::from(OBJECTIVE.scale)).exp());
    let mut sum = 0.0;
    for (half_points, positions) in games {
        for position in positions {
            let first = f64::from(*half_points) / 2.0;
            let result = if position.side == Side::First { first } else { 1.0 - first };
            let lambda = f64::from(OBJECTIVE.lambda);
            let score = expectation(f64::from(position.score));
            let target = lambda * result + (1.0 - lambda) * score;
            let evaluation = plain_evaluation(shape, parameters, position);
            sum += (expectation(evaluation) - target).powi(2);
        }
    }
    sum
}

fn chunks_of(games: &[(u8, Vec<Position>)], size: usize) -> Vec<Chunk> {
    let chunks = games.iter().flat_map(|(half_points, positions)| {
        positions.chunks(size).map(|part| Chunk::new(*half_points, part).unwrap())
    });
    chunks.collect()
}

fn small_games(count: usize, random: &mut Random) -> Vec<(u8, Vec<Position>)> {
    (0..count).map(|i| ((i % 3) as u8, small_game(16, random))).collect()
}

#[test]
fn gradients_agree_with_differences_of_plain_losses() {
    let mut random = Random::new(1);
    for has_base in [false, true] {
        let shape = small(32, has_base, &mut random);
        let games = small_games(3, &mut random);
        let parameters = some_parameters(&shape, &mut random);
        let gradient = gradient_of(&shape, &parameters, &chunks_of(&games, MAX_SAMPLES));
        let mut wide: Vec<f64> = parameters.iter().map(|&x| f64::from(x)).collect();
        let loss = plain_loss(&shape, &wide, &games);
        assert!((gradient.loss - loss).abs() < 1e-4 * loss, "{} {loss}", gradient.loss);
        let mut greatest = 0.0_f64;
        for i in 0..shape.size() {
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

/// Scores that are twice as great count the same at twice the scale.
#[test]
fn scores_of_a_bucket_can_have_a_scale_of_their_own() {
    let mut random = Random::new(10);
    let shape = small(32, false, &mut random);
    let mut games = small_games(3, &mut random);
    let parameters = some_parameters(&shape, &mut random);
    let plain = gradient_of(&shape, &parameters, &chunks_of(&games, MAX_SAMPLES));
    let positions = games.iter_mut().flat_map(|(_, positions)| positions);
    positions.filter(|position| position.bucket == 1).for_each(|position| position.score *= 2);
    let batch = batch_of(&shape, &chunks_of(&games, MAX_SAMPLES));
    let model = Model::new(shape.clone()).unwrap();
    assert!(model.clone().with_score_scales(vec![200.0]).is_err(), "there are two buckets");
    let model = model.with_score_scales(vec![200.0, 400.0]).unwrap();
    let (mut found, mut workspace) = (Gradient::new(&shape), Workspace::default());
    let range = 0..batch.len();
    model
        .add_gradient(&parameters, (&batch, range), &OBJECTIVE, &mut workspace, &mut found)
        .unwrap();
    assert!((found.loss - plain.loss).abs() < 1e-6 * plain.loss);
    let loss =
        model.loss(&parameters, (&batch, 0..batch.len()), &OBJECTIVE, &mut workspace).unwrap();
    assert!((loss - plain.loss).abs() < 1e-6 * plain.loss);
    for (found, expected) in found.values.iter().zip(plain.values.iter()) {
        assert!((found - expected).abs() < 1e-5, "{found} {expected}");
    }
}

#[test]
fn a_grown_network_evaluates_the_same() {
    let mut random = Random::new(11);
    let shape = small(32, true, &mut random);
    let parameters = some_parameters(&shape, &mut random);
    let wide = NetworkShape { hidden: 96, ..shape.clone() };
    let grown = wide.grown(&shape, &parameters, 1);
    let rows = &grown[..shape.inputs * 96];
    assert!(rows.chunks(96).all(|row| row[32..].iter().any(|&weight| weight != 0.0)));
    let games = small_games(4, &mut random);
    let evaluations = |shape: &NetworkShape, parameters: &[f32]| {
        let model = Model::new(shape.clone()).unwrap();
        let mut workspace = Workspace::default();
        let chunks = chunks_of(&games, MAX_SAMPLES);
        let found = chunks.iter().map(|c| model.evaluate(parameters, c, &mut workspace).to_vec());
        found.collect::<Vec<_>>().concat()
    };
    for (found, expected) in evaluations(&wide, &grown).iter().zip(evaluations(&shape, &parameters))
    {
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
        let whole = chunks_of(&games, MAX_SAMPLES);
        let together = gradient_of(&shape, &parameters, &whole);
        let single = gradient_of(&shape, &parameters, &chunks_of(&games, 1));
        assert!((together.loss - single.loss).abs() < 1e-3 * single.loss, "{hidden}");
        let scale = single.values.iter().fold(0.0_f32, |max, x| max.max(x.abs()));
        for (i, (found, expected)) in together.values.iter().zip(single.values.iter()).enumerate() {
            assert!((found - expected).abs() < 1e-3 * scale, "{hidden} {i}: {found} {expected}");
        }
        assert_eq!(together.touched, single.touched);
        let model = Model::new(shape.clone()).unwrap();
        let wide: Vec<f64> = parameters.iter().map(|&x| f64::from(x)).collect();
        let mut workspace = Workspace::default();
        for (chunk, (_, positions)) in whole.iter().zip(&games) {
            let found = model.evaluate(&parameters, chunk, &mut workspace);
            for (found, position) in found.iter().zip(positions) {
                let expected = plain_evaluation(&shape, &wide, position);
                let error = (f64::from(*found) - expected).abs();
                assert!(error < 0.01 + 1e-4 * expected.abs(), "{hidden}: {found} {expected}");
            }
        }
    }
}

#[test]
fn chunks_are_read_as_they_were_written() {
    let mut random = Random::new(3);
    let shape = small(32, true, &mut random).samples();
    let format = ChunkFormat::new(shape).unwrap();
    let mut found = Chunk::default();
    for count in 1..=MAX_SAMPLES {
        let chunk = Chunk::new((count % 3) as u8, &small_game(count, &mut random)).unwrap();
        let mut bytes = Vec::new();
        format.encode(&chunk, &mut bytes).unwrap();
        format.decode(&bytes, count, &mut found).unwrap();
        assert_eq!(found, chunk);
        for end in 0..bytes.len() {
            assert!(format.decode(&bytes[..end], count, &mut found).is_err());
        }
    }
    let narrow =
        ChunkFormat::new(plyglot::training::network::SampleShape { placements: 5, ..shape });
    let chunk = Chunk::new(1, &small_game(9, &mut random)).unwrap();
    assert!(narrow.unwrap().encode(&chunk, &mut Vec::new()).is_err(), "out of range");
    let mut twice = small_game(1, &mut random);
    twice[0].placements = vec![3, 4, 3];
    assert!(Chunk::new(1, &twice).is_err());
}

/// Games in a file.
fn write_small(path: &Path, shape: &NetworkShape, games: &[(u8, Vec<Position>)]) {
    file::write(path, shape.samples(), |writer| {
        games.iter().try_for_each(|(half_points, game)| writer.add_game(*half_points, game))
    })
    .unwrap();
}

#[test]
fn a_sample_of_chess_takes_at_most_sixteen_bytes() {
    let path = folder("network size").join("samples");
    let mut random = Random::new(4);
    let totals = file::write(&path, chess_like(32).samples(), |writer| {
        (0..300).try_for_each(|_| {
            let count = 20 + random.below(80);
            writer.add_game(1, &chess_like_game(count, &mut random))
        })
    })
    .unwrap();
    let bytes = std::fs::metadata(&path).unwrap().len();
    let mean = bytes as f64 / totals.samples as f64;
    assert!(mean < 16.0, "{mean}");
}

/// Reads all samples of a file.
fn read_all(path: &Path, shape: &NetworkShape) -> anyhow::Result<usize> {
    let options = StreamOptions { memory: 1 << 20, batch: 64, seed: 1 };
    let stream = SampleStream::open(&[path.to_owned()], shape.samples(), options)?;
    stream.epoch(0, 0)?.map(|batch| Ok(batch?.samples())).sum()
}

#[test]
fn damaged_and_truncated_files_are_refused() {
    let folder = folder("network damage");
    let path = folder.join("samples");
    let mut random = Random::new(5);
    let shape = small(32, true, &mut random);
    write_small(&path, &shape, &small_games(3, &mut random));
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(read_all(&path, &shape).unwrap(), 48);
    let altered = folder.join("altered");
    for i in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[i] ^= 1 << (i % 8);
        std::fs::write(&altered, &bytes).unwrap();
        let error = format!("{:#}", read_all(&altered, &shape).unwrap_err());
        assert!(error.contains("altered"), "{error}");
        assert!(i < 52 || error.contains("block 0 at byte"), "{error}");
        std::fs::write(&altered, &bytes[..i]).unwrap();
        assert!(read_all(&altered, &shape).is_err(), "{i} bytes");
    }
    let other = NetworkShape { buckets: 3, ..shape };
    assert!(read_all(&path, &other).is_err(), "samples of another shape");
}

/// All samples of an epoch from a batch on, each batch as its chunks' bytes.
fn epoch(stream: &SampleStream, epoch: u64, first: u64) -> Vec<Vec<Vec<u8>>> {
    let chunks = |batch: Batch| (0..batch.len()).map(|i| batch.chunk(i).0.to_vec()).collect();
    stream.epoch(epoch, first).unwrap().map(|batch| chunks(batch.unwrap())).collect()
}

#[test]
fn an_epoch_has_every_chunk_once_in_an_order_of_its_own() {
    let folder = folder("network stream");
    let mut random = Random::new(6);
    let shape = chess_like(32);
    let paths: Vec<PathBuf> = (0..3).map(|i| folder.join(format!("{i}"))).collect();
    let mut expected: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    let format = ChunkFormat::new(shape.samples()).unwrap();
    for (i, path) in paths.iter().enumerate() {
        file::write(path, shape.samples(), |writer| {
            (0..1000 * (i + 1)).try_for_each(|_| {
                let game = chess_like_game(1 + random.below(16), &mut random);
                let chunk = Chunk::new(2, &game)?;
                let mut bytes = Vec::new();
                format.encode(&chunk, &mut bytes)?;
                *expected.entry(bytes).or_default() += 1;
                writer.add(&chunk)
            })
        })
        .unwrap();
    }
    for memory in [0, 600_000, 1 << 30] {
        let options = StreamOptions { memory, batch: 1000, seed: 7 };
        let stream = SampleStream::open(&paths, shape.samples(), options).unwrap();
        let first = epoch(&stream, 0, 0);
        assert_eq!(first.len() as u64, stream.batches());
        let mut found: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
        for chunk in first.iter().flatten() {
            *found.entry(chunk.clone()).or_default() += 1;
        }
        assert!(found == expected, "with {memory} bytes");
        assert!(first == epoch(&stream, 0, 0));
        assert!(first != epoch(&stream, 1, 0));
        for skipped in [1, first.len() / 2, first.len() - 1, first.len()] {
            assert!(first[skipped..] == epoch(&stream, 0, skipped as u64), "from {skipped} on");
        }
    }
}

/// A problem with a solution: the score is a sum of values of placements, the same for
/// both sides.
fn known_game(count: usize, random: &mut Random) -> Vec<Position> {
    let mut positions = small_game(count, random);
    for position in &mut positions {
        let value = |placement: &u16| {
            let size = i16::from_le_bytes([(placement % 10) as u8, 0]) * 12 - 50;
            if *placement < 10 { size } else { -size }
        };
        let first: i16 = position.placements.iter().map(value).sum();
        position.perspectives = [0, 1];
        position.score = if position.side == Side::First { first } else { -first };
        (position.bucket, position.base) = (0, 0);
    }
    positions
}

fn known_problem(name: &str) -> (NetworkShape, [Vec<PathBuf>; 2]) {
    let folder = folder(name);
    let mut random = Random::new(8);
    let input_of = (0..20).chain((0..20).map(|placement| (placement + 10) % 20)).collect();
    let shape = NetworkShape {
        placements: 20,
        perspectives: 2,
        inputs: 20,
        hidden: 32,
        buckets: 1,
        has_base: false,
        symmetries: 1,
        input_of,
        factor_of: Vec::new(),
    };
    let paths = [("fit a", 300), ("fit b", 300), ("test", 60)].map(|(name, games)| {
        let games: Vec<_> = (0..games).map(|_| (1, known_game(30, &mut random))).collect();
        let path = folder.join(name);
        write_small(&path, &shape, &games);
        path
    });
    let [a, b, test] = paths;
    (shape, [vec![a, b], vec![test]])
}

fn trainer(problem: &(NetworkShape, [Vec<PathBuf>; 2]), threads: usize, epochs: u64) -> Trainer {
    let settings = TrainerSettings {
        objective: Objective { scale: 200.0, lambda: 0.0 },
        epochs,
        batch: 256,
        learning_rates: [1e-2, 1e-4],
        threads,
        save_every: 3,
        ..TrainerSettings::default()
    };
    let (shape, [fit, test]) = problem;
    Trainer::new(shape.clone(), settings, [fit, test], shape.initial(1)).unwrap()
}

#[test]
fn a_known_function_is_learnt() {
    let problem = known_problem("network known");
    let mut trainer = trainer(&problem, 2, 12);
    let mut tests = Vec::new();
    let done = trainer.run(None, |progress| {
        tests.extend(progress.test);
        ControlFlow::Continue(())
    });
    assert!(done.unwrap());
    assert_eq!(tests.len(), 13);
    assert!(tests[0] > 0.005, "{tests:?}");
    assert!(trainer.best().loss < 1e-5, "{tests:?}");
    let shape = trainer.shape();
    let quantized = shape.quantize(&trainer.best().parameters);
    let loss = trainer.test_loss(&shape.dequantize(&quantized)).unwrap();
    assert!(loss < 1e-4, "{loss} after rounding");
}

/// Perspectives 2 and 3 are 0 and 1 with other inputs. They share rows, and occur only
/// in the samples held out.
#[test]
fn what_is_shared_is_learnt_for_inputs_never_seen() {
    let (mut shape, _) = known_problem("network factors");
    shape.perspectives = 4;
    shape.inputs = 40;
    shape.input_of.extend_from_within(..);
    shape.input_of[40..].iter_mut().for_each(|input| *input += 20);
    shape.factor_of = (0..20).chain(0..20).collect();
    let folder = folder("network factors held out");
    let mut random = Random::new(9);
    let mut seen: Vec<_> = (0..300).map(|_| (1, known_game(30, &mut random))).collect();
    write_small(&folder.join("fit"), &shape, &seen);
    seen.iter_mut().flat_map(|game| &mut game.1).for_each(|p| p.perspectives = [2, 3]);
    write_small(&folder.join("test"), &shape, &seen);
    let problem = (shape, [vec![folder.join("fit")], vec![folder.join("test")]]);
    let mut trainer = trainer(&problem, 2, 6);
    let mut calls = 0;
    let state = folder.join("state");
    let mut run = |trainer: &mut Trainer| {
        trainer.run(Some(&state), |_| {
            calls += 1;
            if calls == 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    };
    assert!(!run(&mut trainer).unwrap());
    let mut resumed = self::trainer(&problem, 1, 6);
    resumed.resume(&state).unwrap();
    assert!(run(&mut trainer).unwrap());
    resumed.run(None, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(resumed.parameters(), trainer.parameters());
    // The initial loss is above 0.005.
    assert!(trainer.best().loss < 0.0025, "{}", trainer.best().loss);
}

/// A shape whose placements can be mirrored, and the same with the mirrored table alone.
fn mirrored(random: &mut Random) -> (NetworkShape, NetworkShape, NetworkShape) {
    let plain = small(32, true, random);
    let NetworkShape { placements, .. } = plain;
    let rows = plain.input_of.chunks(placements);
    let turned: Vec<u16> = rows.flat_map(|row| row.iter().rev().copied()).collect();
    let input_of = [&plain.input_of[..], &turned].concat();
    let both = NetworkShape { symmetries: 2, input_of, ..plain.clone() };
    (both, plain.clone(), NetworkShape { input_of: turned, ..plain })
}

/// Each chunk counts as it is or mirrored, and both occur. What is held out is not mirrored.
#[test]
fn chunks_are_used_under_a_symmetry() {
    let mut random = Random::new(12);
    let (both, plain, turned) = mirrored(&mut random);
    let chunks = chunks_of(&small_games(24, &mut random), MAX_SAMPLES);
    let parameters = some_parameters(&both, &mut random);
    let mut seen = [0; 2];
    let mut sum = vec![0.0_f64; both.size()];
    let mut loss = 0.0;
    for end in 1..=chunks.len() {
        let found = gradient_of(&both, &parameters, &chunks[..end]);
        let own =
            [&plain, &turned].map(|shape| gradient_of(shape, &parameters, &chunks[end - 1..end]));
        assert!((own[0].loss - own[1].loss).abs() > 1e-6, "they can be told apart");
        let is_used = |gradient: &&Gradient| (found.loss - loss - gradient.loss).abs() < 1e-9;
        let used = own.iter().position(|gradient| is_used(&gradient)).expect("one of them");
        seen[used] += 1;
        loss += own[used].loss;
        for (sum, x) in sum.iter_mut().zip(own[used].values.iter()) {
            *sum += f64::from(*x);
        }
        for (i, (found, expected)) in found.values.iter().zip(&sum).enumerate() {
            let error = (f64::from(*found) - expected).abs();
            assert!(error < 1e-4 + 1e-4 * expected.abs(), "{i}: {found} {expected}");
        }
    }
    assert!(seen.iter().all(|&count| count > 4), "{seen:?}");
    let losses = [&both, &plain].map(|shape| {
        let (batch, mut workspace) = (batch_of(shape, &chunks), Workspace::default());
        let model = Model::new(shape.clone()).unwrap();
        let range = 0..batch.len();
        model.loss(&parameters, (&batch, range), &OBJECTIVE, &mut workspace).unwrap()
    });
    assert_eq!(losses[0], losses[1]);
}

fn is_the_games<G: Networked>(name: &str, factor: Option<fn(usize) -> usize>) {
    let registry = Registry::standard();
    let (entry, _) = registry.find(name).expect("the game is there");
    let game = entry.network().expect("it has a network");
    for has_base in [false, true] {
        let shape = NetworkShape::of(&*game, 64, has_base);
        shape.check().unwrap();
        assert_eq!((shape.hidden, shape.has_base), (64, has_base));
        assert_eq!((shape.placements, shape.inputs), (G::PLACEMENTS, G::INPUTS));
        assert_eq!((shape.perspectives, shape.buckets), (G::PERSPECTIVES, G::BUCKETS));
        assert_eq!(shape.symmetries, G::SYMMETRIES);
        let mut inputs = shape.input_of.iter();
        for symmetry in 0..G::SYMMETRIES {
            for perspective in 0..G::PERSPECTIVES {
                for placement in 0..G::PLACEMENTS {
                    let expected = G::input(perspective, G::symmetric(symmetry, placement));
                    let found = inputs.next().map(|&input| usize::from(input));
                    assert_eq!(
                        found,
                        Some(expected),
                        "{name} {symmetry} {perspective} {placement}"
                    );
                }
            }
        }
        assert_eq!(inputs.next(), None);
        let factors: Vec<u16> = match factor {
            Some(factor) => (0..G::INPUTS).map(|input| factor(input) as u16).collect(),
            None => Vec::new(),
        };
        assert_eq!(shape.factor_of, factors, "{name}");
        let plain = shape.plain();
        assert_eq!((plain.parameters(), plain.is_sound()), (shape.size(), true));
    }
}

#[test]
fn shapes_are_those_of_the_games() {
    is_the_games::<ConnectFour>("cfour", None);
    is_the_games::<Surakarta>("surakarta", None);
    is_the_games::<Breakthrough>("breakthrough", None);
    is_the_games::<Chess>("chess", Some(|input| input % Chess::PLACEMENTS));
    assert_eq!([ConnectFour::SYMMETRIES, Surakarta::SYMMETRIES], [2, 8]);
}

#[test]
fn results_do_not_depend_on_threads_or_interruptions() {
    let mut problem = known_problem("network threads");
    training_is_repeatable("network states", &problem);
    // Each chunk as it is, or mirrored: not the same in each epoch.
    let shape = &mut problem.0;
    shape.symmetries = 2;
    let turned: Vec<u16> =
        shape.input_of.chunks(20).flat_map(|row| row.iter().rev().copied()).collect();
    shape.input_of.extend(turned);
    training_is_repeatable("network states with symmetries", &problem);
}

fn training_is_repeatable(name: &str, problem: &(NetworkShape, [Vec<PathBuf>; 2])) {
    let folder = folder(name);
    let run = |threads: usize| {
        let mut trainer = trainer(problem, threads, 3);
        trainer.run(None, |_| ControlFlow::Continue(())).unwrap();
        trainer
    };
    let whole = run(1);
    for threads in [2, 3] {
        let other = run(threads);
        assert_eq!(other.parameters(), whole.parameters());
        assert_eq!(other.best(), whole.best());
    }
    let state = folder.join("state");
    for stop in [1, 50, 71, 72, 100] {
        let mut first = trainer(problem, 2, 3);
        let mut calls = 0;
        let stopped = first.run(Some(&state), |_| {
            calls += 1;
            if calls == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(!stopped.unwrap());
        let mut second = trainer(problem, 1, 3);
        second.resume(&state).unwrap();
        assert!(second.run(Some(&state), |_| ControlFlow::Continue(())).unwrap());
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
