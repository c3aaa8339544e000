//! A move beside the best one of its position.

use plyglot_core::game::Wdl;
use plyglot_engine::{GoLimits, SearchInfo};

/// The share of a point from which on a move is called a mistake: the bound of Lichess for
/// an inaccuracy.
pub(crate) const NOTABLE: f64 = 0.05;

/// A move and the best one of its position, which say what it cost.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MoveCost {
    pub played: SearchInfo,
    pub best: SearchInfo,
}

/// Searches a position for its best move, and `name` alone by the same limits if it is
/// another. `search` gives the first line of a search. `None` if there is none, as in a
/// game that is over.
///
/// # Errors
/// Those of `search`.
pub(crate) fn cost_of<E>(
    name: &str,
    limits: &GoLimits,
    mut search: impl FnMut(&GoLimits) -> Result<Option<SearchInfo>, E>,
) -> Result<Option<MoveCost>, E> {
    let Some(best) = search(limits)? else { return Ok(None) };
    if best.pv.first().is_some_and(|first| first == name) {
        return Ok(Some(MoveCost { played: best.clone(), best }));
    }
    let alone = GoLimits { moves: vec![name.to_owned()], ..limits.clone() };
    Ok(search(&alone)?.map(|played| MoveCost { played, best }))
}

/// The points that a move cost, from 0 to 1.
pub(crate) fn lost_points(best: Wdl, played: Wdl) -> f64 {
    (best.points() - played.points()).max(0.0)
}

/// The place of the move that cost most, the first of several; `None` if none cost
/// anything.
pub(crate) fn turning_point(lost_points: impl IntoIterator<Item = f64>) -> Option<usize> {
    let costly = lost_points.into_iter().enumerate().filter(|&(_, lost)| lost > 0.0);
    // Not `max_by`, which finds the last of several.
    costly.reduce(|most, next| if next.1 > most.1 { next } else { most }).map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::search::Bound;
    use plyglot_engine::Value;
    use std::convert::Infallible;
    use std::time::Duration;

    fn line(name: &str) -> SearchInfo {
        SearchInfo {
            depth: 1,
            seldepth: 1,
            rank: 1,
            value: Value::Centi(0),
            bound: Bound::Exact,
            wdl: Wdl::DRAW,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            tbhits: 0,
            pv: vec![name.to_owned()],
        }
    }

    /// The cost of a move beside `a`, the best one, and how many searches it took.
    fn found(name: &str) -> (Option<MoveCost>, usize) {
        let mut count = 0;
        let search = |limits: &GoLimits| {
            count += 1;
            let first = limits.moves.first().map_or("a", String::as_str);
            Ok::<_, Infallible>((name != "none").then(|| line(first)))
        };
        let Ok(cost) = cost_of(name, &GoLimits::default(), search);
        (cost, count)
    }

    #[test]
    fn another_move_than_the_best_is_searched_alone() {
        let expected = |played: &str| Some(MoveCost { played: line(played), best: line("a") });
        assert_eq!(found("a"), (expected("a"), 1));
        assert_eq!(found("b"), (expected("b"), 2));
        assert_eq!(found("none"), (None, 1));
    }

    #[test]
    fn a_game_turns_where_most_was_lost_first() {
        assert_eq!(turning_point([0.1, 0.5, 0.0, 0.5]), Some(1));
        assert_eq!(turning_point([0.0, 0.0]), None);
        assert_eq!(turning_point([]), None);
    }

    #[test]
    fn a_better_move_than_the_best_costs_nothing() {
        assert_eq!(lost_points(Wdl::WIN, Wdl::DRAW), 0.5);
        assert_eq!(lost_points(Wdl::DRAW, Wdl::WIN), 0.0);
    }
}
