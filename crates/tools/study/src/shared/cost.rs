//! A move compared with the best one of its position, and what its searches took.

use plyglot_command::json;
use plyglot_core::game::{Side, Wdl};
use plyglot_engine::{GoLimits, SearchInfo};
use serde::Serialize;
use std::cmp::Ordering;
use std::time::Duration;

/// The share of a point from which on a move is called a mistake: the bound of Lichess for
/// an inaccuracy.
pub(crate) const NOTABLE: f64 = 0.05;

/// The shares of a point that a move must cost for its marks: the bounds of Lichess.
const MARKS: [(f64, &str); 3] = [(0.15, "??"), (0.10, "?"), (NOTABLE, "?!")];

/// A move and the best one of its position, which say what it cost.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MoveCost {
    pub played: SearchInfo,
    pub best: SearchInfo,
}

/// Searches a position for its best move, and `name` alone by the same limits if it is
/// another. `search` gives the first line of a search. `None` if there is none, as in a
/// game that is over.
pub(crate) fn cost_of<E>(
    name: &str,
    limits: &GoLimits,
    mut search: impl FnMut(&GoLimits) -> Result<Option<SearchInfo>, E>,
) -> Result<Option<MoveCost>, E> {
    let Some(best) = search(limits)? else { return Ok(None) };
    if best.pv.first().is_some_and(|first| first == name) {
        return Ok(Some(MoveCost { played: best.clone(), best }));
    }
    let alone = GoLimits { moves: Some(vec![name.to_owned()]), ..limits.clone() };
    Ok(search(&alone)?.map(|played| MoveCost { played, best }))
}

pub(crate) fn lost_points(best: Wdl, played: Wdl) -> f64 {
    f64::from((half_thousandths(best) - half_thousandths(played)).max(0)) / 2000.0
}

/// The points in whole half thousandths, so that a loss of just a tenth of a point is one.
fn half_thousandths(wdl: Wdl) -> i32 {
    2 * i32::from(wdl.win) + i32::from(wdl.draw)
}

/// The mark of a move that cost these points: `?!`, `?`, `??`, or nothing.
pub(crate) fn mark(lost_points: f64) -> &'static str {
    let reached = MARKS.iter().find(|(bound, _)| lost_points >= *bound);
    reached.map_or("", |&(_, mark)| mark)
}

/// How near a move that cost these points comes to the best one, from 0 to 1: the curve of
/// Lichess (lichess.org "Accuracy"), which a loss of half a point takes to about 0.1.
pub(crate) fn accuracy(lost_points: f64) -> f64 {
    let percent = 103.1668 * (-0.04354 * 100.0 * lost_points).exp() - 3.1669;
    percent.clamp(0.0, 100.0) / 100.0
}

/// The mean of the accuracies of moves; `None` without any.
fn mean_accuracy(lost_points: &[f64]) -> Option<f64> {
    let sum: f64 = lost_points.iter().map(|&lost| accuracy(lost)).sum();
    if lost_points.is_empty() { None } else { Some(sum / lost_points.len() as f64) }
}

/// The points above half from which on a side leads: what a blunder costs.
const LEAD: f64 = MARKS[0].0;

/// Whether a side with these chances leads (`Greater`), or the other one (`Less`).
fn standing(wdl: Wdl) -> Ordering {
    let ahead = wdl.points() - 0.5;
    if ahead.abs() < LEAD { Ordering::Equal } else { ahead.total_cmp(&0.0) }
}

pub(crate) fn leads(wdl: Wdl) -> bool {
    standing(wdl) == Ordering::Greater
}

/// Whether a move leaves its side no worse off than the best one does: ahead, or level. One that
/// costs less than a blunder keeps the result, too.
pub(crate) fn keeps_result(best: Wdl, played: Wdl) -> bool {
    standing(played) >= standing(best) || lost_points(best, played) < LEAD
}

fn leader(side: Side, wdl: Wdl) -> Option<Side> {
    match standing(wdl) {
        Ordering::Equal => None,
        Ordering::Greater => Some(side),
        Ordering::Less => Some(!side),
    }
}

/// The index of the last move after which another side led than before, or a side for the first
/// time; `None` if none ever did, or the same one from the first position on.
fn turning_point(moves: &[MoveChances]) -> Option<usize> {
    let first = moves.first()?;
    let mut last = leader(first.side, first.best);
    let mut turn = None;
    for (index, m) in moves.iter().enumerate() {
        let leads = leader(m.side, m.played);
        if leads.is_some() && leads != last {
            turn = Some(index);
            last = leads;
        }
    }
    turn
}

/// The index of the move that cost most, the first of several; `None` if none cost
/// anything.
fn largest_mistake(lost_points: impl IntoIterator<Item = f64>) -> Option<usize> {
    let mut max = 0.0;
    let mut mistake = None;
    for (index, lost) in lost_points.into_iter().enumerate() {
        if lost > max {
            max = lost;
            mistake = Some(index);
        }
    }
    mistake
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct SearchEffort {
    /// The depth of the last iteration of the first search, in plies.
    pub depth: u16,
    pub nodes: u64,
    #[serde(serialize_with = "json::seconds")]
    pub time: Duration,
}

impl SearchEffort {
    /// That of a search with these lines, the best first.
    pub(crate) fn new(lines: &[SearchInfo]) -> SearchEffort {
        let Some((first, last)) = lines.first().zip(lines.last()) else {
            return SearchEffort::default();
        };
        SearchEffort { depth: first.depth, nodes: last.nodes, time: last.time }
    }

    pub(crate) fn add(&mut self, other: SearchEffort) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

/// The chances of the side that made a move, with the best one and after its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveChances {
    pub side: Side,
    pub best: Wdl,
    pub played: Wdl,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MarkedMove {
    /// The points that it cost, from 0 to 1.
    pub lost: f64,
    /// `?!`, `?`, `??` or nothing.
    pub mark: &'static str,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameReview {
    pub moves: Vec<MarkedMove>,
    /// By side, the mean accuracy of its moves, from 0 to 1; `None` if it has made none.
    pub accuracy: [Option<f64>; 2],
    /// The index of the last move after which another side led than before.
    pub turning_point: Option<usize>,
    /// The index of the move that cost most, if one cost anything.
    pub largest_mistake: Option<usize>,
}

/// The costs of the moves of a game.
pub fn review(moves: &[MoveChances]) -> GameReview {
    let mut costs = Vec::new();
    let mut costs_by_side = [Vec::new(), Vec::new()];
    for &MoveChances { side, best, played } in moves {
        let lost = lost_points(best, played);
        costs.push(MarkedMove { lost, mark: mark(lost) });
        costs_by_side[side].push(lost);
    }
    GameReview {
        accuracy: costs_by_side.map(|costs| mean_accuracy(&costs)),
        turning_point: turning_point(moves),
        largest_mistake: largest_mistake(costs.iter().map(|cost| cost.lost)),
        moves: costs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn line(name: &str) -> SearchInfo {
        SearchInfo { pv: vec![name.to_owned()], ..SearchInfo::default() }
    }

    /// The cost of a move beside `a`, the best one, and how many searches it took.
    fn found(name: &str) -> (Option<MoveCost>, usize) {
        let mut count = 0;
        let search = |limits: &GoLimits| {
            count += 1;
            let first = limits.moves.as_ref().map_or("a", |moves| moves[0].as_str());
            Ok::<_, Infallible>(if name == "none" { None } else { Some(line(first)) })
        };
        let Ok(cost) = cost_of(name, &GoLimits::default(), search);
        (cost, count)
    }

    #[test]
    fn another_move_than_the_best_is_searched_alone() {
        for (played, searches) in [("a", 1), ("b", 2)] {
            let cost = MoveCost { played: line(played), best: line("a") };
            assert_eq!(found(played), (Some(cost), searches));
        }
        assert_eq!(found("none"), (None, 1));
    }

    #[test]
    fn of_equal_mistakes_the_first_is_the_largest() {
        assert_eq!(largest_mistake([0.1, 0.5, 0.0, 0.5]), Some(1));
        assert_eq!(largest_mistake([0.0, 0.0]), None);
        assert_eq!(largest_mistake([]), None);
    }

    fn wdl(win: u16) -> Wdl {
        Wdl { win, draw: 0, loss: 1000 - win }
    }

    /// Each number is what the first side wins per mille after a move; the sides move in turn.
    fn turn(wins: &[u16]) -> Option<usize> {
        let mut moves = Vec::new();
        for (pair, side) in wins.windows(2).zip(Side::BOTH.into_iter().cycle()) {
            let [best, played] = [pair[0], pair[1]].map(|win| match side {
                Side::First => wdl(win),
                Side::Second => wdl(1000 - win),
            });
            moves.push(MoveChances { side, best, played });
        }
        turning_point(&moves)
    }

    #[test]
    fn a_game_turns_where_the_leader_changes_for_the_last_time() {
        // The second side gives the first one the game, which then gives half of it back.
        assert_eq!(turn(&[500, 520, 900, 600, 800]), Some(1));
        assert_eq!(turn(&[500, 200, 900, 900, 100]), Some(3));
        // The leader stays ahead, or nobody ever was.
        assert_eq!(turn(&[900, 700, 950, 600, 900]), None);
        assert_eq!(turn(&[500, 600, 400, 500]), None);
        assert_eq!(turn(&[]), None);
    }

    #[test]
    fn marks_follow_the_cost() {
        let costs = [0.0, 0.049, 0.05, 0.1, 0.14, 0.15, 0.9];
        assert_eq!(costs.map(mark), ["", "", "?!", "?", "?", "??", "??"]);
    }

    /// The accuracies are those of the formula, worked out by hand.
    #[test]
    fn accuracy_falls_with_the_points_that_are_lost() {
        for (lost, expected) in [(0.0, 1.0), (0.1, 0.6359), (0.5, 0.0853), (1.0, 0.0)] {
            let found = accuracy(lost);
            assert!((found - expected).abs() < 1e-3, "{lost}: {found}");
        }
        assert_eq!(mean_accuracy(&[]), None);
    }

    /// A side leads from 650 wins of 1,000 on; from there, a blunder costs 150.
    #[test]
    fn a_result_is_kept_by_whoever_stays_ahead_or_level() {
        for (best, played, expected) in [
            (900, 660, true),
            (900, 600, false),
            (700, 600, true),
            (500, 340, false),
            (500, 360, true),
            (300, 0, true),
        ] {
            assert_eq!(keeps_result(wdl(best), wdl(played)), expected, "{best} {played}");
        }
        assert!(leads(wdl(660)) && !leads(wdl(640)));
    }

    #[test]
    fn a_better_move_than_the_best_costs_nothing() {
        assert_eq!(lost_points(Wdl::WIN, Wdl::DRAW), 0.5);
        assert_eq!(lost_points(Wdl::DRAW, Wdl::WIN), 0.0);
    }
}
