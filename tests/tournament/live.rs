//! The live file of a match has the numbers of its record, of its PGN and of its table.

use crate::support::engine::PLYGLOT;
use crate::support::folder::Folder;
use crate::support::match_games::number_of;
use crate::support::matches::{games, play};
use crate::support::schema::Schema;
use plyglot_records::pgn::read;
use serde_json::{Value, json};

/// All lines of a live file, which are as they are described.
#[track_caller]
fn live(folder: &Folder, name: &str) -> Vec<Value> {
    let schema = Schema::of("live");
    let text = folder.read(name);
    let lines = text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON"));
    let lines: Vec<Value> = lines.collect();
    lines.iter().for_each(|line| schema.check(line));
    lines
}

fn of_kind<'l>(lines: &'l [Value], kind: &str) -> Vec<&'l Value> {
    lines.iter().filter(|line| line["type"] == kind).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// Each move of a game is told as it is recorded, with what is left of 600 seconds.
#[track_caller]
fn check_moves(lines: &[Value], game: &Value) {
    let told = lines.iter().filter(|line| line["number"] == game["number"]);
    let told: Vec<&Value> = told.filter(|line| line["type"] == "move").collect();
    let played = game["moves"].as_array().expect("a list of moves");
    assert_eq!(told.len(), played.len(), "{game}");
    let mut left = [600.0; 2];
    for (ply, (told, played)) in told.into_iter().zip(played).enumerate() {
        for key in ["move", "record", "depth", "nodes", "time", "cp", "mate"] {
            assert_eq!(told[key], played[key], "{key}: {told}");
        }
        let own = &mut left[ply % 2];
        *own -= number(&played["time"]);
        assert!((number(&told["left"]) - *own).abs() < 1e-6, "{own}: {told}");
    }
}

fn numbers(next: &Value) -> Vec<u64> {
    let games = next["games"].as_array().expect("a list of games");
    games.iter().map(|game| game["number"].as_u64().expect("a number")).collect()
}

fn first_moves(lines: &[Value]) -> Vec<[Value; 3]> {
    let told = of_kind(lines, "move").into_iter().filter(|told| told["number"] == 0);
    told.map(|told| ["move", "time", "nodes"].map(|key| told[key].clone())).collect()
}

/// The wins, draws and losses of an engine in a record.
fn tally(games: &[Value], engine: u64) -> [u64; 3] {
    let mut tally = [0; 3];
    for game in games {
        let is_first = game["engines"][0] == engine;
        let place = match game["result"].as_str() {
            Some("draw") => 1,
            Some("first") => usize::from(!is_first) * 2,
            _ => usize::from(is_first) * 2,
        };
        tally[place] += 1;
    }
    tally
}

#[test]
fn every_number_is_that_of_the_record_and_of_the_table() {
    let folder = Folder::new("live-numbers");
    let [live_file, json_file, pgn_file] =
        ["live.json", "games.json", "games.pgn"].map(|name| folder.file(name));
    let printed = play(&format!(
        "--game cfour --each cmd={PLYGLOT} tc=600 --engine name=a nodes=200 \
         --engine name=b nodes=50 --openings random plies=4 --rounds 4 --concurrency 2 \
         --sprt elo0=0 elo1=5 --live {live_file} --json {json_file} --pgnout {pgn_file}"
    ));
    let lines = live(&folder, "live.json");
    let games = games(&folder, "games.json");
    assert_eq!((lines[0]["games"].as_u64(), games.len()), (Some(8), 8));
    for game in &games {
        check_moves(&lines, game);
    }
    for begun in of_kind(&lines, "game") {
        assert_eq!(begun["clocks"], json!([600.0, 600.0]));
    }
    let ends = of_kind(&lines, "end");
    for game in read(&folder.read("games.pgn")) {
        let end = ends.iter().find(|end| end["number"] == number_of(&game)).expect("an end");
        let result = game.result.expect("a result");
        assert_eq!(end["result"], result.word());
    }
    let standings = of_kind(&lines, "standing");
    assert_eq!(standings.len(), 9, "one at the beginning, and one after each game");
    assert_eq!((&standings[0]["elo"], &standings[0]["los"]), (&Value::Null, &Value::Null));
    let last = standings[8];
    for (player, engine) in last["players"].as_array().expect("a list").iter().zip(0..) {
        let told = ["wins", "draws", "losses"].map(|key| player[key].as_u64().expect("a number"));
        assert_eq!(told, tally(&games, engine), "{player}");
    }
    let [wins, draws, _] = tally(&games, 0).map(|count| count as f64);
    let score = (wins + draws / 2.0) / 8.0;
    let elo = 400.0 * (score / (1.0 - score)).log10();
    match last["elo"]["estimate"].as_f64() {
        Some(told) => assert!((told - elo).abs() < 1e-6, "{told}, {elo}"),
        None => assert!(elo.is_infinite(), "{elo}"),
    }
    if let Some(likelihood) = last["los"].as_f64() {
        let row = format!("  LOS    {:.1} %\n", 100.0 * likelihood);
        assert!(printed.contains(&row), "{row}{printed}");
    }
    let [llr, lower, upper] = ["llr", "lower", "upper"].map(|key| number(&last["test"][key]));
    let row = format!("  LLR    {llr:.2} ({lower:.2}, {upper:.2})\n");
    assert!(printed.contains(&row), "{row}{printed}");
    // Games to come are told from the second on.
    let next = of_kind(&lines, "next");
    let most = next.iter().map(|next| numbers(next)).max_by_key(Vec::len).expect("some");
    assert_eq!(most, [1, 2, 3, 4, 5, 6, 7]);
    assert!(next.iter().any(|next| numbers(next).is_empty()), "nothing comes after the last game");
}

#[test]
fn a_long_search_is_told_while_it_lasts() {
    let folder = Folder::new("live-search");
    let file = folder.file("live.json");
    play(&format!(
        "--each cmd={PLYGLOT} st=3 timemargin=600000 --engine name=a --engine name=b \
         --rounds 1 --games 1 --maxmoves 1 --live {file}"
    ));
    let lines = live(&folder, "live.json");
    let searches = of_kind(&lines, "search");
    assert!(!searches.is_empty(), "{lines:?}");
    for side in ["first", "second"] {
        let own: Vec<&&Value> = searches.iter().filter(|search| search["side"] == side).collect();
        assert!(!own.is_empty(), "{side}: {lines:?}");
        let times: Vec<f64> = own.iter().map(|search| number(&search["time"])).collect();
        assert!(times.is_sorted(), "{times:?}");
        for search in own {
            assert_eq!(search["number"], 0);
            assert!(number(&search["depth"]) >= 1.0 && number(&search["nodes"]) >= 1.0, "{search}");
            assert!(search.get("cp").or(search.get("mate")).is_some(), "{search}");
            assert!(search["line"].as_array().is_some_and(|line| !line.is_empty()), "{search}");
        }
    }
}

/// Of several engines, each has a rating, and the test is between the first two.
#[test]
fn the_standing_of_three_engines_is_that_of_the_cross_table() {
    let folder = Folder::new("live-three");
    let file = folder.file("live.json");
    let printed = play(&format!(
        "--game tictactoe --each cmd={PLYGLOT} nodes=50 --engine name=a --engine name=b \
         --engine name=c --openings random plies=2 --rounds 1 --live {file}"
    ));
    let lines = live(&folder, "live.json");
    let last = *of_kind(&lines, "standing").last().expect("a standing");
    for player in last["players"].as_array().expect("a list") {
        let name = player["name"].as_str().expect("a name");
        // No zero is negative.
        let rating = (number(&player["rating"]) * 10.0).round() / 10.0 + 0.0;
        let row = printed.lines().find(|line| line.contains(&format!(". {name} ")));
        let row = row.unwrap_or_else(|| panic!("{name} is not in\n{printed}"));
        assert!(row.contains(&format!("{rating:+.1}")), "{rating}: {row}");
        assert!(row.contains(&format!("{:.1}", number(&player["margin"]))), "{row}");
    }
    assert_eq!(last["test"], Value::Null);
}

#[test]
fn a_match_that_goes_on_tells_the_games_before() {
    let folder = Folder::new("live-resumed");
    let [record, first, second] = ["m.json", "first", "second"].map(|name| folder.file(name));
    let one = format!(
        "--game tictactoe --each cmd={PLYGLOT} nodes=50 --engine name=a --engine name=b \
         --openings random plies=2 --resume {record}"
    );
    play(&format!("{one} --rounds 1 --live {first}"));
    play(&format!("{one} --rounds 2 --live {second}"));
    let lines = live(&folder, "second");
    assert_eq!(lines[0]["games"], 4);
    for kind in ["game", "end"] {
        let numbers: Vec<&Value> =
            of_kind(&lines, kind).iter().map(|line| &line["number"]).collect();
        assert_eq!(numbers, [0, 1, 2, 3], "{kind}");
    }
    assert_eq!(first_moves(&lines), first_moves(&live(&folder, "first")));
    // The games before count from the beginning.
    let begun = of_kind(&lines, "standing")[0];
    let won = ["wins", "draws", "losses"].map(|key| begun["players"][0][key].as_u64());
    assert_eq!(won.into_iter().flatten().sum::<u64>(), 2);
}
