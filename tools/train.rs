//! How fast networks are trained, in samples a second of one core: `cargo bench --bench
//! train`. Samples are like those of chess (see `chunks`). Chunks have twelve positions.
//!
//! - `gradients`: decoding, evaluation and gradient of a batch, in eight parts as a
//!   trainer has them.
//! - `epochs`: all that a trainer of one thread does. Its reader has another thread.

#[path = "../tests/support/chunks.rs"]
#[allow(unreachable_pub)]
mod chunks;

use chunks::{chess_like, chess_like_game};
use divan::Bencher;
use divan::counter::ItemsCount;
use plyglot_core::aligned::Aligned;
use plyglot_core::game::random::Random;
use plyglot_train::trainer::model::{Gradient, GradientWorkspace, Model};
use plyglot_train::trainer::stream::Batch;
use plyglot_train::trainer::{
    Chunk, SamplePosition, Trainer, TrainerSettings, TrainingShape, file,
};
use plyglot_train::tune::objective::Objective;
use std::ops::ControlFlow;
use std::slice::from_ref;

const WIDTHS: [usize; 5] = [32, 128, 256, 512, 1024];
const OBJECTIVE: Objective = Objective { scale: 200.0, lambda: 0.3 };
/// The positions of a game: one chunk.
const GAME: usize = 12;
const GAMES: usize = 16_384 / GAME;
/// The parts of a trainer's batch.
const PARTS: usize = 8;
/// The games of an epoch.
const EPOCH_GAMES: usize = 8 * GAMES;

fn main() {
    divan::main();
}

fn games(count: usize) -> Vec<Vec<SamplePosition>> {
    let mut random = Random::new(1);
    (0..count).map(|_| chess_like_game(GAME, &mut random)).collect()
}

/// Initial parameters, with output weights other than 0.
fn parameters(shape: &TrainingShape) -> Vec<f32> {
    let mut random = Random::new(2);
    let some = |x: f32| x + random.below(1 << 20) as f32 / (1 << 24) as f32 - 0.03;
    shape.initial(1).into_iter().map(some).collect()
}

#[divan::bench(args = WIDTHS, sample_count = 20, sample_size = 1)]
fn gradients(bencher: Bencher<'_, '_>, hidden: usize) {
    let shape = chess_like(hidden);
    let parameters = Aligned::from(&parameters(&shape)[..]);
    let mut batch = Batch::default();
    for game in games(GAMES) {
        let mut bytes = Vec::new();
        let chunk = Chunk::new(1, &game).expect("a chunk");
        chunk.encode(shape.samples(), &mut bytes).expect("numbers in range");
        batch.push(&bytes, GAME);
    }
    let model = Model::new(shape.clone()).expect("a shape in range");
    let mut parts = vec![Gradient::new(&shape); PARTS];
    let mut workspace = GradientWorkspace::default();
    bencher.counter(ItemsCount::new(batch.samples())).bench_local(|| {
        for (i, part) in parts.iter_mut().enumerate() {
            part.clear(&shape);
            let range = i * batch.len() / PARTS..(i + 1) * batch.len() / PARTS;
            model
                .add_gradient(&parameters, &batch, range, &OBJECTIVE, &mut workspace, part)
                .expect("intact chunks");
        }
    });
}

#[divan::bench(args = WIDTHS, sample_count = 5, sample_size = 1)]
fn epochs(bencher: Bencher<'_, '_>, hidden: usize) {
    let shape = chess_like(hidden);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("samples");
    let fill = |games: Vec<Vec<SamplePosition>>| {
        let written = file::write(&path, shape.samples(), |writer| {
            games.iter().try_for_each(|game| writer.add_game(1, game))
        });
        written.expect("the samples are written").samples
    };
    let test = folder.path().join("test");
    fill(games(1));
    std::fs::rename(&path, &test).expect("it exists");
    let samples = fill(games(EPOCH_GAMES));
    let settings = TrainerSettings { epochs: 1, threads: 1, ..TrainerSettings::default() };
    bencher
        .counter(ItemsCount::new(samples))
        .with_inputs(|| {
            let (settings, start) = (settings.clone(), parameters(&shape));
            let files = [from_ref(&path), from_ref(&test)];
            Trainer::new(shape.clone(), settings, files, start).expect("a trainer")
        })
        .bench_local_values(|mut trainer| {
            trainer.run(None, |_| Ok(ControlFlow::Continue(()))).expect("an epoch")
        });
}
