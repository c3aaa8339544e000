//! `learn` for a game whose rules are in a file: the network is kept beside it, and loaded
//! automatically as long as the rules are the same.

use super::{TINY, assert_same, result};
use crate::support::folder::Folder;
use crate::support::tool::{check_refused, ended_well, plyglot};
use plyglot_core::game::network::{Network, NetworkFile};

const RULES: &str = "[mini:minishogi]\nnMoveRule = 60\n";
const TINY_CLOBBER: &str = "[mini:clobber]\nmaxRank = 4\nmaxFile = 4\n\
                            startFen = PpPp/pPpP/PpPp/pPpP w 0 1\n";
/// Without the rule.
const OTHER_RULES: &str = "[mini:minishogi]\n";
const CHANGED: &str = "the rules of the game have changed since it was made";

/// The smallest run whose first network is better than none.
fn learn(more: &str) -> String {
    format!(
        "learn --variants my.ini --game mini --positions 5000 --gate 20 --hidden 32 --epochs 20 \
         --nodes 50 --plies 4 --alone --ladder 0 {more}"
    )
}

/// The program's evaluation of a position that is not balanced.
fn evaluation(folder: &Folder) -> String {
    let mut command = plyglot(folder, "--variants my.ini");
    command.args(["position fen rbsgk/4p/5/P4/KG1BR[-] w 0 1", "eval"]);
    let output = command.output().expect("plyglot starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned() + &errors
}

#[test]
fn the_network_is_kept_beside_the_file_and_found() {
    let folder = Folder::new("learn-from-file");
    folder.write("my.ini", RULES);
    let by_rules = evaluation(&folder);
    let said = ended_well(plyglot(&folder, &learn("--generations 1")));
    assert!(said.ends_with("mini.network: loaded automatically\n"), "{said}");
    assert_eq!(folder.bytes("mini.network"), folder.bytes("mini.learn/best.network"));
    let file = NetworkFile::decode(&folder.bytes("mini.network")).expect("a network");
    assert!(
        file.game == "mini" && file.network.shape().rules.is_some(),
        "{:?}",
        file.network.shape()
    );
    let learnt = evaluation(&folder);
    assert_ne!(learnt, by_rules, "the network is not used");
    // The option also names it.
    let mut command = plyglot(&folder, "--variants my.ini");
    command.args(["setoption name EvalFile value mini.network", "bench mini"]);
    let loaded = ended_well(command);
    assert!(loaded.starts_with("info string network mini.network: "), "{loaded}");
    let nodes =
        |text: &str| text.lines().last().and_then(|line| line.split(' ').next()).map(str::to_owned);
    assert_eq!(
        nodes(&loaded),
        nodes(&ended_well(plyglot(&folder, "--variants my.ini bench mini")))
    );
    let sum = file.network.shape().rules.expect("it has a sum");
    let header = folder.bytes("mini.network");
    assert!(String::from_utf8_lossy(&header).contains(&format!("\nrules {sum:08x}\n")));

    // With other rules, it is not used, and not learnt on with.
    folder.write("my.ini", OTHER_RULES);
    let complaint = format!("the network mini.network cannot be used: {CHANGED}");
    let without = evaluation(&folder);
    assert!(without.contains(&complaint), "{without}");
    let mut refused = plyglot(&folder, &learn("--generations 2"));
    let output = refused.output().expect("plyglot starts");
    // The warning about the network beside the file comes first.
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    let error = errors.lines().last().expect("a line");
    assert!(error.contains("mini.learn/networks/") && error.ends_with(CHANGED), "{errors}");
    folder.write("my.ini", RULES);
    assert_eq!(evaluation(&folder), learnt, "the rules are as before");
}

#[test]
fn a_game_of_captures_alone_is_learnt() {
    let folder = Folder::new("learn-captures");
    folder.write("my.ini", TINY_CLOBBER);
    let learn = format!("learn --variants my.ini --game mini {TINY} --generations 1");
    let said = ended_well(plyglot(&folder, &learn));
    assert!(said.contains("\ngeneration 1 | 20 nodes | "), "{said}");
    // No network plays against the program without one.
    assert!(said.contains(" Elo, sum of the matches | ") && !said.contains("in all"), "{said}");
}

#[test]
fn networks_of_others_are_not_replaced() {
    let folder = Folder::new("learn-from-file-others");
    folder.write("my.ini", RULES);
    let generation = format!("learn --variants my.ini --game mini {TINY} --generations 1");
    ended_well(plyglot(&folder, &format!("{generation} --out run")));
    assert!(!folder.has("mini.network") && !folder.has("mini.learn"), "--out was named");
    let own = NetworkFile::decode(&folder.bytes("run/best.network")).expect("a network");
    let shape = own.network.shape();
    let mut parameters = Network::blank(shape).parameters();
    *parameters.last_mut().expect("it has some") -= 1;
    let other = Network::new(shape, &parameters).expect("they are small");
    let other = NetworkFile::encode("mini", &[], &other);
    folder.write("mini.network", &other);
    check_refused(&folder, &generation, 1, &["mini.network is not the network of this run"]);
    assert_eq!(folder.bytes("mini.network"), other);
    assert!(!folder.has("mini.learn/state"), "nothing was begun");
    // That of another game is none for this one.
    folder.write("mini.network", NetworkFile::encode("maxi", &[], &own.network));
    let said = evaluation(&folder);
    assert!(said.contains("cannot be used: it is for maxi"), "{said}");
}

/// A run ends with the ladder of its best network. With more games, it goes on from those played.
#[test]
fn a_run_ends_with_the_ratings_of_levels() {
    let [whole, parts] = ["learn-ladder", "learn-ladder-parts"].map(Folder::new);
    let run = |folder: &Folder, games: u64| {
        folder.write("my.ini", TINY_CLOBBER);
        let tiny = TINY.replace("--ladder 0", &format!("--ladder {games} --threads 1"));
        let learn = format!("learn --variants my.ini --game mini --out run --generations 1 {tiny}");
        ended_well(plyglot(folder, &learn))
    };
    let said = run(&whole, 8);
    let file = NetworkFile::decode(&whole.bytes("run/best.network")).expect("a network");
    let rungs = file.network.ladder().expect("it was fitted").rungs();
    assert_eq!(rungs[0], (500, -300));
    let most = rungs[rungs.len() - 1].0;
    let line = format!("\nladder | 72 games | ratings 500 to {most} | the lowest scores ");
    assert!(said.contains(&line), "{said}");
    let mut command = plyglot(&whole, "--variants my.ini --game mini");
    command.args(["setoption name EvalFile value run/best.network"]);
    let said = ended_well(command);
    assert!(said.contains(&format!(", ratings 500 to {most}, CRC-32 ")), "{said}");
    assert!(!run(&whole, 8).contains("ladder"), "nothing was left to do");
    let expected = result(&whole);
    for games in [0, 2, 8] {
        run(&parts, games);
    }
    assert_same(&parts, &expected, "three runs");
}

/// A game of the library can be learnt; what it learns is in the folder.
#[test]
fn games_of_the_library_need_a_folder() {
    let folder = Folder::new("learn-library");
    let learn = format!("learn --game minishogi {TINY} --generations 1");
    let said = ended_well(plyglot(&folder, &format!("{learn} --out run --base")));
    assert!(said.ends_with("setoption name EvalFile value run/best.network\n"), "{said}");
    let mut command = plyglot(&folder, "--game minishogi");
    command.args(["setoption name EvalFile value run/best.network", "go nodes 2000"]);
    let said = ended_well(command);
    assert!(said.contains(", 32 neurons, 8 buckets, on a base evaluation"), "{said}");
}
