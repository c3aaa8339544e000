//! Samples for networks: which positions of recorded games they are.

use crate::support::folder::Folder;
use crate::support::training_games::{random_games, write_games};
use plyglot_core::game::network::Networked;
use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, GameResult, Notation, Side};
use plyglot_engine::PositionOrigin;
use plyglot_games::chess::Chess;
use plyglot_games::connect4::ConnectFour;
use plyglot_train::selfplay::selection::PositionFilter;
use plyglot_train::trainer::Samples;
use plyglot_train::trainer::samples::{SampleFilter, SampleSet, SampleSource};
use plyglot_train::{Ply, Record};
use rayon::ThreadPoolBuilder;
use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;
use std::slice;

const POSITIONS: PositionFilter = PositionFilter { keep: 1.0, seed: 1, with_decided: false };
const FILTER: SampleFilter = SampleFilter { positions: POSITIONS, scale: None, variations: 0 };

/// The samples of files of Connect Four.
fn convert(filter: SampleFilter, games: &[PathBuf], threads: usize) -> anyhow::Result<SampleSet> {
    let registry = plyglot_games::standard();
    let entry = registry.entry("cfour").expect("the game exists");
    let game = entry.network().expect("it has a network");
    let source = SampleSource { name: "cfour", game, games };
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let mut set = SampleSet::new(game.shape(32));
    filter.add(source, &pool, &mut set, &mut |_| ())?;
    Ok(set)
}

#[derive(Debug)]
struct Sample {
    half_points: u8,
    placements: BTreeSet<u16>,
    side: Side,
    score: i16,
    base: i16,
}

fn read(samples: &Samples) -> Vec<Sample> {
    let mut found = Vec::new();
    for chunk in samples.chunks() {
        let (mut placements, mut toggles) = (BTreeSet::new(), chunk.toggles);
        for sample in chunk.samples {
            let (own, rest) = toggles.split_at(usize::from(sample.toggled));
            toggles = rest;
            for &placement in own {
                if !placements.remove(&placement) {
                    placements.insert(placement);
                }
            }
            found.push(Sample {
                half_points: chunk.half_points,
                placements: placements.clone(),
                side: sample.side,
                score: sample.score,
                base: sample.base,
            });
        }
    }
    found
}

/// The samples to fit to, and then those held out.
fn read_both(set: &SampleSet) -> Vec<Sample> {
    [&set.fit, &set.test].into_iter().flat_map(read).collect()
}

/// Games at random in which every score is the number of the game.
fn numbered(count: usize, seed: u64) -> Vec<Record> {
    let mut records = random_games(count, [0; 5], &mut Random::new(seed));
    for record in &mut records {
        let number = record.number as i16;
        record.plies.iter_mut().for_each(|ply| ply.score = Some(number));
    }
    records
}

/// The numbers of the games that samples of [`numbered`] ones come from.
fn numbers(samples: &Samples) -> BTreeSet<i16> {
    read(samples).iter().map(|sample| sample.score).collect()
}

/// A game by its moves, the first `opening` of them drawn by lot, the others with these scores.
fn game_of<G: Notation<Rules = ()>>(moves: &[&str], opening: usize, scores: &[i16]) -> Record {
    let mut position = G::start(());
    let mut plies = Vec::new();
    for (ply, text) in moves.iter().enumerate() {
        let m = position.parse_move(text).expect("a legal move");
        let legal = position.legal_moves();
        let index = legal.iter().position(|&other| other == m).expect("it is legal") as u16;
        let score = ply.checked_sub(opening).map(|i| scores[i]);
        plies.push(Ply { index, score });
        position.play(m);
    }
    Record { number: 0, opening, result: GameResult::Win(Side::First), plies }
}

/// The first player lines up three on the ground by the fifth move, which the second has to answer
/// and does not: two plies are of the opening, then three are quiet; the sixth is forced, and the
/// seventh wins at once.
#[test]
fn samples_are_of_quiet_positions_with_a_score() {
    let moves = ConnectFour::split_moves("1727374");
    let folder = Folder::new("samples quiet");
    let path = folder.path().join("games");
    let scores = |records: &[Record]| -> Vec<i16> {
        write_games(&path, "cfour", records);
        let set = convert(FILTER, slice::from_ref(&path), 2).unwrap();
        assert_eq!(set.games, records.len() as u64);
        read_both(&set).iter().map(|sample| sample.score).collect()
    };
    let record = game_of::<ConnectFour>(&moves, 2, &[10, 20, -30, 40, 50]);
    assert_eq!(scores(slice::from_ref(&record)), [10, 20, -30], "for the side to move");
    let again = game_of::<ConnectFour>(&moves, 0, &[0, 1, 10, 20, -30, 40, 50]);
    let mut found = scores(&[record, again]);
    found.sort_unstable();
    assert_eq!(found, [-30, 0, 1, 10, 20], "each position once");
}

#[test]
fn samples_are_of_no_position_in_check_or_before_a_capture() {
    let captures = ["e2e4", "d7d5", "e4d5", "c7c6", "f1b5", "c6b5", "g1f3"];
    assert_eq!(quiet_plies(&captures), [0, 1, 3, 4, 6]);
    let checks = ["e2e4", "d7d5", "f1b5", "c7c6", "b5c6", "b7c6"];
    assert_eq!(quiet_plies(&checks), [0, 1, 2], "checks at plies 3 and 5, a capture at ply 4");
}

/// The plies of a game of chess whose positions are samples.
fn quiet_plies(moves: &[&str]) -> Vec<usize> {
    let record = game_of::<Chess>(moves, 0, &[0; 7]);
    let indices: Vec<u16> = record.plies.iter().map(|ply| ply.index).collect();
    let registry = plyglot_games::standard();
    let chess = registry.entry("chess").expect("the game exists").network().expect("it has one");
    let mut plies = Vec::new();
    let mut visit = |origin, _| match origin {
        PositionOrigin::Game { ply } => plies.push(ply),
        PositionOrigin::Variation { .. } => panic!("none was asked for"),
    };
    chess.replay_positions(&indices, &|_| true, 0, &mut visit).expect("the moves are legal");
    plies
}

#[test]
fn one_game_in_twenty_is_held_out() {
    const GAMES: usize = 400;
    let folder = Folder::new("samples held out");
    let path = folder.path().join("games");
    write_games(&path, "cfour", &numbered(GAMES, 1));
    let all = convert(FILTER, slice::from_ref(&path), 2).unwrap();
    let [fit, test] = [&all.fit, &all.test].map(read);
    assert_eq!(all.games, GAMES as u64);
    assert_eq!([all.fit.count(), all.test.count()], [fit.len() as u64, test.len() as u64]);
    let fit_games = numbers(&all.fit);
    let test_games = numbers(&all.test);
    assert!(fit_games.is_disjoint(&test_games));
    // Some games have no quiet position that others have not.
    assert!(fit_games.len() + test_games.len() > GAMES * 19 / 20);
    // One of each twenty in a row, so that a short file has one too; not always the same.
    let groups: BTreeSet<i16> = test_games.iter().map(|number| number / 20).collect();
    assert!(groups.len() == test_games.len() && groups.len() > 17, "{test_games:?}");
    let places: BTreeSet<i16> = test_games.iter().map(|number| number % 20).collect();
    assert!(places.len() > 5, "{places:?}");
    // Another seed holds out others.
    let other = SampleFilter { positions: PositionFilter { seed: 2, ..POSITIONS }, ..FILTER };
    let other = convert(other, slice::from_ref(&path), 2).unwrap();
    assert_ne!(numbers(&other.test), test_games);
    for sample in fit.iter().chain(&test) {
        assert_eq!(i16::from(sample.half_points), sample.score % 3, "the result is the game's");
    }
    // Some of the positions.
    let some = SampleFilter { positions: PositionFilter { keep: 0.25, ..POSITIONS }, ..FILTER };
    let kept = convert(some, &[path], 2).unwrap();
    let share = kept.fit.count() as f64 / all.fit.count() as f64;
    assert!((0.2..0.3).contains(&share), "{share}");
}

/// Otherwise a training that goes on from another would be tested with what that learnt.
#[test]
fn a_game_is_held_out_whatever_other_games_there_are() {
    let folder = Folder::new("samples company");
    let paths = ["one", "other"].map(|name| folder.path().join(name));
    let records = numbered(900, 9);
    for (path, records) in paths.iter().zip(records.chunks(500)) {
        write_games(path, "cfour", records);
    }
    let [one, other] = [&paths[..1], &paths[1..]].map(|paths| convert(FILTER, paths, 2).unwrap());
    let held_out = &numbers(&one.test) | &numbers(&other.test);
    assert!(held_out.len() > 35, "of 45: {held_out:?}");
    for paths in [paths.to_vec(), vec![paths[1].clone(), paths[0].clone()]] {
        let together = convert(FILTER, &paths, 2).unwrap();
        assert!(numbers(&together.test).is_subset(&held_out));
        assert!(numbers(&together.fit).is_disjoint(&held_out));
    }
}

#[test]
fn a_position_is_taken_once() {
    let folder = Folder::new("samples known");
    let path = folder.path().join("games");
    write_games(&path, "cfour", &numbered(500, 2));
    let mut samples = read_both(&convert(FILTER, slice::from_ref(&path), 2).unwrap());
    let all = samples.len();
    let mut seen = HashSet::new();
    samples.retain(|sample| seen.insert((sample.placements.clone(), sample.side)));
    assert_eq!(samples.len(), all, "a position twice");
    let starts: Vec<_> = samples.iter().filter(|sample| sample.placements.is_empty()).collect();
    assert!(starts.len() == 1 && starts[0].score == 0, "that of the first game: {starts:?}");
    // The same games again have next to nothing new: few positions are forgotten.
    let twice = convert(FILTER, &[path.clone(), path], 2).unwrap();
    let samples = (twice.fit.count() + twice.test.count()) as usize;
    assert!(twice.games == 1000 && samples < all + all / 50, "{samples} of {all}");
}

/// More games than are replayed together, so that the parts are the same too.
#[test]
fn samples_do_not_depend_on_threads_or_on_the_order_of_the_games() {
    let folder = Folder::new("samples order");
    let path = folder.path().join("games");
    let mut random = Random::new(3);
    let short = |number: u64| {
        let (mut position, mut plies) = (ConnectFour::default(), Vec::new());
        for _ in 0..5 {
            let legal = position.legal_moves();
            let index = random.below(legal.len());
            plies.push(Ply { index: index as u16, score: Some((number % 2000) as i16) });
            position.play(legal[index]);
        }
        Record { number, opening: 0, result: GameResult::Draw, plies }
    };
    let mut records: Vec<Record> = (0..60_000).map(short).collect();
    let convert_with = |records: &[Record], threads| {
        write_games(&path, "cfour", records);
        convert(FILTER, slice::from_ref(&path), threads).unwrap()
    };
    let expected = convert_with(&records, 1);
    assert!(convert_with(&records, 3) == expected, "three threads");
    records.reverse();
    assert!(convert_with(&records, 2) == expected, "from the last game to the first");
    records.reverse();
    // As threads overtake each other, and as after an interruption.
    for at in (0..50_000).step_by(9) {
        records.swap(at, at + 5);
    }
    let late = records.remove(10);
    records.push(late);
    assert!(convert_with(&records, 2) == expected, "as threads do it");
}

#[test]
fn decided_positions_are_left_out_or_clamped() {
    let folder = Folder::new("samples decided");
    let path = folder.path().join("games");
    let mut records = numbered(100, 4);
    for record in &mut records {
        let scores = [31_990, -31_990, 3_001, -3_001, 3_000, -3_000, 12];
        for (ply, score) in record.plies.iter_mut().zip(scores.into_iter().cycle()) {
            ply.score = Some(score);
        }
    }
    write_games(&path, "cfour", &records);
    let scores = |with_decided| {
        let filter =
            SampleFilter { positions: PositionFilter { with_decided, ..POSITIONS }, ..FILTER };
        let samples = read_both(&convert(filter, slice::from_ref(&path), 2).unwrap());
        samples.into_iter().map(|sample| sample.score).collect::<Vec<_>>()
    };
    let (all, undecided) = (scores(true), scores(false));
    assert_eq!(all.iter().collect::<BTreeSet<_>>(), BTreeSet::from([&-3_000, &12, &3_000]));
    let share = undecided.len() as f64 / all.len() as f64;
    assert!((0.3..0.6).contains(&share), "{} of {}", undecided.len(), all.len());
    assert_eq!(undecided.iter().collect::<BTreeSet<_>>(), BTreeSet::from([&-3_000, &12, &3_000]));
}

/// Games whose results follow from their scores by one scale or another.
#[test]
fn scores_are_brought_to_a_scale_by_the_results() {
    for own_scale in [50.0, 200.0] {
        let folder = Folder::new("samples scale");
        let path = folder.path().join("games");
        let mut random = Random::new(6);
        let mut records = numbered(1_000, 6);
        for record in &mut records {
            let in_scales = f64::from(random.below(601) as u16) / 100.0 - 3.0;
            let wins = 1.0 / (1.0 + (-in_scales).exp());
            let is_won = (random.below(10_000) as f64) < wins * 10_000.0;
            record.result = GameResult::Win(if is_won { Side::First } else { Side::Second });
            for (ply, side) in record.plies.iter_mut().zip([1.0, -1.0].into_iter().cycle()) {
                ply.score = Some((side * own_scale * in_scales).round() as i16);
            }
        }
        write_games(&path, "cfour", &records);
        let filter = SampleFilter { scale: Some(100.0), ..FILTER };
        let samples = read_both(&convert(filter, slice::from_ref(&path), 2).unwrap());
        let scores = samples.into_iter().map(|sample| sample.score.abs());
        let largest = scores.max().expect("there are samples");
        assert!((260..340).contains(&largest), "{largest} with scale {own_scale}");
    }
}

#[test]
fn samples_have_the_base_evaluations_of_their_positions() {
    let folder = Folder::new("samples base");
    let path = folder.path().join("games");
    let records = numbered(20, 5);
    write_games(&path, "cfour", &records);
    let mut bases = HashSet::new();
    for record in &records {
        let mut position = ConnectFour::default();
        for ply in &record.plies {
            let placements = position.placements();
            let placements: BTreeSet<u16> =
                plyglot_core::game::network::Placements::iter(&placements)
                    .map(|placement| placement as u16)
                    .collect();
            let base = position.base_evaluation().expect("it has one") as i16;
            bases.insert((placements, position.side(), base));
            position.play(position.legal_moves()[usize::from(ply.index)]);
        }
    }
    let samples = read_both(&convert(FILTER, &[path], 2).unwrap());
    assert!(samples.len() > 100 && samples.iter().any(|sample| sample.base != 0));
    for Sample { placements, side, base, .. } in samples {
        assert!(bases.contains(&(placements, side, base)), "{base}");
    }
}

#[test]
fn wrong_games_are_named() {
    let folder = Folder::new("samples wrong");
    let path = folder.path().join("games");
    let complain = |records: &[Record], game: &str| {
        write_games(&path, game, records);
        let error = convert(FILTER, slice::from_ref(&path), 2).unwrap_err();
        let error = format!("{error:#}");
        assert!(error.contains("samples wrong/games") && !error.contains("written"), "{error}");
        error
    };
    let mut records = numbered(3, 6);
    assert!(complain(&records, "chess").contains("they are of chess"));
    records[1].plies[4].index = 500;
    assert!(complain(&records, "cfour").contains("game 1"));
    std::fs::remove_file(&path).unwrap();
    let error = convert(FILTER, slice::from_ref(&path), 2).unwrap_err();
    assert!(format!("{error:#}").contains("samples wrong/games"), "{error:#}");
}
