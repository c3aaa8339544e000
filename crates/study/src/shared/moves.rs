//! Moves of a game: their numbers, their form for people, and what they change.

use plyglot_core::game::{Picture, Side};
use plyglot_engine::{Engine, LegalMove};

/// The number of a move of `side`, from 1, after a move with its number and side, if there is one.
/// People count one more when the first side moves after the second. Plies do not tell, as a side
/// may pass or the second one begin.
pub fn number_after(before: Option<(usize, Side)>, side: Side) -> usize {
    let is_next = |before| before == Side::Second && side == Side::First;
    before.map_or(1, |(number, before)| number + usize::from(is_next(before)))
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
            let next = |before, &side| Some((number_after(before, side), side));
            let last = sides.iter().fold(None, next);
            assert_eq!(last.map(|(number, _)| number), Some(number), "{sides:?}");
        }
    }
}
