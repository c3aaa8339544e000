//! The window of a search.

use super::score::Score;
use std::ops::Neg;

/// The bounds between which a search tells scores apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Window {
    /// The score that the side to move has already. One that is not above it is an upper bound.
    pub(in crate::search) alpha: Score,
    /// The score that the other side allows. One that is not below it is a lower bound.
    pub(in crate::search) beta: Score,
}

impl Window {
    /// The window of all scores.
    pub(in crate::search) fn whole() -> Window {
        Window { alpha: -Score::INFINITE, beta: Score::INFINITE }
    }

    /// The null window that tells whether a score is above `alpha`.
    #[inline(always)]
    pub(in crate::search) fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha.shifted(1) }
    }

    /// The null window that tells whether a score reaches `beta`.
    #[inline(always)]
    pub(in crate::search) fn below(beta: Score) -> Window {
        Window { alpha: beta.shifted(-1), beta }
    }

    /// The window with a width of `half` on both sides of a score.
    pub(in crate::search) fn around(score: Score, half: i32) -> Window {
        Window { alpha: score.shifted(-half), beta: score.shifted(half) }
    }

    /// The part of the window from `least` to `greatest`. Its bounds may meet or cross.
    #[inline(always)]
    pub(in crate::search) fn narrowed(self, least: Score, greatest: Score) -> Window {
        Window { alpha: self.alpha.max(least), beta: self.beta.min(greatest) }
    }
}

/// The same window, seen from the other side.
impl Neg for Window {
    type Output = Window;

    #[inline(always)]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
