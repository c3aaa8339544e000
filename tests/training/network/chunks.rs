//! Samples in memory: the chunks of games, and the order of an epoch.

use super::{small, small_game};
use crate::support::chunks::{chess_like, chess_like_game};
use plyglot_core::game::random::Random;
use plyglot_engine::NetworkPosition;
use plyglot_train::trainer::Samples;
use plyglot_train::trainer::chunk::{Epoch, MAX_SAMPLES};
use std::collections::BTreeSet;

#[test]
fn chunks_have_the_positions_of_their_games() {
    let mut random = Random::new(3);
    let mut samples = Samples::new(small(32, true, &mut random).sizes);
    let games: Vec<_> = (1..=3 * MAX_SAMPLES).map(|count| small_game(count, &mut random)).collect();
    for (i, game) in games.iter().enumerate() {
        samples.add_game((i % 3) as u8, game).unwrap();
    }
    let mut found = Vec::new();
    for chunk in samples.chunks() {
        assert!((1..=MAX_SAMPLES).contains(&chunk.samples.len()));
        let (mut placements, mut toggles) = (BTreeSet::new(), chunk.toggles.iter());
        for sample in chunk.samples {
            for &placement in toggles.by_ref().take(sample.toggled.into()) {
                if !placements.remove(&placement) {
                    placements.insert(placement);
                }
            }
            let position = NetworkPosition {
                key: 0,
                placements: placements.iter().copied().collect(),
                perspectives: sample.perspectives,
                side: sample.side,
                bucket: sample.bucket,
                base: sample.base,
            };
            found.push((chunk.half_points, (position, sample.score)));
        }
        assert_eq!(toggles.next(), None);
    }
    let halves = games.into_iter().enumerate().map(|(i, game)| ((i % 3) as u8, game));
    let expected = halves.flat_map(|(half, game)| game.into_iter().map(move |it| (half, it)));
    assert!(found.into_iter().eq(expected));
}

#[test]
fn positions_out_of_range_are_refused() {
    let mut random = Random::new(4);
    let shape = small(32, true, &mut random);
    let game = small_game(9, &mut random);
    let add = |changed: &dyn Fn(&mut NetworkPosition)| {
        let mut game = game.clone();
        changed(&mut game[5].0);
        Samples::new(shape.sizes).add_game(1, &game)
    };
    add(&|_| ()).unwrap();
    add(&|position| position.placements = vec![19]).unwrap();
    let complain = |changed: &dyn Fn(&mut NetworkPosition), reason: &str| {
        let error = add(changed).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    };
    complain(&|position| position.placements = vec![20], "out of range");
    complain(&|position| position.perspectives[1] = 3, "out of range");
    complain(&|position| position.bucket = 2, "out of range");
    complain(&|position| position.placements = vec![3, 4, 4], "placements are not in order");
}

#[test]
fn an_epoch_has_every_chunk_once_in_an_order_of_its_own() {
    const BATCH: usize = 1000;
    let mut random = Random::new(6);
    let mut samples = Samples::new(chess_like(32).sizes);
    for _ in 0..6000 {
        let game = chess_like_game(1 + random.below(16), &mut random);
        samples.add_game(2, &game).unwrap();
    }
    let batches = samples.count().div_ceil(BATCH as u64);
    let order = |epoch: &Epoch| (0..batches).flat_map(|i| epoch.batch(i).to_vec()).collect();
    let [first, again, next, other]: [Vec<u32>; 4] = [(7, 0), (7, 0), (7, 1), (8, 0)]
        .map(|(seed, number)| order(&Epoch::new(&samples, BATCH, seed, number)));
    assert!(first == again && first != next && first != other);
    let mut sorted = first.clone();
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..6000));
    let epoch = Epoch::new(&samples, BATCH, 7, 0);
    let size = |&chunk: &u32| samples.chunk(chunk as usize).samples.len();
    for batch in 0..batches {
        let size: usize = epoch.batch(batch).iter().map(size).sum();
        assert!((BATCH - 50..=BATCH + MAX_SAMPLES).contains(&size), "{size}");
    }
    // Each chunk is seen under each symmetry as often, and not always under the same one.
    let mirrored = |number| {
        let epoch = Epoch::new(&samples, BATCH, 7, number);
        (0..6000).filter(|&chunk| epoch.symmetry(chunk, 2) == 1).collect::<Vec<_>>()
    };
    let (first, next) = (mirrored(0), mirrored(1));
    assert!((2800..3200).contains(&first.len()) && first != next, "{}", first.len());
}
