//! The course of a match as a chart over the games finished: the first engine's score,
//! and the log-likelihood ratio of the test.
//!
//! The chart is written as SVG by hand. Compared with the library plotters (0.3.7, SVG
//! backend alone): the same chart takes 233 lines there and 271 here, before its score
//! axis ends at round numbers. It adds 5 crates and 3 seconds of processor time to a
//! build. It writes every dash as an element, 42 KB of them: 57 KB instead of 14 for
//! 200 games, 74 instead of 39 for 5000. Its points lie on whole pixels and there is no
//! `<title>`. It passes on control characters, which XML does not allow.

use crate::plan::Plan;
use crate::record::GameRecord;
use crate::results::Results;
use plyglot_support::sprt::{Assessment, SprtDecision, assess};
use plyglot_support::statistics::{Interval, elo_of_score};
use plyglot_support::svg::{
    self, Axis, GAP, HEAD, LEFT, Panel, RIGHT, WIDTH, dot, frame, line, path, round_step, text,
};
use plyglot_support::text::{escape, percent, signed};
use std::fmt::Write;

/// The most points drawn: more than the chart has units of width would not show.
const MAX_POINTS: usize = 800;

const SCORE_HEIGHT: f64 = 300.0;
const TEST_HEIGHT: f64 = 190.0;

const STYLE: &str = "\
.band{fill:#1f6feb;fill-opacity:.14}\
.score{stroke:#1f6feb;stroke-width:2;stroke-linejoin:round;fill:none}\
.llr{stroke:#8250df;stroke-width:2;stroke-linejoin:round;fill:none}\
.h1{stroke:#1a7f37;stroke-dasharray:7 4;fill:none}.h0{stroke:#cf222e;stroke-dasharray:7 4;fill:none}\
.win{fill:#1a7f37}.loss{fill:#cf222e}.dot{fill:#1f6feb}.test-dot{fill:#8250df}";

/// The state of a match after some games.
struct Snapshot {
    games: f64,
    score: Interval,
    test: Option<Assessment>,
}

/// The chart as a self-contained SVG document.
pub(super) fn svg(plan: &Plan, games: &[GameRecord]) -> String {
    let course = course(plan, games);
    let bottom = HEAD + SCORE_HEIGHT + plan.sprt.map_or(0.0, |_| GAP + TEST_HEIGHT);
    let height = bottom + GAP - 4.0;
    let mut out = svg::begin(height, STYLE);
    head(&mut out, plan, &course);
    let x_axis = Axis::whole(course.last().map_or(1.0, |snapshot| snapshot.games));
    score_panel(&mut out, plan, &course, &x_axis);
    if plan.sprt.is_some() {
        test_panel(&mut out, &course, &x_axis);
    }
    text(&mut out, "middle", (LEFT + RIGHT) / 2.0, height - 14.0, "games finished");
    out.push_str("</svg>\n");
    out
}

fn course(plan: &Plan, games: &[GameRecord]) -> Vec<Snapshot> {
    let mut results = Results::new(plan);
    let every = games.len().div_ceil(MAX_POINTS).max(1);
    let mut course = Vec::new();
    for (index, game) in games.iter().enumerate() {
        results.add(game);
        let wanted = (index + 1) % every == 0 || index + 1 == games.len();
        if let (true, Some(score)) = (wanted, results.total(0).expected_score()) {
            let test = plan.sprt.as_ref().map(|test| assess(test, &results.against(0, 1)));
            course.push(Snapshot { games: f64::from(results.games()), score, test });
        }
    }
    course
}

fn head(out: &mut String, plan: &Plan, course: &[Snapshot]) {
    let first = shortened(&plan.engines[0].name);
    let title = match plan.engines.as_slice() {
        [_, second] => format!("{first} against {}", shortened(&second.name)),
        all => format!("{first} against {} others", all.len() - 1),
    };
    let games = course.last().map_or(0.0, |snapshot| snapshot.games);
    let _ = writeln!(out, "<title>{}</title>", escape(&title));
    text(out, "title", 24.0, 36.0, &title);
    text(out, "", 24.0, 57.0, &format!("{} · {games} games", plan.game));
    let Some(last) = course.last() else { return };
    let Interval { estimate, low, high } = last.score;
    let elo = [estimate, low, high].map(|score| signed(elo_of_score(score)));
    let score = format!("{} · Elo {} ({} to {})", percent(estimate), elo[0], elo[1], elo[2]);
    text(out, "label right", WIDTH - 24.0, 36.0, &score);
    if let Some(test) = last.test {
        let outcome = match test.decision {
            SprtDecision::Continue => "not decided",
            SprtDecision::H0 => "H0 accepted",
            SprtDecision::H1 => "H1 accepted",
        };
        let llr = format!("LLR {:.2} · {outcome}", test.llr);
        text(out, "right", WIDTH - 24.0, 57.0, &llr);
    }
}

/// The name, cut to the width available.
fn shortened(name: &str) -> String {
    const LENGTH: usize = 24;
    match name.chars().count() {
        0..=LENGTH => name.to_string(),
        _ => name.chars().take(LENGTH - 1).chain(['…']).collect(),
    }
}

fn score_panel(out: &mut String, plan: &Plan, course: &[Snapshot], x_axis: &Axis) {
    let panel = score_range(course);
    let step = round_step((panel.high - panel.low) / 6.0);
    frame(out, &panel, x_axis);
    let mut mark = (panel.low / step).ceil() * step;
    while mark <= panel.high + 1e-9 {
        let y = panel.y(mark);
        line(out, "grid", [LEFT, y, RIGHT, y]);
        let digits = if step < 0.01 { 1 } else { 0 };
        text(out, "right", LEFT - 8.0, y + 4.5, &format!("{:.digits$} %", 100.0 * mark));
        text(out, "", RIGHT + 10.0, y + 4.5, &elo_mark(mark));
        mark += step;
    }
    line(out, "even", [LEFT, panel.y(0.5), RIGHT, panel.y(0.5)]);
    let title = format!("Score of {} with its 95 % band", shortened(&plan.engines[0].name));
    text(out, "label", LEFT, panel.top - 10.0, &title);
    text(out, "label", RIGHT + 10.0, panel.top - 10.0, "Elo");
    let edge = |value: fn(&Snapshot) -> f64| move |m: &Snapshot| (x_axis.x(m.games), value(m));
    let upper = course.iter().map(edge(|m| m.score.high));
    let lower = course.iter().rev().map(edge(|m| m.score.low));
    path(out, "band", upper.chain(lower).map(|(x, value)| (x, panel.clamped(value))), "Z");
    let middle = course.iter().map(edge(|m| m.score.estimate));
    path(out, "score", middle.map(|(x, value)| (x, panel.clamped(value))), "");
    if let Some(last) = course.last() {
        dot(out, "dot", x_axis.x(last.games), panel.clamped(last.score.estimate));
    }
}

fn elo_mark(score: f64) -> String {
    match elo_of_score(score) {
        elo if elo.abs() < 0.5 => "0".to_string(),
        elo => format!("{elo:+.0}"),
    }
}

/// A range that includes an even score and the whole band. The first tenth of the
/// games, when the band is wide, may lie outside.
fn score_range(course: &[Snapshot]) -> Panel {
    let settled = &course[course.len() / 10..];
    let low = settled.iter().map(|m| m.score.low).fold(0.48, f64::min);
    let high = settled.iter().map(|m| m.score.high).fold(0.52, f64::max);
    let step = round_step((high - low) / 6.0);
    Panel {
        top: HEAD + 20.0,
        height: SCORE_HEIGHT - 20.0,
        low: ((low / step - 1e-9).floor() * step).max(0.0),
        high: ((high / step + 1e-9).ceil() * step).min(1.0),
    }
}

fn test_panel(out: &mut String, course: &[Snapshot], x_axis: &Axis) {
    let tests: Vec<(f64, Assessment)> =
        course.iter().filter_map(|m| Some((x_axis.x(m.games), m.test?))).collect();
    let Some(&(end, last)) = tests.last() else { return };
    let ratios = || tests.iter().map(|(_, test)| test.llr);
    let panel = Panel {
        top: HEAD + SCORE_HEIGHT + GAP,
        height: TEST_HEIGHT,
        low: ratios().fold(last.lower, f64::min) - 0.3,
        high: ratios().fold(last.upper, f64::max) + 0.3,
    };
    frame(out, &panel, x_axis);
    line(out, "even", [LEFT, panel.y(0.0), RIGHT, panel.y(0.0)]);
    text(out, "right", LEFT - 8.0, panel.y(0.0) + 4.5, "0");
    bound(out, &panel, last.upper, ["h1", "win", "H1"]);
    bound(out, &panel, last.lower, ["h0", "loss", "H0"]);
    text(out, "label", LEFT, panel.top - 10.0, "Log-likelihood ratio of the test");
    path(out, "llr", tests.iter().map(|(x, test)| (*x, panel.y(test.llr))), "");
    dot(out, "test-dot", end, panel.y(last.llr));
}

fn bound(out: &mut String, panel: &Panel, value: f64, [style, mark, name]: [&str; 3]) {
    let y = panel.y(value);
    line(out, style, [LEFT, y, RIGHT, y]);
    text(out, "right", LEFT - 8.0, y + 4.5, &format!("{value:.2}"));
    text(out, &format!("label {mark}"), RIGHT + 10.0, y + 4.5, name);
}
