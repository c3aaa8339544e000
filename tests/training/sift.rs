//! Which positions of recorded games an evaluation is fitted to.

use crate::support::training_games::{folder, random_games, write_games};
use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, Notation, Side};
use plyglot_engine::PositionOrigin;
use plyglot_games::chess::Chess;
use plyglot_games::connect4::ConnectFour;
use plyglot_train::selfplay::selection::PositionFilter;
use plyglot_train::tune::samples::Dataset;
use plyglot_train::{Ply, Record};
use std::path::{Path, PathBuf};
use std::slice::from_ref;

/// A game of Connect Four by its digits, the first `opening` of them drawn by
/// lot, the others with these scores.
fn game(digits: &str, opening: usize, scores: &[i16]) -> Record {
    game_of::<ConnectFour>(&ConnectFour::split_moves(digits), opening, scores)
}

/// A game by its moves.
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
    Record { number: 0, opening, winner: Some(Side::First), plies }
}

const FILTER: PositionFilter = PositionFilter { keep: 1.0, seed: 1, with_decided: false };

fn collect(game: &str, path: &Path) -> anyhow::Result<Dataset> {
    collect_files(game, &FILTER, &[path.to_owned()], 2)
}

fn collect_files(
    game: &str,
    filter: &PositionFilter,
    paths: &[PathBuf],
    threads: usize,
) -> anyhow::Result<Dataset> {
    let registry = plyglot_games::standard();
    let (entry, _) = registry.find(game).expect("the game exists");
    let evaluation = entry.evaluation().expect("it can be tuned");
    Dataset::collect(filter, game, evaluation, paths, threads)
}

fn scores(dataset: &Dataset) -> Vec<i16> {
    let both = [&dataset.fit, &dataset.test];
    both.iter().flat_map(|part| part.samples.iter().map(|sample| sample.score)).collect()
}

/// The first player lines up three on the ground by the fifth move, which the
/// second has to answer and does not: two plies are of the opening, then three
/// are quiet; the sixth is forced, and the seventh wins at once.
#[test]
fn samples_are_of_quiet_positions_with_a_score() {
    let path = folder("tune-quiet").join("games");
    let record = game("1727374", 2, &[10, 20, -30, 40, 50]);
    write_games(&path, "cfour", from_ref(&record));
    let dataset = collect("cfour", &path).expect("the games are read");
    assert_eq!(scores(&dataset), [10, -20, -30], "in the eyes of the first player");
    assert_eq!(dataset.fit.games + dataset.test.games, 1);

    let again = game("1727374", 0, &[0, 1, 10, 20, -30, 40, 50]);
    write_games(&path, "cfour", &[record, again]);
    let dataset = collect("cfour", &path).expect("the games are read");
    let mut found = scores(&dataset);
    found.sort_unstable();
    assert_eq!(found, [-30, -20, -1, 0, 10], "each position once");

    write_games(&path, "cfour", &[game("1727374", 2, &[3001, 3000, -32_000, 0, 0])]);
    let dataset = collect("cfour", &path).expect("the games are read");
    assert_eq!(scores(&dataset), [-3000], "no greater scores");
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
fn samples_are_of_no_position_in_check_or_before_a_capture() {
    let captures = ["e2e4", "d7d5", "e4d5", "c7c6", "f1b5", "c6b5", "g1f3"];
    assert_eq!(quiet_plies(&captures), [0, 1, 3, 4, 6]);
    let checks = ["e2e4", "d7d5", "f1b5", "c7c6", "b5c6", "b7c6"];
    assert_eq!(quiet_plies(&checks), [0, 1, 2], "checks at plies 3 and 5, a capture at ply 4");
}

#[test]
fn samples_have_the_features_of_the_evaluation() {
    let path = folder("tune-seen").join("games");
    write_games(&path, "cfour", &[game("4455", 0, &[0, 1, 2, 3])]);
    let dataset = collect("cfour", &path).expect("the games are read");
    let part = [&dataset.fit, &dataset.test].into_iter().find(|part| part.games == 1);
    let samples = &part.expect("there is one game").samples;
    let mut position = ConnectFour::default();
    for (sample, digit) in samples.iter().zip(["4", "4", "5", "5"]) {
        let mut seen = [0; 5];
        for count in sample.counts {
            seen[usize::from(count.feature)] = i32::from(count.count);
        }
        assert_eq!(seen, position.features(), "at {}", position.print());
        assert!(sample.counts.iter().all(|count| count.count != 0), "{:?}", sample.counts);
        assert_eq!((sample.info.phase, sample.result), (1.0, 1.0));
        let m = position.parse_move(digit).expect("a legal move");
        position.play(m);
    }
    assert_eq!(samples.len(), 4);
}

#[test]
fn samples_depend_on_the_seed_alone() {
    let path = folder("tune-lots").join("games");
    let records = random_games(1_500, [1, 2, 3, 4, 5], &mut Random::new(8));
    write_games(&path, "cfour", &records);
    let as_threads_finish = folder("tune-overtaken").join("games");
    let mut overtaken = records.clone();
    overtaken.chunks_mut(7).for_each(<[Record]>::reverse);
    write_games(&as_threads_finish, "cfour", &overtaken);
    let collected = |keep: f64, seed: u64, threads: usize| {
        let filter = PositionFilter { keep, seed, ..FILTER };
        collect_files("cfour", &filter, from_ref(&path), threads).expect("the games are read")
    };
    let all = collected(1.0, 1, 1);
    assert_eq!(all.fit.games + all.test.games, records.len());
    let same = collect("cfour", &as_threads_finish).expect("the games are read");
    assert_eq!(scores(&all), scores(&same), "games in the order in which threads finish");
    assert_eq!(all.test.games, 75, "one game in twenty");
    assert_eq!(scores(&all), scores(&collected(1.0, 1, 3)), "with three threads");
    let some = collected(0.25, 1, 2);
    let share = scores(&some).len() as f64 / scores(&all).len() as f64;
    assert!((0.22..0.32).contains(&share), "{share} of all was kept, not a quarter");
    assert_eq!(scores(&some), scores(&collected(0.25, 1, 2)));
    assert_ne!(scores(&some), scores(&collected(0.25, 2, 2)), "with another seed");
}

/// Otherwise a fit that goes on from another would be tested with what that learnt.
#[test]
fn a_game_is_held_out_whatever_other_games_there_are() {
    let folder = folder("tune-company");
    let records = random_games(900, [1, 2, 3, 4, 5], &mut Random::new(9));
    let paths = ["one", "other"].map(|name| folder.join(name));
    for (path, records) in paths.iter().zip(records.chunks(500)) {
        write_games(path, "cfour", records);
    }
    let collected =
        |paths: &[PathBuf]| collect_files("cfour", &FILTER, paths, 2).expect("they are read");
    let [one, other] = [&paths[..1], &paths[1..]].map(collected);
    for together in [collected(&paths), collected(&[paths[1].clone(), paths[0].clone()])] {
        assert_eq!(together.test.games, one.test.games + other.test.games);
    }
}

#[test]
fn invalid_games_are_refused() {
    let path = folder("tune-nonsense").join("games");
    write_games(&path, "chess", &[]);
    let text = format!("{:#}", collect("cfour", &path).expect_err("they are of another game"));
    assert!(text.ends_with("are of chess"), "{text}");

    let mut record = game("1234", 0, &[0; 4]);
    record.plies[2].index = 7;
    write_games(&path, "cfour", &[record]);
    let text = format!("{:#}", collect("cfour", &path).expect_err("there are seven files"));
    assert!(text.ends_with("game 0: at ply 2, move 7 of 7 legal ones"), "{text}");
}
