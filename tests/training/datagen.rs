//! Games for training: played, written down, read back, gone on with, and
//! found out when they are damaged.

use crate::support::engine::{PATIENCE, PLYGLOT};
use crate::support::matches::Folder;
use plyglot::Registry;
use plyglot::games::breakthrough::Breakthrough;
use plyglot::games::chess::Chess;
use plyglot::games::connect4::ConnectFour;
use plyglot::games::network::{Network, NetworkFile, NetworkShape, OUTPUT_BIAS_QUANTIZATION};
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

#[test]
fn games_of_breakthrough_have_legal_moves_and_their_true_result() {
    games_are_true::<Breakthrough>("30", "300");
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

/// With all settings that the first version of the header has not.
#[test]
fn datagen_continues_games_with_noise_and_another_network() {
    let folder = Folder::new("training-resume-network");
    let [whole, parts, cut, two] = ["whole", "parts", "cut", "two"].map(|name| folder.file(name));
    let network = write_network(&folder, "a network", 100);
    let options = [
        "--game",
        "cfour",
        "--nodes",
        "50",
        "--plies",
        "6",
        "--min-plies",
        "1",
        "--noise",
        "100",
        "--balance",
        "900",
        "--network",
        &network,
    ];
    let run = |file: &str, games: &str, threads: &str| {
        make(&[&options[..], &["--out", file, "--games", games, "--threads", threads]].concat())
    };
    run(&whole, "12", "1");
    run(&parts, "5", "1");
    run(&parts, "12", "1");
    let bytes = |file: &str| std::fs::read(file).expect("the file is there");
    let expected = bytes(&whole);
    assert_eq!(bytes(&parts), expected, "two runs");
    for end in [0, 5, 30, expected.len() / 2, expected.len() - 1] {
        std::fs::write(&cut, &expected[..end]).expect("a file can be written");
        run(&cut, "12", "1");
        assert_eq!(bytes(&cut), expected, "cut at byte {end}");
    }
    run(&two, "12", "2");
    assert_eq!(by_number(read(&two)), by_number(read(&whole)), "two threads");
    read(&whole).iter().for_each(check::<ConnectFour>);
}

#[test]
fn openings_have_all_lengths_from_the_fewest_plies_on() {
    let folder = Folder::new("training-min-plies");
    for (fewest, expected) in [("0", 0..=4), ("2", 2..=4), ("3", 3..=4), ("100", 3..=4)] {
        let file = folder.file(fewest);
        make(&[
            "--game",
            "cfour",
            "--nodes",
            "20",
            "--games",
            "120",
            "--plies",
            "3",
            "--min-plies",
            fewest,
            "--balance",
            "20000",
            "--out",
            &file,
        ]);
        let mut lengths = BTreeMap::new();
        read(&file).iter().for_each(|record| *lengths.entry(record.opening).or_insert(0) += 1);
        assert_eq!(lengths.keys().copied().collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        let least = 120 / lengths.len() / 2;
        assert!(lengths.values().all(|&count| count >= least), "{fewest}: {lengths:?}");
    }
}

/// Moves at random do not depend on the search. It alone decides when a game is over.
#[test]
fn noise_of_a_thousand_plays_random_moves_only() {
    let folder = Folder::new("training-noise");
    let moves = |nodes: &str, noise: &str| {
        let file = folder.file(&format!("{nodes} {noise}"));
        make(&[
            "--game",
            "cfour",
            "--nodes",
            nodes,
            "--games",
            "30",
            "--noise",
            noise,
            "--plies",
            "2",
            "--balance",
            "20000",
            "--out",
            &file,
        ]);
        let records = by_number(read(&file));
        records.values().for_each(check::<ConnectFour>);
        let indices = |record: &Record| record.plies.iter().map(|ply| ply.index).collect();
        records.values().map(indices).collect::<Vec<Vec<u16>>>()
    };
    let agree = |a: &[Vec<u16>], b: &[Vec<u16>]| {
        a.iter().zip(b).filter(|(a, b)| a.iter().zip(*b).all(|(a, b)| a == b)).count()
    };
    let (short, long) = (moves("10", "1000"), moves("400", "1000"));
    assert_eq!(agree(&short, &long), 30);
    assert!(short.iter().map(Vec::len).sum::<usize>() > 300, "{short:?}");
    assert!(agree(&moves("400", "0"), &long) < 5);
    assert!(agree(&moves("400", "20"), &moves("400", "0")) < 30, "some moves are random");
}

/// Writes a network of Connect Four that values all positions the same; gives its path.
fn write_network(folder: &Folder, name: &str, centi: i32) -> String {
    let shape = NetworkShape { has_base: false, ..NetworkShape::of::<ConnectFour>(32) };
    let mut parameters = vec![0; shape.parameters()];
    let biases = parameters.len() - shape.buckets;
    parameters[biases..].fill((centi * OUTPUT_BIAS_QUANTIZATION / 400) as i16);
    let network = Network::new(shape, &parameters).expect("the parameters are within bounds");
    let path = folder.file(name);
    std::fs::write(&path, NetworkFile::encode("cfour", &[], &network)).expect("a file");
    path
}

#[test]
fn another_network_makes_other_games_in_another_file() {
    let folder = Folder::new("training-network");
    let [a, b] = [("a", 70), ("b", -70)].map(|(name, centi)| write_network(&folder, name, centi));
    let options = ["--game", "cfour", "--nodes", "1", "--games", "5", "--seed", "3"];
    let run = |out: &str, more: &[&str]| make(&[&options[..], &["--out", out], more].concat());
    let [own, by_a, by_b] = ["own", "by a", "by b"].map(|name| folder.file(name));
    run(&own, &[]);
    run(&by_a, &["--network", &a]);
    run(&by_b, &["--network", &b]);
    let scores = |file: &str| -> Vec<i16> {
        let records = by_number(read(file)).into_values();
        records.flat_map(|record| record.plies).filter_map(|ply| ply.score).collect()
    };
    // A search of one ply has the other side's view of what the network says.
    let count = |file: &str, score: i16| scores(file).iter().filter(|&&x| x == score).count();
    for (file, score) in [(&by_a, 70), (&by_b, 70)] {
        let found = count(file, score) + count(file, -score);
        assert!(3 * found > scores(file).len(), "{score}: {:?}", scores(file));
    }
    assert_ne!(scores(&by_a), scores(&by_b));
    assert_ne!(scores(&by_a), scores(&own));
    let before = std::fs::read(&by_a).expect("the file is there");
    for (more, reason) in [(&["--network", b.as_str()][..], "CRC-32"), (&[], "CRC-32")] {
        let said = refusal(&[&options[..], &["--out", &by_a], more].concat());
        assert!(said.contains("it has games of --game cfour") && said.contains(reason), "{said}");
        assert_eq!(std::fs::read(&by_a).expect("the file is there"), before);
    }
    // The same network under another name is the same.
    std::fs::copy(&a, folder.file("copy")).expect("a file can be copied");
    run(&by_a, &["--network", &folder.file("copy")]);
    assert_eq!(std::fs::read(&by_a).expect("the file is there"), before);
    let wrong = [(a.as_str(), "chess", "it is a network for cfour, not for chess")];
    let none = [(a.as_str(), "tictactoe", "tictactoe has no network")];
    let missing = [("nowhere", "cfour", "it or its folder does not exist")];
    for (network, game, reason) in [wrong, none, missing].concat() {
        let out = folder.file("refused");
        let said = refusal(&["--game", game, "--games", "1", "--out", &out, "--network", network]);
        assert!(said.contains(reason), "{said}");
        assert!(!std::path::Path::new(&out).exists(), "{said}");
    }
    let said = refusal(&["--game", "cfour", "--games", "1", "--out", &a, "--network", &a]);
    assert!(said.contains("--out"), "{said}");
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

/// The bytes of the first version, which old files have and old settings still get; those
/// of the second one; and one that is not known.
#[test]
fn headers_are_written_byte_for_byte_as_documented() {
    let old = RecordHeader::plain("cfour", 7, 200, 8, 4);
    let old_bytes = b"PLYGAMES\x0C\0\xF3\xFF\x01\x05cfour\x07\xC8\x01\x08\x04\xBA\x39\x14\x76";
    let new = RecordHeader {
        min_opening: 1,
        noise: 20,
        network: Some(u32::MAX),
        balance: 1000,
        ..old.clone()
    };
    let new_bytes = b"PLYGAMES\x15\0\xEA\xFF\x02\x05cfour\x07\xC8\x01\x08\x04\x01\x14\
                      \x80\x80\x80\x80\x10\xE8\x07\x69\x98\xA7\x89";
    for (header, bytes) in [(&old, &old_bytes[..]), (&new, &new_bytes[..])] {
        assert_eq!(header.encode(), bytes);
        let reader = RecordReader::new(bytes).expect("a header");
        assert_eq!((reader.header(), reader.end()), (header, bytes.len() as u64));
    }
    // Any of the new settings needs the second version, and comes back.
    let others = [
        RecordHeader { min_opening: 0, ..old.clone() },
        RecordHeader { noise: 1000, ..old.clone() },
        RecordHeader { network: Some(0), ..old.clone() },
        RecordHeader { balance: 0, ..old.clone() },
        RecordHeader { balance: u16::MAX, seed: u64::MAX, ..old.clone() },
    ];
    for header in others {
        let bytes = header.encode();
        assert_eq!(bytes[12], 2, "{header}");
        let reader = RecordReader::new(&bytes[..]).expect("a header");
        assert_eq!(reader.header(), &header);
        assert_ne!(header.to_string(), old.to_string());
    }
    for version in [0, 3, 127] {
        let mut bytes = new_bytes.to_vec();
        bytes[12] = version;
        let end = bytes.len() - 4;
        let step = |sum: u32, &byte: &u8| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        let sum: u32 = bytes[12..end].iter().fold(0x811C_9DC5, step);
        bytes[end..].copy_from_slice(&sum.to_le_bytes());
        let error = RecordReader::new(&bytes[..]).expect_err("an unknown version");
        let error = format!("{error:#}");
        assert!(error.contains(&format!("it has version {version}, not 2")), "{error}");
    }
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
    let plan = parse("--out x --plies 9 --min-plies 2 --noise 7 --balance 0").expect("right");
    let expected = RecordHeader {
        min_opening: 2,
        noise: 7,
        balance: 0,
        ..RecordHeader::plain("chess", 1, 2_000, 9, 4)
    };
    assert_eq!(plan.header, expected);
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
        ("--out x --min-plies 101", "'--min-plies <N>': expected a number from 0 to 100"),
        ("--out x --noise 1001", "'--noise <N>': expected a number from 0 to 1000"),
        ("--out x --balance 20001", "'--balance <CENTI>': expected a number from 0 to 20000"),
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
    // Large stacks: what is left when one is refused is enough for the threads that run.
    let limit = "export RUST_MIN_STACK=200000000; ulimit -v 4000000";
    let done = Command::new("sh").args(["-c", &format!("{limit}; {run}")]).output();
    let Output { status, stderr, .. } = done.expect("sh starts");
    let said = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("the system does not give 300 threads"), "{said}");
    assert_eq!(std::fs::read(&file).expect("the file is there"), before);
}
