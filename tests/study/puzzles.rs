//! `plyglot analyse --puzzles`, as a process.

use crate::analyse::answers;
use crate::support::folder::Folder;
use crate::support::schema::Schema;
use crate::support::tool::{ended_well, fed, plyglot};
use plyglot_engine::GoLimits;
use plyglot_records::{GameChoice, RecordedGame, read};
use plyglot_study::analyse::{AnalysisRequest, Puzzle, puzzles};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// Positions made by hand, with the one good move, if there is one.
const POSITIONS: [(&str, &str, Option<&str>); 12] = [
    // A mate with a rook against a queen.
    ("chess", "6k1/5ppp/8/8/8/8/1q3PPP/3R2K1 w - - 0 1", Some("d1d8")),
    // A mate in two.
    ("chess", "3r2k1/5ppp/8/q7/8/8/4RPPP/4R1K1 w - - 0 1", Some("e2e8")),
    // Whoever leaves the way of the pawn, loses.
    ("chess", "8/8/8/8/4k3/4p3/8/4K3 w - - 0 1", Some("e1e2")),
    // Two mates; a mate, where every move wins; a draw; a single move.
    ("chess", "6k1/5ppp/8/8/8/8/1q3PPP/3RR1K1 w - - 0 1", None),
    ("chess", "6k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 w - - 0 1", None),
    ("chess", "7k/8/8/8/8/8/p7/K7 w - - 0 1", None),
    ("chess", "7k/8/8/8/8/8/q7/K7 w - - 0 1", None),
    ("tictactoe", "X.OX.XOO.", Some("P@b2")),
    ("tictactoe", "startpos", None),
    // The other side wins with its next move.
    ("breakthrough", "p7/P7/8/8/8/7P/1p6/8 w - - 0 1", Some("a7b8")),
    ("breakthrough", "8/P7/8/8/8/7P/1p6/8 w - - 0 1", None),
    ("shogi", SHOGI, Some("G@e8")),
];

/// The gold that is dropped is protected by the pawn, and guards all squares around the king.
const SHOGI: &str = "4k4/9/4P4/9/9/9/4p4/9/4K4 b G2r2b3g4s4n4l16p 1";

fn points(m: &Value) -> f64 {
    let chance = |i: usize| m["wdl"][i].as_f64().expect("a chance");
    (chance(0) + chance(1) / 2.0) / 1000.0
}

/// Another search, by the other mode of the tool and with more nodes, finds the same of each puzzle.
#[test]
fn one_good_move_is_a_puzzle_and_two_are_none() {
    let schema = Schema::of("analyse");
    for (game, position, expected) in POSITIONS {
        let found = answers(&["--game", game, "--puzzles", "--nodes", "5000"], position);
        let solutions: Vec<&str> =
            found.iter().filter_map(|puzzle| puzzle["solution"]["move"].as_str()).collect();
        assert_eq!(solutions, expected.into_iter().collect::<Vec<_>>(), "{game}: {position}");
        for puzzle in &found {
            schema.check(puzzle);
            let deeper = answers(&["--game", game, "--lines", "2", "--nodes", "1000000"], position);
            let moves = &deeper[0]["moves"];
            assert_eq!(moves[0]["move"].as_str(), expected, "{position}");
            let [best, other] = [0, 1].map(|i| points(&moves[i]));
            let is_only = best >= 0.9 && other <= 0.6 || best >= 0.4 && other <= 0.1;
            assert!(is_only, "{position}: {best} {other}");
        }
    }
}

/// Those of a game are in its order, each once, and become games that begin with the solution.
#[test]
fn puzzles_of_games_are_games() {
    let folder = Folder::new("puzzles");
    let fen = POSITIONS[0].1;
    let game = format!("[White \"A\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. h3 Qb8 *\n\n");
    folder.write("games.pgn", game.repeat(2));
    let command = "analyse --puzzles --nodes 5000 --pgn games.pgn --pgnout new.pgn";
    let printed = ended_well(plyglot(&folder, command));
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].starts_with(&format!("{fen} bm Rd8#; id \"1\"; c0 \"level ")), "{printed}");
    let text = folder.read("new.pgn");
    let games: Vec<RecordedGame> = read(&text).collect();
    assert_eq!(games.len(), lines.len(), "{printed}\n{text}");
    let starts: BTreeSet<&str> = games.iter().filter_map(RecordedGame::start).collect();
    assert_eq!(starts.len(), games.len(), "each once: {text}");
    let first = &games[0];
    assert_eq!([first.tag("White"), first.start()], [Some("A"), Some(fen)]);
    assert!(first.tag("Event").is_some_and(|event| event.starts_with("Puzzle, level ")), "{text}");
    assert_eq!(first.moves[0].text, "Rd8#");
}

/// With other options a position is another puzzle. EPD has no quotes within quotes.
#[test]
fn puzzles_are_told_apart_by_options_and_named_in_epd() {
    let folder = Folder::new("puzzles_named");
    let fen = POSITIONS[0].1;
    let game = |tag: &str| format!("{tag}[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. h3 *\n\n");
    folder.write("games.pgn", game("") + &game("[Variant \"Chess960\"]\n") + &game(""));
    let printed = ended_well(plyglot(&folder, "analyse --puzzles --nodes 5000 --pgn games.pgn"));
    let ids: Vec<&str> = printed.lines().filter_map(|line| line.split('"').nth(1)).collect();
    assert_eq!(ids, ["1", "2"], "{printed}");
    let line = format!("{fen}; id \"a \"b\" c\";\n");
    let output = fed(&["analyse", "--puzzles", "--nodes", "5000"], line.as_bytes());
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("; id \"a 'b' c\"; c0 \"level "), "{printed}");
}

/// Those of the first games are enough for who wants no more.
#[test]
fn puzzles_of_games_are_the_same_on_several_threads() {
    let registry = plyglot_games::standard();
    let chess = registry.game("chess").expect("it is there");
    let choice = GameChoice { registry: &registry, game: chess.clone(), is_wanted: true };
    let request = AnalysisRequest {
        game: chess,
        mib: 1,
        limits: GoLimits { nodes: Some(5000), ..GoLimits::default() },
        lines: 1,
        threat: false,
    };
    let one = format!("[SetUp \"1\"]\n[FEN \"{}\"]\n\n1. h3 Qb8 *\n\n", POSITIONS[0].1);
    let other = format!("[SetUp \"1\"]\n[FEN \"{}\"]\n\n1. h3 h6 *\n\n", POSITIONS[1].1);
    let games: Vec<RecordedGame> = read(&(one + &other).repeat(3)).collect();
    let found = |threads: usize, most: usize| {
        let mut found: Vec<Vec<Puzzle>> = Vec::new();
        let take = |of_game: Vec<Puzzle>| {
            found.push(of_game);
            found.len() < most
        };
        let done = puzzles(&request, &choice, &games, threads, &AtomicBool::new(false), take);
        done.expect("memory and threads");
        found
    };
    let alone = found(1, usize::MAX);
    assert_eq!(alone.len(), 6, "{alone:?}");
    assert!(alone.iter().all(|of_game| !of_game.is_empty()), "{alone:?}");
    assert_eq!(found(3, usize::MAX), alone);
    assert_eq!(found(2, 2), alone[..2]);
}
