//! Where a fit and a search for numbers stand: the files of `tune` and of `spsa`.

use super::bytes::Bytes;
use plyglot::Registry;
use plyglot::games::connect4::ConnectFour;
use plyglot::games::random::Random;
use plyglot::games::{Game, Parameter, SearchParams};
use plyglot::training::spsa::state;
use plyglot::training::spsa::step::TunedParameter;
use plyglot::training::{Ply, Record, RecordHeader};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::{fs, io};

/// A file of this process alone.
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

/// Some games of Connect Four, enough for some of them to be held out.
fn games() -> Vec<u8> {
    let header = RecordHeader::plain("cfour", 1, 1, 0, 1);
    let (mut bytes, mut random) = (header.encode(), Random::new(1));
    for number in 0..40 {
        let (mut position, mut plies) = (ConnectFour::default(), Vec::new());
        while position.status().is_none() && plies.len() < 12 {
            let legal = position.legal_moves();
            let index = random.below(legal.len());
            plies.push(Ply { index: index as u16, score: Some(random.below(400) as i16 - 200) });
            position.play(legal[index]);
        }
        let result = (number % 3) as f32 / 2.0;
        let record = Record { number, start: String::new(), opening: 0, result, plies };
        bytes.extend(record.encode().expect("a game that fits"));
    }
    bytes
}

/// Fits weights to the games, from the state if there is one; the weights, if nothing was
/// refused.
fn fitted() -> Option<Vec<u8>> {
    let (data, out) = (path("games"), path("weights"));
    let [data, out] = [&data, &out].map(|path| path.to_str().expect("a path in UTF-8"));
    let words = "tune --game cfour --epochs 2 --batch 64 --scale 200 --threads 1 --resume";
    let words = words.split(' ').chain(["--data", data, "--out", out]).map(OsString::from);
    let is_done =
        plyglot::run(Registry::standard(), words, io::empty(), io::sink(), |_| ()).is_ok();
    is_done.then(|| read(&path("weights")))
}

/// The state of a fit at its end, and the weights that were found.
fn good_fit() -> &'static [Vec<u8>; 2] {
    static GOOD: OnceLock<[Vec<u8>; 2]> = OnceLock::new();
    GOOD.get_or_init(|| {
        let _ = fs::remove_file(path("weights.state"));
        let weights = fitted().expect("a fit from its start");
        [read(&path("weights.state")), weights]
    })
}

/// The state of a fit: any bytes, or a good one that is changed, with a right sum at its end
/// or not. What is refused stays as it is; from what is not, the fit goes on to its end, and
/// ends the same when it is asked for again.
pub(super) fn fit(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    write(&path("games"), &games());
    let [good, weights] = good_fit();
    let kind = bytes.byte() % 8;
    let content = match kind {
        0 => bytes.0.to_vec(),
        _ => changed(&mut bytes, good),
    };
    let content = if kind >= 4 { sealed(&content) } else { content };
    let state = path("weights.state");
    write(&state, &content);
    match fitted() {
        Some(found) => {
            assert!(content != *good || found == *weights, "the same state, other weights");
            assert_eq!(fitted(), Some(found), "asked again");
        }
        None => assert_eq!(read(&state), content, "what is refused is left alone"),
    }
    let files = ["games", "weights", "weights.state"];
    files.iter().for_each(|name| _ = fs::remove_file(path(name)));
}

const COMMAND: &str = "plyglot spsa --game chess";

/// The numbers that are looked for, where they start.
fn parameters() -> Vec<TunedParameter> {
    let numbers: &[Parameter] = SearchParams::LIST;
    numbers.iter().take(3).map(|number| TunedParameter::new(number, &SearchParams::USUAL)).collect()
}

fn values(parameters: &[TunedParameter]) -> Vec<f64> {
    parameters.iter().map(|parameter| parameter.value).collect()
}

/// With a right sum as its last line.
fn sealed(content: &[u8]) -> Vec<u8> {
    let end = content.windows(7).rposition(|word| word == b"CRC-32 ").unwrap_or(content.len());
    let sum = crc32fast::hash(&content[..end]);
    [&content[..end], format!("CRC-32 {sum:08x}\n").as_bytes()].concat()
}

/// Where numbers stand: any text, or a good file that is changed, with a right sum or not.
/// What is read lies in the ranges of the numbers, and is written and read as the same.
pub(super) fn numbers(bytes: &[u8]) {
    let (mut bytes, path) = (Bytes(bytes), path("numbers"));
    let _ = fs::remove_file(&path);
    state::save(&path, COMMAND, 7, &parameters()).expect("a file in the folder for such files");
    let kind = bytes.byte() % 8;
    let content = match kind {
        0 => bytes.0.to_vec(),
        1 => [b"plyglot spsa 2\n", COMMAND.as_bytes(), b"\n", bytes.0].concat(),
        _ => changed(&mut bytes, &read(&path)),
    };
    let content = if kind % 2 == 1 { sealed(&content) } else { content };
    write(&path, &content);
    let mut found = parameters();
    if let Ok(step) = state::load(&path, COMMAND, &mut found) {
        for TunedParameter { spec, value, .. } in &found {
            let range = f64::from(spec.min)..=f64::from(spec.max);
            assert!(range.contains(value), "{} is {value}", spec.name);
        }
        state::save(&path, COMMAND, step, &found).expect("it can be written");
        let mut again = parameters();
        let read = state::load(&path, COMMAND, &mut again).expect("what was saved");
        assert_eq!((read, values(&again)), (step, values(&found)));
    } else {
        assert_eq!(read(&path), content, "what is refused is left alone");
    }
    let _ = fs::remove_file(path);
}
