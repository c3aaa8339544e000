//! The statistics of matches and the ratings of many engines, against numbers that others
//! computed, or that are computed in another way.

use plyglot_support::rating::{Rating, rate};
use plyglot_support::sprt::{EloModel, Sprt, SprtDecision, assess, bounds, log_likelihood_ratio};
use plyglot_support::statistics::{
    Interval, NORMALIZED_ELO, Tally, Z95, elo_of_score, normal_cdf, score_of_elo,
};
use statrs::distribution::{ContinuousCDF, Normal};

fn near(what: &str, found: f64, expected: f64, tolerance: f64) {
    let fits = (found - expected).abs() <= tolerance;
    assert!(fits, "{what}: expected {expected} ± {tolerance}, found {found}");
}

fn games(wins: u32, draws: u32, losses: u32) -> Tally {
    Tally { wins, draws, losses, ..Tally::default() }
}

fn pairs(pairs: [u32; 5]) -> Tally {
    Tally { pairs, ..Tally::default() }
}

fn test(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
}

#[test]
fn the_normal_distribution_agrees_with_statrs() {
    let normal = Normal::standard();
    for step in -800..=800 {
        let x = f64::from(step) / 100.0;
        let expected = normal.cdf(x);
        // In the tails statrs itself is good to a relative 1e-9 or so.
        near(
            &format!("Φ({x})"),
            normal_cdf(x),
            expected,
            1e-13 + 1e-8 * expected.min(1.0 - expected),
        );
    }
    near("97.5 % quantile", Z95, normal.inverse_cdf(0.975), 1e-9);
    assert_eq!((normal_cdf(f64::NEG_INFINITY), normal_cdf(f64::INFINITY)), (0.0, 1.0));
}

/// The figures that fastchess reports of a match: Elo and its error, normalized Elo and its error,
/// all to two places, and the likelihood of superiority in percent.
type Report = (Tally, Option<(f64, f64)>, (f64, f64), Option<f64>);

/// From fastchess, app/tests/elo_test.cpp (wins, losses, draws there; pairs as
/// LL, LD, WL, DD, WD, WW), which allows 1 % of deviation.
#[test]
fn elo_agrees_with_the_tests_of_fastchess() {
    let cases = [
        (games(76, 123, 89), None, (-20.76, 40.13), Some(15.53)),
        (games(136, 111, 96), Some((40.70, 30.43)), (49.77, 36.77), Some(99.60)),
        (pairs([34, 54, 63, 64, 75]), Some((55.58, 27.65)), (57.94, 28.28), Some(100.0)),
        (pairs([332, 433, 498, 333, 334]), Some((-8.64, 10.33)), (-9.17, 10.96), Some(5.05)),
        (pairs([7895, 8757, 5685, 568, 9999]), Some((-21.04, 2.95)), (-19.01, 2.65), None),
    ];
    for case in cases {
        compare(case, 0.01, 0.05);
    }
}

/// Results that users of fastchess published: the readme of the engine Thom
/// against Stash 23; the readme of Copperfish against Stockfish at 1600; a
/// regression test of 6412 games [307, 619, 1202, 725, 353].
#[test]
fn elo_agrees_with_matches_of_fastchess() {
    let cases = [
        (pairs([84, 124, 343, 125, 164]), Some((33.40, 14.24)), (39.23, 16.61), Some(100.0)),
        (pairs([12, 6, 25, 8, 9]), Some((-11.59, 56.66)), (-12.83, 62.16), Some(34.29)),
        (pairs([307, 619, 1202, 725, 353]), Some((10.73, 6.70)), (13.63, 8.50), Some(99.92)),
    ];
    for case in cases {
        compare(case, 0.0051, 0.05);
    }
}

/// The error of normalized Elo may deviate by `relative`: fastchess leaves out
/// skewness and kurtosis, as its pull request 226 says.
fn compare((tally, elo, normalized, superiority): Report, absolute: f64, relative: f64) {
    if let Some((elo, error)) = elo {
        let found = tally.elo().expect("there are games");
        near(&format!("Elo of {tally:?}"), found.estimate, elo, absolute);
        near(&format!("error of Elo of {tally:?}"), found.margin(), error, absolute);
    }
    let (elo, error) = normalized;
    let found = tally.normalized_elo().expect("there are games");
    near(&format!("nElo of {tally:?}"), found.estimate, elo, absolute);
    near(&format!("error of nElo of {tally:?}"), found.margin(), error, relative * error);
    if let Some(superiority) = superiority {
        let found = 100.0 * tally.superiority().expect("there are games");
        near(&format!("LOS of {tally:?}"), found, superiority, 0.00501);
    }
}

/// By the delta method, with derivatives taken numerically. The mean in standard
/// deviations depends only on the proportions of the counts, so that each count may vary
/// by itself, with itself as its variance.
#[test]
fn the_error_of_normalized_elo_is_that_of_the_delta_method() {
    let deviations = |counts: [f64; 5]| {
        let games: f64 = counts.iter().sum();
        let mean = (0..5).map(|i| counts[i] * i as f64 / 4.0).sum::<f64>() / games;
        let square = |i: usize| counts[i] * (i as f64 / 4.0 - mean).powi(2);
        (mean - 0.5) / ((0..5).map(square).sum::<f64>() / games).sqrt()
    };
    for found in [[13, 37, 50, 25, 3], [2, 1, 3, 40, 60], [60, 30, 9, 4, 20]] {
        let counts = found.map(f64::from);
        let slope = |i: usize| {
            let moved = |by: f64| {
                let mut counts = counts;
                counts[i] += by;
                deviations(counts)
            };
            (moved(1e-4) - moved(-1e-4)) / 2e-4
        };
        let variance: f64 = (0..5).map(|i| counts[i] * slope(i).powi(2)).sum();
        let expected = Z95 * variance.sqrt() * NORMALIZED_ELO / 2f64.sqrt();
        let error = pairs(found).normalized_elo().unwrap().margin();
        near(&format!("error of nElo of {found:?}"), error, expected, 1e-5 * expected);
    }
}

#[test]
fn shares_are_of_what_was_played() {
    let tally = games(1, 3, 2);
    assert_eq!((tally.score(), tally.draw_ratio()), (Some(2.5 / 6.0), Some(0.5)));
    assert_eq!((Tally::default().score(), Tally::default().draw_ratio()), (None, None));
    // 333 + 334 pairs won, 332 + 433 lost.
    assert_eq!(pairs([332, 433, 498, 333, 334]).pairs_ratio(), Some(667.0 / 765.0));
    assert_eq!(pairs([0, 0, 3, 1, 0]).pairs_ratio(), Some(f64::INFINITY));
    assert_eq!(pairs([0, 0, 3, 0, 0]).pairs_ratio(), None);
}

#[test]
fn an_even_score_is_shown_without_a_sign() {
    assert_eq!(format!("{:+.1}", elo_of_score(0.5)), "+0.0");
}

/// A page of raw statistics of fishtest's code: montytest.muzhen.org, test
/// 69d3c8dc7c5b3724e29d2712, 256 games.
#[test]
fn statistics_agree_with_a_page_of_fishtest() {
    let tally = pairs([13, 37, 50, 25, 3]);
    near("score", tally.expected_score().unwrap().estimate, 0.43750, 1e-9);
    // The page gives variance and pairs; its own LOS allows for early stopping.
    let deviations = (0.43750 - 0.5) / (0.05762f64 / 128.0).sqrt();
    let expected = Normal::standard().cdf(deviations);
    near("LOS", tally.superiority().unwrap(), expected, 1e-5);
    near("nElo", tally.normalized_elo().unwrap().estimate, -63.97, 0.005);
    let normalized = test(0.0, 4.0, EloModel::Normalized);
    near("LLR", log_likelihood_ratio(&normalized, &tally.pairs), -0.54912, 5e-6);
    let (lower, upper) = bounds(&normalized);
    near("lower bound", lower, -2.9444, 5e-5);
    near("upper bound", upper, 2.9444, 5e-5);
}

/// Log-likelihood ratios from fastchess, app/tests/sprt_test.cpp, given there
/// to two places and tested to 1 %; its two degenerate cases (all games drawn,
/// all won) are left out because its regularization differs.
#[test]
fn log_likelihood_ratio_agrees_with_fastchess() {
    use EloModel::{Logistic, Normalized};
    let cases: [(f64, f64, EloModel, &[u32], f64); 8] = [
        (0.0, 2.0, Normalized, &[36027, 68692, 36433], 0.92),
        (-1.75, 0.25, Normalized, &[10650, 20431, 10871], 2.30),
        (0.5, 2.5, Logistic, &[21184, 40708, 21404], -1.57),
        (0.0, 2.0, Logistic, &[57030, 106593, 57433], -2.59),
        (0.0, 2.0, Normalized, &[365, 16618, 36229, 16974, 390], 2.25),
        (-1.75, 0.25, Normalized, &[127, 4883, 10712, 5150, 104], 3.01),
        (0.5, 2.5, Logistic, &[223, 9863, 21279, 10037, 246], -3.07),
        (0.0, 2.0, Logistic, &[871, 26175, 55983, 26678, 821], -4.98),
    ];
    for (elo0, elo1, model, classes, expected) in cases {
        let found = log_likelihood_ratio(&test(elo0, elo1, model), classes);
        near(&format!("LLR of {classes:?} for {model:?} {elo0} to {elo1}"), found, expected, 0.011);
    }
}

/// Figures that fastchess printed of tests that users published (as in
/// `elo_is_what_fastchess_printed_of_matches`), and OpenBench of tests of Clockwork (pull request
/// 364); both count in normalized Elo by pairs.
#[test]
fn log_likelihood_ratio_agrees_with_printed_matches() {
    let cases = [
        (0.0, 1.0, [84, 124, 343, 125, 164], 0.54),
        (0.0, 5.0, [307, 619, 1202, 725, 353], 2.95),
        (0.0, 3.0, [398, 4112, 7672, 4336, 430], 2.96),
        (0.0, 3.0, [56, 1144, 2546, 1310, 77], 2.95),
        (0.0, 3.0, [5, 295, 1145, 466, 2], 2.98),
    ];
    for (elo0, elo1, counts, expected) in cases {
        let found = log_likelihood_ratio(&test(elo0, elo1, EloModel::Normalized), &counts);
        near(&format!("LLR of {counts:?} for {elo0} to {elo1}"), found, expected, 0.0151);
    }
}

/// By definition: the likelihood at its maximum under one hypothesis over that
/// under the other. A hypothesis leaves one of three chances free, which is
/// tried on a fine grid.
fn brute_force_ratio(test: &Sprt, counts: [f64; 3]) -> f64 {
    let best = |elo: f64| {
        let tried = (1..200_000).filter_map(|step| {
            let drawn = f64::from(step) / 200_000.0;
            let decided = 1.0 - drawn;
            let lead = match test.model {
                EloModel::Logistic => 2.0 * score_of_elo(elo) - 1.0,
                // lead/2 = t·sd and sd² = (decided - lead²)/4.
                EloModel::Normalized => {
                    let t = elo / NORMALIZED_ELO;
                    t * (decided / (1.0 + t * t)).sqrt()
                }
            };
            let (won, lost) = ((decided + lead) / 2.0, (decided - lead) / 2.0);
            let fits = won > 0.0 && lost > 0.0;
            fits.then(|| counts[0] * lost.ln() + counts[1] * drawn.ln() + counts[2] * won.ln())
        });
        tried.fold(f64::NEG_INFINITY, f64::max)
    };
    best(test.elo1) - best(test.elo0)
}

#[test]
fn log_likelihood_ratio_agrees_with_a_numerical_search() {
    let counts =
        [[10, 20, 30], [1, 0, 9], [0, 3, 0], [0, 500, 0], [300, 1, 2], [0, 0, 40], [5, 0, 0]];
    for model in [EloModel::Logistic, EloModel::Normalized] {
        for (elo0, elo1) in [(0.0, 5.0), (-30.0, 20.0), (50.0, 150.0), (-400.0, 0.0)] {
            for classes in counts {
                let test = test(elo0, elo1, model);
                let expected =
                    brute_force_ratio(&test, classes.map(|n: u32| f64::from(n).max(1e-3)));
                let found = log_likelihood_ratio(&test, &classes);
                let what = format!("LLR of {classes:?} for {model:?} {elo0} to {elo1}");
                near(&what, found, expected, 1e-3 + 1e-4 * expected.abs());
            }
        }
    }
}

/// Pairs that all made 1.5 points could only do so under a hypothesis by chance:
/// under a mean of `m` with probability `m / 0.75`, the rest being losses, and
/// the mean that belongs to `t` follows from `m·(0.75 - m) = ((m - 0.5)/t)²`.
#[test]
fn log_likelihood_ratio_of_equal_pairs_agrees_with_the_sum_by_hand() {
    let t = 10.0 / NORMALIZED_ELO * 2f64.sqrt();
    let (mut low, mut high) = (0.5f64, 0.75f64);
    for _ in 0..60 {
        let m = (low + high) / 2.0;
        if (m - 0.5).powi(2) < t * t * m * (0.75 - m) { low = m } else { high = m }
    }
    for pairs in [100, 1500, 1_000_000] {
        let test = test(0.0, 10.0, EloModel::Normalized);
        let found = log_likelihood_ratio(&test, &[0, 0, 0, pairs, 0]);
        let expected = f64::from(pairs) * (low / 0.5).ln();
        near(&format!("LLR of {pairs} times 1.5 points"), found, expected, 0.01 + 1e-4 * expected);
    }
}

/// Seen from the other side, both hypotheses and all results are mirrored.
#[test]
fn log_likelihood_ratio_is_the_same_for_both_sides() {
    let cases = [
        ([0, 1, 2, 2, 1], -30.0, 20.0),
        ([0, 0, 30, 0, 2], 50.0, 150.0),
        ([0, 1, 30, 0, 30], 50.0, 150.0),
        ([13, 37, 50, 25, 3], 0.0, 4.0),
    ];
    for model in [EloModel::Logistic, EloModel::Normalized] {
        for (classes, elo0, elo1) in cases {
            let own = log_likelihood_ratio(&test(elo0, elo1, model), &classes);
            let mut mirrored = classes;
            mirrored.reverse();
            let theirs = log_likelihood_ratio(&test(-elo1, -elo0, model), &mirrored);
            near(&format!("LLR of {classes:?} and its mirror"), own, -theirs, 1e-6);
        }
    }
}

/// Scores of 0 and 1 allow only one result, so that others cannot be weighed.
#[test]
fn an_impossible_hypothesis_decides_nothing() {
    for (elo0, elo1) in [(0.0, 7_000.0), (-1e6, 0.0)] {
        let test = test(elo0, elo1, EloModel::Logistic);
        assert_eq!(log_likelihood_ratio(&test, &[10, 20, 30]), 0.0);
        assert_eq!(assess(&test, &pairs([1, 2, 3, 5, 4])).decision, SprtDecision::Continue);
    }
}

/// Xorshift (Marsaglia 2003): random numbers from 0 to 1, the same every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn class(&mut self, chances: &[f64]) -> usize {
        let mut left = self.next();
        for (class, chance) in chances.iter().enumerate() {
            left -= chance;
            if left < 0.0 {
                return class;
            }
        }
        chances.len() - 1
    }
}

/// Pairs whose normalized Elo is `elo`: even ones, shifted by a lead.
fn chances(elo: f64) -> [f64; 5] {
    let shifted = |lead: f64| [0.05 - lead / 2.0, 0.2 - lead, 0.5, 0.2 + lead, 0.05 + lead / 2.0];
    let normalized = |lead: f64| {
        let chances = shifted(lead);
        let points = |i: usize| i as f64 / 4.0;
        let mean: f64 = (0..5).map(|i| chances[i] * points(i)).sum();
        let variance: f64 = (0..5).map(|i| chances[i] * (points(i) - mean).powi(2)).sum();
        (mean - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_ELO
    };
    let (mut low, mut high) = (-0.09, 0.09);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if normalized(middle) < elo { low = middle } else { high = middle }
    }
    shifted(low)
}

/// Wrong verdicts among `runs` tests when the truth is `elo`, and the pairs
/// they took.
fn simulate(test: &Sprt, elo: f64, runs: u32, random: &mut Random) -> (u32, u64) {
    let chances = chances(elo);
    let wrong = if elo <= test.elo0 { SprtDecision::H1 } else { SprtDecision::H0 };
    let (mut errors, mut played) = (0, 0);
    for _ in 0..runs {
        let mut tally = Tally::default();
        let verdict = loop {
            tally.add_pair(random.class(&chances) as u8);
            played += 1;
            match assess(test, &tally).decision {
                SprtDecision::Continue => {}
                verdict => break verdict,
            }
        };
        errors += u32::from(verdict == wrong);
    }
    (errors, played)
}

/// The test keeps its promise: with the true difference at either hypothesis
/// it is wrong in at most 1 of 10 (20 %) of the runs, and not much less often.
#[test]
fn simulated_tests_err_as_often_as_promised() {
    let runs = 600;
    let sharp = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.1, beta: 0.2, model: EloModel::Normalized };
    let mut random = Random(20_260_101);
    for (elo, promised) in [(0.0, 0.1), (40.0, 0.2)] {
        let (errors, _) = simulate(&sharp, elo, runs, &mut random);
        let found = f64::from(errors) / f64::from(runs);
        // Two and a half standard deviations above; below, overshooting the
        // bounds makes the test err less often than promised.
        let deviation = (promised * (1.0 - promised) / f64::from(runs)).sqrt();
        let what = format!("share of errors at {elo} nElo, promised {promised}");
        assert!(found < promised + 2.5 * deviation, "{what}: {found}");
        assert!(found > promised / 2.0, "{what}: {found}");
    }
}

/// The 95 % bounds hold the truth in 95 % of simulated matches.
#[test]
fn confidence_intervals_contain_the_truth_as_often_as_they_claim() {
    let mut random = Random(4);
    let (matches, pairs) = (2000, 250);
    for truth in [0.0, 60.0] {
        let chances = chances(truth);
        let score: f64 = chances.iter().zip(0..5).map(|(p, i)| p * f64::from(i) / 4.0).sum();
        let (mut elo, mut normalized) = (0, 0);
        for _ in 0..matches {
            let mut tally = Tally::default();
            (0..pairs).for_each(|_| tally.add_pair(random.class(&chances) as u8));
            let holds = |bounds: Interval, value| bounds.low <= value && value <= bounds.high;
            elo += u32::from(holds(tally.elo().unwrap(), elo_of_score(score)));
            normalized += u32::from(holds(tally.normalized_elo().unwrap(), truth));
        }
        for (what, held) in [("Elo", elo), ("nElo", normalized)] {
            let share = f64::from(held) / f64::from(matches);
            near(&format!("share of bounds of {what} that hold {truth}"), share, 0.95, 0.015);
        }
    }
}

/// Same results are no certainty; bounds are never missing, nor not a number.
#[test]
fn few_and_one_sided_results_have_bounds() {
    let cases = [
        games(1, 0, 0),
        games(0, 1, 0),
        games(0, 0, 9),
        pairs([0, 0, 0, 0, 30]),
        pairs([0, 0, 5, 0, 0]),
    ];
    for tally in cases {
        for bounds in [tally.elo().unwrap(), tally.normalized_elo().unwrap()] {
            let ordered = bounds.low <= bounds.estimate && bounds.estimate <= bounds.high;
            assert!(ordered && bounds.low < bounds.high, "{tally:?}: {bounds:?}");
        }
        let superiority = tally.superiority().unwrap();
        assert!((0.0..=1.0).contains(&superiority), "{tally:?}: LOS {superiority}");
        let mirrored = tally.reversed().superiority().unwrap();
        near(&format!("LOS of {tally:?} and its mirror"), superiority + mirrored, 1.0, 1e-12);
    }
    assert_eq!(Tally::default().elo(), None);
}

/// Ratings by cyclic ascent: each engine in turn is moved, by bisection, to
/// where it scores what it scored. Slow, and nothing like Newton's method.
fn ratings_by_ascent(points: &[Vec<f64>]) -> Vec<f64> {
    let n = points.len();
    let mut ratings = vec![0.0; n];
    for _ in 0..3000 {
        for i in 0..n {
            let (mut low, mut high) = (-4000.0, 4000.0);
            for _ in 0..60 {
                let middle: f64 = (low + high) / 2.0;
                let excess: f64 = (0..n)
                    .filter(|&j| j != i)
                    .map(|j| {
                        points[i][j]
                            - (points[i][j] + points[j][i]) * score_of_elo(middle - ratings[j])
                    })
                    .sum();
                if excess > 0.0 { low = middle } else { high = middle }
            }
            ratings[i] = low;
        }
    }
    let mean = ratings.iter().sum::<f64>() / n as f64;
    ratings.iter().map(|rating| rating - mean).collect()
}

fn rated(table: &[Vec<Tally>]) -> Option<Vec<Rating>> {
    rate(table.len(), |i, j| table[i][j])
}

/// A table from the results of pairs of engines, each from the first's view.
fn table(engines: usize, results: &[(usize, usize, Tally)]) -> Vec<Vec<Tally>> {
    let mut table = vec![vec![Tally::default(); engines]; engines];
    for &(i, j, tally) in results {
        table[i][j] = tally;
        table[j][i] = tally.reversed();
    }
    table
}

#[test]
fn ratings_agree_with_an_independent_gradient_ascent() {
    let cases = [
        table(2, &[(0, 1, games(30, 20, 10))]),
        table(3, &[(0, 1, games(30, 20, 10)), (1, 2, games(5, 0, 0)), (0, 2, games(12, 3, 9))]),
        // A chain, with one engine that lost everything and one that won it.
        table(4, &[(0, 1, games(0, 0, 50)), (1, 2, games(7, 90, 3)), (2, 3, games(0, 0, 8))]),
    ];
    for results in cases {
        let credited = |tally: &Tally| if tally.games() > 0 { tally.points() + 0.25 } else { 0.0 };
        let points: Vec<Vec<f64>> =
            results.iter().map(|row| row.iter().map(credited).collect()).collect();
        let expected = ratings_by_ascent(&points);
        let found = rated(&results).expect("they are connected");
        for (engine, (found, expected)) in found.iter().zip(&expected).enumerate() {
            near(&format!("rating {engine} of {results:?}"), found.elo, *expected, 1e-3);
        }
    }
}

/// For two engines the information is `n·p·(1-p)` on their difference, of which
/// each has half; the difference itself is that of the score.
#[test]
fn ratings_of_two_engines_agree_with_the_textbook_formula() {
    let found = rated(&table(2, &[(0, 1, games(60_000, 0, 40_000))])).unwrap();
    near("difference", found[0].elo - found[1].elo, 400.0 * 1.5f64.log10(), 0.01);
    let deviation = 1.0 / (100_000.0f64 * 0.6 * 0.4).sqrt();
    let expected = 1.959964 * 400.0 / std::f64::consts::LN_10 * deviation / 2.0;
    near("error", found[0].error, expected, 1e-3);
}

#[test]
fn engines_that_never_met_have_no_ratings() {
    let apart = table(4, &[(0, 1, games(1, 0, 0)), (2, 3, games(1, 0, 0))]);
    assert_eq!(rated(&apart), None);
}
