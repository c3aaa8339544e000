//! The results of a run: it learns from games of other machines too, its chart and its network can
//! be used, and the network gets stronger.

use super::{bytes, dots, files, state, tiny, write};
use crate::support::folder::Folder;
use crate::support::tool::{ended_well, plyglot, refusal};

/// The positions that a network was fitted to.
fn positions(folder: &Folder, file: &str) -> u64 {
    let said = ended_well(plyglot(folder, &format!("network run/{file}")));
    let line =
        said.lines().find_map(|line| line.split_once(" positions to fit to")).expect("a line");
    line.0.rsplit(' ').next().and_then(|word| word.parse().ok()).expect("a number")
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
    assert!(files(&more).contains(&"samples/0002-b.fit".to_owned()));

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

/// Whether a text is well-formed XML, as far as our charts need it: elements are closed in
/// order, attributes are quoted and given once, and characters are escaped.
fn check_xml(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        check_characters(before);
        assert!(!open.is_empty() || before.trim().is_empty(), "text outside: {before}");
        let (tag, after) = after.split_once('>').expect("a tag ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "an end tag");
            assert!(!open.is_empty() || after.trim().is_empty(), "more than one root");
            continue;
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(!name.is_empty() && name.chars().all(char::is_alphanumeric), "{tag}");
        let mut seen = Vec::new();
        while !attributes.trim().is_empty() {
            let (key, value) = attributes.trim_start().split_once("=\"").expect("a quoted value");
            let (value, after) = value.split_once('"').expect("its end");
            check_characters(value);
            assert!(!seen.contains(&key), "{key} twice: {tag}");
            seen.push(key);
            attributes = after;
        }
        if !is_empty {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
}

fn check_characters(text: &str) {
    for (_, after) in text.match_indices('&').map(|(at, _)| text.split_at(at)) {
        let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;", "&apos;"];
        assert!(entities.iter().any(|entity| after.starts_with(entity)), "{after}");
    }
}

/// Also what the run says in the end is of use.
#[test]
fn the_chart_has_a_dot_for_each_generation_and_the_network_can_be_loaded() {
    let folder = Folder::new("learn-chart");
    for generations in 1..=4 {
        let said = ended_well(plyglot(&folder, &tiny("cfour", generations)));
        let chart = String::from_utf8(bytes(&folder, "learn.svg")).expect("text");
        check_xml(&chart);
        assert_eq!(dots(&folder), generations as usize);
        assert!(!chart.contains("NaN") && !chart.contains("inf"), "{chart}");
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
                     --hidden 32 --epochs 60 --nodes 100 --plies 8";
    ended_well(plyglot(&folder, arguments));
    let state = state(&folder);
    let generation = &state["state"]["generations"][0];
    let [points, games] =
        ["points", "gate"].map(|name| generation[name].as_f64().expect("a number"));
    assert!(points >= 0.6 * games && games <= 128.0, "{points} of {games}: {state:#?}");
}
