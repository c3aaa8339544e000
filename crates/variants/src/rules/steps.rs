//! Steps of all pieces of a kind at once: a shift of their set.

use super::walks::{BoardWalk, Size, targets};
use crate::definition::How;
use crate::set::Set;

/// A kind with more steps is looked up piece by piece.
const MOST: usize = 4;

/// A step in a direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step<S> {
    /// The target's square number minus the origin's.
    by: i8,
    /// The origins from which the target is on the board.
    from: S,
    /// The square numbers, less the origin's, of squares that must be empty.
    legs: Vec<i8>,
    /// Whether it captures; otherwise, it goes to an empty square.
    pub(crate) captures: bool,
}

impl<S: Set> Step<S> {
    /// The targets of all these pieces.
    #[inline(always)]
    pub(crate) fn targets(&self, pieces: S, empty: S) -> S {
        let mut pieces = pieces & self.from;
        for &leg in &self.legs {
            pieces &= empty.shifted(-leg);
        }
        pieces.shifted(self.by)
    }

    /// The origin of a target.
    pub(crate) fn origin(&self, to: u8) -> u8 {
        to.wrapping_add_signed(-self.by)
    }
}

/// The steps of a kind, if it has few and nothing else: those without a capture and the captures
/// of its walks.
pub(super) fn steps<S: Set>(
    quiets: &[BoardWalk<S>],
    captures: &[BoardWalk<S>],
    size: Size,
) -> Option<Vec<Step<S>>> {
    if quiets.len() + captures.len() > MOST {
        return None;
    }
    let all = quiets.iter().map(|walk| (walk, false)).chain(captures.iter().map(|w| (w, true)));
    let steps = all.map(|(walk, captures)| step(walk, captures, size));
    steps.collect()
}

fn step<S: Set>(walk: &BoardWalk<S>, captures: bool, size: Size) -> Option<Step<S>> {
    if !matches!(walk.how, How::Leap | How::Lame) {
        return None;
    }
    let mut step = Step { by: 0, from: S::EMPTY, legs: Vec::new(), captures };
    for from in 0..size.squares() {
        for target in targets(walk, size, from) {
            let far = |square: u8| i16::from(square) as i8 - from as i8;
            step.from |= S::bit(from);
            step.by = far(target.square);
            step.legs = target.between.squares().map(far).collect();
        }
    }
    Some(step)
}
