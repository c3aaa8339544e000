//! The same options give the same networks: with any number of threads, in one run or
//! several, and from any first network.

use super::{assert_same, bytes, files, result, state, tiny};
use crate::support::folder::Folder;
use crate::support::tool::{check_refused, ended_well, plyglot};
use plyglot_core::game::network::{Network, NetworkFile, NetworkShape};
use plyglot_core::game::random::Random;
use plyglot_games::surakarta::Surakarta;

#[test]
fn networks_follow_from_the_options() {
    // With a base, the scale of the run is found in the games of its first generation.
    // It is the default where a game has one.
    for (game, option, base) in [("cfour", " --alone", ""), ("surakarta", "", " --base")] {
        let tiny = |generations| tiny(game, generations) + option;
        let [one, two, parts] =
            ["one", "two", "parts"].map(|name| Folder::new(&format!("learn-{game}-{name}")));
        let said = ended_well(plyglot(&one, &format!("{} --threads 1", tiny(3))));
        let (chosen, rest) = said.split_once('\n').expect("lines");
        assert!(chosen.starts_with(&format!("plyglot learn --game {game}{base} --hidden 32 ")));
        let lines: Vec<&str> = rest.lines().collect();
        assert_eq!(lines.len(), 13, "{said}");
        for (number, lines) in (1..).zip(lines.chunks_exact(4)) {
            let parts = [": games", ": training", ": match with the best network", " | "];
            for (line, part) in lines.iter().zip(parts) {
                assert!(line.starts_with(&format!("generation {number}{part}")), "{said}");
            }
        }
        assert_eq!(lines[12], "setoption name EvalFile value run/best.network");
        let expected = result(&one);
        let names: Vec<&str> = expected.keys().map(String::as_str).collect();
        // Nothing that is needed no more.
        let games = "games/0001.games games/0002.games games/0003.games";
        let networks = "networks/0000.network networks/0001.network networks/0002.network \
                        networks/0003.network";
        let all = format!("best.network {games} {networks} state");
        assert_eq!(names.join(" "), all);
        assert!(expected["networks/0001.network"] != expected["networks/0000.network"]);
        ended_well(plyglot(&two, &format!("{} --threads 2", tiny(3))));
        assert_same(&two, &expected, "two threads");
        for (generations, again) in
            [(1, None), (2, Some("1 generation")), (3, Some("2 generations"))]
        {
            let said = ended_well(plyglot(&parts, &tiny(generations)));
            let rest = said.split_once("\nresuming after ").map(|(_, rest)| rest);
            let done = rest.and_then(|rest| rest.split_once(" and ")).map(|(done, _)| done);
            assert_eq!(done, again, "{said}");
        }
        assert_same(&parts, &expected, "three runs");
        let said = ended_well(plyglot(&parts, &tiny(3)));
        assert_eq!(said.lines().count(), 3, "nothing was left to do: {said}");
        assert_same(&parts, &expected, "a run more");
    }
}

fn surakarta(hidden: usize, has_base: bool) -> Vec<u8> {
    let mut shape = NetworkShape::for_game::<Surakarta>(hidden);
    shape.has_base = has_base;
    NetworkFile::encode("surakarta", &["by a test".to_owned()], &Network::blank(shape))
}

#[test]
fn a_run_may_begin_with_any_network_that_fits() {
    let folder = Folder::new("learn-from");
    let from = |file: &str| format!("{} --alone --from {file}", tiny("surakarta", 1));
    for (name, content) in [
        ("good", surakarta(32, false)),
        ("short", surakarta(32, false)[..100].to_vec()),
        (
            "other",
            NetworkFile::encode(
                "cfour",
                &[],
                &Network::blank(NetworkShape::for_game::<Surakarta>(32)),
            ),
        ),
    ] {
        folder.write(name, content);
    }
    let mut altered = surakarta(32, false);
    altered[60] ^= 1;
    folder.write("altered", altered);
    for (name, reason) in [
        ("short", "the file is truncated or altered"),
        ("altered", "the file is truncated or altered"),
        ("other", "it is for cfour"),
        ("missing", "it or its folder does not exist"),
    ] {
        check_refused(&folder, &from(name), 1, &[name, reason]);
        assert_eq!(files(&folder), [""; 0], "{name}");
    }
    // The networks of the run may have another width and another base.
    let wide = Folder::new("learn-from-wide");
    wide.write("wide", surakarta(64, true));
    ended_well(plyglot(&wide, &from("wide")));
    assert_eq!(bytes(&wide, "networks/0000.network"), surakarta(64, true));
    let trained_network = NetworkFile::decode(&bytes(&wide, "networks/0001.network"));
    let shape = trained_network.expect("a network").network.shape();
    assert_eq!((shape.hidden, shape.has_base), (32, false));

    ended_well(plyglot(&folder, &format!("{} --hours 0", from("good"))));
    assert_eq!(bytes(&folder, "networks/0000.network"), surakarta(32, false));
    assert_eq!(bytes(&folder, "best.network"), surakarta(32, false));
    // Another first network would make others of it; without one, the run knows its own.
    folder.write("next", NetworkFile::encode("surakarta", &[], &trained()));
    check_refused(&folder, &from("next"), 1, &["a run started from a different network than next"]);
    ended_well(plyglot(&folder, &from("good")));
    let expected = result(&folder);
    let other = Folder::new("learn-from-other");
    other.write("good", surakarta(32, false));
    ended_well(plyglot(&other, &format!("{} --hours 0", from("good"))));
    ended_well(plyglot(&other, &format!("{} --alone", tiny("surakarta", 1))));
    assert_same(&other, &expected, "resumed without --from");
}

/// A network that is not blank.
fn trained() -> Network {
    let mut shape = NetworkShape::for_game::<Surakarta>(32);
    shape.has_base = false;
    let mut random = Random::new(3);
    let parameters: Vec<i16> =
        (0..shape.parameters()).map(|_| random.below(9) as i16 - 4).collect();
    Network::new(shape, &parameters).expect("it is within bounds")
}

#[test]
fn a_network_may_be_added_to_the_evaluation() {
    let folder = Folder::new("learn-base");
    ended_well(plyglot(&folder, &tiny("losalamos", 2)));
    for number in 0..=2 {
        let name = format!("networks/{number:04}.network");
        let file = NetworkFile::decode(&bytes(&folder, &name)).expect("a network");
        assert!(file.network.shape().has_base, "{name}");
    }
    // The sum keeps the unit of the evaluation.
    let train = "train losalamos --from zero --base --epochs 1 --hidden 32 --decided --out trained \
                 --data run/games/0001.games";
    let said = ended_well(plyglot(&folder, train));
    let by_train = said.lines().find_map(|line| line.strip_prefix("scale ")).expect("its scale");
    let by_train: f64 = by_train.parse().expect("a number");
    let scale = state(&folder)["state"]["scale"].as_f64().expect("a number");
    assert!((scale / by_train - 1.0).abs() < 0.15, "{scale}, but {by_train}");
    let alone = format!("{} --alone", tiny("losalamos", 3));
    check_refused(&folder, &alone, 1, &[" --base ", "run/state"]);
}

#[test]
fn without_time_there_is_the_first_network_alone() {
    let folder = Folder::new("learn-no-time");
    let arguments = "learn --out run --game cfour --alone --hidden 32 --hours 0";
    let said = ended_well(plyglot(&folder, arguments));
    assert!(said.ends_with("--seed 1\nsetoption name EvalFile value run/best.network\n"), "{said}");
    assert_eq!(files(&folder), ["best.network", "networks/0000.network", "state"]);
    assert_eq!(bytes(&folder, "best.network"), bytes(&folder, "networks/0000.network"));
    // Its output is 0.
    let mut command = plyglot(&folder, "--game cfour");
    command.args(["setoption name EvalFile value run/best.network", "eval"]);
    assert!(ended_well(command).ends_with("\nFinal evaluation +0.00 (yellow side)\n"));
}
