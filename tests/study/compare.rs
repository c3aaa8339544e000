//! `plyglot compare` as a user meets it.

use crate::support::engine::{Engine, PLYGLOT};
use crate::support::examples;
use crate::support::schema::Schema;
use crate::support::shell;
use crate::support::solve::{errors, lines, objects};
use crate::support::tool::fed;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};

const STAGES: [&str; 7] = [
    "minimax",
    "negamax",
    "alpha-beta",
    "move ordering",
    "iterative deepening",
    "transposition table",
    "variable depth",
];

/// Fails unless the run ended well and without a word on stderr.
#[track_caller]
fn check_good(output: &Output) {
    assert!(output.status.success() && output.stderr.is_empty(), "{}", errors(output));
}

#[track_caller]
fn rows(arguments: &[&str]) -> Vec<Value> {
    rows_of(PLYGLOT.as_ref(), arguments)
}

#[track_caller]
fn rows_of(program: &Path, arguments: &[&str]) -> Vec<Value> {
    let arguments = [&["compare", "--json"], arguments].concat();
    let output = Command::new(program).args(arguments).output().expect("it starts");
    check_good(&output);
    objects(&output)
}

/// The lines for people.
#[track_caller]
fn table(arguments: &[&str]) -> Vec<String> {
    let output = fed(&[&["compare"], arguments].concat(), b"");
    check_good(&output);
    lines(&output)
}

/// The values of a key, which every row must have.
#[track_caller]
fn numbers(rows: &[Value], key: &str) -> Vec<i64> {
    let number = |row: &Value| row[key].as_i64().unwrap_or_else(|| panic!("no {key} in {row}"));
    rows.iter().map(number).collect()
}

fn names(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["name"].as_str().expect("a name")).collect()
}

/// The whole game has 549,946 positions on all lines, with the empty board. It is a draw.
#[test]
fn tic_tac_toe_is_searched_to_its_end() {
    let rows = rows(&["--game", "ttt", "--threads", "1"]);
    assert_eq!(names(&rows), STAGES);
    assert!(numbers(&rows, "depth").iter().all(|&depth| depth == 9));
    assert!(numbers(&rows, "cp").iter().all(|&score| score == 0));
    let nodes = numbers(&rows, "nodes");
    assert_eq!(nodes[..2], [549_945, 549_945]);
    assert!(nodes[1..4].is_sorted_by(|a, b| a > b), "{nodes:?}");
    assert!(nodes[5] < nodes[4] / 2, "{nodes:?}");
    for row in &rows {
        let is_exact = row["name"] != "variable depth";
        assert_eq!(row["agrees"], if is_exact { Value::Bool(true) } else { Value::Null });
        assert!(row["time"].as_f64() > Some(0.0) && row["move"].is_string(), "{row}");
        assert_eq!(row["game"], "tictactoe");
    }
}

/// Connect Four has 7, 49, 343 and 2,401 lines of one to four plies.
#[test]
fn every_line_counts_in_minimax() {
    for (depth, expected) in [("1", 7), ("2", 56), ("3", 399), ("4", 2_800)] {
        let rows = rows(&["--game=cfour", "--depth", depth, "--threads=1"]);
        assert_eq!(numbers(&rows, "nodes")[..2], [expected, expected], "depth {depth}");
    }
}

/// The deepest search that fits is taken.
#[test]
fn nodes_bound_the_depth() {
    for (nodes, depth) in [("1", 1), ("398", 2), ("399", 3), ("2799", 3), ("2800", 4)] {
        let rows = rows(&["--game=cfour", "--nodes", nodes, "--threads=1"]);
        assert_eq!(numbers(&rows, "depth"), [depth; 7], "{nodes} nodes");
    }
}

/// Every search, in positions of all games. If there is an evaluation by hand, the
/// network comes at the end, and threads after it.
#[test]
fn all_games_have_equal_scores_where_they_must() {
    for (game, position, has_network) in [
        ("chess", "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6", false),
        ("chess", "startpos moves e2e4 d7d5", false),
        ("cfour", "4432", false),
        ("surakarta", "startpos", true),
        ("othello", "startpos moves d3", false),
        ("breakthrough", "startpos", false),
        ("ataxx", "startpos", false),
    ] {
        let depth = if game == "chess" || game == "surakarta" { "2" } else { "3" };
        let arguments = ["--threads", "2", "--depth", depth, "--game", game, position];
        let rows = rows(&arguments);
        let mut expected = STAGES.to_vec();
        expected.extend(has_network.then_some("network"));
        expected.push("2 threads");
        assert_eq!(names(&rows), expected, "{game}");
        let first = &rows[0];
        for row in rows.iter().filter(|row| !row["agrees"].is_null()) {
            assert_eq!(row["agrees"], true, "{row}");
            assert_eq!((&row["cp"], &row["mate"]), (&first["cp"], &first["mate"]), "{row}");
        }
    }
}

#[test]
fn every_row_follows_the_schema() {
    let schema = Schema::of("compare");
    let rows = [
        rows(&["--depth=2", "--threads=2"]),
        rows(&["--game=ttt", "--threads=1", "X.OX.XOO."]),
        rows(&["--game=surakarta", "--depth=1", "--threads=1"]),
    ];
    rows.iter().flatten().for_each(|row| schema.check(row));
    assert!(rows.iter().all(|rows| rows.len() >= 7));
}

/// Words need no quotes, and options may follow them.
#[test]
fn positions_are_texts_and_moves() {
    let mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let words: Vec<&str> = mate.split(' ').collect();
    let options = ["--depth", "2", "--threads", "1"];
    for arguments in [[&[mate], &options[..]].concat(), [&words[..], &options].concat()] {
        let rows = rows(&arguments);
        assert_eq!(numbers(&rows, "mate")[..6], [1; 6]);
        assert!(rows.iter().all(|row| row["move"] == "d1d8" && row["position"] == mate));
    }
}

#[test]
fn the_table_has_a_line_for_each_search() {
    let arguments = ["--game", "ttt", "--threads", "1", "X.OX.XOO."];
    let lines = table(&arguments);
    assert_eq!(lines.len(), 10, "{lines:#?}");
    assert!(lines[0].starts_with("tic-tac-toe to depth 3: "), "{lines:#?}");
    assert!(lines[1].ends_with("nodes  of last      time     score  move"), "{lines:#?}");
    for (line, name) in lines[2..9].iter().zip(STAGES) {
        assert!(line.trim_start_matches("+ ").starts_with(name), "{lines:#?}");
        assert!(line.ends_with("mate 1  b2"), "{lines:#?}");
    }
    assert!(lines[9].contains("may differ with: variable depth."), "{lines:#?}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_after_the_last_whole_search() {
    let mut engine = Engine::start_with(&["compare", "--depth", "40"]);
    let head = engine.line();
    assert!(head.starts_with("chess to depth 40: "), "{head}");
    shell::run(&format!("kill -INT {}", engine.id()));
    let remains = engine.remains();
    assert_eq!(remains.status.code(), Some(1), "{}", remains.errors);
    assert_eq!((remains.lines.len(), remains.errors.as_str()), (1, "error: interrupted\n"));
}

/// A game of somebody else, in a program of its own.
#[test]
fn another_game_is_compared_too() {
    /// The positions on all lines of this many plies, the root aside.
    fn tree(heaps: [u8; 3], depth: u32) -> i64 {
        if depth == 0 {
            return 0;
        }
        let mut count = 0;
        for heap in 0..3 {
            for stones in 0..heaps[heap] {
                let mut next = heaps;
                next[heap] = stones;
                count += 1 + tree(next, depth - 1);
            }
        }
        count
    }
    let nim = examples::build("nim");
    let rows = rows_of(&nim, &["--depth", "5", "--threads", "1"]);
    assert_eq!(names(&rows), STAGES);
    assert_eq!(numbers(&rows, "nodes")[..2], [tree([3, 4, 5], 5); 2]);
    for row in rows_of(&nim, &["1/1/2", "w", "--threads", "1"]) {
        let found = (&row["position"], &row["depth"], &row["mate"], &row["move"]);
        assert_eq!(found, (&json!("1/1/2 w"), &json!(4), &json!(2), &json!("c2")));
    }
}

/// Castling rights have the letters of their files in Chess960.
#[test]
fn options_and_presets_are_those_of_the_game() {
    let position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (arguments, expected) in [
        (&[][..], position),
        (&["--option", "UCI_Chess960=true"], "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"),
        (&["--game", "chess960"], "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"),
        (&["--game", "chess960", "--option", "UCI_Chess960=false"], position),
    ] {
        let usual = ["--depth", "1", "--threads", "1", position];
        let rows = rows(&[arguments, &usual].concat());
        assert!(rows.iter().all(|row| row["position"] == expected), "{arguments:?}: {rows:?}");
        assert!(rows.iter().all(|row| row["game"] == "chess" && row["agrees"] != false));
    }
}
