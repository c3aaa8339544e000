//! Ratings of many engines, against other ways to compute them.

use plyglot_match::results::rating::{Rating, rate};
use plyglot_support::statistics::{Tally, score_of_elo};

fn near(what: &str, found: f64, expected: f64, tolerance: f64) {
    let fits = (found - expected).abs() <= tolerance;
    assert!(fits, "{what}: expected {expected} ± {tolerance}, found {found}");
}

fn games(wins: u32, draws: u32, losses: u32) -> Tally {
    Tally { wins, draws, losses, ..Tally::default() }
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
