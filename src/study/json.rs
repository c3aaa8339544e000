//! Scores and results for machines.

use crate::engine::Value;
use crate::games::{Outcome, Side};
use serde_json::{Value as Json, json};

/// Adds a score to an object: `cp`, hundredths of a unit, or `mate`, moves to a forced end,
/// as in UCI.
pub(crate) fn value_json(object: &mut Json, value: Value) {
    match value {
        Value::Centi(centi) => object["cp"] = json!(centi),
        Value::End(plies) => object["mate"] = json!(Value::moves_of(plies)),
    }
}

/// A side, for machines.
pub(crate) fn side_word(side: Side) -> &'static str {
    ["first", "second"][side.index()]
}

/// A result for the side to move, for machines.
pub(crate) fn result_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "win",
        Outcome::Lost => "loss",
        Outcome::Drawn => "draw",
    }
}
