//! Reports for machines: a JSON object each. `docs/analyse.schema.json` describes them.

use super::study::{GameReport, PositionReport, RankedMove, ReviewedMove};
use crate::shared::accuracy;
use plyglot_command::json::{result_word, side_word, value_json};
use plyglot_core::game::Side;
use plyglot_engine::GameEntry;
use plyglot_records::Fault;
use serde_json::{Map, Value as Json, json};

/// A position with its best moves.
pub(super) fn position(report: &PositionReport, entry: &GameEntry) -> Json {
    let effort = report.effort;
    json!({
        "game": entry.info.name,
        "number": report.number,
        "id": report.id,
        "position": report.position,
        "side": side_word(report.side),
        "result": report.finished.map(result_word),
        "depth": effort.depth,
        "nodes": effort.nodes,
        "time": effort.time.as_secs_f64(),
        "moves": report.moves.iter().map(scored).collect::<Vec<_>>(),
    })
}

/// A game with each move beside the best one.
pub(super) fn game(report: &GameReport) -> Json {
    let tags: Map<String, Json> =
        report.tags.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let [first, second] = [Side::First, Side::Second].map(|side| report.accuracy(side));
    let fault =
        |fault: &Fault| json!({ "file_line": fault.line, "text": fault.mismatch.to_string() });
    json!({
        "game": report.entry.info.name,
        "number": report.number,
        "tags": tags,
        "start": report.start,
        "accuracy": { "first": first, "second": second },
        "turning_point": report.turning_point(),
        "complete": report.is_whole && !report.is_cut(),
        "faults": report.faults.iter().map(fault).collect::<Vec<_>>(),
        "moves": report.moves.iter().map(played).collect::<Vec<_>>(),
    })
}

fn scored(m: &RankedMove) -> Json {
    let mut object = json!({
        "move": m.name,
        "record": m.record,
        "depth": m.depth,
        "wdl": [m.wdl.win, m.wdl.draw, m.wdl.loss],
        "line": m.line,
    });
    value_json(&mut object, m.value);
    object
}

fn played(m: &ReviewedMove) -> Json {
    json!({
        "side": side_word(m.side),
        "played": scored(&m.played),
        "best": scored(&m.best),
        "lost_points": m.lost_points(),
        "accuracy": accuracy(m.lost_points()),
    })
}
