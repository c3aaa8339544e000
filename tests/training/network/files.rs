//! Samples in files: written and read back, damaged, and the order of an epoch.

use super::{small, small_game, small_games, write_small};
use crate::support::chunks::{chess_like, chess_like_game};
use crate::support::training_games::folder;
use plyglot_core::game::Side;
use plyglot_core::game::network::NetworkShape;
use plyglot_core::game::random::Random;
use plyglot_train::trainer::chunk::MAX_SAMPLES;
use plyglot_train::trainer::file;
use plyglot_train::trainer::stream::Batch;
use plyglot_train::trainer::{
    Chunk, SamplePosition, SampleShape, SampleStream, StreamOptions, TrainingShape,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[test]
fn chunks_are_read_as_they_were_written() {
    let mut random = Random::new(3);
    let shape = small(32, true, &mut random).samples();
    let mut found = Chunk::default();
    for count in 1..=MAX_SAMPLES {
        let chunk = Chunk::new((count % 3) as u8, &small_game(count, &mut random)).unwrap();
        let mut bytes = Vec::new();
        chunk.encode(shape, &mut bytes).unwrap();
        found.decode(shape, &bytes, count).unwrap();
        assert_eq!(found, chunk);
        for end in 0..bytes.len() {
            assert!(found.decode(shape, &bytes[..end], count).is_err());
        }
    }
    let mut chunk = Chunk::new(1, &small_game(9, &mut random)).unwrap();
    let mut bytes = Vec::new();
    chunk.encode(shape, &mut bytes).unwrap();
    for narrow in [
        SampleShape { placements: 5, ..shape },
        SampleShape { perspectives: 1, ..shape },
        SampleShape { buckets: 1, ..shape },
    ] {
        assert!(chunk.encode(narrow, &mut Vec::new()).is_err(), "out of range");
        assert!(found.decode(narrow, &bytes, 9).is_err(), "out of range");
    }
    chunk.toggles.swap(0, 1);
    assert!(chunk.encode(shape, &mut Vec::new()).is_err(), "not in ascending order");
    let mut twice = small_game(1, &mut random);
    twice[0].placements = vec![3, 4, 3];
    assert!(Chunk::new(1, &twice).is_err());
}

#[test]
fn chunks_are_written_byte_for_byte_as_documented() {
    let shape = SampleShape { placements: 768, perspectives: 4, buckets: 8, has_base: true };
    let position = |placements: &[u16], side, score, base| SamplePosition {
        placements: placements.to_vec(),
        perspectives: [1, 3],
        side,
        bucket: 2,
        score,
        base,
    };
    let positions = [
        position(&[700, 0, 5], Side::Second, -64, 300),
        position(&[0, 6, 700], Side::First, 0, -1),
    ];
    let mut bytes = Vec::new();
    Chunk::new(1, &positions).unwrap().encode(shape, &mut bytes).unwrap();
    let first = b"\x4F\x7F\xD8\x04\x03\x00\x04\xB6\x05";
    let second = b"\x4E\x00\x01\x02\x05\x00";
    assert_eq!(bytes, [&b"\x01"[..], first, second].concat());
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
fn read_all(path: &Path, shape: &TrainingShape) -> anyhow::Result<usize> {
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
    let other = TrainingShape { sizes: NetworkShape { buckets: 3, ..shape.sizes }, ..shape };
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
    for (i, path) in paths.iter().enumerate() {
        file::write(path, shape.samples(), |writer| {
            (0..1000 * (i + 1)).try_for_each(|_| {
                let game = chess_like_game(1 + random.below(16), &mut random);
                let chunk = Chunk::new(2, &game)?;
                let mut bytes = Vec::new();
                chunk.encode(shape.samples(), &mut bytes)?;
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
