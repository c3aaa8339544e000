//! The paths of a stone from one point to another.

use super::board::{PathStep, neighbours, paths_from};
use super::{Move, Surakarta};
use plyglot_core::game::Game;

impl Surakarta {
    /// The possible paths of a legal move, as lists of points from its origin to its
    /// target, the shortest first. Where both file and rank change between two points,
    /// the path takes a diagonal step or goes round an arc.
    pub(super) fn paths_of(&self, m: Move) -> Vec<Vec<u8>> {
        let is_capture = self.tactical(m);
        let mut found = Vec::new();
        if !is_capture && neighbours(m.from) >> m.to & 1 == 1 {
            found.push(vec![m.from, m.to]);
        }
        if is_capture || self.rules.loop_moves {
            let obstacles = (self.own.points | self.other.points) & !(1 << m.from);
            found.extend(paths_from(m.from).filter_map(|path| walk(path, m, obstacles)));
        }
        found.sort_by_key(Vec::len);
        found
    }
}

/// The points of a path up to the target, if it passes an arc before the target and no
/// stone stands in between.
fn walk(path: impl Iterator<Item = PathStep>, m: Move, obstacles: u64) -> Option<Vec<u8>> {
    let mut points = vec![m.from];
    for step in path {
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
