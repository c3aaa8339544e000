//! The numbers of moves.

use plyglot_core::game::Side;

/// Whether a move of `side` after one of `before` has the next number, as people count: when the
/// first side moves after the second. Plies do not tell, as a side may pass or the second one
/// begin.
fn is_next_number(before: Side, side: Side) -> bool {
    before == Side::Second && side == Side::First
}

/// The number of a move of `side`, from 1, after a move with its number and side, if there is one.
pub fn number_after(before: Option<(usize, Side)>, side: Side) -> usize {
    before.map_or(1, |(number, before)| number + usize::from(is_next_number(before, side)))
}

/// The number of a move, from the sides that made it and all before it.
pub(crate) fn move_number(sides: impl IntoIterator<Item = Side>) -> usize {
    let next = |before, side| Some((number_after(before, side), side));
    sides.into_iter().fold(None, next).map_or(1, |(number, _)| number)
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
            assert_eq!(move_number(sides.iter().copied()), number, "{sides:?}");
        }
    }
}
