//! `plyglot solve` as a user meets it.

use crate::support::engine::Engine;
use crate::support::folder::Folder;
use crate::support::noughts::{Board, children, of_move, open_positions, rank};
use crate::support::schema::Schema;
use crate::support::shell;
use crate::support::solve::{errors, lines, objects, solve};
use serde_json::Value;
use std::fmt::Write as _;

fn text(value: i32, between: char) -> String {
    match value {
        0 => "draw".to_owned(),
        n if n > 0 => format!("win{between}{n}"),
        n => format!("loss{between}{}", -n),
    }
}

/// The line that brute force finds for a position.
fn expected(board: &Board) -> String {
    let mut moves: Vec<(String, i32)> = children(board)
        .map(|(i, child)| {
            let name = format!("{}{}", ["a", "b", "c"][i % 3], 3 - i / 3);
            (name, of_move(&child))
        })
        .collect();
    moves.sort();
    let best = moves.iter().map(|&(_, v)| v).max_by_key(|&v| rank(v)).expect("a move");
    let position: String = board.iter().collect();
    let moves: Vec<String> = moves.iter().map(|(m, v)| format!("{m}={}", text(*v, ':'))).collect();
    format!("{position}\t{}\t{}", text(best, ' '), moves.join(" "))
}

#[test]
fn every_move_of_every_tic_tac_toe_position_has_its_value() {
    let positions = open_positions();
    let input = positions.iter().fold(String::new(), |mut input, board| {
        let _ = writeln!(input, "{}", board.iter().collect::<String>());
        input
    });
    let output = solve(&["--game", "tictactoe", "--all"], input.as_bytes());
    assert!(output.status.success(), "{}", errors(&output));
    let found = lines(&output);
    assert_eq!(found.len(), 4520);
    for (line, board) in found.iter().zip(&positions) {
        assert!(line.starts_with(&(expected(board) + "\t5478 positions: ")), "{line}");
    }
    let summary = errors(&output);
    assert!(summary.starts_with("4520 positions, 0 errors, mean time "), "{summary}");
}

#[test]
fn all_positions_that_can_come_are_counted() {
    let schema = Schema::of("solve");
    let words = ["--game", "ttt", "--table", "--json", "--all", "startpos", "X.OX.XOO."];
    let output = solve(&words, b"");
    assert!(output.status.success(), "{}", errors(&output));
    let found = objects(&output);
    found.iter().for_each(|object| schema.check(object));
    let [start, later] = &found[..] else { panic!("{found:?}") };
    // The numbers are those of every textbook: with the empty board, both sides to move.
    assert_eq!(start["table"]["positions"], 5478);
    assert_eq!((&start["result"], &start["plies"]), (&Value::from("draw"), &Value::Null));
    assert_eq!(start["table"]["line"].as_array().map(Vec::len), Some(9));
    assert_eq!((&later["result"], &later["plies"]), (&Value::from("win"), &Value::from(1)));
    // The table of the first position also has the second.
    assert_eq!(later["table"]["positions"], 5478);

    let output = solve(&["--game", "ttt", "--table", "startpos"], b"");
    let lines = lines(&output);
    assert!(lines[0].starts_with("startpos\tdraw\t5478 positions: "), "{lines:?}");
}

#[test]
fn tables_of_pieces_are_kept_and_used_again() {
    let schema = Schema::of("solve");
    let folder = Folder::new("tables_of_pieces");
    let path = folder.file("");
    let words = ["--game", "chess", "--table", "--json", "--folder", &path, "KR:K"];
    let file = "chess_KRvK_00000001.ending";
    let figures = || {
        let output = solve(&words, b"");
        assert!(output.status.success(), "{}", errors(&output));
        let found = objects(&output);
        found.iter().for_each(|object| schema.check(object));
        found[0].clone()
    };
    let first = figures();
    assert_eq!(first["made"], serde_json::json!(["KR:K"]));
    assert_eq!((&first["first"]["won"], &first["longest"]["plies"]), (&175_168.into(), &31.into()));
    let mut bytes = folder.bytes(file);
    let again = figures();
    assert_eq!((&again["made"], &again["first"]), (&serde_json::json!([]), &first["first"]));
    // A damaged file is made again.
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    folder.write(file, &bytes);
    let again = figures();
    assert_eq!((&again["made"], &again["first"]), (&first["made"], &first["first"]));
    // What is no table stays.
    folder.write(file, "a letter");
    let output = solve(&words, b"");
    assert_eq!(output.status.code(), Some(1));
    let answer = &lines(&output)[0];
    assert!(answer.contains("something other than a table of an ending"), "{answer}");
    assert_eq!(folder.read(file), "a letter");
}

#[test]
fn tables_of_pieces_are_forgotten_when_all_is_to_be_cold() {
    let words = ["--game", "chess", "--table", "--json", "KR:K", "KR:K"];
    for (options, made) in [(&[][..], [1, 0]), (&["--cold"], [1, 1])] {
        let found = objects(&solve(&[&words[..], options].concat(), b""));
        let found = found.iter().map(|object| object["made"].as_array().map(Vec::len));
        assert!(found.eq(made.map(Some)), "{options:?}");
    }
}

#[test]
fn an_invalid_position_gets_an_error_and_the_rest_is_solved() {
    let mut input = b"startpos\nXX\xFF......\n\n".to_vec();
    input.extend(std::iter::repeat_n(b'x', 1 << 20));
    input.extend(b"\nstartpos moves 4 4\nXXXOO....\r\nX.OX.XOO.");
    let output = solve(&["--game", "ttt"], &input);
    assert_eq!(output.status.code(), Some(1));
    let found = lines(&output);
    let parts = ["\tdraw\t", "found '\u{FFFD}......'", "found the end", "...'", "found '4'"];
    for (line, part) in found.iter().zip(parts) {
        assert!(line.contains(part), "{:?} for {part}", &line[line.len().saturating_sub(200)..]);
    }
    assert!(found[1].starts_with("XX\u{FFFD}......\terror: column 3: expected nine cells"));
    assert!(found[4].starts_with("startpos moves 4 4\terror: column 18: "), "{}", found[4]);
    assert!(found[5].starts_with("XXXOO....\tloss 0\t"), "{}", found[5]);
    assert!(found[6].starts_with("X.OX.XOO.\twin 1\t"), "{}", found[6]);
    assert!(errors(&output).starts_with("3 positions, 4 errors, "), "{}", errors(&output));
}

#[test]
fn json_output_has_the_same_values_as_text() {
    let output = solve(&["--game=ttt", "--json", "--all"], b"XO.......\nstartpos\n\"\n");
    let found = objects(&output);
    let [first, second, third] = &found[..] else { panic!("{found:?}") };
    let position = "Pp1/3/3[PPPPppp] w - - 0 2";
    assert_eq!((&first["position"], &first["side"]), (&position.into(), &"first".into()));
    assert_eq!((&first["game"], &first["number"]), (&"tictactoe".into(), &1.into()));
    assert_eq!((&first["result"], &first["plies"]), (&"win".into(), &5.into()));
    assert!(first["nodes"].as_u64() > Some(0) && first["time"].as_f64() > Some(0.0), "{first}");
    let moves = first["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 7);
    assert_eq!((&moves[0]["move"], &moves[0]["record"]), (&"P@a1".into(), &"a1".into()));
    assert_eq!((&second["result"], &second["plies"]), (&"draw".into(), &Value::Null));
    assert_eq!((&third["position"], &third["column"]), (&"\"".into(), &1.into()));
    assert_eq!((&second["number"], &third["number"]), (&2.into(), &3.into()));
}

/// Also of games that are over, of bare results, and of errors.
#[test]
fn all_answers_follow_the_schema() {
    let schema = Schema::of("solve");
    for (game, input) in [
        ("tictactoe", "startpos moves 4\nXXXOO....\nXX\n\n"),
        ("cfour", "4465357172\nmoves d1 d2 88\n1212121\n"),
        ("surakarta", "6/6/6/6/2p3/P5 b - - 0 1\n6/6/6/6/6/P5 b - - 0 1\nstartpos\n"),
        ("flipello", "PPPPPPPp/PPPPPPP1/8/8/8/8/8/8 b - - 0 1\nPPPP4/8/8/8/8/8/8/8 b - - 0 1\nx\n"),
    ] {
        let (mut open, mut errors) = (0, 0);
        for options in [&[][..], &["--all"], &["--wld"]] {
            let arguments = [&["--json", "--game", game], options].concat();
            let found = objects(&solve(&arguments, input.as_bytes()));
            assert_eq!(found.len(), input.lines().count(), "{game}");
            for (number, object) in (1..).zip(&found) {
                schema.check(object);
                assert_eq!(object["number"], number, "{object}");
                open += usize::from(object["plies"].as_u64() > Some(0) || object["score"] != 0);
                errors += usize::from(object["error"].is_string());
                let has_moves = object["error"].is_null() && options == ["--all"];
                assert_eq!(object["moves"].is_array(), has_moves, "{object}");
            }
        }
        assert!(open > 0 && errors > 0, "{game}");
    }
}

#[test]
fn node_counts_are_the_same_in_every_run() {
    let nodes = |arguments: &[&str]| {
        let arguments = [&["--game", "cfour", "--json"], arguments].concat();
        let output = solve(&arguments, b"22645711176526\n22645711176526\n");
        let nodes = |object: &Value| object["nodes"].as_u64().expect("a number");
        objects(&output).iter().map(nodes).collect::<Vec<_>>()
    };
    let cold = nodes(&["--cold", "--hash", "1", "--no-book", "--threads", "1"]);
    assert_eq!(cold[0], cold[1]);
    assert_eq!(cold, nodes(&["--cold", "--hash", "1"]));
}

#[test]
fn lines_are_answered_as_they_come() {
    let mut engine = Engine::start_with(&["solve"]);
    engine.send("2252576253462244111563365343671351441");
    engine.expect("2252576253462244111563365343671351441\t-1");
    engine.send("startpos");
    engine.expect("startpos\t1");
    let remains = engine.finish();
    remains.check_good();
    assert!(remains.errors.starts_with("2 positions, 0 errors, "), "{}", remains.errors);
}

/// Also while it waits for a line.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_with_the_totals() {
    let mut engine = Engine::start_with(&["solve"]);
    engine.send("startpos");
    engine.expect("startpos\t1");
    shell::run(&format!("kill -INT {}", engine.id()));
    let remains = engine.remains();
    remains.check_good();
    assert!(remains.errors.starts_with("1 position, 0 errors, "), "{}", remains.errors);
}
