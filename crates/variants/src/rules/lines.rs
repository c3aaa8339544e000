//! The squares between each pair of squares that must be empty or occupied for a piece on one to
//! attack the other.

use super::walks::{BoardWalk, Size, targets};
use crate::set::Set;

/// The squares between each attacked square and its attackers, for one way of attacking.
#[derive(Clone, Debug)]
pub(crate) struct Lines<S> {
    squares: usize,
    /// For each attacked square, the squares from which it can be attacked.
    sources: Vec<S>,
    /// For each attacked square and each source, the squares that decide.
    between: Vec<S>,
    /// How many of them are occupied in a real attack: 0 or 1.
    pub(crate) hurdles: u32,
}

impl<S: Set> Lines<S> {
    /// The lines of some walks; `None` if two of them share a target, if they differ in hurdles, or
    /// if it matters which of the squares is occupied.
    pub(super) fn new(walks: &[BoardWalk<S>], size: Size) -> Option<Lines<S>> {
        let squares = usize::from(size.squares());
        let mut lines = Lines {
            squares,
            sources: vec![S::EMPTY; squares],
            between: vec![S::EMPTY; squares * squares],
            hurdles: 0,
        };
        let mut hurdles = None;
        for from in 0..size.squares() {
            for target in walks.iter().flat_map(|walk| targets(walk, size, from)) {
                let sources = &mut lines.sources[usize::from(target.square)];
                let is_odd = sources.has(from)
                    || target.hurdle.is_some()
                    || *hurdles.get_or_insert(target.hurdles) != target.hurdles;
                if is_odd {
                    return None;
                }
                *sources |= S::bit(from);
                lines.between[usize::from(target.square) * squares + usize::from(from)] =
                    target.between;
            }
        }
        lines.hurdles = hurdles.unwrap_or(0);
        Some(lines)
    }

    /// The squares from which a square can be attacked.
    #[inline(always)]
    pub(crate) fn sources(&self, attacked: u8) -> S {
        self.sources[usize::from(attacked)]
    }

    /// The squares between an attacked square and one of its sources.
    #[inline(always)]
    pub(crate) fn between(&self, attacked: u8, source: u8) -> S {
        self.between[usize::from(attacked) * self.squares + usize::from(source)]
    }
}
