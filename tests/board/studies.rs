//! The costs of moves, and explanations.

use crate::client::Board;
use serde_json::{Value, json};

/// Marks and accuracies are those of Lichess's bounds and formula.
#[test]
fn a_game_is_reviewed() {
    let board = Board::start(&[]);
    let step = |side: &str, best: [u16; 3], played: [u16; 3]| json!({ "side": side, "best": best, "played": played });
    let moves = [
        step("first", [500, 0, 500], [500, 0, 500]),
        step("second", [500, 0, 500], [440, 0, 560]),
        step("first", [0, 1000, 0], [0, 0, 1000]),
    ];
    let found = board.post("api/review", &json!({ "moves": moves })).json();
    let marks: Vec<&Value> =
        found["moves"].as_array().unwrap().iter().map(|m| &m["mark"]).collect();
    assert_eq!(marks, ["", "?!", "??"]);
    assert_eq!([&found["turning_point"], &found["largest_mistake"]], [2, 2]);
    // Losses of 0 and 0.5, and of 0.06 points: 100 %, 8.5 % and 76.3 % by the formula.
    let accuracy = |i: usize| (found["accuracy"][i].as_f64().unwrap() * 1000.0).round();
    assert_eq!([accuracy(0), accuracy(1)], [543.0, 763.0]);
    for wrong in
        [json!({}), json!({ "moves": [{ "side": "first", "best": [1, 2], "played": [] }] })]
    {
        assert_eq!(board.post("api/review", &wrong).status, 400, "{wrong}");
    }
}

/// The move that leads to fool's mate.
#[test]
fn a_move_is_explained() {
    let board = Board::start(&[]);
    let asked =
        json!({ "game": "chess", "moves": ["f2f3", "e7e5"], "wanted": "g2g4", "movetime": 500 });
    let lines = board.post("api/explain", &asked).lines();
    let [found] = &lines[..] else { panic!("one line: {lines:?}") };
    assert_eq!(found["error"], Value::Null);
    let sentences = found["sentences"].as_array().expect("sentences");
    // How bad it is depends on how far a search comes in this time.
    let place = sentences.iter().position(|s| s["lines"][0][0] == "g2g4");
    let place = place.unwrap_or_else(|| panic!("{sentences:?}"));
    assert!(sentences[place]["text"].as_str().is_some_and(|text| text.starts_with("g4 ")));
    assert_eq!(found["shown"][place][0][0], "g4");
    let wrong = json!({ "game": "chess", "moves": [], "wanted": "e2e5" });
    let lines = board.post("api/explain", &wrong).lines();
    assert!(lines[0]["error"].as_str().is_some_and(|text| text.contains("e2e5")), "{lines:?}");
}

/// Scholar's mate: the threat, and the move that overlooks it.
#[test]
fn threats_and_reasons_for_marks_are_told() {
    let board = Board::start(&[]);
    let moves = ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5"];
    let ask = |more: Value| {
        let mut asked = json!({ "game": "chess", "moves": moves, "movetime": 500 });
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        board.post("api/explain", &asked)
    };
    let found = &ask(json!({ "about": "threat" })).lines()[0];
    let text = "White threatens to win at once: Qxf7#, checkmate.";
    assert_eq!((&found["text"], &found["move"]["name"]), (&json!(text), &json!("h5f7")));
    let found = &ask(json!({ "about": "mark", "wanted": "g8f6" })).lines()[0];
    let text = "Nf6 loses to the next move: Nf6 Qxf7#, checkmate.";
    assert_eq!((&found["mark"], &found["sentence"]["text"]), (&json!("??"), &json!(text)));
    let over = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let found = &ask(json!({ "about": "threat", "moves": over })).lines()[0];
    assert_eq!((&found["text"], &found["move"]), (&json!("The game is over."), &Value::Null));
    for wrong in [json!({ "about": "all" }), json!({ "about": "mark" })] {
        assert_eq!(ask(wrong).status, 400);
    }
}
