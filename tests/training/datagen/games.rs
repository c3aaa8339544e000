//! Games are legal, have their true result, and are played as the options say.

use super::{check, read, write_network};
use crate::support::examples;
use crate::support::folder::Folder;
use crate::support::tool::{check_refused, ended_well, plyglot, refusal};
use crate::support::training_games::games_by_number;
use plyglot_core::game::Notation;
use plyglot_games::connect4::ConnectFour;
use plyglot_train::{Record, RecordReader};
use std::collections::BTreeMap;
use std::process::Command;

fn games_are_legal_with_their_true_result<G: Notation<Rules = ()>>() {
    let name = G::info(()).name;
    let folder = Folder::new(&format!("training-{name}"));
    let arguments = format!("datagen --game {name} --games 20 --nodes 200 --out games");
    let printed = ended_well(plyglot(&folder, &arguments));
    assert!(printed.ends_with(" nodes/s\n"), "{printed}");
    assert!(printed.contains("games 20/20 "), "{printed}");
    let file = folder.file("games");
    assert_eq!(RecordReader::open(&file).expect("the file exists").game(), name);
    let records = games_by_number(&file);
    assert_eq!(records.keys().copied().collect::<Vec<_>>(), (0..20).collect::<Vec<_>>());
    records.values().for_each(check::<G>);
    assert!(records.values().any(|record| record.scored() > 0));
}

each_game!(games_are_legal_with_their_true_result);

#[test]
fn an_authors_program_plays_its_own_game() {
    let folder = Folder::new("training-author");
    let mut command = Command::new(examples::build("morris"));
    command.args("datagen --games 4 --nodes 50 --threads 1 --out games".split(' '));
    command.current_dir(folder.path());
    ended_well(command);
    let reader = RecordReader::open(folder.file("games")).expect("the file exists");
    assert_eq!(reader.game(), "morris");
    assert_eq!(read(&folder, "games").len(), 4);
}

#[test]
fn openings_have_all_lengths_from_the_fewest_plies_on() {
    let folder = Folder::new("training-min-plies");
    let options = "--game cfour --nodes 20 --games 120 --plies 3 --balance 20000";
    for (fewest, expected) in [("0", 0..=4), ("2", 2..=4), ("3", 3..=4), ("100", 3..=4)] {
        let arguments = format!("datagen {options} --min-plies {fewest} --out {fewest}");
        ended_well(plyglot(&folder, &arguments));
        let mut lengths = BTreeMap::new();
        let records = read(&folder, fewest);
        records.iter().for_each(|record| *lengths.entry(record.opening).or_insert(0) += 1);
        assert_eq!(lengths.keys().copied().collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        let least = 120 / lengths.len() / 2;
        assert!(lengths.values().all(|&count| count >= least), "{fewest}: {lengths:?}");
    }
}

/// Moves at random do not depend on the search. It alone decides when a game is over.
#[test]
fn noise_of_a_thousand_plays_random_moves_only() {
    let folder = Folder::new("training-noise");
    let options = "--game cfour --games 30 --plies 2 --balance 20000";
    let moves = |nodes: u64, noise: u64| {
        let file = format!("{nodes}-{noise}");
        let arguments = format!("datagen {options} --nodes {nodes} --noise {noise} --out {file}");
        ended_well(plyglot(&folder, &arguments));
        let records = games_by_number(folder.file(&file));
        records.values().for_each(check::<ConnectFour>);
        let indices = |record: &Record| record.plies.iter().map(|ply| ply.index).collect();
        records.values().map(indices).collect::<Vec<Vec<u16>>>()
    };
    let agree = |a: &[Vec<u16>], b: &[Vec<u16>]| {
        a.iter().zip(b).filter(|(a, b)| a.iter().zip(*b).all(|(a, b)| a == b)).count()
    };
    let (short, long) = (moves(10, 1000), moves(400, 1000));
    assert_eq!(agree(&short, &long), 30);
    assert!(short.iter().map(Vec::len).sum::<usize>() > 300, "{short:?}");
    assert!(agree(&moves(400, 0), &long) < 5);
    assert!(agree(&moves(400, 20), &moves(400, 0)) < 30, "some moves are random");
}

#[test]
fn another_network_makes_other_games_in_another_file() {
    let folder = Folder::new("training-network");
    for (name, centi) in [("a", 70), ("b", -70)] {
        write_network(&folder, name, centi);
    }
    let make = |out: &str, more: &str| {
        let options = "--game cfour --nodes 1 --games 5 --seed 3";
        plyglot(&folder, &format!("datagen {options} --out {out} {more}"))
    };
    ended_well(make("own", ""));
    ended_well(make("by-a", "--network a"));
    ended_well(make("by-b", "--network b"));
    let scores = |file: &str| -> Vec<i16> {
        let records = games_by_number(folder.file(file)).into_values();
        records.flat_map(|record| record.plies).filter_map(|ply| ply.score).collect()
    };
    // A search of one ply has the other side's view of what the network says.
    let count = |file: &str, score: i16| scores(file).iter().filter(|&&x| x == score).count();
    for (file, score) in [("by-a", 70), ("by-b", 70)] {
        let found = count(file, score) + count(file, -score);
        assert!(3 * found > scores(file).len(), "{score}: {:?}", scores(file));
    }
    assert_ne!(scores("by-a"), scores("by-b"));
    assert_ne!(scores("by-a"), scores("own"));
    let before = folder.bytes("by-a");
    for more in ["--network b", ""] {
        let said = refusal(make("by-a", more), 1);
        assert!(
            said.contains("it contains games of --game cfour") && said.contains("CRC-32"),
            "{said}"
        );
        assert_eq!(folder.bytes("by-a"), before);
    }
    // The same network under another name is the same.
    folder.copy("a", "copy");
    ended_well(make("by-a", "--network copy"));
    assert_eq!(folder.bytes("by-a"), before);
    for (network, game, status, reason) in [
        ("a", "chess", 1, "it is for cfour"),
        ("a", "tictactoe", 1, "tic-tac-toe has no network"),
        ("nowhere", "cfour", 1, "it or its folder does not exist"),
    ] {
        let arguments =
            format!("datagen --game {game} --games 1 --out refused --network {network}");
        check_refused(&folder, &arguments, status, &[reason]);
        assert!(!folder.has("refused"), "{arguments}");
    }
    let arguments = "datagen --game cfour --games 1 --out a --network a";
    check_refused(&folder, arguments, 2, &["--out"]);
}

#[test]
fn seeds_and_numbers_make_different_games() {
    let folder = Folder::new("training-seeds");
    let mut seen = Vec::new();
    for seed in ["1", "2"] {
        let options = "--game cfour --games 5 --nodes 50";
        ended_well(plyglot(&folder, &format!("datagen {options} --seed {seed} --out {seed}")));
        seen.extend(read(&folder, seed).into_iter().map(|record| record.plies));
    }
    for (i, plies) in seen.iter().enumerate() {
        assert!(!seen[..i].contains(plies), "game {i} came twice");
    }
}

#[test]
fn datagen_ends_after_the_positions_asked_for() {
    let folder = Folder::new("training-positions");
    let arguments = "datagen --positions 50 --nodes 100 --threads 1 --out games";
    let printed = ended_well(plyglot(&folder, arguments));
    let records = read(&folder, "games");
    let positions: usize = records.iter().map(Record::scored).sum();
    let without_last = positions - records.last().expect("a game").scored();
    assert!(positions >= 50 && without_last < 50, "{without_last}, {positions}: {printed}");
}
