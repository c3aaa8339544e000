//! The progress line of a match and the tables at its end; failures in a row.

use super::rating::{self, Rating};
use crate::plan::Plan;
use crate::record::{GameRecord, GameResult, Termination};
use crate::results::{FAILURES, Failure, Results, Warning};
use crate::schedule::Fixture;
use plyglot_support::sprt::{Assessment, EloModel, Sprt, SprtDecision, assess};
use plyglot_support::statistics::{Interval, Tally};
use plyglot_support::text::{
    clock, columns, counted, or_dash, percent, plain, points, short, shortened, signed, to_go,
};
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Games of the whole match.
    pub total: u32,
    /// Games finished, including those of earlier runs.
    pub done: u32,
    /// Games played in this run, in `elapsed`.
    pub played: u32,
    pub elapsed: Duration,
}

/// The progress line, without a line end: games, score of the first engine (against the
/// second, or against all if there are more than two), its Elo, the test, and the time
/// to go.
pub fn line(plan: &Plan, results: &Results, pace: &Pace) -> String {
    let tally = results.total(0);
    let mut parts = vec![format!("game {}/{}", pace.done, pace.total), score(plan, &tally)];
    parts.extend(tally.elo().map(|elo| format!("Elo {}", plus_minus(elo))));
    if let Some(test) = &plan.sprt {
        let state = assess(test, &results.against(0, 1));
        parts.push(format!("LLR {:.2} ({:.2}, {:.2})", state.llr, state.lower, state.upper));
    }
    // A test may end the match before all games are played.
    let most = if plan.sprt.is_some() { "at most " } else { "" };
    let left = pace.total.saturating_sub(pace.done);
    let left = to_go(pace.elapsed, pace.played.into(), left.into());
    parts.extend(left.map(|left| format!("{most}{} to go", clock(left))));
    parts.join(" | ")
}

pub(crate) fn started(plan: &Plan, game: &Fixture, pace: &Pace) -> String {
    let [first, second] = game.engines.map(|engine| name(plan, engine));
    format!("Started game {} of {} ({first} vs {second})", game.number + 1, pace.total)
}

pub(crate) fn finished(plan: &Plan, record: &GameRecord) -> String {
    let [first, second] = record.engines.map(|engine| name(plan, engine));
    let (number, result) = (record.number + 1, record.end.result.text());
    let reason = printable(&record.end.reason);
    format!("Finished game {number} ({first} vs {second}): {result} {{{reason}}}")
}

fn score(plan: &Plan, tally: &Tally) -> String {
    let opponent = match plan.engines.as_slice() {
        [_, second] => plain(&second.name),
        _ => "all".to_string(),
    };
    let (own, theirs) = (points(tally.points()), points(tally.reversed().points()));
    let share = tally.score().map(|share| format!(" ({})", percent(share))).unwrap_or_default();
    format!("{} {own}-{theirs} {opponent}{share}", name(plan, 0))
}

fn name(plan: &Plan, engine: usize) -> String {
    plain(&plan.engines[engine].name)
}

/// `+12.3 +- 4.5`, or with both bounds if the margin is infinite.
fn plus_minus(value: Interval) -> String {
    match value.margin() {
        margin if margin.is_finite() && value.estimate.is_finite() => {
            format!("{} +- {margin:.1}", signed(value.estimate))
        }
        _ => with_bounds(value),
    }
}

fn with_bounds(value: Interval) -> String {
    format!("{} [{}, {}]", signed(value.estimate), signed(value.low), signed(value.high))
}

pub fn tables(plan: &Plan, results: &Results) -> String {
    let mut parts = match plan.engines.len() {
        0..=2 => vec![duel(plan, results)],
        _ => vec![cross_table(plan, results)],
    };
    if let (Some(test), 3..) = (&plan.sprt, plan.engines.len()) {
        parts.push(format!("{}\n{}", title(plan, results), list(&test_lines(plan, results, test))));
    }
    parts.push(figures(plan, results));
    parts.extend(failures(plan, results));
    parts.extend(warnings(plan, results));
    parts.join("\n")
}

fn duel(plan: &Plan, results: &Results) -> String {
    let tally = results.against(0, 1);
    let mut lines = score_lines(&tally);
    if let Some(test) = &plan.sprt {
        lines.extend(test_lines(plan, results, test));
    }
    format!("{}\n{}", title(plan, results), list(&lines))
}

fn title(plan: &Plan, results: &Results) -> String {
    let games = counted(results.against(0, 1).games(), "game");
    format!("{} against {}: {games}", name(plan, 0), name(plan, 1))
}

fn list(lines: &[LabelledLine]) -> String {
    lines.iter().map(|(label, value)| format!("  {label:<6} {value}\n")).collect()
}

type LabelledLine = (&'static str, String);

fn score_lines(tally: &Tally) -> Vec<LabelledLine> {
    let Tally { wins, draws, losses, pairs } = tally;
    let (made, games) = (points(tally.points()), tally.games());
    let bounds = |value: Option<Interval>| or_dash(value, with_bounds);
    let mut lines = vec![
        ("games", format!("{wins} won, {draws} drawn, {losses} lost")),
        ("score", format!("{made} of {games} ({})", or_dash(tally.score(), percent))),
        ("Elo", bounds(tally.elo())),
        ("nElo", bounds(tally.normalized_elo())),
        ("LOS", or_dash(tally.superiority(), percent)),
        ("draws", or_dash(tally.draw_ratio(), percent)),
    ];
    if pairs.iter().sum::<u32>() > 0 {
        let ratio = or_dash(tally.pairs_ratio(), |ratio| format!("{ratio:.2}"));
        lines.push(("pairs", format!("{pairs:?} by points 0 to 2, won to lost {ratio}")));
    }
    lines
}

fn test_lines(plan: &Plan, results: &Results, test: &Sprt) -> Vec<LabelledLine> {
    let state = assess(test, &results.against(0, 1));
    let llr = format!("{:.2} ({:.2}, {:.2})", state.llr, state.lower, state.upper);
    vec![("LLR", llr), ("test", verdict(plan, test, &state))]
}

fn verdict(plan: &Plan, test: &Sprt, state: &Assessment) -> String {
    let unit = match test.model {
        EloModel::Normalized => "nElo",
        EloModel::Logistic => "Elo",
    };
    let hypotheses = format!("{unit} {} (H0) or {} (H1)", test.elo0, test.elo1);
    let outcome = match state.decision {
        SprtDecision::Continue => "not decided".to_string(),
        SprtDecision::H0 => format!("H0 accepted: {} gains less than {}", name(plan, 0), test.elo1),
        SprtDecision::H1 => format!("H1 accepted: {} gains more than {}", name(plan, 0), test.elo0),
    };
    format!("{hypotheses}: {outcome}")
}

fn cross_table(plan: &Plan, results: &Results) -> String {
    let engines = plan.engines.len();
    let ratings = rating::rate(engines, |i, j| results.against(i, j));
    let order = order(engines, results, ratings.as_deref());
    let mut header = ["engine", "Elo", "+-", "games", "score"].map(String::from).to_vec();
    header.extend((1..=engines).map(|rank| rank.to_string()));
    let mut rows = vec![header];
    for (rank, &engine) in order.iter().enumerate() {
        let total = results.total(engine);
        let rating = ratings.as_ref().map(|ratings| ratings[engine]);
        let mut row = vec![
            format!("{}. {}", rank + 1, name(plan, engine)),
            or_dash(rating, |r| signed(r.elo)),
            or_dash(rating, |r| format!("{:.1}", r.error)),
            total.games().to_string(),
            or_dash(total.score(), percent),
        ];
        row.extend(order.iter().map(|&other| cell(engine, other, results)));
        rows.push(row);
    }
    columns(&rows)
}

fn order(engines: usize, results: &Results, ratings: Option<&[Rating]>) -> Vec<usize> {
    let worth = |engine: usize| match ratings {
        // Rounded, so that engines of equal rating stay in the plan's order.
        Some(ratings) => (ratings[engine].elo * 1e6).round(),
        None => results.total(engine).score().unwrap_or_default(),
    };
    let mut order: Vec<usize> = (0..engines).collect();
    order.sort_by(|&a, &b| worth(b).total_cmp(&worth(a)));
    order
}

fn cell(engine: usize, other: usize, results: &Results) -> String {
    let tally = results.against(engine, other);
    match (engine == other, tally.games()) {
        (true, _) => ".".to_string(),
        (_, 0) => "-".to_string(),
        (_, games) => format!("{}/{games}", points(tally.points())),
    }
}

fn figures(plan: &Plan, results: &Results) -> String {
    let lost = FAILURES.map(|failure| format!("by {}", failure_name(failure)));
    let mut header = ["engine", "games", "s/move", "depth", "nodes/s"].map(String::from).to_vec();
    let engines = 0..plan.engines.len();
    let pondered = engines.clone().any(|i| results.figures(i).ponder_hits().is_some());
    if pondered {
        header.extend(["first depth", "ponder hits"].map(String::from));
    }
    let failed = !results.failures().is_empty();
    if failed {
        header.push("lost".to_string());
        header.extend(lost);
    }
    let warned = !results.warnings().is_empty();
    if warned {
        header.push("warnings".to_string());
    }
    let mut rows = vec![header];
    for engine in engines {
        let figures = results.figures(engine);
        let mut row = vec![
            name(plan, engine),
            figures.games.to_string(),
            or_dash(figures.time_per_move(), |time| format!("{:.3}", time.as_secs_f64())),
            or_dash(figures.depth(), |depth| format!("{depth:.1}")),
            or_dash(figures.nodes_per_second(), short),
        ];
        if pondered {
            row.push(or_dash(figures.first_depth(), |depth| format!("{depth:.1}")));
            row.push(or_dash(figures.ponder_hits(), percent));
        }
        if failed {
            row.push(results.total(engine).losses.to_string());
            row.extend(FAILURES.map(|failure| figures.lost_by(failure).to_string()));
        }
        if warned {
            row.push(figures.warnings.to_string());
        }
        rows.push(row);
    }
    columns(&rows)
}

fn failure_name(termination: Termination) -> &'static str {
    match termination {
        Termination::Time => "time",
        Termination::IllegalMove => "illegal move",
        Termination::Crash => "crash",
        Termination::Stall => "stall",
        _ => "other",
    }
}

fn failures(plan: &Plan, results: &Results) -> Option<String> {
    let lost =
        |engine| FAILURES.map(|way| results.figures(engine).lost_by(way)).iter().sum::<u32>();
    let line = |failure: &Failure| {
        let how = failure_name(failure.termination);
        let (game, engine) = (failure.game + 1, name(plan, failure.engine));
        format!("game {game}, {engine}, {how}: {}", printable(&failure.reason))
    };
    let all = (0..plan.engines.len()).map(lost).sum();
    excerpt("Games lost by failures", results.failures().iter().map(line), all)
}

fn warnings(plan: &Plan, results: &Results) -> Option<String> {
    let all = (0..plan.engines.len()).map(|engine| results.figures(engine).warnings).sum();
    excerpt("Warnings", results.warnings().iter().map(|one| warning(plan, one)), all)
}

/// A list of the first of `all` lines; `None` if there is none.
fn excerpt(title: &str, lines: impl ExactSizeIterator<Item = String>, all: u32) -> Option<String> {
    let shown = lines.len();
    let mut text = format!("{title}\n");
    lines.for_each(|line| text += &format!("  {line}\n"));
    if all as usize > shown {
        text += &format!("  and {} more\n", all as usize - shown);
    }
    (shown > 0).then_some(text)
}

/// The longest excerpt of an engine's output that is shown, in characters.
const MAX_QUOTE: usize = 1000;

/// Text from or about an engine, made safe for a terminal: without control characters
/// and shortened.
pub(crate) fn printable(text: &str) -> String {
    plain(&shortened(text, MAX_QUOTE))
}

/// A warning as one line: game, engine, move and problem.
pub(crate) fn warning(plan: &Plan, warning: &Warning) -> String {
    let (game, engine) = (warning.game + 1, name(plan, warning.engine));
    format!("game {game}, {engine}, move {}: {}", warning.move_number, printable(&warning.text))
}

/// Failed games in a row after which the match ends.
pub(crate) const MAX_FAILURES: u32 = 10;

/// The number of games in a row that each engine has failed in.
#[derive(Debug)]
pub(crate) struct Streaks(Vec<u32>);

impl Streaks {
    pub(crate) fn new(engines: usize) -> Streaks {
        Streaks(vec![0; engines])
    }

    /// Counts a finished game. Returns the engine that has now failed in
    /// [`MAX_FAILURES`] games in a row. A loss on time is no failure here: the engine
    /// played.
    pub(crate) fn note(&mut self, game: &GameRecord) -> Option<usize> {
        use Termination::{Crash, IllegalMove, Stall};
        let GameResult::Win(winner) = game.end.result else {
            game.engines.iter().for_each(|&engine| self.0[engine] = 0);
            return None;
        };
        let (good, lost) = (game.engines[winner.index()], game.engines[1 - winner.index()]);
        self.0[good] = 0;
        self.0[lost] = match game.end.termination {
            Crash | Stall | IllegalMove => self.0[lost] + 1,
            _ => 0,
        };
        (self.0[lost] >= MAX_FAILURES).then_some(lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameEnd;
    use plyglot_core::game::Side;

    fn game(winner: Side, termination: Termination) -> GameRecord {
        let (result, reason) = (GameResult::Win(winner), String::new());
        let end = GameEnd { result, termination, reason };
        GameRecord::alone(end)
    }

    #[test]
    fn failures_in_a_row_are_counted_from_the_last_game_that_was_played() {
        use Termination::{Crash, Rules, Stall, Time};
        let mut streaks = Streaks::new(2);
        let failure = |n: u32| game(Side::First, if n.is_multiple_of(2) { Crash } else { Stall });
        for played in [Rules, Time] {
            for n in 1..MAX_FAILURES {
                assert_eq!(streaks.note(&failure(n)), None, "{n}");
            }
            assert_eq!(streaks.note(&game(Side::First, played)), None);
        }
        for n in 1..MAX_FAILURES {
            assert_eq!(streaks.note(&failure(n)), None, "{n}");
        }
        assert_eq!(streaks.note(&failure(MAX_FAILURES)), Some(1));
    }
}
