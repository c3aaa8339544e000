//! The value of a position, as the search counts it.

use crate::game::{Exact, Factor, Outcome};
use std::ops::Neg;

/// The plies from the root that no line ever exceeds.
pub const MAX_PLY: usize = 240;

/// A value for the side to move: an evaluation in centi-units, or a forced
/// result, which lies beyond every evaluation.
///
/// A win is worth 32,000 less the plies from the root to it, so that the
/// nearer win is the greater; a loss is the negative of that. A win that is
/// certain, but in an unknown number of plies, is worth 30,900 less the plies from
/// the root to where that shows. If a game counts points, a sure win by n of them is
/// worth 30,000 + n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Neither side is better; also the value of every draw.
    pub const DRAW: Score = Score(0);
    /// Greater than every score.
    pub const INFINITE: Score = Score(32_001);
    /// A win in 0 plies: the value from which distances are taken off.
    const WIN: i32 = 32_000;
    /// The least value that stands for a win in a known number of plies.
    const MIN_WIN: i32 = 31_000;
    /// The most plies from the root to a win in a known number of plies.
    const MAX_DISTANCE: usize = (Self::WIN - Self::MIN_WIN) as usize;
    /// A win that is sure in the root: the value from which plies are taken off.
    const TABLEBASE: i32 = 30_900;
    /// The result of a cycle: the value from which plies are taken off.
    const CYCLE: i32 = 20_000;
    /// The greatest evaluation, in centi-units: a sure win by points lies beyond it.
    pub const MAX_EVALUATION: i32 = 30_000;
    /// The most points by which a game is won.
    pub const MAX_POINTS: u16 = 500;

    /// An evaluation in centi-units, cut to what an evaluation may be.
    #[inline]
    pub fn evaluation(centi: i32) -> Score {
        Score(centi.clamp(-Self::MAX_EVALUATION, Self::MAX_EVALUATION))
    }

    /// The side to move wins, `plies` from the root.
    #[inline]
    pub const fn win_at(plies: usize) -> Score {
        Score(Self::WIN - plies as i32)
    }

    /// The side to move loses, `plies` from the root.
    #[inline]
    pub const fn loss_at(plies: usize) -> Score {
        Score(plies as i32 - Self::WIN)
    }

    #[inline]
    fn by_outcome(outcome: Outcome, win: i32, ply: usize) -> Score {
        match outcome {
            Outcome::Won => Score(win - ply as i32),
            Outcome::Lost => Score(ply as i32 - win),
            Outcome::Drawn => Score::DRAW,
        }
    }

    /// The score of a finished game, for the side that would be to move.
    #[inline]
    pub fn from_outcome(outcome: Outcome, ply: usize) -> Score {
        Score::by_outcome(outcome, Self::WIN, ply)
    }

    /// The score of a known value, met `ply` plies from the root. A win too far away for its plies
    /// counts as one in an unknown number of them.
    pub fn from_exact(exact: Exact, ply: usize) -> Score {
        match exact {
            Exact::Win(plies) | Exact::Loss(plies)
                if ply + usize::from(plies) > Self::MAX_DISTANCE =>
            {
                Score::from_tablebase(exact.outcome(), ply)
            }
            Exact::Win(plies) => Score::win_at(ply + usize::from(plies)),
            Exact::Loss(plies) => Score::loss_at(ply + usize::from(plies)),
            Exact::Draw => Score::DRAW,
            Exact::WinBy(points) => Score::won_by(points),
            Exact::LossBy(points) => -Score::won_by(points),
        }
    }

    /// A sure win by this many points, which many plies may be away. Greater for more
    /// points, up to [`Score::MAX_POINTS`].
    fn won_by(points: u16) -> Score {
        Score(Self::MAX_EVALUATION + i32::from(points.clamp(1, Self::MAX_POINTS)))
    }

    /// The score of an outcome that is sure from a position on, `ply` plies from
    /// the root, in an unknown number of plies.
    pub fn from_tablebase(outcome: Outcome, ply: usize) -> Score {
        Score::by_outcome(outcome, Self::TABLEBASE, ply)
    }

    /// The score of a cycle that ends so if it is repeated, `ply` plies from the root. It is beyond
    /// what evaluations come to, but not sure: either side may leave the cycle.
    #[inline]
    pub(crate) fn from_cycle(outcome: Outcome, ply: usize) -> Score {
        Score::by_outcome(outcome, Self::CYCLE, ply)
    }

    /// The number itself: centi-units, or a value beyond them.
    #[inline]
    pub fn value(self) -> i32 {
        self.0
    }

    /// The plies from the root to the forced end, positive for a win,
    /// negative for a loss, `None` where they are not known. A loss in 0 plies, the
    /// game being over, is `Some(0)`.
    #[inline]
    pub fn plies_to_end(self) -> Option<i32> {
        match self.0 {
            v if v >= Self::MIN_WIN => Some(Self::WIN - v),
            v if v <= -Self::MIN_WIN => Some(-Self::WIN - v),
            _ => None,
        }
    }

    /// Whether this is a forced win or loss.
    #[inline]
    pub fn is_decisive(self) -> bool {
        self.0.abs() > Self::MAX_EVALUATION
    }

    /// This score moved by some centi-units, within what scores there are.
    #[inline]
    pub fn shifted(self, centi: i32) -> Score {
        Score((self.0 + centi).clamp(-Self::INFINITE.0, Self::INFINITE.0))
    }

    #[inline]
    pub(super) fn blended(self, towards: Score, share: Factor) -> Score {
        self.shifted(-share.scale(self.0 - towards.0))
    }

    /// As the table keeps it: forced results by their distance from the node
    /// at `ply`, as other lines reach the node at other plies.
    #[inline]
    pub(super) fn to_table(self, ply: usize) -> i16 {
        let from_node = match self.0 {
            v if v > Self::MAX_EVALUATION => v + ply as i32,
            v if v < -Self::MAX_EVALUATION => v - ply as i32,
            v => v,
        };
        from_node as i16
    }

    #[inline]
    pub(super) fn from_table(kept: i16, ply: usize) -> Score {
        let kept = i32::from(kept);
        Score(match kept {
            v if v > Self::MAX_EVALUATION => v - ply as i32,
            v if v < -Self::MAX_EVALUATION => v + ply as i32,
            v => v,
        })
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// The bounds between which a search tells scores apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The score that the side to move has already. One that is not above it is an upper bound.
    pub(crate) alpha: Score,
    /// The score that the other side allows. One that is not below it is a lower bound.
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) fn whole() -> Window {
        Window { alpha: -Score::INFINITE, beta: Score::INFINITE }
    }

    #[inline(always)]
    pub(crate) fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha.shifted(1) }
    }

    #[inline(always)]
    pub(crate) fn below(beta: Score) -> Window {
        Window { alpha: beta.shifted(-1), beta }
    }

    /// The window with a width of `half` on both sides of a score.
    pub(crate) fn around(score: Score, half: i32) -> Window {
        Window { alpha: score.shifted(-half), beta: score.shifted(half) }
    }

    /// The part of the window from `min` to `max`. Its bounds may meet or cross.
    #[inline(always)]
    pub(crate) fn narrowed(self, min: Score, max: Score) -> Window {
        Window { alpha: self.alpha.max(min), beta: self.beta.min(max) }
    }
}

impl Neg for Window {
    type Output = Window;

    #[inline(always)]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_wins_are_greater_and_beyond_every_evaluation() {
        assert!(Score::win_at(1) > Score::win_at(3));
        assert!(Score::loss_at(1) < Score::loss_at(3));
        assert!(Score::win_at(MAX_PLY + 400) > Score::evaluation(i32::MAX));
        assert!(-Score::INFINITE < Score::loss_at(0));
    }

    #[test]
    fn sure_results_lie_between_evaluations_and_those_with_a_distance() {
        let won = |ply| Score::from_tablebase(Outcome::Won, ply);
        assert!(won(3) > won(5) && won(0) < Score::win_at(MAX_PLY + 400));
        assert!(won(MAX_PLY + 400) > Score::evaluation(i32::MAX));
        assert_eq!(Score::from_tablebase(Outcome::Lost, 7), -won(7));
        assert_eq!(Score::from_tablebase(Outcome::Drawn, 7), Score::DRAW);
        for score in [won(0), -won(MAX_PLY)] {
            assert!(score.is_decisive() && score.plies_to_end().is_none());
        }
        assert!(!Score::evaluation(i32::MAX).is_decisive());
    }

    #[test]
    fn wins_too_far_away_for_their_plies_are_still_wins() {
        let near = Score::from_exact(Exact::Win(700), MAX_PLY);
        assert_eq!(near.plies_to_end(), Some(700 + MAX_PLY as i32));
        for plies in [1_001, u16::MAX] {
            for ply in [0, MAX_PLY] {
                let win = Score::from_exact(Exact::Win(plies), ply);
                assert!(win.is_decisive() && win > Score::DRAW && win < near, "{plies} {ply}");
                assert_eq!(Score::from_exact(Exact::Loss(plies), ply), -win);
            }
        }
    }

    #[test]
    fn points_lie_between_evaluations_and_distances() {
        let score = |points| Score::from_exact(Exact::by_points(points), 3);
        let all: Vec<Score> = [-64, -2, -1, 0, 1, 2, 64].map(score).to_vec();
        assert!(all.is_sorted_by(|a, b| a < b));
        assert_eq!(all[3], Score::DRAW);
        assert!(all[4] > Score::evaluation(i32::MAX) && all[6] < Score::win_at(MAX_PLY + 400));
        assert_eq!(all[0], -all[6]);
        assert!(all[4].is_decisive() && all[4].plies_to_end().is_none());
        assert!(score(i16::MAX) < Score::from_tablebase(Outcome::Won, 0));
    }

    #[test]
    fn distances_survive_the_table() {
        for ply in [0, 1, 17, MAX_PLY] {
            for score in [
                Score::win_at(ply + 3),
                Score::loss_at(ply + 4),
                Score::from_tablebase(Outcome::Won, ply + 5),
                Score::from_tablebase(Outcome::Lost, ply + 6),
                Score::evaluation(-77),
                Score::evaluation(i32::MIN),
            ] {
                assert_eq!(Score::from_table(score.to_table(ply), ply), score);
            }
        }
        let kept = Score::win_at(9).to_table(4);
        assert_eq!(Score::from_table(kept, 2).plies_to_end(), Some(7));
    }
}
