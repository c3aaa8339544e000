//! The results of a run: it learns from games of other machines too, its network can be used, and
//! gets stronger.

use super::{bytes, state, tiny, write};
use crate::support::folder::Folder;
use crate::support::tool::{ended_well, plyglot, refusal};
use plyglot_core::game::network::NetworkFile;

/// The positions that a network was fitted to.
fn positions(folder: &Folder, file: &str) -> u64 {
    let made = NetworkFile::decode(&bytes(folder, file)).expect("a network").made;
    let line = made.iter().find_map(|line| line.split_once(" positions to fit to"));
    line.and_then(|(count, _)| count.parse().ok()).expect("a number")
}

#[test]
fn games_of_other_machines_are_learnt_from() {
    let [plain, more] = ["learn-alone", "learn-more"].map(Folder::new);
    ended_well(plyglot(&plain, &tiny("cfour", 2)));
    ended_well(plyglot(&more, &tiny("cfour", 1)));
    let other = "datagen --game cfour --seed 99 --nodes 20 --games 200 --plies 4 --min-plies 1 \
                 --network run/networks/0001.network --out run/games/0002-b.games";
    ended_well(plyglot(&more, other));
    ended_well(plyglot(&more, &tiny("cfour", 2)));
    let networks = ["networks/0001.network", "networks/0002.network"];
    let [first, second] = networks.map(|file| [&plain, &more].map(|run| positions(run, file)));
    assert_eq!(first[0], first[1]);
    assert!(second[1] > second[0] + 1000, "{second:?}");

    let wrong = "datagen --game tictactoe --nodes 20 --games 5 --out run/games/0003-c.games";
    ended_well(plyglot(&more, wrong));
    let said = refusal(plyglot(&more, &tiny("cfour", 3)), 1);
    assert!(said.starts_with("error: the games of run/games/0003-c.games"), "{said}");
    assert!(said.contains("they are of tictactoe") && !said.contains("written"), "{said}");
    write(&more, "games/0003-c.games", b"somebody else's");
    let said = refusal(plyglot(&more, &tiny("cfour", 3)), 1);
    assert!(said.contains("0003-c.games") && !said.contains("written"), "{said}");
    more.remove("run/games/0003-c.games");
    ended_well(plyglot(&more, &tiny("cfour", 3)));
}

/// Also what the run says in the end is of use.
#[test]
fn the_network_can_be_loaded() {
    let folder = Folder::new("learn-loaded");
    for generations in 1..=4 {
        let said = ended_well(plyglot(&folder, &tiny("cfour", generations)));
        let option = said.lines().next_back().expect("a line");
        let mut command = plyglot(&folder, "--game cfour");
        command.args([option, "go depth 3"]);
        let said = ended_well(command);
        assert!(said.starts_with("info string network run/best.network: "), "{said}");
        assert!(said.contains("\nbestmove "), "{said}");
    }
}

/// It does learn: a short generation is better than random weights, so much that the match with
/// them ends early.
#[test]
fn the_network_gets_stronger() {
    let folder = Folder::new("learn-stronger");
    let arguments = "learn --out run --game surakarta --generations 1 --positions 8000 --gate 400 \
                     --alone --hidden 32 --epochs 60 --nodes 100 --plies 8 --ladder 0";
    ended_well(plyglot(&folder, arguments));
    let state = state(&folder);
    let generation = &state["state"]["generations"][0];
    let [points, games] =
        ["points", "gate"].map(|name| generation[name].as_f64().expect("a number"));
    assert!(points >= 0.6 * games && games <= 128.0, "{points} of {games}: {state:#?}");
}
