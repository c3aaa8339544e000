//! The states of runs in files, from which they are resumed: those of `train`, `learn` and `spsa`.

use super::bytes::Bytes;
use plyglot_core::game::Side;
use plyglot_core::game::network::NetworkShape;
use plyglot_core::game::random::Random;
use plyglot_engine::NetworkPosition;
use plyglot_train::learn::fuzzing::{add_pairs, rewrite_learn_state, write_learn_state};
use plyglot_train::trainer::{Samples, Trainer, TrainerSettings, TrainingShape};
use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow::{Break, Continue};
use std::path::PathBuf;
use std::sync::OnceLock;

fn path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("plyglot-fuzz-{}.{name}", std::process::id()))
}

fn write(path: &PathBuf, content: &[u8]) {
    fs::write(path, content).expect("a file in the folder for such files");
}

fn read(path: &PathBuf) -> Vec<u8> {
    fs::read(path).expect("it was written")
}

/// A content with what the input changes in it: bytes replaced, left out, put in.
pub(super) fn changed(bytes: &mut Bytes<'_>, content: &[u8]) -> Vec<u8> {
    let mut content = content.to_vec();
    for _ in 0..bytes.below(8) {
        let at = usize::from(bytes.byte()) << 8 | usize::from(bytes.byte());
        let at = at % (content.len() + 1);
        match bytes.below(8) {
            0 => content.truncate(at),
            1 => {
                let length = bytes.below(16);
                content.splice(at..at, bytes.some(length).iter().copied());
            }
            2 => drop(content.drain(at..(at + bytes.below(16)).min(content.len()))),
            kind => {
                let length = [1, 1, 2, 4, 8][kind - 3];
                let piece = bytes.some(length);
                let end = (at + piece.len()).min(content.len());
                content.splice(at..end, piece.iter().copied());
            }
        }
    }
    content
}

/// With a right sum as its last line.
fn sealed(content: &[u8]) -> Vec<u8> {
    let end = content.windows(7).rposition(|word| word == b"CRC-32 ").unwrap_or(content.len());
    let sum = crc32fast::hash(&content[..end]);
    [&content[..end], format!("CRC-32 {sum:08x}\n").as_bytes()].concat()
}

/// The state of a run of `learn`: any bytes, or a good one that is changed, with a right sum at its
/// end or not. What is refused stays as it is; what is read is written as the same.
pub(super) fn learning(bytes: &[u8]) {
    let (mut bytes, path, registry) = (Bytes(bytes), path("learning"), plyglot_games::standard());
    let _ = fs::remove_file(&path);
    write_learn_state(&registry, &path).expect("a file in the folder for such files");
    let good = read(&path);
    let kind = bytes.byte() % 8;
    let content = match kind {
        0 => bytes.0.to_vec(),
        1 => changed(&mut bytes, &good),
        _ => sealed(&changed(&mut bytes, &good)),
    };
    write(&path, &content);
    match rewrite_learn_state(&registry, &path) {
        Ok(is_there) => {
            let written = read(&path);
            let again = rewrite_learn_state(&registry, &path).expect("what was saved");
            assert!(is_there && again && read(&path) == written);
        }
        Err(_) => assert_eq!(read(&path), content, "what is refused is left alone"),
    }
    let _ = fs::remove_file(path);
}

/// The file of a match of pairs: one that was cut short, of which the whole lines are still
/// there, or one that is changed in any way, whose pairs are those of the match.
pub(super) fn pairs(bytes: &[u8]) {
    const COUNT: u64 = 40;
    let (mut bytes, path) = (Bytes(bytes), path("pairs"));
    let _ = fs::remove_file(&path);
    let (is_cut, count) = (bytes.byte() % 2 == 0, bytes.below(8));
    let pair = |_| (u64::from(bytes.byte()) % COUNT, bytes.byte() % 5);
    let mut added: Vec<(u64, u8)> = (0..count).map(pair).collect();
    let mut seen = HashSet::new();
    added.retain(|(pair, _)| seen.insert(*pair));
    // The ends of the head, and of the line of each pair.
    let grown = |pairs: &[(u64, u8)]| {
        add_pairs(&path, COUNT, pairs).expect("a pair of the match");
        read(&path).len()
    };
    let (head, lines): (usize, Vec<usize>) = (grown(&[]), added.chunks(1).map(grown).collect());
    let good = read(&path);
    let content = if is_cut {
        good[..usize::from(bytes.byte()).min(good.len())].to_vec()
    } else {
        changed(&mut bytes, &good)
    };
    write(&path, &content);
    match add_pairs(&path, COUNT, &[]) {
        Ok(found) => {
            if is_cut {
                let kept = lines.iter().filter(|end| **end <= content.len()).count();
                let mut kept = added[..kept].to_vec();
                kept.sort_unstable();
                assert_eq!(found, kept);
            }
            assert!(found.iter().all(|(pair, points)| *pair < COUNT && *points <= 4), "{found:?}");
            assert_eq!(add_pairs(&path, COUNT, &[]).expect("what was kept"), found);
        }
        Err(error) => {
            // The head is written whole or not at all.
            assert!(!is_cut || (1..head).contains(&content.len()), "{error:#}");
            assert_eq!(read(&path), content, "what is refused is left alone");
        }
    }
    let _ = fs::remove_file(path);
}

/// Trains a small network from the state; its parameters. If it is to stop, it does so after the
/// first step, and saves its state there.
fn train(is_resumed: bool, stops: bool) -> anyhow::Result<Vec<f32>> {
    let settings = TrainerSettings { epochs: 2, batch: 32, ..TrainerSettings::default() };
    let shape = shape();
    let samples = [1, 2].map(|seed| {
        let (mut samples, mut random) = (Samples::new(shape.sizes), Random::new(seed));
        for i in 0..6 {
            samples.add_game(i % 3, &positions(&mut random)).expect("numbers in range");
        }
        samples
    });
    let mut trainer = Trainer::new(shape.clone(), settings, samples, shape.initial(1))?;
    let state = path("state");
    if is_resumed {
        trainer.resume(&state)?;
    }
    trainer.run(Some(&state), |_| Ok(if stops { Break(()) } else { Continue(()) }))?;
    Ok(trainer.parameters().to_vec())
}

fn shape() -> TrainingShape {
    let input_of = (0..6).chain((0..6).rev()).collect();
    let mut sizes = NetworkShape::new(6);
    sizes.buckets = 2;
    sizes.has_base = true;
    TrainingShape { sizes, symmetries: 1, input_of, factor_of: Vec::new() }
}

/// The state of a training that was interrupted, and the parameters at its end.
fn good_training() -> &'static (Vec<u8>, Vec<f32>) {
    static GOOD: OnceLock<(Vec<u8>, Vec<f32>)> = OnceLock::new();
    GOOD.get_or_init(|| {
        let _ = fs::remove_file(path("state"));
        train(false, true).expect("the first step");
        (read(&path("state")), train(true, false).expect("the other steps"))
    })
}

fn positions(random: &mut Random) -> Vec<(NetworkPosition, i16)> {
    let position = |random: &mut Random| NetworkPosition {
        key: 0,
        placements: (0..6).filter(|_| random.below(3) == 0).collect(),
        perspectives: [random.below(2) as u8, random.below(2) as u8],
        side: if random.below(2) == 0 { Side::First } else { Side::Second },
        bucket: random.below(2) as u8,
        base: random.below(401) as i16 - 200,
    };
    (0..12).map(|_| (position(random), random.below(801) as i16 - 400)).collect()
}

/// The state of a training: any bytes, or a good one that is changed, with a right sum or not. One
/// that is refused is left alone; from what is not, the training goes on to its end.
pub(super) fn training(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let (good, parameters) = good_training();
    let content = match bytes.byte() % 8 {
        0 => bytes.0.to_vec(),
        1 => changed(&mut bytes, good),
        _ => sealed(&changed(&mut bytes, good)),
    };
    let state = path("state");
    write(&state, &content);
    match train(true, false) {
        Ok(found) => assert!(content != *good || found == *parameters, "other parameters"),
        Err(_) => assert_eq!(read(&state), content, "what is refused is left alone"),
    }
    let _ = fs::remove_file(state);
}
