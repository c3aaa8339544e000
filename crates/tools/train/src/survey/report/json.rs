//! The object that `survey --json` prints; `docs/survey.schema.json` describes it.

use super::{CountedEnd, FirstMove, Strength, SurveyReport};
use crate::survey::game::SurveyedGame;
use crate::survey::measures::{DRAWN, FIRST, Measure, PLIES};
use plyglot_command::json::IntervalJson;
use plyglot_core::game::GameResult;
use plyglot_support::statistics::Interval;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Bars of the lengths of games.
const MAX_BARS: usize = 20;
/// Games whose course is drawn.
const MAX_CURVES: usize = 30;

/// The numbers of a survey: most are of the games between the strongest players that are equal.
#[derive(Serialize)]
pub struct SurveyNumbers<'a> {
    game: &'a str,
    title: &'a str,
    sides: [&'a str; 2],
    /// These games.
    pub games: usize,
    /// The nodes of their players before each move.
    pub nodes: u64,
    seed: u64,
    random_plies: usize,
    legend: Vec<Measure>,
    measures: BTreeMap<&'a str, Option<IntervalJson>>,
    /// Their lengths.
    pub plies: Lengths,
    most_moves: Option<usize>,
    /// How they ended, the most frequent end first; games that were given up have none.
    pub ends: Vec<CountedEnd<'a>>,
    /// All players, the weakest first.
    pub strengths: Vec<Strength>,
    first_moves: Vec<FirstMove<'a>>,
    board: Option<BoardUse>,
    /// The pieces of the start position that no move in a game between equals moved: `white pawn`.
    pub unmoved: Vec<String>,
    curves: Vec<Curve>,
}

impl<'a> SurveyNumbers<'a> {
    pub(super) fn new(report: &'a SurveyReport<'_>) -> SurveyNumbers<'a> {
        let (strength, best) = report.best_games();
        let measures = report.measures();
        SurveyNumbers {
            game: report.info.name,
            title: &report.name,
            sides: report.info.sides,
            games: best.len(),
            nodes: report.plan.nodes_of(strength),
            seed: report.plan.seed,
            random_plies: report.plan.plies,
            measures: measures.iter().map(|m| (m.key, m.value.map(IntervalJson::from))).collect(),
            legend: measures,
            plies: Lengths::new(&best),
            most_moves: best.iter().map(|game| game.positions.most_moves).max(),
            ends: report.ends(),
            strengths: report.strengths(),
            first_moves: report.first_moves(),
            board: BoardUse::new(report),
            unmoved: report.unmoved(),
            curves: best.into_iter().take(MAX_CURVES).map(Curve::new).collect(),
        }
    }

    /// The points of the first side in a finished game, 0 to 1.
    pub fn first_score(&self) -> Option<Interval> {
        self.measure(FIRST)
    }

    /// The share of finished games that are drawn, 0 to 1.
    pub fn drawn_share(&self) -> Option<Interval> {
        self.measure(DRAWN)
    }

    /// The length of a game in plies.
    pub fn mean_plies(&self) -> Option<Interval> {
        self.measure(PLIES)
    }

    /// The mean over the games, with its bounds; `None` if no game tells.
    fn measure(&self, key: &str) -> Option<Interval> {
        self.legend.iter().find(|measure| measure.key == key)?.value
    }
}

/// The lengths of games in plies; the least and the greatest are `None` without a game.
#[derive(Serialize)]
pub struct Lengths {
    pub median: f64,
    pub min: Option<usize>,
    pub max: Option<usize>,
    bars: Vec<Bar>,
}

impl Lengths {
    fn new(games: &[&SurveyedGame]) -> Lengths {
        let mut plies: Vec<usize> = games.iter().map(|game| game.positions.all).collect();
        plies.sort_unstable();
        Lengths {
            median: median(&plies),
            min: plies.first().copied(),
            max: plies.last().copied(),
            bars: bars(&plies),
        }
    }
}

fn median(sorted: &[usize]) -> f64 {
    if sorted.is_empty() {
        return 0.0;
    }
    let middle = [(sorted.len() - 1) / 2, sorted.len() / 2];
    middle.iter().map(|&index| sorted[index] as f64).sum::<f64>() / 2.0
}

#[derive(Serialize)]
struct Bar {
    from: usize,
    to: usize,
    games: usize,
}

fn bars(sorted: &[usize]) -> Vec<Bar> {
    let (Some(&min), Some(&max)) = (sorted.first(), sorted.last()) else { return Vec::new() };
    let width = (max - min) / MAX_BARS + 1;
    let mut bars = Vec::new();
    for from in (min..=max).step_by(width) {
        let games = sorted.iter().filter(|&&plies| (from..from + width).contains(&plies)).count();
        bars.push(Bar { from, to: from + width - 1, games });
    }
    bars
}

#[derive(Serialize)]
struct BoardUse {
    files: usize,
    ranks: usize,
    used: Vec<Option<u32>>,
}

impl BoardUse {
    fn new(report: &SurveyReport<'_>) -> Option<BoardUse> {
        let shape = report.start.as_ref()?.shape;
        let mut used = Vec::new();
        for (cell, count) in report.used(shape).into_iter().enumerate() {
            used.push(if shape.is_hole(cell) { None } else { Some(count) });
        }
        Some(BoardUse { files: shape.files, ranks: shape.ranks, used })
    }
}

#[derive(Serialize)]
struct Curve {
    result: Option<GameResult>,
    points: Vec<f64>,
}

impl Curve {
    fn new(game: &SurveyedGame) -> Curve {
        let result = game.end.as_ref().map(|end| end.result);
        Curve { result, points: game.first_points() }
    }
}

pub(super) fn interval<S: Serializer>(value: &Option<Interval>, to: S) -> Result<S::Ok, S::Error> {
    value.map(IntervalJson::from).serialize(to)
}
