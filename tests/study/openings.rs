//! `plyglot analyse --openings`: as a process, and for all games.

use crate::support::folder::Folder;
use crate::support::schema::Schema;
use crate::support::tool::{ended_well, plyglot};
use plyglot_core::game::random::Random;
use plyglot_engine::{ChosenGame, GoLimits};
use plyglot_records::{GameChoice, RecordedGame, RecordedMove};
use plyglot_study::analyse::{AnalysisRequest, OpeningCounts, openings};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

/// Three orders of moves lead to four knights, and two to the king's pawn beside a knight.
const GAMES: &str = "1. Nf3 Nf6 2. Nc3 Nc6 3. e4 1-0\n\n1. Nc3 Nf6 2. Nf3 Nc6 3. e4 0-1\n\n\
                     1. Nf3 Nc6 2. Nc3 Nf6 3. d4 1/2-1/2\n\n1. Nf3 Nf6 2. e3 d5 1-0\n\n\
                     1. e3 Nf6 2. Nf3 d5 *\n";

/// A move or a line, how many games there are, and how many the side to move won, drew and lost.
type Row = (&'static str, [u64; 4]);

/// By hand, from the games: the listed positions with their moves.
const EXPECTED: [(Row, &[Row]); 6] = [
    (("", [5, 2, 1, 1]), &[("Nf3", [3, 2, 1, 0]), ("Nc3", [1, 0, 0, 1]), ("e3", [1, 0, 0, 0])]),
    (("Nf3", [3, 0, 1, 2]), &[("Nf6", [2, 0, 0, 2]), ("Nc6", [1, 0, 1, 0])]),
    (("Nf3 Nf6", [2, 2, 0, 0]), &[("Nc3", [1, 1, 0, 0]), ("e3", [1, 1, 0, 0])]),
    (("Nf3 Nf6 Nc3", [2, 1, 0, 1]), &[("Nc6", [2, 1, 0, 1])]),
    (("Nf3 Nf6 e3", [2, 0, 0, 1]), &[("d5", [2, 0, 0, 1])]),
    (("Nf3 Nf6 Nc3 Nc6", [3, 1, 1, 1]), &[("e4", [2, 1, 0, 1]), ("d4", [1, 0, 1, 0])]),
];

fn counts(object: &Value) -> [u64; 4] {
    ["games", "wins", "draws", "losses"].map(|key| object[key].as_u64().expect("a count"))
}

fn words(list: &Value) -> String {
    let words = list.as_array().expect("a list").iter().map(|word| word.as_str().expect("a word"));
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn transpositions_are_one_position() {
    let folder = Folder::new("openings");
    folder.write("games.pgn", GAMES);
    let command = "analyse --openings 5 --nodes 200 --pgn games.pgn";
    let printed = ended_well(plyglot(&folder, &format!("{command} --json")));
    let schema = Schema::of("analyse");
    let found: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    found.iter().for_each(|object| schema.check(object));
    for (object, ((line, all), moves)) in found.iter().zip(EXPECTED) {
        assert_eq!((words(&object["records"]).as_str(), counts(object)), (line, all), "{object}");
        let rows = object["moves"].as_array().expect("moves").iter();
        let rows = rows.map(|m| (m["record"].as_str().expect("a move"), counts(m)));
        assert_eq!(rows.collect::<Vec<_>>(), moves, "{object}");
    }
    assert_eq!(found.len(), EXPECTED.len(), "{printed}");
    let sides = found.iter().map(|object| object["side"].as_str().expect("a side"));
    assert_eq!(
        sides.collect::<Vec<_>>(),
        ["first", "second", "first", "second", "second", "first"]
    );
    assert_eq!(found[0]["game"], json!("chess"));
    let text = ended_well(plyglot(&folder, command));
    assert!(text.starts_with("start: rnbqkbnr/"), "{text}");
    assert!(text.contains("\nNf3 Nf6 Nc3 Nc6: "), "{text}");
}

/// Castling differs in games that begin otherwise, so their positions are others.
#[test]
fn games_with_other_options_have_openings_of_their_own() {
    let folder = Folder::new("opening_options");
    let of = |variant: &str| format!("[Variant \"{variant}\"]\n\n1. e4 e5 1-0\n\n");
    folder.write("games.pgn", of("Crazyhouse") + &of("Crazyhouse960") + &of("Crazyhouse"));
    let command = "analyse --openings 1 --nodes 100 --json --pgn games.pgn";
    let printed = ended_well(plyglot(&folder, command));
    let found = printed.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let games: Vec<_> = found.map(|object| (object["game"].clone(), counts(&object)[0])).collect();
    assert_eq!(games, [(json!("crazyhouse"), 2), (json!("crazyhouse"), 1)], "{printed}");
}

/// A search of the position after a move scores it: here, the one after a mate and before it.
#[test]
fn moves_have_the_scores_of_the_positions_after_them() {
    let folder = Folder::new("opening_scores");
    folder.write("games.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let printed = ended_well(plyglot(&folder, "analyse --openings 4 --json --pgn games.pgn"));
    let found: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let mates: Vec<&Value> = found.iter().map(|object| &object["moves"][0]["mate"]).collect();
    // A mate in one is one move of each side.
    assert_eq!(mates[2..], [&json!(-1), &json!(1)], "{printed}");
}

#[test]
fn a_game_with_an_illegal_move_counts_up_to_it() {
    let folder = Folder::new("opening_faults");
    folder.write("games.pgn", "1. e4 e5 2. Ke3 1-0\n\n1. e4 e5 2. Nf3 0-1\n");
    let mut command = plyglot(&folder, "analyse --openings 3 --nodes 100 --json --pgn games.pgn");
    let output = command.output().expect("plyglot starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let found: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(found[0]["error"].as_str().is_some_and(|error| error.contains("'Ke3'")), "{text}");
    assert_eq!(counts(&found[1]), [2, 1, 0, 1], "{text}");
    assert_eq!(counts(&found[3]["moves"][0]), [1, 0, 0, 1], "{text}");
}

const PLIES: usize = 6;

/// A game of random moves, and how many of its first positions differ from those before them.
fn random_game(game: &ChosenGame, random: &mut Random) -> (RecordedGame, usize) {
    const MAX_PLIES: usize = 30;
    let mut rules = game.open();
    let mut seen = HashSet::from([rules.key()]);
    let mut moves = Vec::new();
    let mut new = 0;
    let mut is_new = true;
    while rules.result().is_none() && moves.len() < MAX_PLIES {
        let names = rules.moves();
        let name = &names[random.below(names.len())];
        rules.push(name).expect("it is legal");
        moves.push(RecordedMove { text: name.clone(), ..RecordedMove::default() });
        is_new &= seen.insert(rules.key()) && moves.len() <= PLIES;
        new += usize::from(is_new);
    }
    let result = rules.result().map(|over| over.result);
    (RecordedGame { moves, result, ..RecordedGame::default() }, new)
}

/// Of a game alone, each new position is listed with its only move; of two, the start has both.
#[test]
fn counts_of_all_games_add_up() {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    let is_over = AtomicBool::new(true);
    for listed in registry.games() {
        let game = registry.game(&listed.name).expect("it is listed");
        let choice = GameChoice { registry: &registry, game: game.clone(), is_wanted: true };
        let request = AnalysisRequest {
            game: game.clone(),
            mib: 1,
            limits: GoLimits { nodes: Some(1), ..GoLimits::default() },
            lines: 1,
            threat: false,
        };
        let mut random = Random::new(7);
        let games = [random_game(&game, &mut random), random_game(&game, &mut random)];
        for (record, new) in &games {
            let found = openings(
                &request,
                &choice,
                std::slice::from_ref(record),
                PLIES,
                1,
                &is_over,
                &|_, _| (),
            );
            let found = found.expect("memory");
            assert_eq!(found.len(), *new, "{}: {:?}", listed.name, record.moves);
            for (report, played) in found.iter().zip(&record.moves) {
                let won = record.result.and_then(|result| result.half_points(report.side));
                let is_result = |points: u8| u32::from(won == Some(points));
                let expected = OpeningCounts {
                    games: 1,
                    wins: is_result(2),
                    draws: is_result(1),
                    losses: is_result(0),
                };
                assert_eq!(report.results, expected, "{}: {report:?}", listed.name);
                assert_eq!(report.moves[0].results, expected, "{}: {report:?}", listed.name);
                assert_eq!(report.moves[0].name, played.text, "{}", listed.name);
            }
        }
        let both = games.map(|(record, _)| record);
        let found =
            openings(&request, &choice, &both, PLIES, 2, &is_over, &|_, _| ()).expect("memory");
        let sum: u64 = found[0].moves.iter().map(|m| m.results.games).sum();
        assert_eq!((found[0].results.games, sum), (2, 2), "{}", listed.name);
    }
}
