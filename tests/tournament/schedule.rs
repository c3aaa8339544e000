//! Who meets whom: every schedule is complete and fair.

use crate::support::match_games::plan;
use plyglot_match::plan::MatchPlan;
use plyglot_match::schedule::{Fixture, schedule};
use std::collections::HashMap;

fn plan_of(engines: usize, arguments: &str) -> MatchPlan {
    let each: String = (0..engines).map(|i| format!("--engine cmd=e{i} ")).collect();
    plan(&format!("{each} --each nodes=1 {arguments}"))
}

fn unordered([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

fn sides(fixtures: &[Fixture], engines: usize) -> Vec<[i64; 2]> {
    let mut counts = vec![[0; 2]; engines];
    for fixture in fixtures {
        for (side, &engine) in fixture.engines.iter().enumerate() {
            counts[engine][side] += 1;
        }
    }
    counts
}

#[test]
fn two_engines_exchange_sides_with_the_same_opening() {
    let fixtures = schedule(&plan_of(2, "--rounds 2"));
    let fixture = |number, round, engines, opening| Fixture { number, round, engines, opening };
    let expected = [
        fixture(0, 1, [0, 1], 0),
        fixture(1, 1, [1, 0], 0),
        fixture(2, 2, [0, 1], 1),
        fixture(3, 2, [1, 0], 1),
    ];
    assert_eq!(fixtures, expected);
    let openings = |arguments| -> Vec<usize> {
        schedule(&plan_of(2, arguments)).iter().map(|fixture| fixture.opening).collect()
    };
    assert_eq!(openings("--rounds 2 --repeat 1"), [0, 1, 2, 3]);
    assert_eq!(openings("--rounds 3 --games 1"), [0, 1, 2]);
}

#[test]
fn every_pair_of_engines_meets_in_every_round() {
    for engines in 2..=9 {
        for games in 1..=2 {
            let plan = plan_of(engines, &format!("--rounds 3 --games {games}"));
            let fixtures = schedule(&plan);
            let mut met: HashMap<(u32, [usize; 2]), u32> = HashMap::new();
            for fixture in &fixtures {
                *met.entry((fixture.round, unordered(fixture.engines))).or_default() += 1;
            }
            assert_eq!(met.len(), 3 * engines * (engines - 1) / 2, "{engines} engines");
            assert!(met.values().all(|&n| n == games), "{engines} engines: {met:?}");
        }
    }
}

#[test]
fn a_gauntlet_is_between_the_first_and_the_others() {
    let fixtures = schedule(&plan_of(4, "--rounds 2 --tournament gauntlet"));
    assert_eq!(fixtures.len(), 2 * 3 * 2);
    for fixture in &fixtures {
        assert_eq!(unordered(fixture.engines)[0], 0, "{fixture:?}");
    }
    assert_eq!(sides(&fixtures, 4), [[6, 6], [2, 2], [2, 2], [2, 2]]);
}

#[test]
fn games_and_sides_are_balanced_whenever_a_match_stops() {
    for engines in 2..=9 {
        for games in 1..=2 {
            let plan = plan_of(engines, &format!("--rounds 4 --games {games}"));
            let fixtures = schedule(&plan);
            for stop in 0..=fixtures.len() {
                let counts = sides(&fixtures[..stop], engines);
                let played = counts.iter().map(|[first, second]| first + second);
                let spread = played.clone().max().unwrap() - played.min().unwrap();
                // A whole meeting, and with an odd number the pause of one engine.
                let allowed = 2 * i64::from(games);
                assert!(spread <= allowed, "{engines} engines, {games}, {stop}: {counts:?}");
            }
            let counts = sides(&fixtures, engines);
            let uneven = counts.iter().find(|[first, second]| first != second);
            assert_eq!(uneven, None, "{engines} engines, {games} games: {counts:?}");
        }
    }
}

#[test]
fn games_are_numbered_in_the_order_of_rounds() {
    let fixtures = schedule(&plan_of(5, "--rounds 3"));
    for (i, fixture) in fixtures.iter().enumerate() {
        assert_eq!(fixture.number as usize, i);
    }
    assert!(fixtures.is_sorted_by_key(|fixture| fixture.round));
    for pair in fixtures.chunks(2) {
        let [a, b] = pair[1].engines;
        assert_eq!((pair[0].engines, pair[0].opening), ([b, a], pair[1].opening), "{pair:?}");
    }
    let openings: Vec<usize> = fixtures.chunks(2).map(|pair| pair[0].opening).collect();
    assert_eq!(openings, (0..30).collect::<Vec<usize>>(), "every meeting has its own");
}

#[test]
fn more_rounds_begin_with_the_same_games() {
    for arguments in ["", "--games 1", "--repeat 1", "--tournament gauntlet"] {
        let short = schedule(&plan_of(5, &format!("{arguments} --rounds 3")));
        let long = schedule(&plan_of(5, &format!("{arguments} --rounds 8")));
        assert_eq!(short, long[..short.len()], "{arguments}");
    }
}
