//! Training on more samples than fit memory. It takes minutes and 1.4 GB of disk:
//!
//! `cargo test --release --test training -- --ignored --nocapture hundred_million`

use crate::support::chunks::{chess_like, chess_like_game};
use crate::support::training_games::folder;
use plyglot_core::game::random::Random;
use plyglot_train::trainer::file::write;
use plyglot_train::trainer::{Trainer, TrainerSettings};
use std::ops::ControlFlow;
use std::time::Instant;

const SAMPLES: usize = 100_000_000;
const GAME: usize = 80;
const MEMORY: u64 = 256 << 20;

/// The most memory that this process has had, in bytes, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

#[test]
#[ignore = "takes minutes and 1.4 GB of disk"]
fn a_hundred_million_samples_need_no_more_memory_than_asked_for() {
    let folder = folder("hundred million");
    let (fit, test) = (folder.join("fit"), folder.join("test"));
    let shape = chess_like(32);
    let mut random = Random::new(1);
    // Some games over and over: what they are matters little here.
    let games: Vec<_> = (0..1000).map(|_| chess_like_game(GAME, &mut random)).collect();
    for (path, count) in [(&fit, SAMPLES / GAME), (&test, 1000)] {
        let totals = write(path, shape.samples(), |writer| {
            (0..count).try_for_each(|i| writer.add_game(1, &games[i % games.len()]))
        });
        println!("{} has {:?}", path.display(), totals.expect("there is room"));
    }
    let bytes = std::fs::metadata(&fit).expect("it was written").len();
    println!("{:.1} bytes a sample", bytes as f64 / SAMPLES as f64);
    let before = peak();
    let settings = TrainerSettings { epochs: 1, memory: MEMORY, ..TrainerSettings::default() };
    let start = shape.initial(1);
    let mut trainer = Trainer::new(shape, settings, [&[fit], &[test]], start).expect("a trainer");
    let begin = Instant::now();
    trainer.run(None, |_| Ok(ControlFlow::Continue(()))).expect("it runs");
    let speed = SAMPLES as f64 / begin.elapsed().as_secs_f64() / 1e6;
    println!("{speed:.2} M samples/s with one thread and one that reads");
    if let (Some(before), Some(after)) = (before, peak()) {
        println!("peak {} MiB, before the training {} MiB", after >> 20, before >> 20);
        assert!(after < before + MEMORY + (64 << 20));
    }
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}
