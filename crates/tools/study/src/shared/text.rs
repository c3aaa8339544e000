//! Scores, moves and lines in readable form.

use plyglot_core::game::{GameResult, Outcome, Side};
use plyglot_engine::{GameEntry, Value};

const MAX_LINE_MOVES: usize = 8;

/// A score for the side that moves: in units, in points where they are certain, or the plies to a
/// forced end.
pub(crate) fn score(value: Value) -> String {
    match value {
        Value::Centi(centi) => Value::text_of(centi),
        Value::End(plies) if plies > 0 => format!("win {plies}"),
        Value::End(plies) => format!("loss {}", -plies),
    }
}

/// A share of a point in percent, without decimals.
pub(crate) fn chance(points: f64) -> String {
    format!("{:.0} %", 100.0 * points)
}

pub(crate) fn line(moves: &[String]) -> String {
    let dots = if moves.len() > MAX_LINE_MOVES { " ..." } else { "" };
    format!("{}{dots}", moves[..moves.len().min(MAX_LINE_MOVES)].join(" "))
}

/// A sentence with its full stop, unless it ends in dots.
pub(crate) fn ended(mut sentence: String) -> String {
    if !sentence.ends_with('.') {
        sentence.push('.');
    }
    sentence
}

/// The name of the side that has won, if this is the outcome for `side`; `None` for a draw.
pub(crate) fn winner(outcome: Outcome, side: Side, entry: &GameEntry) -> Option<&'static str> {
    let winner = GameResult::from_outcome(outcome, side).winner()?;
    Some(entry.info.sides[winner])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_in_units_or_plies() {
        for (value, expected) in [
            (Value::Centi(34), "+0.34"),
            (Value::Centi(-250), "-2.50"),
            (Value::Centi(-30_010), "-10"),
            (Value::Centi(30_064), "+64"),
            (Value::Centi(30_000), "+300.00"),
            (Value::End(5), "win 5"),
            (Value::End(-4), "loss 4"),
            (Value::End(0), "loss 0"),
        ] {
            assert_eq!(score(value), expected);
        }
        assert_eq!([-30_010, 30_064, 30_000, 34].map(Value::units_of), [-10.0, 64.0, 300.0, 0.34]);
    }

    #[test]
    fn texts_are_for_reading() {
        assert_eq!([0.0, 0.345, 1.0].map(chance), ["0 %", "34 %", "100 %"]);
        let moves: Vec<String> = (0..12).map(|i| i.to_string()).collect();
        assert_eq!([line(&moves), line(&moves[..2])], ["0 1 2 3 4 5 6 7 ...", "0 1"]);
        assert_eq!(["e4", "e4 ..."].map(|text| ended(text.to_owned())), ["e4.", "e4 ..."]);
    }
}
