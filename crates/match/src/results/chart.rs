//! The course of a match as a chart over the games finished: the first engine's score,
//! and the log-likelihood ratio of the test.

use crate::plan::Plan;
use crate::record::GameRecord;
use crate::results::Results;
use plyglot_support::chart::{Chart, Curve, Mark, Panel, round_step};
use plyglot_support::sprt::{Assessment, SprtDecision, assess};
use plyglot_support::statistics::{Interval, elo_of_score};
use plyglot_support::svg::Head;
use plyglot_support::text::{percent, shortened, signed};

/// The most points drawn: more than the chart has units of width would not show.
const MAX_POINTS: usize = 800;
/// The most characters of a name for which there is room, besides three dots if it is cut.
const NAME: usize = 21;

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

pub(super) fn svg(plan: &Plan, games: &[GameRecord]) -> String {
    let course = course(plan, games);
    let score = score_panel(plan, &course);
    Chart {
        head: head(plan, course.last()),
        style: STYLE,
        unit: "games finished",
        end: course.last().map_or(1.0, |snapshot| snapshot.games),
        panels: [score].into_iter().chain(test_panel(&course)).collect(),
    }
    .svg()
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

fn head(plan: &Plan, last: Option<&Snapshot>) -> Head {
    let first = shortened(&plan.engines[0].name, NAME);
    let title = match plan.engines.as_slice() {
        [_, second] => format!("{first} against {}", shortened(&second.name, NAME)),
        all => format!("{first} against {} others", all.len() - 1),
    };
    let games = last.map_or(0.0, |snapshot| snapshot.games);
    let subtitle = format!("{} · {games} games", plan.game);
    let Some(last) = last else { return Head { title, subtitle, ..Head::default() } };
    let Interval { estimate, low, high } = last.score;
    let elo = [estimate, low, high].map(|score| signed(elo_of_score(score)));
    let result = format!("{} · Elo {} ({} to {})", percent(estimate), elo[0], elo[1], elo[2]);
    let detail = last.test.map_or(String::new(), |test| {
        let outcome = match test.decision {
            SprtDecision::Continue => "not decided",
            SprtDecision::H0 => "H0 accepted",
            SprtDecision::H1 => "H1 accepted",
        };
        format!("LLR {:.2} · {outcome}", test.llr)
    });
    Head { title, subtitle, result, detail }
}

/// The range includes an even score and the whole band. The first tenth of the games, when the
/// band is wide, may lie outside.
fn score_panel(plan: &Plan, course: &[Snapshot]) -> Panel {
    let settled = &course[course.len() / 10..];
    let low = settled.iter().map(|m| m.score.low).fold(0.48, f64::min);
    let high = settled.iter().map(|m| m.score.high).fold(0.52, f64::max);
    let step = round_step((high - low) / 6.0);
    let low = ((low / step - 1e-9).floor() * step).max(0.0);
    let high = ((high / step + 1e-9).ceil() * step).min(1.0);
    let mut marks = Mark::round(low, high, 6.0);
    let digits = if round_step((high - low) / 6.0) < 0.01 { 1 } else { 0 };
    for mark in &mut marks {
        mark.left = format!("{:.digits$} %", 100.0 * mark.at);
        mark.right.1 = elo_mark(mark.at);
    }
    marks.push(Mark { at: 0.5, style: "even", ..Mark::default() });
    let curve = |value: fn(&Snapshot) -> f64| course.iter().map(move |m| (m.games, value(m)));
    let band = curve(|m| m.score.high).chain(curve(|m| m.score.low).rev()).collect();
    let score: Vec<_> = curve(|m| m.score.estimate).collect();
    Panel {
        title: format!("Score of {} with its 95 % band", shortened(&plan.engines[0].name, NAME)),
        right_title: "Elo",
        height: 280.0,
        low,
        high,
        marks,
        dots: score.last().map(|&last| ("dot", last)).into_iter().collect(),
        curves: vec![
            Curve { style: "band", points: band, is_closed: true },
            Curve::open("score", score),
        ],
    }
}

fn elo_mark(score: f64) -> String {
    match elo_of_score(score) {
        elo if elo.abs() < 0.5 => "0".to_string(),
        elo => format!("{elo:+.0}"),
    }
}

fn test_panel(course: &[Snapshot]) -> Option<Panel> {
    let last = course.last()?.test?;
    let points: Vec<_> = course.iter().filter_map(|m| Some((m.games, m.test?.llr))).collect();
    let ratios = || points.iter().map(|&(_, llr)| llr);
    let bound = |at: f64, style, right_style, name: &str| Mark {
        at,
        style,
        left: format!("{at:.2}"),
        right: (right_style, name.to_owned()),
    };
    Some(Panel {
        title: "Log-likelihood ratio of the test".to_owned(),
        height: 190.0,
        low: ratios().fold(last.lower, f64::min) - 0.3,
        high: ratios().fold(last.upper, f64::max) + 0.3,
        marks: vec![
            Mark { style: "even", left: "0".to_owned(), ..Mark::default() },
            bound(last.upper, "h1", "label win", "H1"),
            bound(last.lower, "h0", "label loss", "H0"),
        ],
        dots: points.last().map(|&last| ("test-dot", last)).into_iter().collect(),
        curves: vec![Curve::open("llr", points)],
        ..Panel::default()
    })
}
