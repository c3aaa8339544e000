//! A running match, watched.

use crate::client::Board;
use crate::support::engine::PLYGLOT;
use crate::support::folder::Folder;
use crate::support::schema::Schema;
use crate::support::tool;
use serde_json::{Value, json};

#[test]
fn a_match_is_watched_from_its_first_move_to_its_last() {
    let folder = Folder::new("board_watch");
    let file = folder.file("live.json");
    // The board may be there before the match.
    let board = Board::start(&["--watch", &file]);
    assert_eq!(board.get("api/about").json()["watches"], true);
    let mut lines = board.follow("GET", "api/watch", &Value::Null);
    lines.wait_for("waiting");
    let command = format!(
        "match --game tictactoe --engine cmd={PLYGLOT} name=a nodes=100 --engine cmd={PLYGLOT} \
         name=b nodes=100 --rounds 1 --openings random plies=1 --live live.json --json games.json"
    );
    let ran = tool::plyglot(&folder, &command).output().expect("a match");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let head = lines.wait_for("match");
    assert_eq!(head["players"], json!(["a", "b"]));
    assert_eq!((&head["game"], &head["games"]), (&json!("tictactoe"), &json!(2)));
    let record = folder.read("games.json");
    for line in record.lines().skip(1) {
        let played: Value = serde_json::from_str(line).expect("a record");
        let begun = lines.wait_for("game");
        assert_eq!((&begun["number"], &begun["opening"]), (&played["number"], &played["opening"]));
        for m in played["moves"].as_array().expect("a list of moves") {
            let line = lines.next().expect("a move");
            assert_eq!([&line["type"], &line["move"]], [&json!("move"), &m["move"]]);
            assert_eq!((&line["cp"], &line["depth"]), (&m["cp"], &m["depth"]));
        }
        let end = lines.next().expect("an end");
        assert_eq!([&end["type"], &end["result"]], [&json!("end"), &played["result"]]);
    }
    lines.wait_for("over");
    // A later page sees everything as well.
    let mut late = board.follow("GET", "api/watch", &Value::Null);
    late.wait_for("match");
    late.wait_for("over");
    let schema = Schema::of("live");
    let told = folder.read("live.json");
    assert!(told.lines().count() > 12);
    for line in told.lines() {
        schema.check(&serde_json::from_str(line).expect("a line of JSON"));
    }
    assert!(!schema.describes(&json!({ "type": "move", "number": 0 })));
    // Another match in the same file begins anew.
    let ran = tool::plyglot(&folder, &command.replace("--json games.json", "")).output();
    assert!(ran.expect("a match").status.success());
    lines.wait_for("match");
    lines.wait_for("over");
}

#[test]
fn without_a_match_there_is_nothing_to_watch() {
    let board = Board::start(&[]);
    assert_eq!(board.get("api/watch").status, 404);
}

#[test]
fn another_file_is_no_match() {
    let folder = Folder::new("board_watch_other");
    folder.write("games.pgn", "[White \"A\"]\n\n1. e4 *\n");
    for name in ["games.pgn", ""] {
        let board = Board::start(&["--watch", &folder.file(name)]);
        let mut lines = board.follow("GET", "api/watch", &Value::Null);
        let error = lines.wait_for("error");
        assert!(error["error"].as_str().is_some_and(|error| !error.is_empty()), "{error}");
        assert!(lines.next().is_none());
    }
}
