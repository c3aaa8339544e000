//! The statistics of matches, against numbers that others computed.

use plyglot::tournament::plan::{EloModel, Sprt};
use plyglot::tournament::rating::{Rating, rate};
use plyglot::tournament::sprt::{Verdict, assess, bounds, log_likelihood_ratio};
use plyglot::tournament::statistics::{
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
fn normal_distribution_is_that_of_statrs() {
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

/// What fastchess reports of a match: Elo, its error, normalized Elo, its
/// error, all to two places, and the likelihood of superiority in percent.
struct Report {
    tally: Tally,
    elo: Option<(f64, f64)>,
    normalized: (f64, f64),
    superiority: Option<f64>,
}

/// From fastchess, app/tests/elo_test.cpp (wins, losses, draws there; pairs as
/// LL, LD, WL, DD, WD, WW), which allows 1 % of deviation.
#[test]
fn elo_is_that_of_the_tests_of_fastchess() {
    let cases = [
        Report {
            tally: games(76, 123, 89),
            elo: None,
            normalized: (-20.76, 40.13),
            superiority: Some(15.53),
        },
        Report {
            tally: games(136, 111, 96),
            elo: Some((40.70, 30.43)),
            normalized: (49.77, 36.77),
            superiority: Some(99.60),
        },
        Report {
            tally: pairs([34, 54, 63, 64, 75]),
            elo: Some((55.58, 27.65)),
            normalized: (57.94, 28.28),
            superiority: Some(100.0),
        },
        Report {
            tally: pairs([332, 433, 498, 333, 334]),
            elo: Some((-8.64, 10.33)),
            normalized: (-9.17, 10.96),
            superiority: Some(5.05),
        },
        Report {
            tally: pairs([7895, 8757, 5685, 568, 9999]),
            elo: Some((-21.04, 2.95)),
            normalized: (-19.01, 2.65),
            superiority: None,
        },
    ];
    for case in cases {
        compare(&case, 0.01, 0.05);
    }
}

/// Results that users of fastchess published: the readme of the engine Thom
/// against Stash 23; the readme of Copperfish against Stockfish at 1600; a
/// regression test of 6412 games [307, 619, 1202, 725, 353].
#[test]
fn elo_is_what_fastchess_printed_of_matches() {
    let cases = [
        Report {
            tally: pairs([84, 124, 343, 125, 164]),
            elo: Some((33.40, 14.24)),
            normalized: (39.23, 16.61),
            superiority: Some(100.0),
        },
        Report {
            tally: pairs([12, 6, 25, 8, 9]),
            elo: Some((-11.59, 56.66)),
            normalized: (-12.83, 62.16),
            superiority: Some(34.29),
        },
        Report {
            tally: pairs([307, 619, 1202, 725, 353]),
            elo: Some((10.73, 6.70)),
            normalized: (13.63, 8.50),
            superiority: Some(99.92),
        },
    ];
    for case in cases {
        compare(&case, 0.0051, 0.05);
    }
}

/// The error of normalized Elo may deviate by `relative`: fastchess leaves out
/// skewness and kurtosis, as its pull request 226 says.
fn compare(case: &Report, absolute: f64, relative: f64) {
    let what = format!("{:?}", case.tally);
    if let Some((elo, error)) = case.elo {
        let found = case.tally.elo().expect("there are games");
        near(&format!("Elo of {what}"), found.estimate, elo, absolute);
        near(&format!("error of Elo of {what}"), found.margin(), error, absolute);
    }
    let found = case.tally.normalized_elo().expect("there are games");
    near(&format!("nElo of {what}"), found.estimate, case.normalized.0, absolute);
    near(
        &format!("error of nElo of {what}"),
        found.margin(),
        case.normalized.1,
        relative * case.normalized.1,
    );
    if let Some(superiority) = case.superiority {
        let found = 100.0 * case.tally.superiority().expect("there are games");
        near(&format!("LOS of {what}"), found, superiority, 0.00501);
    }
}

/// A page of raw statistics of fishtest's code: montytest.muzhen.org, test
/// 69d3c8dc7c5b3724e29d2712, 256 games.
#[test]
fn numbers_are_those_of_a_page_of_fishtest() {
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
fn log_likelihood_ratio_is_that_of_fastchess() {
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

/// What fastchess printed of tests that users published (as in
/// `elo_is_what_fastchess_printed_of_matches`), and OpenBench of tests of
/// Clockwork (pull request 364); both count in normalized Elo by pairs.
#[test]
fn log_likelihood_ratio_is_what_was_printed_of_matches() {
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
