//! The squares between each pair of squares that must be empty or occupied for a piece on one to
//! attack the other.

use super::walks::{BoardWalk, Size, targets};
use crate::set::Set;

/// The squares between each attacked square and its attackers, for one way of attacking.
#[derive(Clone, Debug)]
pub(crate) struct Lines<S: 'static> {
    /// For each attacked square, the squares from which it can be attacked.
    sources: &'static [S],
    /// For each attacked square and each source, the squares that decide.
    between: &'static [S],
    /// How many of them are occupied in a real attack: 0 or 1.
    pub(crate) hurdles: u32,
}

/// The lines of some walks: their sources, what is between, and the hurdles. `None` if two of them
/// share a target, if they differ in hurdles, or if it matters which of the squares is occupied.
pub(super) fn find<S: Set>(walks: &[BoardWalk<S>], size: Size) -> Option<(Vec<S>, Vec<S>, u32)> {
    let squares = usize::from(size.squares());
    let (mut all_sources, mut between) =
        (vec![S::EMPTY; squares], vec![S::EMPTY; squares * squares]);
    let mut hurdles = None;
    for from in 0..size.squares() {
        for target in walks.iter().flat_map(|walk| targets(walk, size, from)) {
            let sources = &mut all_sources[usize::from(target.square)];
            let is_odd = sources.has(from)
                || target.hurdle.is_some()
                || *hurdles.get_or_insert(target.hurdles) != target.hurdles;
            if is_odd {
                return None;
            }
            *sources |= S::bit(from);
            between[usize::from(target.square) * squares + usize::from(from)] = target.between;
        }
    }
    Some((all_sources, between, hurdles.unwrap_or(0)))
}

impl<S: Set> Lines<S> {
    pub(super) fn new(sources: &'static [S], between: &'static [S], hurdles: u32) -> Lines<S> {
        Lines { sources, between, hurdles }
    }

    /// The squares from which a square can be attacked.
    #[inline(always)]
    pub(crate) fn sources(&self, attacked: u8) -> S {
        self.sources[usize::from(attacked)]
    }

    /// The squares between an attacked square and one of its sources.
    #[inline(always)]
    pub(crate) fn between(&self, attacked: u8, source: u8) -> S {
        self.between[usize::from(attacked) * self.sources.len() + usize::from(source)]
    }
}
