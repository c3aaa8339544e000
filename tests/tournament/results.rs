//! Results of a match added up, and what a person is shown of them.

use crate::support::match_games;
use plyglot_core::game::{GameResult, Side};
use plyglot_match::plan::MatchPlan;
use plyglot_match::record::{
    GameEnd, GameRecord, PlayedMove, Pondering, ReportedScore, Termination,
};
use plyglot_match::results::Results;
use plyglot_match::results::progress::{Pace, line, tables};
use plyglot_support::sprt::{EloModel, Sprt};
use plyglot_support::statistics::Tally;
use std::time::Duration;

fn plan(names: &[&str]) -> MatchPlan {
    let engines = "--engine cmd=a nodes=1 ".repeat(names.len());
    let mut plan = match_games::plan(&format!("{engines} --rounds 10"));
    plan.engines.iter_mut().zip(names).for_each(|(engine, name)| engine.name = name.to_string());
    plan
}

fn tested(names: &[&str]) -> MatchPlan {
    let model = EloModel::Normalized;
    let sprt = Some(Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model });
    MatchPlan { sprt, ..plan(names) }
}

const FIRST: GameResult = GameResult::Win(Side::First);
const SECOND: GameResult = GameResult::Win(Side::Second);
const DRAW: GameResult = GameResult::Draw;

fn game(round: u32, engines: [usize; 2], result: GameResult) -> GameRecord {
    let end = GameEnd { result, termination: Termination::Rules, reason: String::new() };
    GameRecord { round, engines, ..GameRecord::alone(end) }
}

fn played(millis: u64, depth: Option<u32>, nodes: Option<u64>) -> PlayedMove {
    PlayedMove {
        name: "e2e4".to_owned(),
        record: "e4".to_owned(),
        score: Some(ReportedScore::Centi(-35)),
        depth,
        nodes,
        time: Duration::from_millis(millis),
        ..PlayedMove::default()
    }
}

fn results(plan: &MatchPlan, games: &[GameRecord]) -> Results {
    let mut results = Results::new(plan);
    games.iter().for_each(|game| results.add(game));
    results
}

#[test]
fn pairs_are_counted_in_any_order_of_games() {
    let games = [
        game(1, [0, 1], FIRST),
        game(2, [0, 1], DRAW),
        game(3, [1, 0], SECOND),
        game(2, [1, 0], FIRST),
        game(1, [1, 0], SECOND),
        game(3, [0, 1], DRAW),
        game(4, [0, 1], FIRST),
        game(4, [1, 0], GameResult::Unfinished),
    ];
    // Round 1: 2 + 2 half points; round 2: 1 + 0; round 3: 2 + 1; round 4 half.
    let expected = Tally { wins: 4, draws: 2, losses: 1, pairs: [0, 1, 0, 1, 1] };
    let found = results(&plan(&["a", "b"]), &games);
    assert_eq!((found.against(0, 1), found.games()), (expected, 7));
    let mirrored = Tally { wins: 1, draws: 2, losses: 4, pairs: [1, 1, 0, 1, 0] };
    assert_eq!(found.against(1, 0), mirrored);
}

#[test]
fn pairs_of_several_engines_are_kept_apart() {
    let games = [
        game(1, [0, 1], FIRST),
        game(1, [2, 0], DRAW),
        game(1, [1, 2], SECOND),
        game(1, [0, 2], SECOND),
        game(1, [1, 0], FIRST),
        game(1, [2, 1], FIRST),
    ];
    let found = results(&plan(&["a", "b", "c"]), &games);
    assert_eq!(found.against(0, 1).pairs, [0, 0, 1, 0, 0]);
    assert_eq!(found.against(0, 2).pairs, [0, 1, 0, 0, 0]);
    assert_eq!(found.against(2, 1).pairs, [0, 0, 0, 0, 1]);
    let total = Tally { wins: 3, draws: 1, losses: 0, pairs: [0, 0, 0, 1, 1] };
    assert_eq!(found.total(2), total);
}

#[test]
fn games_with_other_openings_are_no_pairs() {
    let games = [game(1, [0, 1], FIRST), game(1, [1, 0], SECOND)];
    for (games_a_meeting, repeat) in [(1, true), (2, false)] {
        let plan = MatchPlan { games: games_a_meeting, repeat, ..plan(&["a", "b"]) };
        assert_eq!(results(&plan, &games).against(0, 1).pairs, [0; 5]);
    }
}

#[test]
fn figures_count_for_the_engine_that_moved() {
    let moves = vec![
        played(100, Some(10), Some(1000)),
        played(900, Some(3), None),
        played(300, None, Some(5000)),
    ];
    let mut opened = game(1, [1, 0], FIRST);
    opened.moves = moves.clone();
    let mut later = game(1, [0, 1], FIRST);
    later.opening.position = Some("k7/8/8/8/8/8/8/K7 b - - 0 1".to_string());
    later.opening.moves = vec!["a8b8".to_string(), "a1b1".to_string()];
    later.moves = moves;
    // Engine 1 has the first and third move of both.
    let found = results(&plan(&["a", "b"]), &[opened, later]);
    let figures = found.figures(1);
    assert_eq!(figures.time_per_move(), Some(Duration::from_millis(200)));
    assert_eq!(figures.depth(), Some(10.0));
    assert_eq!(figures.nodes_per_second(), Some(15_000.0));
    let figures = found.figures(0);
    assert_eq!(figures.time_per_move(), Some(Duration::from_millis(900)));
    assert_eq!((figures.depth(), figures.nodes_per_second()), (Some(3.0), None));
}

#[test]
fn ponder_hits_are_a_share_of_the_moves_with_pondering() {
    let thought = |first_depth, ponder| PlayedMove {
        first_depth: Some(first_depth),
        ponder,
        ..played(100, Some(12), None)
    };
    let (hit, miss) = (Some(Pondering::Hit), Some(Pondering::Miss));
    let mut record = game(1, [0, 1], FIRST);
    record.moves = [(1, None), (1, None), (8, hit), (1, None), (2, miss), (1, None), (7, hit)]
        .map(|(first_depth, ponder)| thought(first_depth, ponder))
        .to_vec();
    let plan = plan(&["a", "b"]);
    let found = results(&plan, &[record.clone()]);
    let of = |engine| (found.figures(engine).first_depth(), found.figures(engine).ponder_hits());
    assert_eq!(of(0), (Some(4.5), Some(2.0 / 3.0)));
    assert_eq!(of(1), (Some(1.0), None));
    let text = tables(&plan, &found);
    assert!(text.contains("first depth  ponder hits") && text.contains("66.7 %"), "{text}");
    record.moves.iter_mut().for_each(|played| played.ponder = None);
    let text = tables(&plan, &results(&plan, &[record]));
    assert!(!text.contains("ponder"), "nobody pondered: {text}");
}

#[test]
fn failures_count_for_the_loser() {
    let fail = |termination, engines, result| {
        let reason = format!("it was {termination:?}");
        let end = GameEnd { result, termination, reason };
        GameRecord { end, ..game(1, engines, result) }
    };
    let games = [
        fail(Termination::Crash, [0, 1], SECOND),
        fail(Termination::Time, [1, 0], SECOND),
        fail(Termination::Time, [0, 1], FIRST),
        fail(Termination::Adjudication, [0, 1], FIRST),
    ];
    let found = results(&plan(&["a", "b"]), &games);
    assert_eq!(found.figures(0).lost_by(Termination::Crash), 1);
    assert_eq!(found.figures(0).lost_by(Termination::Time), 0);
    assert_eq!(found.figures(1).lost_by(Termination::Time), 2);
    assert_eq!(found.figures(1).lost_by(Termination::Adjudication), 0);
    assert_eq!(found.failures().len(), 3);
    let text = tables(&plan(&["a", "b"]), &found);
    assert!(text.contains("game 1, a, crash: it was Crash"), "{text}");
}

#[test]
fn warnings_count_for_the_engine_that_moved() {
    let warned = |texts: &[&str]| PlayedMove {
        warnings: texts.iter().map(|text| text.to_string()).collect(),
        ..played(1, None, None)
    };
    let mut one = game(1, [1, 0], FIRST);
    // The opening's one ply makes the second player, engine 0, move first.
    one.opening.moves = vec!["e2e4".to_string()];
    one.moves = vec![warned(&[]), warned(&["x"]), warned(&["y", "z"])];
    let mut many = game(2, [0, 1], DRAW);
    many.moves = vec![warned(&["w"; 30])];
    let plan = plan(&["a", "b"]);
    let all = results(&plan, &[one, many]);
    assert_eq!([0, 1].map(|engine| all.figures(engine).warnings), [32, 1]);
    let told = tables(&plan, &all);
    for part in ["game 1, b, move 2: x\n", "game 1, a, move 2: y\n", "  and 13 more\n"] {
        assert!(told.contains(part), "{part:?} is missing in\n{told}");
    }
}

#[test]
fn the_progress_line_has_the_score_so_far() {
    let plan = tested(&["new", "old\u{1b}[2J"]);
    let pace = Pace { total: 100, done: 40, played: 30, elapsed: Duration::from_secs(60) };
    let games = [game(1, [0, 1], FIRST), game(1, [1, 0], DRAW), game(2, [0, 1], SECOND)];
    let found = line(&plan, &results(&plan, &games), &pace);
    for part in ["40/100", "new 1.5-1.5 old [2J (50.0 %)", "LLR", "(-2.94, 2.94)", "2:00 to go"] {
        assert!(found.contains(part), "{part:?} is missing in {found:?}");
    }
    assert!(!found.contains(char::is_control), "{found:?}");
    let empty = line(&plan, &results(&plan, &[]), &Pace { done: 0, played: 0, ..pace });
    assert!(empty.starts_with("game 0/100 | new 0.0-0.0 old"), "{empty:?}");
}

#[test]
fn the_tables_have_the_final_result() {
    let duel = tested(&["new", "old"]);
    let games: Vec<GameRecord> = (1..=1500)
        .flat_map(|round| [game(round, [0, 1], FIRST), game(round, [1, 0], DRAW)])
        .collect();
    let found = tables(&duel, &results(&duel, &games));
    for part in ["1500 won, 1500 drawn, 0 lost", "2250.0 of 3000 (75.0 %)", "+190.8", "H1 accepted"]
    {
        assert!(found.contains(part), "{part:?} is missing in\n{found}");
    }
    let many = plan(&["a", "b", "c"]);
    let games = [game(1, [0, 1], SECOND), game(1, [1, 2], FIRST), game(1, [2, 0], DRAW)];
    let found = tables(&many, &results(&many, &games));
    let ranks: Vec<usize> =
        ["1. b", "2. a", "3. c"].iter().filter_map(|rank| found.find(rank)).collect();
    // a and c drew and both lost to b; the first in the plan is first.
    assert!(ranks.len() == 3 && ranks.is_sorted(), "{found}");
    let none = tables(&many, &results(&many, &[]));
    assert!(none.contains("engine"), "{none}");
}

/// The first failures are told one by one, and all of them are counted.
#[test]
fn failures_beyond_those_that_are_kept_are_counted() {
    let mut lost = game(1, [0, 1], SECOND);
    lost.end.termination = Termination::Crash;
    let plan = plan(&["a", "b"]);
    let found = tables(&plan, &results(&plan, &vec![lost; 23]));
    assert!(found.contains("Games lost by failures\n  game 1, a, crash: "), "{found}");
    assert_eq!(found.matches("game 1, a, crash: ").count(), 20, "{found}");
    assert!(found.contains("  and 3 more\n"), "{found}");
}

#[test]
fn a_test_among_several_engines_is_about_the_first_two() {
    let sprt = Sprt { elo0: -5.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
    let plan = MatchPlan { sprt: Some(sprt), ..plan(&["a", "b", "c"]) };
    let lost = |round| [game(round, [0, 1], SECOND), game(round, [1, 0], DRAW)];
    let games: Vec<GameRecord> =
        (1..=1000).flat_map(lost).chain([game(1, [0, 2], FIRST)]).collect();
    let found = tables(&plan, &results(&plan, &games));
    let expected = "Elo -5 (H0) or 5 (H1): H0 accepted: a gains less than 5\n";
    assert!(found.contains("a against b: 2000 games\n") && found.contains(expected), "{found}");
    let found = tables(&plan, &results(&plan, &games[2000..]));
    assert!(found.contains("a against b: 0 games\n") && found.contains(": not decided"), "{found}");
}
