//! Time scaling: how much of its time a move deserves, by how the iterations went.
//!
//! A move that stays best, takes most of the nodes and keeps its score is soon played;
//! one of which the search is not sure is thought about for longer (chessprogramming.org
//! "Time Management").

use crate::search::score::Score;

/// The least and the greatest share of the optimum that is ever asked for.
const RANGE: (f64, f64) = (0.4, 2.2);
/// The factor on the time for a move that has just become the best; each
/// iteration that it stays takes a step off, and at least the last is left.
const NEW: f64 = 1.4;
const STEP: f64 = 0.1;
const SETTLED: f64 = 0.8;
/// The multiplier of a best move that took no nodes at all, and the part taken off for one that
/// took all of them.
const DOUBTED: f64 = 1.8;
const TRUSTED: f64 = 1.15;
const FALL: f64 = 0.2;
const FALLS: (f64, f64) = (0.85, 1.6);

#[derive(Clone, Copy, Debug)]
pub(crate) struct IterationResult<M> {
    pub(crate) best: M,
    pub(crate) score: Score,
    pub(crate) nodes: (u64, u64),
}

#[derive(Clone, Debug)]
pub(crate) struct TimeScaling<M> {
    /// The change of the score, in centi-units, that means little.
    notable: f64,
    last: Option<IterationResult<M>>,
    stable_iterations: u32,
    /// The nodes under the best move and under all, since it is the best.
    nodes: (u64, u64),
    /// The mean of the scores before the last, later ones counting more.
    mean: f64,
    factor: f64,
}

impl<M: Copy + PartialEq> TimeScaling<M> {
    /// For a game in which a change of the score by `notable` centi-units
    /// means little.
    pub(crate) fn new(notable: i32) -> TimeScaling<M> {
        let notable = f64::from(notable.max(1));
        TimeScaling {
            notable,
            last: None,
            stable_iterations: 0,
            nodes: (0, 0),
            mean: 0.0,
            factor: 1.0,
        }
    }

    pub(crate) fn factor(&self) -> f64 {
        self.factor
    }

    pub(crate) fn begin_stable(&mut self, best: M, score: Score) {
        self.add(IterationResult { best, score, nodes: (0, 0) });
        self.stable_iterations = ((NEW - SETTLED) / STEP).round() as u32;
    }

    pub(crate) fn add(&mut self, result: IterationResult<M>) {
        let score = f64::from(result.score.value());
        let (own, all) = result.nodes;
        let last = self.last.replace(result);
        if last.is_some_and(|last| last.best == result.best) {
            self.stable_iterations += 1;
            self.nodes = (self.nodes.0 + own, self.nodes.1 + all);
        } else {
            self.stable_iterations = 0;
            self.nodes = result.nodes;
        }
        let before = last.map_or(score, |last| f64::from(last.score.value()));
        self.mean = if last.is_some() { (self.mean + before) / 2.0 } else { score };
        let fall = ((before - score) + (self.mean - score)) / 2.0;
        let factor = self.by_stability() * self.by_node_share() * self.by_score(fall);
        self.factor = factor.clamp(RANGE.0, RANGE.1);
    }

    fn by_stability(&self) -> f64 {
        (NEW - STEP * f64::from(self.stable_iterations)).max(SETTLED)
    }

    fn by_node_share(&self) -> f64 {
        let share = self.nodes.0 as f64 / self.nodes.1.max(1) as f64;
        DOUBTED - TRUSTED * share
    }

    fn by_score(&self, fall: f64) -> f64 {
        (1.0 + FALL * fall / self.notable).clamp(FALLS.0, FALLS.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The factor after iterations of (best move, score, share in percent),
    /// each of four times the nodes of the last.
    fn factor(course: &[(char, i32, u64)]) -> f64 {
        let mut scaling = TimeScaling::new(30);
        let mut all = 100;
        for &(best, score, share) in course {
            all *= 4;
            let score = Score::evaluation(score);
            scaling.add(IterationResult { best, score, nodes: (all * share / 100, all) });
        }
        scaling.factor()
    }

    #[test]
    fn before_the_first_iteration_the_optimum_holds() {
        assert_eq!(factor(&[]), 1.0);
    }

    #[test]
    fn the_obvious_move_is_played_soon() {
        let obvious = factor(&[('a', 20, 97); 12]);
        assert!((RANGE.0..0.7).contains(&obvious), "{obvious}");
    }

    #[test]
    fn a_change_of_mind_asks_for_time_and_staying_gives_it_back() {
        let steady = [('a', 20, 60); 10];
        let mut changed = steady;
        changed[9].0 = 'b';
        let mut settled = changed.to_vec();
        settled.extend([('b', 20, 60); 5]);
        let [steady, changed, settled] = [&steady, &changed, settled.as_slice()].map(factor);
        assert!(changed > 1.2 * steady, "{changed} {steady}");
        assert!(settled < changed, "{settled} {changed}");
    }

    #[test]
    fn the_less_is_spent_on_the_best_move_the_more_time_it_needs() {
        let shares = [95, 80, 60, 40, 20].map(|share| factor(&[('a', 20, share); 12]));
        assert!(shares.is_sorted() && shares[0] < shares[4], "{shares:?}");
    }

    #[test]
    fn a_falling_score_asks_for_time_and_a_rising_one_for_little_less() {
        let course = |last| [('a', 20, 70), ('a', 20, 70), ('a', 20, 70), ('a', last, 70)];
        let [fallen, steady, risen] = [-60, 20, 100].map(|last| factor(&course(last)));
        assert!(fallen > 1.3 * steady, "{fallen} {steady}");
        assert!(risen < steady && risen > 0.8 * steady, "{risen} {steady}");
    }

    #[test]
    fn whatever_happens_the_factor_is_within_its_range() {
        let scores = [-40_000, 40_000, 0, -30, 7];
        for seed in 0..200_u64 {
            let course: Vec<_> = (0..20)
                .map(|i| seed.wrapping_mul(6_364_136_223_846_793_005).rotate_left(i * 7))
                .map(|n| (['a', 'b', 'c'][(n % 3) as usize], scores[(n % 5) as usize], n % 101))
                .collect();
            let factor = factor(&course);
            assert!((RANGE.0..=RANGE.1).contains(&factor), "{factor} after {course:?}");
        }
        // A search of no nodes must not divide by zero.
        assert!(factor(&[('a', 0, 0)]).is_finite());
    }
}
