//! The common parts of all tools' JSON objects. `docs/tools.md`, section JSON, describes it.

use plyglot_core::game::{Outcome, Side, Wdl};
use plyglot_engine::Value;
use plyglot_support::statistics::Interval;
use serde::{Serialize, Serializer};
use std::time::Duration;

/// A score as UCI has it: `cp` and hundredths of a unit, or `mate` and the moves to a forced end.
pub fn uci_score(value: Value) -> (&'static str, i32) {
    match value {
        Value::Centi(centi) => ("cp", centi),
        Value::End(plies) => ("mate", Value::moves_of(plies)),
    }
}

/// A field that is flattened: a score, as [`uci_score`] has it.
pub fn score<S: Serializer>(value: &Value, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map([uci_score(*value)])
}

/// Wins, draws and losses per mille.
pub fn wdl<S: Serializer>(wdl: &Wdl, to: S) -> Result<S::Ok, S::Error> {
    [wdl.win, wdl.draw, wdl.loss].serialize(to)
}

pub fn side<S: Serializer>(side: &Side, to: S) -> Result<S::Ok, S::Error> {
    side.word().serialize(to)
}

/// A result for the side to move, if the game is over.
pub fn result<S: Serializer>(result: &Option<Outcome>, to: S) -> Result<S::Ok, S::Error> {
    result.map(result_word).serialize(to)
}

pub fn seconds<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
    time.as_secs_f64().serialize(to)
}

/// An estimate with its bounds. What is infinite is null.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct IntervalJson {
    estimate: f64,
    low: f64,
    high: f64,
}

impl From<Interval> for IntervalJson {
    fn from(Interval { estimate, low, high }: Interval) -> IntervalJson {
        IntervalJson { estimate, low, high }
    }
}

/// A result for the side to move, for machines.
pub fn result_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "win",
        Outcome::Lost => "loss",
        Outcome::Drawn => "draw",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_uci() {
        for (plies, moves) in [(1, 1), (2, 1), (5, 3), (0, 0), (-2, -1), (-4, -2)] {
            assert_eq!(uci_score(Value::End(plies)), ("mate", moves));
        }
        assert_eq!(uci_score(Value::Centi(-7)), ("cp", -7));
    }
}
