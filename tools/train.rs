//! How fast networks are trained, in samples a second of one core: `cargo bench --bench
//! train`. Samples are like those of chess (see `chunks`). Chunks have twelve positions.
//!
//! - `gradients`: evaluation and gradient of a batch.
//! - `epochs`: all that a trainer of one thread does.

#[path = "../tests/support/chunks.rs"]
#[allow(unreachable_pub)]
mod chunks;

use chunks::{chess_like, chess_like_game};
use divan::Bencher;
use divan::counter::ItemsCount;
use plyglot_core::game::random::Random;
use plyglot_support::aligned::Aligned;
use plyglot_train::trainer::model::{Gradient, GradientWorkspace, Model};
use plyglot_train::trainer::{Objective, Samples, Trainer, TrainerSettings, TrainingShape};
use std::ops::ControlFlow;

const WIDTHS: [usize; 5] = [32, 128, 256, 512, 1024];
const OBJECTIVE: Objective = Objective { scale: 200.0, lambda: 0.3 };
/// The positions of a game: one chunk.
const GAME: usize = 12;
const GAMES: usize = 16_384 / GAME;
const EPOCH_GAMES: usize = 8 * GAMES;

fn main() {
    divan::main();
}

fn samples(shape: &TrainingShape, games: usize) -> Samples {
    let (mut samples, mut random) = (Samples::new(shape.sizes), Random::new(1));
    for _ in 0..games {
        let game = chess_like_game(GAME, &mut random);
        samples.add_game(1, &game).expect("numbers in range");
    }
    samples
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
    let samples = samples(&shape, GAMES);
    let model = Model::new(shape.clone()).expect("a shape in range");
    let (mut gradient, mut workspace) = (Gradient::new(&shape), GradientWorkspace::default());
    bencher.counter(ItemsCount::new(samples.count())).bench_local(|| {
        gradient.clear(&shape);
        let chunks = samples.chunks().map(|chunk| (chunk, 0));
        model.add_gradient(&parameters, chunks, &OBJECTIVE, &mut workspace, &mut gradient);
    });
}

#[divan::bench(args = WIDTHS, sample_count = 5, sample_size = 1)]
fn epochs(bencher: Bencher<'_, '_>, hidden: usize) {
    let shape = chess_like(hidden);
    let [fit, test] = [EPOCH_GAMES, 1].map(|games| samples(&shape, games));
    let settings = TrainerSettings { epochs: 1, threads: 1, ..TrainerSettings::default() };
    bencher
        .counter(ItemsCount::new(fit.count()))
        .with_inputs(|| {
            let (settings, start) = (settings.clone(), parameters(&shape));
            let samples = [fit.clone(), test.clone()];
            Trainer::new(shape.clone(), settings, samples, start).expect("a trainer")
        })
        .bench_local_values(|mut trainer| {
            trainer.run(None, |_| Ok(ControlFlow::Continue(()))).expect("an epoch")
        });
}
