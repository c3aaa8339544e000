//! The progress line of a match and the tables at its end; failures in a row.

use crate::plan::MatchPlan;
use crate::record::{GameRecord, Termination};
use crate::results::{FAILURES, Failure, Results, Warning};
use crate::schedule::Fixture;
use plyglot_core::game::GameResult;
use plyglot_support::rating::Rating;
use plyglot_support::sprt::{Assessment, EloModel, Sprt, SprtDecision};
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
pub fn line(plan: &MatchPlan, results: &Results, pace: &Pace) -> String {
    let tally = results.total(0);
    let mut parts = vec![format!("game {}/{}", pace.done, pace.total), score(plan, &tally)];
    parts.extend(tally.elo().map(|elo| format!("Elo {}", plus_minus(elo))));
    parts.extend(results.assessment(plan).map(|state| format!("LLR {}", llr(&state))));
    // A test may end the match before all games are played.
    let bound = if plan.sprt.is_some() { "at most " } else { "" };
    let left = pace.total.saturating_sub(pace.done);
    let left = to_go(pace.elapsed, pace.played.into(), left.into());
    parts.extend(left.map(|left| format!("{bound}{} to go", clock(left))));
    parts.join(" | ")
}

pub(crate) fn started(plan: &MatchPlan, game: &Fixture, pace: &Pace) -> String {
    let [first, second] = game.engines.map(|engine| name(plan, engine));
    format!("Started game {} of {} ({first} vs {second})", game.number + 1, pace.total)
}

pub(crate) fn finished(plan: &MatchPlan, record: &GameRecord) -> String {
    let [first, second] = record.engines.map(|engine| name(plan, engine));
    let number = record.number + 1;
    let result = record.end.result.text();
    let reason = printable(&record.end.reason);
    format!("Finished game {number} ({first} vs {second}): {result} {{{reason}}}")
}

fn score(plan: &MatchPlan, tally: &Tally) -> String {
    let opponent = match plan.engines.as_slice() {
        [_, second] => plain(&second.name),
        _ => "all".to_string(),
    };
    let own = points(tally.points());
    let theirs = points(tally.reversed().points());
    let share = tally.score().map(|share| format!(" ({})", percent(share))).unwrap_or_default();
    format!("{} {own}-{theirs} {opponent}{share}", name(plan, 0))
}

fn name(plan: &MatchPlan, engine: usize) -> String {
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

pub fn tables(plan: &MatchPlan, results: &Results) -> String {
    let mut parts = match plan.engines.len() {
        0..=2 => vec![duel(plan, results)],
        _ => vec![cross_table(plan, results)],
    };
    if plan.sprt.is_some() && plan.engines.len() > 2 {
        parts.push(format!("{}\n{}", title(plan, results), list(&test_lines(plan, results))));
    }
    parts.push(figures(plan, results));
    parts.extend(failures(plan, results));
    parts.extend(warnings(plan, results));
    parts.join("\n")
}

fn duel(plan: &MatchPlan, results: &Results) -> String {
    let tally = results.against(0, 1);
    let mut lines = score_lines(&tally);
    lines.extend(test_lines(plan, results));
    format!("{}\n{}", title(plan, results), list(&lines))
}

fn title(plan: &MatchPlan, results: &Results) -> String {
    let games = counted(results.against(0, 1).games(), "game");
    format!("{} against {}: {games}", name(plan, 0), name(plan, 1))
}

fn list(lines: &[LabelledLine]) -> String {
    lines.iter().map(|(label, value)| format!("  {label:<6} {value}\n")).collect()
}

type LabelledLine = (&'static str, String);

fn score_lines(tally: &Tally) -> Vec<LabelledLine> {
    let Tally { wins, draws, losses, pairs } = tally;
    let made = points(tally.points());
    let games = tally.games();
    let mut lines = vec![
        ("games", format!("{wins} won, {draws} drawn, {losses} lost")),
        ("score", format!("{made} of {games} ({})", or_dash(tally.score(), percent))),
        ("Elo", or_dash(tally.elo(), with_bounds)),
        ("nElo", or_dash(tally.normalized_elo(), with_bounds)),
        ("LOS", or_dash(tally.superiority(), percent)),
        ("draws", or_dash(tally.draw_ratio(), percent)),
    ];
    if pairs.iter().sum::<u32>() > 0 {
        let ratio = or_dash(tally.pairs_ratio(), |ratio| format!("{ratio:.2}"));
        lines.push(("pairs", format!("{pairs:?} by points 0 to 2, won to lost {ratio}")));
    }
    lines
}

fn test_lines(plan: &MatchPlan, results: &Results) -> Vec<LabelledLine> {
    let Some((test, state)) = plan.sprt.as_ref().zip(results.assessment(plan)) else {
        return Vec::new();
    };
    vec![("LLR", llr(&state)), ("test", verdict(plan, test, &state))]
}

fn llr(state: &Assessment) -> String {
    format!("{:.2} ({:.2}, {:.2})", state.llr, state.lower, state.upper)
}

pub(super) fn unit(test: &Sprt) -> &'static str {
    match test.model {
        EloModel::Normalized => "nElo",
        EloModel::Logistic => "Elo",
    }
}

fn verdict(plan: &MatchPlan, test: &Sprt, state: &Assessment) -> String {
    let hypotheses = format!("{} {} (H0) or {} (H1)", unit(test), test.elo0, test.elo1);
    let outcome = match state.decision {
        SprtDecision::Continue => "not decided".to_string(),
        SprtDecision::H0 => format!("H0 accepted: {} gains less than {}", name(plan, 0), test.elo1),
        SprtDecision::H1 => format!("H1 accepted: {} gains more than {}", name(plan, 0), test.elo0),
    };
    format!("{hypotheses}: {outcome}")
}

fn cross_table(plan: &MatchPlan, results: &Results) -> String {
    let engines = plan.engines.len();
    let ratings = results.ratings();
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
    let scores: Vec<f64> = match ratings {
        // Rounded, so that engines of equal rating stay in the plan's order.
        Some(ratings) => ratings.iter().map(|rating| (rating.elo * 1e6).round()).collect(),
        None => (0..engines).map(|i| results.total(i).score().unwrap_or_default()).collect(),
    };
    let mut order: Vec<usize> = (0..engines).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
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

fn figures(plan: &MatchPlan, results: &Results) -> String {
    let mut header = ["engine", "games", "s/move", "depth", "nodes/s"].map(String::from).to_vec();
    let engines = 0..plan.engines.len();
    let pondered = engines.clone().any(|i| results.figures(i).ponder_hits().is_some());
    if pondered {
        header.extend(["first depth", "ponder hits"].map(String::from));
    }
    let failed = !results.failures().is_empty();
    if failed {
        header.push("lost".to_string());
        header.extend(FAILURES.map(|failure| format!("by {}", failure_name(failure))));
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

fn failures(plan: &MatchPlan, results: &Results) -> Option<String> {
    let all = (0..plan.engines.len())
        .map(|engine| FAILURES.map(|way| results.figures(engine).lost_by(way)).iter().sum::<u32>())
        .sum();
    let mut text = excerpt(
        "Games lost by failures",
        results.failures().iter().map(|it| failure_line(plan, it)),
        all,
    )?;
    if results.failures().iter().any(|failure| failure.is_first_move_illegal) {
        let game = printable(&plan.game);
        text += &format!("  The game is {game}; for engines of another one, `--game` names it.\n");
    }
    Some(text)
}

fn failure_line(plan: &MatchPlan, failure: &Failure) -> String {
    let how = failure_name(failure.termination);
    let game = failure.game + 1;
    let engine = name(plan, failure.engine);
    format!("game {game}, {engine}, {how}: {}", printable(&failure.reason))
}

fn warnings(plan: &MatchPlan, results: &Results) -> Option<String> {
    let all = (0..plan.engines.len()).map(|engine| results.figures(engine).warnings).sum();
    excerpt("Warnings", results.warnings().iter().map(|one| warning(plan, one)), all)
}

/// A list of the first of `all` lines; `None` if there is none.
fn excerpt(title: &str, lines: impl ExactSizeIterator<Item = String>, all: u32) -> Option<String> {
    let shown = lines.len();
    if shown == 0 {
        return None;
    }
    let mut text = format!("{title}\n");
    for line in lines {
        text += &format!("  {line}\n");
    }
    if all as usize > shown {
        text += &format!("  and {} more\n", all as usize - shown);
    }
    Some(text)
}

/// The longest excerpt of an engine's output that is shown, in characters.
const MAX_QUOTE: usize = 1000;

/// Text from or about an engine, made safe for a terminal: without control characters
/// and shortened.
pub(crate) fn printable(text: &str) -> String {
    plain(&shortened(text, MAX_QUOTE))
}

/// A warning as one line: game, engine, move and problem.
pub(crate) fn warning(plan: &MatchPlan, warning: &Warning) -> String {
    let game = warning.game + 1;
    let engine = name(plan, warning.engine);
    format!("game {game}, {engine}, move {}: {}", warning.move_number, printable(&warning.text))
}

pub(crate) const MAX_FAILURES: u32 = 10;

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
        let good = game.engines[winner];
        let lost = game.engines[!winner];
        self.0[good] = 0;
        self.0[lost] = match game.end.termination {
            Crash | Stall | IllegalMove => self.0[lost] + 1,
            _ => 0,
        };
        if self.0[lost] < MAX_FAILURES {
            return None;
        }
        Some(lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameEnd;
    use plyglot_core::game::Side;

    fn game(winner: Side, termination: Termination) -> GameRecord {
        let result = GameResult::Win(winner);
        let reason = String::new();
        let end = GameEnd { result, termination, reason };
        GameRecord::alone(end)
    }

    fn failure(n: u32) -> GameRecord {
        let termination = if n.is_multiple_of(2) { Termination::Crash } else { Termination::Stall };
        game(Side::First, termination)
    }

    #[test]
    fn failures_in_a_row_are_counted_from_the_last_game_that_was_played() {
        use Termination::{Rules, Time};
        let mut streaks = Streaks::new(2);
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
