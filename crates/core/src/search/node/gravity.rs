//! Running averages of bounded size: the nearer an entry is to its bound, the less it moves
//! (history with gravity, chessprogramming.org "History Heuristic").

/// Moves an entry by `bonus`, less as it nears its bound `MAX`.
pub(super) fn update<const MAX: i32>(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / MAX) as i16;
}
