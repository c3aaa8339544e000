//! How a stone gets from one point to another.

use super::board::{Step, neighbours, ways};
use super::{Move, Surakarta};
use crate::games::Game;

impl Surakarta {
    /// The points over which a legal move can go, from its first to its last,
    /// for each of its ways; the shortest first. Where both file and rank
    /// change between two points, it is a diagonal step or goes round an arc.
    pub(super) fn ways_of(&self, m: Move) -> Vec<Vec<u8>> {
        let is_capture = self.tactical(m);
        let mut found = Vec::new();
        if !is_capture && neighbours(m.from) >> m.to & 1 == 1 {
            found.push(vec![m.from, m.to]);
        }
        if is_capture || self.rules.loop_moves {
            let obstacles = (self.own.points | self.other.points) & !(1 << m.from);
            found.extend(ways(m.from).filter_map(|way| walk(way, m, obstacles)));
        }
        found.sort_by_key(Vec::len);
        found
    }
}

/// The points of a way up to the target, if it is met behind an arc and no
/// stone stands before it.
fn walk(way: impl Iterator<Item = Step>, m: Move, obstacles: u64) -> Option<Vec<u8>> {
    let mut points = vec![m.from];
    for step in way {
        points.push(step.point);
        if step.point == m.to && step.arcs > 0 {
            return Some(points);
        }
        if obstacles >> step.point & 1 == 1 {
            return None;
        }
    }
    None
}
