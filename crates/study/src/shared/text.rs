//! Scores, moves and lines in readable form.

use plyglot_core::game::{Outcome, Picture, Side};
use plyglot_engine::{Engine, GameEntry, LegalMove, Value};

const MAX_LINE_MOVES: usize = 8;

/// Certain results by points lie beyond all evaluations: 30,010 centi-units are a win by ten points.
const CERTAIN: i32 = 30_000;
const MAX_POINTS: i32 = 500;

/// A score for the side that moves: in units, in points where they are certain, or the plies to a
/// forced end.
pub(crate) fn score(value: Value) -> String {
    match value {
        Value::Centi(centi) if (1..=MAX_POINTS).contains(&(centi.abs() - CERTAIN)) => {
            format!("{:+}", centi - CERTAIN * centi.signum())
        }
        Value::Centi(centi) => format!("{:+.2}", f64::from(centi) / 100.0),
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
    let winner = match outcome {
        Outcome::Drawn => return None,
        Outcome::Won => side,
        Outcome::Lost => !side,
    };
    Some(entry.info.sides[winner.index()])
}

/// The number of a move of `side`, from 1, in a position, after a move with its number and side, if
/// there is one; otherwise the position may tell it, as a FEN does. People count one more when the
/// first side moves after the second. Plies do not tell, as a side may pass or the second one begin.
pub fn number_after(before: Option<(usize, Side)>, side: Side, position: &str) -> usize {
    let is_next = |before| before == Side::Second && side == Side::First;
    match before {
        Some((number, before)) => number + usize::from(is_next(before)),
        None => {
            let last = position.split_whitespace().next_back();
            last.and_then(|word| word.parse().ok()).unwrap_or(1).max(1)
        }
    }
}

/// The moves of a line in their form for people, up to the first that is not legal. `rules` are
/// at the position before it.
pub fn shown_line(mut rules: Box<dyn Engine>, line: &[String]) -> Vec<String> {
    let mut shown = |name: &String| {
        let m = rules.legal_move(name).ok()?;
        rules.push(&m.name).ok()?;
        Some(m.shown().to_owned())
    };
    line.iter().map_while(&mut shown).collect()
}

/// The cells that a move changed beside those that it left and entered.
pub fn changed_cells(m: &LegalMove, before: &Picture, after: &Picture) -> Vec<usize> {
    let own = [m.cells.from, m.cells.to];
    let cells = before.cells.iter().zip(&after.cells).enumerate();
    let changed = cells.filter(|(_, (a, b))| a != b).map(|(cell, _)| cell);
    changed.filter(|&cell| !own.contains(&Some(cell))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{First, Second};

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
    }

    #[test]
    fn texts_are_for_reading() {
        assert_eq!([0.0, 0.345, 1.0].map(chance), ["0 %", "34 %", "100 %"]);
        let moves: Vec<String> = (0..12).map(|i| i.to_string()).collect();
        assert_eq!([line(&moves), line(&moves[..2])], ["0 1 2 3 4 5 6 7 ...", "0 1"]);
        assert_eq!(["e4", "e4 ..."].map(|text| ended(text.to_owned())), ["e4.", "e4 ..."]);
    }

    #[test]
    fn moves_are_counted_by_turns_and_not_by_plies() {
        for (sides, number) in [
            (&[First][..], 1),
            (&[First, Second], 1),
            (&[First, Second, First], 2),
            (&[Second], 1),
            (&[Second, First], 2),
            // The second side passes, then the first one does.
            (&[First, First, Second], 1),
            (&[First, Second, Second, First], 2),
        ] {
            let next = |before, &side| Some((number_after(before, side, "4/4 w"), side));
            let last = sides.iter().fold(None, next);
            assert_eq!(last.map(|(number, _)| number), Some(number), "{sides:?}");
        }
        assert_eq!(number_after(None, Second, "4k3/8/8/8/8/8/8/4K3 b - - 3 45"), 45);
    }
}
