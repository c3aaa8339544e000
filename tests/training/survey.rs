//! `survey`: what self-play tells an inventor.

use crate::support::folder::Folder;
use crate::support::schema::Schema;
#[cfg(unix)]
use crate::support::terminal::Terminal;
use crate::support::tool::{check_refused, ended_well, plyglot, refusal};
use plyglot_core::game::network::{Network, NetworkFile};
use plyglot_core::game::random::Random;
use plyglot_engine::GameSource;
use plyglot_train::survey::{Plan, survey_here};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// All games would take hours.
#[cfg(unix)]
#[test]
fn an_interrupted_survey_tells_of_its_games() {
    let folder = Folder::new("survey-interrupted");
    let arguments = "survey --game cfour --games 100000 --nodes 100";
    let mut terminal = Terminal::start(plyglot(&folder, arguments));
    terminal.until(" games");
    terminal.signal("-INT");
    let (status, all) = terminal.end();
    assert_eq!(status.code(), Some(1), "{all}");
    assert!(all.contains(" games between equals, ") && all.contains("error: interrupted"), "{all}");
}

/// Whoever begins captures the only piece of the other side, which then has no move.
const UNFAIR: &str = "[unfair:clobber]\nmaxRank = 1\nmaxFile = 2\nstartFen = Pp w 0 1\n";

/// What a survey says, without warnings of a game that is over at once.
fn said(folder: &Folder, more: &str) -> String {
    let mut command = plyglot(folder, &format!("survey {more}"));
    command.env("RUST_LOG", "error");
    ended_well(command)
}

fn survey(folder: &Folder, more: &str) -> Value {
    let said = said(folder, &format!("--nodes 50 --json {more}"));
    let object = serde_json::from_str(&said).expect("JSON");
    Schema::of("survey").check(&object);
    object
}

/// The numbers of discs differ from game to game.
#[test]
fn ends_by_counts_are_counted_by_their_ways() {
    let folder = Folder::new("survey-counts");
    let report = survey(&folder, "--game flipello6 --games 6 --doublings 0");
    let ends = report["ends"].as_array().expect("a list");
    let reasons: Vec<&str> = ends.iter().filter_map(|end| end["reason"].as_str()).collect();
    assert!(reasons.iter().any(|reason| reason.ends_with("count of discs")), "{reasons:?}");
    assert!(!reasons.concat().contains(char::is_numeric), "{reasons:?}");
}

#[test]
fn tic_tac_toe_is_what_everybody_knows() {
    let folder = Folder::new("survey-tictactoe");
    let of = "--game tictactoe --games 20 --plies 1 --doublings 2";
    let one = survey(&folder, &format!("{of} --threads 1"));
    let three = survey(&folder, &format!("{of} --threads 3"));
    assert_eq!(one, three);
    // After one or two random plies, a game between equals ends after 5 to 9 plies. In each
    // position there are as many moves as empty cells.
    let plies = &one["plies"];
    assert!(plies["min"].as_u64() >= Some(5) && plies["max"].as_u64() <= Some(9), "{plies}");
    let repeated = &one["measures"]["repeated"]["estimate"];
    assert_eq!((&one["most_moves"], repeated), (&9.into(), &0.0.into()));
    let nodes: Vec<_> = one["strengths"].as_array().into_iter().flatten().collect();
    assert_eq!(
        nodes.iter().map(|s| s["nodes"].as_u64()).collect::<Vec<_>>(),
        [50, 100, 200].map(Some)
    );
    let games: u64 =
        ["wins", "draws", "losses"].iter().filter_map(|key| nodes[2]["first"][key].as_u64()).sum();
    assert_eq!((games, &nodes[0]["against_half"]["score"]), (20, &Value::Null));
    // The legend has each measure, in the order in which people see them.
    let legend = one["legend"].as_array().into_iter().flatten();
    let legend: Vec<&str> = legend.filter_map(|row| row["key"].as_str()).collect();
    assert_eq!(legend[..3], ["first", "drawn", "unfinished"]);
    let measures = one["measures"].as_object().expect("measures");
    assert!(measures.keys().all(|key| legend.contains(&key.as_str())), "{legend:?}");
    assert_eq!(legend.len(), measures.len());
    let cells: Vec<_> = one["board"]["used"].as_array().into_iter().flatten().collect();
    assert!(cells.len() == 9 && cells.iter().all(|used| used.as_u64() > Some(0)), "{cells:?}");
}

#[test]
fn an_unfair_game_is_told_as_one() {
    let folder = Folder::new("survey-unfair");
    folder.write("my.ini", UNFAIR);
    let game = "--variants my.ini --game unfair --games 6 --plies 0 --doublings 1";
    let object = survey(&folder, game);
    let strength = &object["strengths"][1];
    assert_eq!(strength["first"]["score"]["estimate"], 1.0, "{object}");
    assert_eq!(strength["against_half"]["score"]["estimate"], 0.5, "nobody can be stronger in it");
    let forced = &object["measures"]["forced"]["estimate"];
    assert_eq!((&object["plies"]["max"], forced), (&1.into(), &1.0.into()));
    assert_eq!(object["unmoved"], serde_json::json!(["black stone"]));
    let said = said(&folder, game);
    assert!(said.contains("\nwhite scores          100.0 % ["), "{said}");
}

/// The sides of some games are uneven from the start; random moves do not change that.
#[test]
fn games_of_uneven_sides_are_not_all_the_same() {
    let folder = Folder::new("survey-uneven");
    let object = survey(&folder, "--game maharajah --games 8 --doublings 0");
    assert!(object["first_moves"].as_array().is_some_and(|moves| moves.len() > 1), "{object}");
}

/// Sentries only go back, so that they stay where they are.
const SENTRIES: &str = "[sentries:gardner]\ncustomPiece1 = s:bW\n\
                        startFen = snqks/ppppp/5/PPPPP/SNQKS w - - 0 1\n";

/// By the names of pieces, what they are worth in pawns, and its bounds.
fn worth(folder: &Folder, seed: u64) -> BTreeMap<String, Vec<f64>> {
    let game = "--variants my.ini --game sentries --worth --games 160 --nodes 100";
    let said = said(folder, &format!("{game} --seed {seed}"));
    let value = |line: &str| {
        let words = line.split([' ', '[', ',', ']']).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        let (name, values) = words.split_at(words.len() - 3);
        let numbers = values.iter().map(|number| number.parse().expect("a number"));
        (name.join(" "), numbers.collect())
    };
    said.lines().map(value).collect()
}

#[test]
fn a_queen_is_worth_more_than_a_piece_that_cannot_move() {
    let folder = Folder::new("survey-worth");
    check_refused(&folder, "survey --game breakthrough --worth", 1, &["--worth: expected a game"]);
    folder.write("my.ini", SENTRIES);
    let [one, two] = [1, 2].map(|seed| worth(&folder, seed));
    assert_eq!(one.len(), 4, "all but kings: {one:?}");
    for values in [&one, &two] {
        assert_eq!(values["pawn"], [1.0; 3], "{values:?}");
        let [queen, sentry] = ["queen", "s"].map(|name| {
            let mut found = values.iter().filter(|(known, _)| known.to_lowercase().contains(name));
            found.next_back().expect("the piece").1
        });
        assert!(queen[1] > sentry[2], "{values:?}");
    }
    for (name, value) in &one {
        let other = &two[name];
        assert!(value[1] <= other[2] && other[1] <= value[2], "{name}: {one:?} {two:?}");
    }
}

/// The ratings of a ladder, of which the first is set and has no error.
fn ratings(printed: &str) -> Vec<i32> {
    let rows =
        printed.lines().filter_map(|line| line.strip_prefix("lookahead of ")?.split_once(": "));
    let rows: Vec<(&str, &str)> = rows.collect();
    assert_eq!(rows[0], ("-3 plies", "500"), "{printed}");
    assert!(rows[1..].iter().all(|(_, rating)| rating.contains(" \u{b1} ")), "{printed}");
    let elo = |(_, rating): &(&str, &str)| rating.split(' ').next()?.parse().ok();
    rows.iter().filter_map(elo).collect()
}

/// Neighbours may be nearly equal.
#[test]
fn who_sees_farther_is_rated_higher() {
    let folder = Folder::new("survey-ladder");
    let run = |how: &str| said(&folder, &format!("--game tictactoe --ladder {how}"));
    assert_eq!(run("--games 6 --threads 1"), run("--games 6 --threads 3"));
    let printed = run("--games 100 --out games");
    let ratings = ratings(&printed);
    assert_eq!(ratings.len(), 10, "{printed}");
    assert!(ratings.iter().step_by(3).is_sorted_by(|one, next| one < next), "{printed}");
    let games = folder.read("games");
    assert_eq!((run("--games 100 --out games"), folder.read("games")), (printed, games));
    let write = plyglot(&folder, "survey --game tictactoe --ladder --write ttt.network");
    assert!(refusal(write, 1).contains(" has no networks"));
}

/// A game without a network gets one that adds nothing to its evaluation, and the same ladder again.
#[test]
fn a_ladder_is_kept_in_the_file_of_a_network() {
    let folder = Folder::new("survey-ladder-written");
    folder.write(
        "my.ini",
        "[mini:clobber]\nmaxRank = 4\nmaxFile = 4\nstartFen = PpPp/pPpP/PpPp/pPpP w 0 1\n",
    );
    let more = "--variants my.ini --game mini --ladder --games 8 --write mini.network --out games";
    let run = || (said(&folder, more), folder.bytes("mini.network"));
    let (printed, bytes) = run();
    let file = NetworkFile::decode(&bytes).expect("a network");
    assert!(file.network.is_base_alone(), "{printed}");
    let rungs = file.network.ladder().expect("it was written").rungs();
    let all = ratings(&printed);
    for &(rating, lookahead) in rungs.iter().filter(|rung| rung.0 < 2_500) {
        assert_eq!(i32::from(rating), all[(lookahead / 100 + 3) as usize], "{printed}");
    }
    assert_eq!(run(), (printed, bytes));
    // Games of another network say nothing of this one.
    let shape = file.network.shape();
    let other = Network::new(shape, &vec![1; shape.parameters()]).expect("it has bounds");
    folder.write("mini.network", NetworkFile::encode("mini", &["by hand".to_owned()], &other));
    check_refused(&folder, &format!("survey {more}"), 1, &["games cannot be used"]);
    // A copy of the network beside the file of rules keeps what it says.
    said(&folder, "--variants my.ini --game mini --ladder --games 8 --write copy.network");
    let copy = NetworkFile::decode(&folder.bytes("copy.network")).expect("a network");
    assert_eq!(copy.made, ["by hand"]);
    assert_eq!(copy.network.parameters(), other.parameters());
}

/// The games in a file, apart from its settings.
fn games(folder: &Folder, file: &str) -> Vec<Value> {
    let text = folder.read(file);
    let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    lines.filter(|line: &Value| line["survey"].is_null()).collect()
}

#[test]
fn shares_of_the_games_add_up() {
    let folder = Folder::new("survey-shares");
    let of = "--game breakthrough --games 8 --doublings 1 --seed 3";
    let whole = survey(&folder, &format!("{of} --out whole"));
    let run = |more: &str| ended_well(plyglot(&folder, &format!("survey --nodes 50 {of} {more}")));
    run("--out one --shard 1/2");
    run("--out two --shard 2/2");
    let joined = folder.read("one") + &folder.read("two");
    // A line that was not finished is cut, and its game played again.
    folder.write("joined", &joined[..joined.len() - 9]);
    assert_eq!(games(&folder, "one").len() + games(&folder, "two").len(), 24);
    assert_eq!(survey(&folder, &format!("{of} --out joined")), whole);
    assert_eq!(survey(&folder, &format!("{of} --out joined")), whole);
    let other = "survey --nodes 50 --game breakthrough --games 8 --doublings 1 --seed 4 --out one";
    check_refused(&folder, other, 1, &["one: line 1: expected games of breakthrough, 8 games"]);
}

/// The first version was written without one.
#[test]
fn games_of_another_version_are_refused() {
    let folder = Folder::new("survey-version");
    let of = "survey --nodes 50 --game cfour --games 4 --doublings 0 --out games";
    ended_well(plyglot(&folder, of));
    let whole = folder.read("games");
    let of_version = |version: &str| whole.replacen(",\"version\":1}\n", version, 1);
    let first = of_version("}\n");
    assert_ne!(first, whole);
    folder.write("games", &first);
    ended_well(plyglot(&folder, of));
    assert_eq!(folder.read("games"), first, "no game is played again");
    folder.write("games", of_version(",\"version\":9}\n"));
    check_refused(&folder, of, 1, &["error: games: line 1: expected version 1, found 9"]);
}

#[test]
fn a_changed_bit_in_a_finished_file_is_noticed() {
    let folder = Folder::new("survey-altered");
    let of = "survey --nodes 50 --game cfour --games 4 --doublings 0 --threads 1 --out games";
    ended_well(plyglot(&folder, of));
    let whole = folder.bytes("games");
    let head = whole.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    for place in (head..whole.len() - 1).step_by(7) {
        let mut altered = whole.clone();
        altered[place] ^= 1;
        folder.write("games", altered);
        let said = refusal(plyglot(&folder, of), 1);
        assert!(said.starts_with("error: games"), "{place}: {said}");
    }
    folder.write("games", whole);
    ended_well(plyglot(&folder, of));
}

/// Each formula once more, plainly, over the games of a file.
#[test]
fn measures_are_those_of_the_games_in_the_file() {
    let folder = Folder::new("survey-measures");
    let told = survey(&folder, "--game breakthrough --games 20 --doublings 0 --out games");
    let [mut drama, mut behind, mut changes, mut decided, mut uncertain] =
        [const { Vec::new() }; 5];
    for game in games(&folder, "games") {
        let mut p: Vec<f64> = Vec::new();
        for points in game["points"].as_array().into_iter().flatten() {
            p.push(points.as_f64().expect("a number") / 1000.0);
        }
        let mut sum = 0.0;
        p.iter().for_each(|p| sum += 1.0 - f64::abs(2.0 * p - 1.0));
        uncertain.push(sum / p.len() as f64);
        let (mut leader, mut turns) = (0.0, 0);
        for points in &p {
            let now = if *points == 0.5 { leader } else { f64::signum(points - 0.5) };
            turns += u32::from(now * leader < 0.0);
            leader = now;
        }
        changes.push(f64::from(turns) / (p.len() - 1) as f64);
        if game["end"]["result"] == "second" {
            p.iter_mut().for_each(|p| *p = 1.0 - *p);
        }
        let losing: Vec<f64> = p.iter().copied().filter(|&p| p < 0.5).collect();
        behind.push(losing.len() as f64 / p.len() as f64);
        let roots: f64 = losing.iter().map(|p| (1.0 - 2.0 * p).sqrt()).sum();
        drama.push(if losing.is_empty() { 0.0 } else { roots / losing.len() as f64 });
        let worst = p.iter().fold(0.5, |worst, &p| f64::min(worst, p));
        let place = p.iter().take_while(|&&p| p <= 1.0 - worst).count();
        decided.push(place as f64 / p.len() as f64);
    }
    let expected = [
        ("drama", drama),
        ("behind", behind),
        ("lead_changes", changes),
        ("decided", decided),
        ("uncertainty", uncertain),
    ];
    for (key, values) in expected {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let found = told["measures"][key]["estimate"].as_f64().expect("a measure");
        assert!((mean - found).abs() < 1e-9 && values.len() == 20, "{key}: {mean}, not {found}");
    }
}

/// Hex on 3 x 3 cells, by plain search: `false` for the side that connects bottom and top.
fn wins_hex(board: &mut [Option<bool>; 9], side: bool) -> bool {
    let connects = |board: &[Option<bool>; 9], side: bool| {
        let is_end = |cell: usize, end: usize| if side { cell % 3 == end } else { cell / 3 == end };
        let mut chain: Vec<usize> =
            (0..9).filter(|&cell| is_end(cell, 0) && board[cell] == Some(side)).collect();
        let mut at = 0;
        while let Some(&cell) = chain.get(at) {
            at += 1;
            // Ranks are counted from the top, as in records of hex.
            for (files, ranks) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)] {
                let (file, rank) = (cell as i32 % 3 + files, cell as i32 / 3 + ranks);
                let next = (3 * rank + file) as usize;
                if (0..3).contains(&file)
                    && (0..3).contains(&rank)
                    && board[next] == Some(side)
                    && !chain.contains(&next)
                {
                    chain.push(next);
                }
            }
        }
        chain.into_iter().any(|cell| is_end(cell, 2))
    };
    (0..9).any(|cell| {
        board[cell].is_none() && {
            board[cell] = Some(side);
            let wins = connects(board, side) || !wins_hex(board, !side);
            board[cell] = None;
            wins
        }
    })
}

/// Strong players swap exactly if the first stone wins; weak ones, which choose the openings, see no
/// first stone as decided.
#[test]
fn first_moves_that_win_are_taken_over() {
    let folder = Folder::new("survey-swaps");
    folder.write(
        "hex3.ini",
        "[hex3:hexswap]\nmaxRank = 3\nmaxFile = 3\nstartFen = 3/3/3 w 0 1\n\
         connectRegion2White = *3\nconnectRegion2Black = c*\n",
    );
    let told =
        survey(&folder, "--variants hex3.ini --games 40 --plies 1 --doublings 6 --out games");
    let mut games = games(&folder, "games");
    games.retain(|game| game["number"].as_u64().is_some_and(|number| number / 40 == 6));
    let swaps = games.iter().filter(|game| {
        let m = game["first_move"].as_str().expect("a move").as_bytes();
        let cell = usize::from(m[0] - b'a') + 3 * usize::from(m[1] - b'1');
        let mut board = [None; 9];
        board[cell] = Some(false);
        let wins = !wins_hex(&mut board, true);
        assert_eq!(game["would_swap"], wins, "{}", game["first_move"]);
        wins
    });
    let share = swaps.count() as f64 / 40.0;
    let found = told["measures"]["swaps"]["estimate"].as_f64().expect("a measure");
    assert!((share - found).abs() < 1e-9 && 0.0 < share && share < 1.0, "{share}, not {found}");
}

#[test]
fn two_versions_of_a_rule_stand_side_by_side() {
    let folder = Folder::new("survey-against");
    folder.write(
        "one.ini",
        "[duel:breakthrough]\nmaxRank = 5\nmaxFile = 4\nstartFen = pppp/4/4/4/PPPP w\n",
    );
    folder.write(
        "two.ini",
        "[duel:breakthrough]\nmaxRank = 7\nmaxFile = 4\nstartFen = pppp/pppp/4/4/4/PPPP/PPPP w\n",
    );
    let of = "survey --variants one.ini --against two.ini --games 20 --nodes 50 --doublings 0";
    let said = ended_well(plyglot(&folder, &format!("{of} --report page.html")));
    let plies = said.lines().find(|line| line.starts_with("plies ")).expect("a measure");
    assert!(plies.ends_with("differs") && plies.matches('[').count() == 2, "{said}");
    let page = folder.read("page.html");
    assert!(page.contains("\"game\":\"duel\"") && !page.contains("DATA"), "{page}");
    folder.write("mine.html", "<p>mine</p>");
    let expected = ["mine.html", "something other than"];
    check_refused(&folder, &format!("{of} --report mine.html"), 1, &expected);
}

/// Games of several families, on small boards.
const PARENTS: [&str; 12] = [
    "chess",
    "crazyhouse",
    "seirawan",
    "atomic",
    "minishogi",
    "minixiangqi",
    "makruk",
    "duck",
    "ataxx",
    "clobber",
    "giveaway",
    "breakthrough",
];

/// Values that may stand behind a key, by what the words of the format say of it; none if that is
/// the section's own text.
fn values(kind: &str) -> Vec<&str> {
    match kind {
        "flag" => vec!["true", "false"],
        "number" => vec!["0", "1", "2", "5"],
        "rank" => vec!["1", "2", "8"],
        "file" => vec!["a", "d", "h"],
        "piece" => vec!["p", "n", "k", "-"],
        "pieces" => vec!["p", "n", "bq", "-"],
        "squares" => vec!["*1 *8", "a* h*", "d4 e5", "-"],
        "result" => vec!["win", "loss", "draw"],
        "rights" => vec!["KQkq", "-"],
        "Betza" => vec!["p:fF", "n:W"],
        choice if choice.starts_with('`') => {
            choice.split('/').map(|word| word.trim_matches('`')).collect()
        }
        _ => Vec::new(),
    }
}

/// Tells and surveys the game of this name, if this section is one.
fn told_and_surveyed(source: &dyn GameSource, name: &str, section: &str) -> bool {
    const GAMES: u64 = 2;
    let loaded = source.load(Path::new("invented.ini"), section, &[], true);
    if loaded.names.is_empty() {
        return false;
    }
    let rules = source.rules_text(name, ["white", "black"], None).expect("it was loaded");
    assert!(rules.to_string().len() > section.len(), "{rules}");
    let entry = source.find(name).expect("it was loaded");
    let plan = Plan { games: GAMES, nodes: 20, doublings: 0, max_plies: 16, ..Plan::default() };
    let last = RefCell::new(Value::Null);
    let say = |told: &Value| *last.borrow_mut() = told.clone();
    survey_here(entry, plan, &AtomicBool::new(false), say).expect("memory");
    let told = last.into_inner();
    assert_eq!(told["played"], GAMES, "{told}");
    if !told["report"].is_null() {
        Schema::of("survey").check(&told["report"]);
    }
    true
}

/// Invents so many sections, and returns how many were games.
fn invent(sections: usize, seed: u64) -> usize {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    let source = registry.source().expect("a library").apart();
    let words = source.rule_words();
    let keys = words.iter().map(|word| (word.name.as_str(), values(&word.value)));
    let keys: Vec<(&str, Vec<&str>)> = keys.filter(|(_, values)| !values.is_empty()).collect();
    assert!(keys.len() > 100, "{} keys", keys.len());
    let mut random = Random::new(seed);
    let mut games = 0;
    let mut failed = Vec::new();
    for number in 0..sections {
        let name = format!("invented{number}");
        let mut section = format!("[{name}:{}]\n", PARENTS[random.below(PARENTS.len())]);
        for _ in 0..=random.below(4) {
            let (key, values) = &keys[random.below(keys.len())];
            section += &format!("{key} = {}\n", values[random.below(values.len())]);
        }
        match catch_unwind(AssertUnwindSafe(|| told_and_surveyed(source, &name, &section))) {
            Ok(is_game) => games += usize::from(is_game),
            Err(_) => failed.push(section),
        }
    }
    assert!(failed.is_empty(), "{} of {sections}:\n{}", failed.len(), failed.join("\n"));
    games
}

/// What else is made of a game than positions and moves: its rules in words, and a survey.
#[test]
fn invented_games_are_told_and_surveyed() {
    let games = invent(60, 1);
    assert!(games > 15, "{games} of the sections were games");
}

/// `PLYGLOT_SEED=2 cargo test --test training invented -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn a_thousand_invented_games_are_told_and_surveyed() {
    let seed = std::env::var("PLYGLOT_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(2);
    let games = invent(1000, seed);
    assert!(games > 250, "{games} of the sections were games");
}
