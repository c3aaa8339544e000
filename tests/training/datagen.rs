//! Games for training: played, written down, read back, gone on with, and
//! found out when they are damaged.

use crate::support::engine::{PATIENCE, PLYGLOT};
use crate::support::matches::Folder;
use plyglot::Registry;
use plyglot::games::chess::Chess;
use plyglot::games::connect4::ConnectFour;
use plyglot::games::surakarta::Surakarta;
use plyglot::games::tictactoe::TicTacToe;
use plyglot::games::{Game, Notation, Outcome, Side};
use plyglot::training::{Ply, Record, RecordHeader, RecordReader, options};
use std::collections::BTreeMap;
use std::process::{Command, Output, Stdio};

/// The values that the guide names.
const FORCED: i16 = 30_000;
const WON: i16 = 1_500;
const LEVEL: i16 = 10;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(PLYGLOT);
    command.arg("datagen").args(arguments).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Makes games; gives what was printed.
#[track_caller]
fn make(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = command(arguments).output().expect("plyglot starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{arguments:?}: {status}\n{stdout}\n{stderr}");
    stdout.into_owned()
}

/// What is said of arguments that are refused.
#[track_caller]
fn refusal(arguments: &[&str]) -> String {
    let Output { status, stderr, .. } = command(arguments).output().expect("plyglot starts");
    assert!(!status.success(), "{arguments:?} is not refused");
    String::from_utf8_lossy(&stderr).into_owned()
}

#[track_caller]
fn read(file: &str) -> Vec<Record> {
    let reader = RecordReader::open(file).unwrap_or_else(|e| panic!("{file}: {e:#}"));
    reader.map(|record| record.unwrap_or_else(|e| panic!("{file}: {e:#}"))).collect()
}

fn by_number(records: Vec<Record>) -> BTreeMap<u64, Record> {
    records.into_iter().map(|record| (record.number, record)).collect()
}

/// The points of the first player if the game is over, by the rules alone.
fn points<G: Game>(position: &G, earlier: &[u64]) -> Option<f32> {
    if earlier.iter().filter(|&&key| key == position.key()).count() >= 2 {
        return Some(0.5);
    }
    Some(match (position.status()?, position.side()) {
        (Outcome::Drawn, _) => 0.5,
        (Outcome::Won, Side::First) | (Outcome::Lost, Side::Second) => 1.0,
        (Outcome::Won, Side::Second) | (Outcome::Lost, Side::First) => 0.0,
    })
}

/// The points of the first player in a game that its scores decide, as the
/// guide says that they do; `scores` are for the first player.
fn adjudicated(scores: &[i16], plies: usize) -> Option<f32> {
    let last = |count: usize| &scores[scores.len().saturating_sub(count)..];
    match *scores.last()? {
        score if score > FORCED => return Some(1.0),
        score if score < -FORCED => return Some(0.0),
        _ => {}
    }
    if scores.len() >= 4 && last(4).iter().all(|&score| score >= WON) {
        return Some(1.0);
    }
    if scores.len() >= 4 && last(4).iter().all(|&score| score <= -WON) {
        return Some(0.0);
    }
    let is_level = scores.len() >= 10 && last(10).iter().all(|score| score.abs() <= LEVEL);
    ((plies > 80 && is_level) || plies >= 400).then_some(0.5)
}

/// Replays a game and holds it to the rules: every move is legal, it goes on
/// exactly until it is decided, and then the result is right.
fn check<G: Notation>(record: &Record) {
    let mut position = G::parse(G::START).expect("START is a position");
    assert_eq!(record.start, "", "all games begin in the start position");
    let (mut earlier, mut scores) = (Vec::new(), Vec::new());
    for (i, ply) in record.plies.iter().enumerate() {
        let place = format!("game {}, ply {i}, {}", record.number, position.print());
        let over = points(&position, &earlier).or_else(|| adjudicated(&scores, i));
        assert_eq!(over, None, "{place}: goes on");
        assert_eq!(ply.score.is_none(), i < record.opening, "{place}: who has a score");
        let sign = if position.side() == Side::First { 1 } else { -1 };
        scores.extend(ply.score.map(|score| sign * score));
        let moves = position.legal_moves();
        assert!(usize::from(ply.index) < moves.len(), "{place}: move {}", ply.index);
        earlier.push(position.key());
        position.play(moves[usize::from(ply.index)]);
    }
    let expected = points(&position, &earlier).or_else(|| adjudicated(&scores, record.plies.len()));
    let place = format!("game {} in {}", record.number, position.print());
    assert_eq!(Some(record.result), expected, "{place}: the result");
}

fn games_are_true<G: Notation>(games: &str, nodes: &str) {
    let folder = Folder::new(&format!("training-{}", G::NAME));
    let file = folder.file("games");
    let printed = make(&["--game", G::NAME, "--games", games, "--nodes", nodes, "--out", &file]);
    assert!(printed.ends_with(" nodes/s\n"), "{printed}");
    assert!(printed.contains(&format!("games {games}/{games} ")), "{printed}");
    assert_eq!(RecordReader::open(&file).expect("the file is there").game(), G::NAME);
    let records = by_number(read(&file));
    let numbers: Vec<String> = records.keys().map(u64::to_string).collect();
    let expected: Vec<String> =
        (0..games.parse().expect("a number")).map(|n: u64| n.to_string()).collect();
    assert_eq!(numbers, expected);
    records.values().for_each(check::<G>);
    assert!(records.values().any(|record| record.scored() > 0));
}

#[test]
fn games_of_chess_have_legal_moves_and_their_true_result() {
    games_are_true::<Chess>("12", "300");
}

#[test]
fn games_of_connect_four_have_legal_moves_and_their_true_result() {
    games_are_true::<ConnectFour>("60", "300");
}

#[test]
fn games_of_tic_tac_toe_have_legal_moves_and_their_true_result() {
    games_are_true::<TicTacToe>("60", "100");
}

#[test]
fn games_of_surakarta_have_legal_moves_and_their_true_result() {
    games_are_true::<Surakarta>("12", "300");
}

/// The same games come about at once, in two runs, with two threads, and
/// after a run that was killed while it wrote.
#[test]
fn datagen_continues_a_file_of_its_own() {
    let folder = Folder::new("training-resume");
    let (whole, parts, cut, two) =
        (folder.file("whole"), folder.file("parts"), folder.file("cut"), folder.file("two"));
    let options = ["--game", "cfour", "--nodes", "200", "--seed", "7"];
    let run = |file: &str, games: &str, threads: &str| {
        make(&[&options[..], &["--out", file, "--games", games, "--threads", threads]].concat())
    };
    run(&whole, "8", "1");
    run(&parts, "3", "1");
    run(&parts, "8", "1");
    let bytes = |file: &str| std::fs::read(file).expect("the file is there");
    let expected = bytes(&whole);
    assert_eq!(bytes(&parts), expected, "two runs");
    assert_eq!(run(&parts, "8", "1").lines().count(), 1);
    assert_eq!(bytes(&parts), expected, "nothing was left to do");
    for end in [0, 5, 20, expected.len() / 2, expected.len() - 1] {
        std::fs::write(&cut, &expected[..end]).expect("a file can be written");
        run(&cut, "8", "1");
        assert_eq!(bytes(&cut), expected, "cut at byte {end}");
    }
    run(&two, "8", "2");
    assert_eq!(by_number(read(&two)), by_number(read(&whole)), "two threads");
}

#[test]
fn seeds_and_numbers_make_different_games() {
    let folder = Folder::new("training-seeds");
    let mut seen = Vec::new();
    for seed in ["1", "2"] {
        let file = folder.file(seed);
        make(&["--game", "cfour", "--games", "5", "--nodes", "50", "--seed", seed, "--out", &file]);
        seen.extend(read(&file).into_iter().map(|record| record.plies));
    }
    for (i, plies) in seen.iter().enumerate() {
        assert!(!seen[..i].contains(plies), "game {i} came twice");
    }
}

#[test]
fn datagen_ends_after_the_positions_asked_for() {
    let folder = Folder::new("training-positions");
    let file = folder.file("games");
    let printed = make(&["--positions", "50", "--nodes", "100", "--threads", "1", "--out", &file]);
    let records = read(&file);
    let positions: usize = records.iter().map(Record::scored).sum();
    let without_last = positions - records.last().expect("a game").scored();
    assert!(positions >= 50 && without_last < 50, "{without_last}, {positions}: {printed}");
}

#[test]
fn a_file_of_other_games_is_not_changed() {
    let folder = Folder::new("training-other");
    let file = folder.file("games");
    let options = ["--game", "tictactoe", "--nodes", "50", "--games", "2", "--out", &file];
    make(&options);
    let before = std::fs::read(&file).expect("the file is there");
    let said = refusal(&[&options[..], &["--seed", "2"]].concat());
    assert!(said.contains("--seed 1") && said.contains("--seed 2"), "{said}");
    assert_eq!(std::fs::read(&file).expect("the file is there"), before);
    let mut damaged = before.clone();
    let middle = damaged.len() - 10;
    damaged[middle] ^= 4;
    for other in [damaged, b"a text of somebody else's, quite long enough to be whole".to_vec()] {
        std::fs::write(&file, &other).expect("a file can be written");
        refusal(&options);
        assert_eq!(std::fs::read(&file).expect("the file is there"), other);
    }
}

/// Two small games with numbers of one byte and of three.
fn sample() -> (Vec<u8>, Vec<u64>, Vec<Record>) {
    let header = RecordHeader::plain("nim", u64::MAX, 2_000, 1, 4);
    let ply = |index, score| Ply { index, score };
    let records = vec![
        Record {
            number: 0,
            start: String::new(),
            opening: 1,
            result: 0.5,
            plies: vec![ply(3, None), ply(0, Some(-64)), ply(u16::MAX, Some(i16::MIN))],
        },
        Record {
            number: u64::MAX,
            start: "a position, even ä".to_owned(),
            opening: 0,
            result: 1.0,
            plies: vec![ply(127, Some(31_990)), ply(128, Some(i16::MAX))],
        },
        Record { number: 7, start: String::new(), opening: 0, result: 0.0, plies: Vec::new() },
    ];
    let mut bytes = header.encode();
    let mut ends = vec![bytes.len() as u64];
    for record in &records {
        bytes.extend(record.encode().expect("the record is right"));
        ends.push(bytes.len() as u64);
    }
    (bytes, ends, records)
}

#[test]
fn a_file_that_is_cut_short_is_read_up_to_its_last_whole_game() {
    let (bytes, ends, records) = sample();
    for end in 0..=bytes.len() {
        let whole = ends.iter().filter(|&&at| at <= end as u64).count();
        let reader = RecordReader::new(&bytes[..end]);
        if whole == 0 {
            assert!(reader.is_err(), "{end} bytes");
            continue;
        }
        let mut reader = reader.unwrap_or_else(|e| panic!("{end} bytes: {e:#}"));
        let read: Vec<Record> =
            reader.by_ref().map(|r| r.unwrap_or_else(|e| panic!("{end} bytes: {e:#}"))).collect();
        assert_eq!(read, records[..whole - 1], "{end} bytes");
        assert_eq!(reader.end(), ends[whole - 1], "{end} bytes");
    }
}

#[test]
fn every_damaged_byte_is_found() {
    let (bytes, ends, records) = sample();
    for at in 0..bytes.len() {
        for bits in 1..=u8::MAX {
            let mut damaged = bytes.clone();
            damaged[at] ^= bits;
            let Ok(reader) = RecordReader::new(&damaged[..]) else { continue };
            let read: Vec<_> = reader.collect();
            let good = ends.iter().filter(|&&end| end <= at as u64).count() - 1;
            assert!(read.last().is_some_and(Result::is_err), "byte {at} with bits {bits:#b}");
            let before: Vec<&Record> = read.iter().flatten().collect();
            assert_eq!(before, records[..good].iter().collect::<Vec<_>>(), "before byte {at}");
        }
    }
}

#[test]
fn an_invalid_record_is_not_written() {
    let (_, _, mut records) = sample();
    records[0].plies[2].score = None;
    assert!(records[0].encode().is_err(), "a score is missing");
    records[1].start = "x".repeat(70_000);
    assert!(records[1].encode().is_err(), "it does not fit in a frame");
}

#[test]
fn wrong_arguments_are_refused() {
    let parse = |arguments: &str| {
        let words: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
        options::parse(&words, &Registry::standard())
    };
    let plan = parse("--out x --game connect4 --positions=9 --plies 3").expect("all is right");
    let expected = RecordHeader::plain("cfour", 1, 2_000, 3, 4);
    assert_eq!((&plan.header, plan.games, plan.positions), (&expected, None, Some(9)));
    let plan = parse("--out x --games 5 --threads 2 --hash 1 --nodes 7 --seed 3").expect("right");
    assert_eq!((plan.games, plan.threads, plan.header.seed), (Some(5), 2, 3));
    for (arguments, complaint) in [
        ("", "arguments were not provided:\n  --out <FILE>"),
        ("--out", "a value is required for '--out <FILE>'"),
        ("--out x --games 0", "'--games <N>': expected a number from 1 to"),
        ("--out x --nodes many", "invalid value 'many'"),
        ("--out x --hash 4 --hash 8", "'--hash <MB>' cannot be used multiple times"),
        ("--out x --game ches", "a similar value exists: 'chess'"),
        ("--out x --game chess960", "[possible values: chess, "),
        ("--out x --thread 2", "a similar argument exists: '--threads'"),
        ("file", "unexpected argument 'file' found"),
    ] {
        match parse(arguments) {
            Ok(plan) => panic!("`{arguments}` gives {plan:?}"),
            Err(e) => assert!(e.to_string().contains(complaint), "`{arguments}`: {e}"),
        }
    }
}

/// An interrupt ends it after whole games.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_games() {
    use std::time::{Duration, Instant};
    let folder = Folder::new("training-interrupt");
    let file = folder.file("games");
    let child = command(&["--game", "cfour", "--nodes", "100", "--out", &file]).spawn();
    let child = child.expect("plyglot starts");
    let start = Instant::now();
    while std::fs::metadata(&file).map_or(0, |data| data.len()) < 1_000 {
        assert!(start.elapsed() < PATIENCE, "no games come");
        std::thread::sleep(Duration::from_millis(5));
    }
    let said = refusal(&["--game", "cfour", "--nodes", "100", "--out", &file]);
    assert!(said.contains("another run"), "{said}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill is there").success());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let size = std::fs::metadata(&file).expect("the file is there").len();
    let mut reader = RecordReader::open(&file).expect("the file is there");
    reader.by_ref().for_each(|record| check::<ConnectFour>(&record.expect("whole games")));
    assert_eq!(reader.end(), size, "the last game is whole");
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused() {
    let folder = Folder::new("training-pipes");
    let pipe = folder.file("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo is there").success());
    for out in [pipe.as_str(), "/dev/null", "/dev/zero"] {
        let said = refusal(&["--games", "1", "--out", out]);
        assert!(said.contains("--out: expected an ordinary file, found '"), "{said}");
    }
}

/// The shell's limit on the size of a file stands for a disk that is full.
#[cfg(unix)]
#[test]
fn a_full_disk_costs_no_game() {
    let folder = Folder::new("training-full");
    let [file, whole] = ["games", "whole"].map(|name| folder.file(name));
    let arguments = "--game cfour --games 60 --nodes 50 --threads 1 --out";
    let limited = format!("trap '' XFSZ; ulimit -f 2; exec {PLYGLOT} datagen {arguments} {file}");
    let done = Command::new("sh").args(["-c", &limited]).output().expect("sh starts");
    assert_eq!(done.status.code(), Some(1), "{}", String::from_utf8_lossy(&done.stderr));
    let kept = read(&file);
    assert!((1..60).contains(&kept.len()), "{}", kept.len());
    let length = std::fs::metadata(&file).expect("it is there").len();
    assert_eq!(
        RecordReader::open(&file)
            .map(|mut r| (r.by_ref().count(), r.end()).1)
            .expect("it is there"),
        length,
        "whole games alone"
    );
    for file in [&file, &whole] {
        let words: Vec<&str> = arguments.split(' ').chain([file.as_str()]).collect();
        make(&words);
    }
    assert_eq!(by_number(read(&file)), by_number(read(&whole)));
}

/// Address space for the tables of so many threads and not for their stacks.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_are_refused_cost_no_game() {
    let folder = Folder::new("training-threads");
    let file = folder.file("games");
    let options = ["--game", "cfour", "--nodes", "50", "--hash", "1", "--out", &file, "--games"];
    make(&[&options[..], &["5"]].concat());
    let before = std::fs::read(&file).expect("the file is there");
    let run = format!("exec {PLYGLOT} datagen {} 900 --threads 300", options.join(" "));
    let done = Command::new("sh").args(["-c", &format!("ulimit -v 800000; {run}")]).output();
    let Output { status, stderr, .. } = done.expect("sh starts");
    let said = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("the system does not give 300 threads"), "{said}");
    assert_eq!(std::fs::read(&file).expect("the file is there"), before);
}
