//! Reports for machines: a JSON object each. `docs/analyse.schema.json` describes them.

use super::source::Subject;
use super::study::{GameReport, PlayedMove, PositionReport, Refusal, ScoredMove};
use super::text::written;
use crate::engine::{GameEntry, Value};
use crate::games::{Outcome, Side};
use serde_json::{Map, Value as Json, json};

/// A position with its best moves.
pub(super) fn position(report: &PositionReport, entry: &GameEntry) -> Json {
    let effort = report.effort;
    json!({
        "game": entry.name,
        "number": report.number,
        "id": report.id,
        "position": report.position,
        "side": side(report.side),
        "result": report.finished.map(result),
        "depth": effort.depth,
        "nodes": effort.nodes,
        "time": effort.time.as_secs_f64(),
        "moves": report.moves.iter().map(scored).collect::<Vec<_>>(),
    })
}

/// A game with each move beside the best one.
pub(super) fn game(report: &GameReport, entry: &GameEntry) -> Json {
    let tags: Map<String, Json> =
        report.tags.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let [first, second] = [Side::First, Side::Second].map(|side| report.accuracy(side));
    json!({
        "game": entry.name,
        "number": report.number,
        "tags": tags,
        "start": report.start,
        "accuracy": { "first": first, "second": second },
        "turning_point": report.turning_point(),
        "moves": report.moves.iter().map(played).collect::<Vec<_>>(),
    })
}

/// What could not be analysed, and why.
pub(super) fn refusal(subject: &Subject, number: usize, refusal: &Refusal) -> Json {
    let mut object = match subject {
        Subject::Position(line) => json!({ "number": line.number, "position": line.text }),
        Subject::Game(_) => json!({ "number": number }),
    };
    if let Refusal::NoPosition(error) = refusal {
        object["column"] = json!(error.at + 1);
    }
    object["error"] = json!(written(refusal));
    object
}

/// The score is `cp`, hundredths of a unit, or `mate`, moves to a forced end, as in UCI.
fn scored(m: &ScoredMove) -> Json {
    let mut object = json!({
        "move": m.name,
        "record": m.record,
        "depth": m.depth,
        "wdl": [m.wdl.win, m.wdl.draw, m.wdl.loss],
        "line": m.line,
    });
    match m.value {
        Value::Centi(centi) => object["cp"] = json!(centi),
        Value::End(plies) => object["mate"] = json!(Value::moves_of(plies)),
    }
    object
}

fn played(m: &PlayedMove) -> Json {
    json!({
        "side": side(m.side),
        "played": scored(&m.played),
        "best": scored(&m.best),
        "lost_points": m.lost_points(),
        "accuracy": m.accuracy(),
    })
}

fn side(side: Side) -> &'static str {
    ["first", "second"][side.index()]
}

fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "win",
        Outcome::Lost => "loss",
        Outcome::Drawn => "draw",
    }
}
