//! A line of JSON for each search.

use super::rows::{ComparedPosition, ComparisonRow};
use plyglot_command::json::value_json;
use serde_json::json;

/// A search as a JSON object: times in seconds, the score as `"cp": 35` or `"mate": 3`.
pub(super) fn line(subject: &ComparedPosition, row: &ComparisonRow) -> String {
    let ComparisonRow { stage, found, missed, .. } = row;
    let mut object = json!({
        "game": subject.game,
        "position": subject.position,
        "depth": subject.depth,
        "name": stage.name,
        "nodes": found.nodes,
        "time": found.time.as_secs_f64(),
        "move": found.best,
        "agrees": stage.is_exact.then_some(missed.is_none()),
    });
    value_json(&mut object, found.score.into());
    object.to_string()
}

#[cfg(test)]
mod tests {
    use super::super::rows::tests::{some_rows, subject};
    use super::*;
    use serde_json::Value;

    #[test]
    fn each_search_has_its_keys() {
        let (rows, subject) = (some_rows(), subject());
        let found: Vec<Value> = rows
            .iter()
            .map(|row| serde_json::from_str(&line(&subject, row)).expect("JSON"))
            .collect();
        let expected = json!({
            "game": "chess", "position": "FEN", "depth": 4, "cp": 31,
            "name": "minimax", "nodes": 5_000_000, "time": 1.5, "move": "e2e4", "agrees": true,
        });
        assert_eq!(found[0], expected);
        assert_eq!((&found[2]["cp"], &found[2]["agrees"]), (&json!(-5), &json!(false)));
        assert_eq!((&found[6]["mate"], &found[6]["agrees"]), (&json!(3), &Value::Null));
        assert_eq!(found[6].get("cp"), None);
    }
}
