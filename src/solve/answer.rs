//! What is printed for one position.

use crate::engine::{Solution, SolvedValue};
use crate::games::{Exact, Outcome, TextError};
use crate::text::plain;
use serde_json::{Value, json};

/// The line of a position: itself, its worth, and that of its moves if `all`.
pub(super) fn text(position: &str, solution: &Solution, all: bool) -> String {
    let value = solution.worth.as_ref().map(|value| worth(value, ' '));
    let value = value.unwrap_or_else(|| result(solution.outcome).to_owned());
    let mut line = format!("{}\t{value}", plain(position));
    if all {
        let moves = solution.moves.iter().map(|(name, w)| format!("{name}={}", worth(w, ':')));
        line.push('\t');
        line.push_str(&moves.collect::<Vec<_>>().join(" "));
    }
    line
}

/// The line in place of a position's worth where there is none.
pub(super) fn error(position: &str, error: &TextError) -> String {
    format!("{}\terror: column {}: {error}", plain(position), error.at + 1)
}

fn worth(worth: &SolvedValue, between: char) -> String {
    match (worth.score, worth.value) {
        (Some(score), _) => score.to_string(),
        (None, Exact::Win(plies)) => format!("win{between}{plies}"),
        (None, Exact::Loss(plies)) => format!("loss{between}{plies}"),
        (None, Exact::Draw) => "draw".to_owned(),
        (None, Exact::WinBy(points)) => format!("+{points}"),
        (None, Exact::LossBy(points)) => format!("-{points}"),
    }
}

/// The same as [`text`], and what it took, as a JSON object.
pub(super) fn json(position: &str, solution: &Solution, all: bool) -> String {
    let mut object = match &solution.worth {
        Some(worth) => json_worth(worth),
        None => json!({ "score": null, "result": result(solution.outcome), "plies": null }),
    };
    object["position"] = json!(position);
    object["nodes"] = json!(solution.nodes);
    object["time"] = json!(solution.time.as_secs_f64());
    if all {
        let moves = solution.moves.iter().map(|(name, worth)| {
            let mut object = json_worth(worth);
            object["move"] = json!(name);
            object
        });
        object["moves"] = moves.collect();
    }
    object.to_string()
}

/// The same as [`error`], as a JSON object.
pub(super) fn json_error(position: &str, error: &TextError) -> String {
    json!({ "position": position, "column": error.at + 1, "error": error.to_string() }).to_string()
}

fn json_worth(worth: &SolvedValue) -> Value {
    let plies = match worth.value {
        Exact::Win(plies) | Exact::Loss(plies) => Some(plies),
        Exact::Draw | Exact::WinBy(_) | Exact::LossBy(_) => None,
    };
    json!({ "score": worth.score, "result": result(worth.value.outcome()), "plies": plies })
}

fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "win",
        Outcome::Lost => "loss",
        Outcome::Drawn => "draw",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn solution(score: Option<i32>) -> Solution {
        let worth = |value| SolvedValue { value, score };
        Solution {
            outcome: Outcome::Won,
            worth: Some(worth(Exact::Win(3))),
            moves: vec![
                ("a".to_owned(), worth(Exact::Draw)),
                ("b".to_owned(), worth(Exact::Loss(4))),
            ],
            nodes: 7,
            time: Duration::from_millis(500),
        }
    }

    #[test]
    fn the_scale_of_the_literature_comes_first() {
        assert_eq!(text("x", &solution(Some(-2)), true), "x\t-2\ta=-2 b=-2");
        assert_eq!(text("x", &solution(None), true), "x\twin 3\ta=draw b=loss:4");
        assert_eq!(text("x\ty", &solution(None), false), "x y\twin 3");
        let by_points =
            |value| Solution { worth: Some(SolvedValue { value, score: None }), ..solution(None) };
        assert_eq!(text("x", &by_points(Exact::WinBy(8)), false), "x\t+8");
        assert_eq!(text("x", &by_points(Exact::LossBy(10)), false), "x\t-10");
    }

    #[test]
    fn a_result_alone_is_a_word() {
        let lost =
            Solution { outcome: Outcome::Lost, worth: None, moves: vec![], ..solution(None) };
        assert_eq!(text("x", &lost, false), "x\tloss");
        let expected = json!({
            "position": "x", "score": null, "result": "loss", "plies": null, "nodes": 7, "time": 0.5,
        });
        let found: Value = serde_json::from_str(&json("x", &lost, false)).unwrap();
        assert_eq!(found, expected);
    }

    #[test]
    fn json_has_every_field() {
        let expected = json!({
            "position": "x\ty", "score": 2, "result": "win", "plies": 3, "nodes": 7, "time": 0.5,
            "moves": [
                { "move": "a", "score": 2, "result": "draw", "plies": null },
                { "move": "b", "score": 2, "result": "loss", "plies": 4 },
            ],
        });
        let found: Value = serde_json::from_str(&json("x\ty", &solution(Some(2)), true)).unwrap();
        assert_eq!(found, expected);
        assert!(!json("x", &solution(None), false).contains("moves"));
    }
}
