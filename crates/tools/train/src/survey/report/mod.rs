//! What the games of a survey tell.

mod json;

use super::game::{SurveyedEnd, SurveyedGame};
use super::measures::{Measure, measures};
use super::plan::Plan;
pub use json::SurveyNumbers;
use plyglot_core::game::{BoardShape, GameInfo, Picture, Piece, Side};
use plyglot_engine::GameEntry;
use plyglot_support::statistics::{Interval, Tally, elo_of_score};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// First moves that are printed: half of them the best, half the worst.
const MAX_FIRST_MOVES: usize = 6;

/// The games of a survey, and what they tell.
pub struct SurveyReport<'a> {
    /// The game's name, with its file where two are compared.
    pub(super) name: String,
    pub(super) info: &'static GameInfo,
    /// The start position, if it is drawn.
    pub(super) start: Option<Picture>,
    pub(super) plan: Plan,
    pub(super) games: &'a BTreeMap<u64, SurveyedGame>,
}

/// An end, and how many games came to it.
#[derive(Serialize)]
pub struct CountedEnd<'a> {
    #[serde(flatten)]
    pub end: &'a SurveyedEnd,
    pub games: u64,
}

/// A player, by its nodes, and its games.
#[derive(Serialize)]
pub struct Strength {
    /// Its nodes a move.
    pub nodes: u64,
    /// The results of the first side between equals.
    pub first: Results,
    /// The mean length of these games.
    pub plies: f64,
    /// The results against half of the nodes; games that were given up are draws in them.
    pub against_half: Results,
    unfinished: u32,
}

/// A first move, and the games between equals that began with it.
#[derive(Serialize)]
struct FirstMove<'a> {
    #[serde(rename = "move")]
    name: &'a str,
    #[serde(flatten)]
    results: Results,
    /// The mean of the points that the first side expected after the opening.
    expected: f64,
}

/// The results of one side.
#[derive(Serialize)]
pub struct Results {
    wins: u32,
    draws: u32,
    losses: u32,
    /// The share of the points, 0 to 1; `None` without a game.
    #[serde(serialize_with = "json::interval")]
    pub score: Option<Interval>,
}

impl Results {
    fn new(tally: Tally, score: Option<Interval>) -> Results {
        let Tally { wins, draws, losses, .. } = tally;
        Results { wins, draws, losses, score }
    }
}

impl<'a> SurveyReport<'a> {
    pub(super) fn new(
        entry: &GameEntry,
        plan: Plan,
        games: &'a BTreeMap<u64, SurveyedGame>,
    ) -> SurveyReport<'a> {
        let name = entry.info.title.to_owned();
        SurveyReport { name, info: entry.info, start: entry.open().picture(), plan, games }
    }
}

impl SurveyReport<'_> {
    fn games_of(&self, stronger: u64, is_equal: bool) -> Vec<&SurveyedGame> {
        let mut games = Vec::new();
        for game in self.games.values() {
            let kind = self.plan.kind(game.number);
            if kind.stronger == stronger && kind.side.is_none() == is_equal {
                games.push(game);
            }
        }
        games
    }

    /// The games between the strongest players that met their like; most of the report is about
    /// them.
    fn best_games(&self) -> (u64, Vec<&SurveyedGame>) {
        (0..=self.plan.doublings)
            .rev()
            .map(|strength| (strength, self.games_of(strength, true)))
            .find(|(_, games)| !games.is_empty())
            .unwrap_or_default()
    }

    fn equal_games(&self) -> impl Iterator<Item = &SurveyedGame> {
        self.games.values().filter(move |game| self.plan.kind(game.number).side.is_none())
    }

    /// Whether there is no game between equals, so that there is nothing to report.
    pub fn is_empty(&self) -> bool {
        self.equal_games().next().is_none()
    }

    pub(super) fn measures(&self) -> Vec<Measure> {
        measures(self.info.sides[0], self.best_games().1.iter().copied())
    }

    /// The measures of the games between the strongest, as `plyglot survey` prints them: the name of
    /// each, its value with bounds, and what it means.
    pub fn shown_measures(&self) -> Vec<[String; 3]> {
        let mut shown = Vec::new();
        for measure in self.measures() {
            shown.push([measure.label.clone(), measure.shown(), measure.meaning.to_owned()]);
        }
        shown
    }

    pub(super) fn title(&self) -> String {
        let (strength, games) = self.best_games();
        let nodes = self.plan.nodes_of(strength);
        format!("{}: {} games between equals, {nodes} nodes a move", self.name, games.len())
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let sides = self.info.sides;
        for CountedEnd { end, games } in self.ends() {
            let who = match end.result.winner() {
                Some(side) => format!("{} wins", sides[side]),
                None => "draw".to_owned(),
            };
            lines.push(format!("{games:>6}  {who}: {}", end.reason));
        }
        lines.push(format!("nodes     {} scores, drawn, plies; against half the nodes", sides[0]));
        lines.extend(self.strengths().iter().filter_map(Strength::line));
        let moves = self.first_moves();
        if !moves.is_empty() {
            lines.push(format!("first move, what {} scores after it, games", sides[0]));
        }
        for (index, first) in moves.iter().enumerate() {
            if index < MAX_FIRST_MOVES / 2 || index + MAX_FIRST_MOVES / 2 >= moves.len() {
                let Results { wins, draws, losses, score } = first.results;
                let score = score.map_or("-".to_owned(), percent);
                lines.push(format!("  {:8} {score}, {}", first.name, wins + draws + losses));
            }
        }
        lines.extend(labelled("squares never used", &self.unused()));
        lines.extend(labelled("pieces that never move", &self.unmoved()));
        lines
    }

    /// The object that `plyglot survey --json` prints.
    pub fn numbers(&self) -> SurveyNumbers<'_> {
        SurveyNumbers::new(self)
    }

    pub(super) fn json(&self) -> Json {
        json!(self.numbers())
    }

    fn ends(&self) -> Vec<CountedEnd<'_>> {
        let mut counts: HashMap<&SurveyedEnd, u64> = HashMap::new();
        for end in self.best_games().1.into_iter().filter_map(|game| game.end.as_ref()) {
            *counts.entry(end).or_default() += 1;
        }
        let mut ends: Vec<CountedEnd<'_>> =
            counts.into_iter().map(|(end, games)| CountedEnd { end, games }).collect();
        ends.sort_by_key(|&CountedEnd { end, games }| {
            (Reverse(games), end.result.word(), &end.reason)
        });
        ends
    }

    fn strengths(&self) -> Vec<Strength> {
        (0..=self.plan.doublings).map(|stronger| self.strength(stronger)).collect()
    }

    fn strength(&self, stronger: u64) -> Strength {
        let equal = self.games_of(stronger, true);
        let mut first = Tally::default();
        for points in equal.iter().filter_map(|game| game.result().half_points(Side::First)) {
            first.add_game(points);
        }
        let all: usize = equal.iter().map(|game| game.positions.all).sum();
        let mut against_half = Tally::default();
        let mut unfinished = 0;
        let mut pairs: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
        for game in self.games_of(stronger, false) {
            let kind = self.plan.kind(game.number);
            let points = game.result().half_points(kind.side.unwrap_or(Side::First));
            unfinished += u32::from(points.is_none());
            pairs.entry(kind.opening).or_default().push(points.unwrap_or(1));
        }
        for pair in pairs.values() {
            // A game counts when the other of its pair has been played.
            if let &[one, other] = &pair[..] {
                against_half.add_game(one);
                against_half.add_game(other);
                against_half.add_pair(one + other);
            }
        }
        let plies = all as f64 / equal.len().max(1) as f64;
        let nodes = self.plan.nodes_of(stronger);
        Strength {
            nodes,
            first: Results::new(first, first.expected_score()),
            plies,
            against_half: Results::new(against_half, against_half.expected_score()),
            unfinished,
        }
    }

    /// Those of all games between equals, the best for the first side first.
    fn first_moves(&self) -> Vec<FirstMove<'_>> {
        let mut all: BTreeMap<&str, Vec<&SurveyedGame>> = BTreeMap::new();
        for game in self.equal_games() {
            if game.end.is_some() && !game.first_move.is_empty() {
                all.entry(&game.first_move).or_default().push(game);
            }
        }
        let mut moves = Vec::new();
        for (name, games) in all {
            let mut results = Tally::default();
            let mut openings = BTreeSet::new();
            let mut points = Vec::new();
            for game in games {
                if let Some(half_points) = game.result().half_points(Side::First) {
                    results.add_game(half_points);
                }
                openings.insert(self.plan.kind(game.number).opening);
                points.extend(game.first_points().first().copied());
            }
            let expected = points.iter().sum::<f64>() / points.len().max(1) as f64;
            let results = Results::new(results, score_by_openings(&results, openings.len()));
            moves.push(FirstMove { name, results, expected });
        }
        moves.sort_by(|a, b| b.estimate().partial_cmp(&a.estimate()).expect("scores are numbers"));
        moves
    }

    fn used(&self, shape: &BoardShape) -> Vec<u32> {
        let mut used = vec![0; shape.files * shape.ranks];
        for game in self.equal_games() {
            for &cell in &game.cells {
                if let Some(count) = used.get_mut(cell) {
                    *count += 1;
                }
            }
        }
        used
    }

    fn unused(&self) -> Vec<String> {
        let Some(Picture { shape, .. }) = self.start else { return Vec::new() };
        let used = self.used(shape);
        (0..used.len())
            .filter(|&cell| used[cell] == 0 && !shape.is_hole(cell))
            .map(|cell| shape.name(cell))
            .collect()
    }

    /// The pieces of the start position that no move in a game between equals moved: `white pawn`.
    fn unmoved(&self) -> Vec<String> {
        let Some(start) = &self.start else { return Vec::new() };
        let mut pieces: Vec<&Piece> = start.cells.iter().flatten().collect();
        pieces.extend(start.hands.iter().flatten().flatten().map(|held| &held.piece));
        let mut unmoved = BTreeMap::new();
        for piece in pieces {
            let Some(side) = piece.side else { continue };
            let name = match start.shape.kind_of(piece) {
                Some(kind) => format!("{} {}", self.info.sides[side], kind.name),
                None => piece.text(),
            };
            unmoved.insert(piece.text(), name);
        }
        for game in self.equal_games() {
            unmoved.retain(|letter, _| !game.moved.contains(letter));
        }
        unmoved.into_values().collect()
    }
}

impl FirstMove<'_> {
    fn estimate(&self) -> Option<f64> {
        self.results.score.map(|score| score.estimate)
    }
}

/// A score, with bounds as if the games of an opening, which all strengths play, were one game: they
/// hardly tell more.
fn score_by_openings(results: &Tally, openings: usize) -> Option<Interval> {
    let Interval { estimate, low, high } = results.expected_score()?;
    let wider = (f64::from(results.games()) / openings.max(1) as f64).sqrt();
    Some(Interval {
        estimate,
        low: (estimate - wider * (estimate - low)).max(0.0),
        high: (estimate + wider * (high - estimate)).min(1.0),
    })
}

impl Strength {
    fn line(&self) -> Option<String> {
        let Results { wins, draws, losses, score } = self.first;
        let drawn = 100.0 * f64::from(draws) / f64::from((wins + draws + losses).max(1));
        let score = percent(score?);
        let Strength { nodes, plies, unfinished, .. } = self;
        let mut line = format!("{nodes:>8}  {score}, {drawn:.0} %, {plies:.1}");
        if let Some(score) = self.against_half.score {
            line += &format!("; {}, {:+.0} Elo", percent(score), elo_of_score(score.estimate));
            if *unfinished > 0 {
                line += &format!(", {unfinished} unfinished as draws");
            }
        }
        Some(line)
    }
}

/// Measures beside each other, with a mark where the bounds of two of them do not meet.
pub(super) fn table(columns: &[Vec<Measure>]) -> Vec<String> {
    let Some(first) = columns.first() else { return Vec::new() };
    let mut rows = Vec::new();
    for index in 0..first.len() {
        let values: Vec<&Measure> = columns.iter().filter_map(|column| column.get(index)).collect();
        let mut labels: Vec<&str> = values.iter().map(|measure| measure.label.as_str()).collect();
        labels.dedup();
        let mut line = format!("{:22}", labels.join(", "));
        for measure in &values {
            line += &format!("{:26}", measure.shown());
        }
        if let [one, other] = values[..]
            && let (Some(a), Some(b)) = (one.value, other.value)
            && (a.high < b.low || b.high < a.low)
            && a.low < a.high
            && b.low < b.high
        {
            line += "differs";
        }
        rows.push(line.trim_end().to_owned());
    }
    rows
}

impl Measure {
    fn shown(&self) -> String {
        match self.value {
            None => "-".to_owned(),
            Some(value) if self.is_share => percent(value),
            Some(Interval { estimate, low, high }) => {
                format!("{estimate:.2}{}", bounds(&format!("{low:.2}"), &format!("{high:.2}")))
            }
        }
    }
}

fn labelled(label: &str, words: &[String]) -> Option<String> {
    if words.is_empty() { None } else { Some(format!("{label}: {}", words.join(" "))) }
}

fn percent(score: Interval) -> String {
    let low = format!("{:.1}", 100.0 * score.low);
    let high = format!("{:.1}", 100.0 * score.high);
    format!("{:.1} %{}", 100.0 * score.estimate, bounds(&low, &high))
}

/// The bounds behind a value. Games that are all alike say nothing of others, so that an interval
/// without width is left out.
fn bounds(low: &str, high: &str) -> String {
    if low == high { String::new() } else { format!(" [{low}, {high}]") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(estimate: f64, low: f64, high: f64) -> String {
        percent(Interval { estimate, low, high })
    }

    /// Five strengths played the same two openings, and the first side won all games.
    #[test]
    fn games_of_an_opening_count_as_one_for_the_bounds() {
        let mut results = Tally::default();
        (0..10).for_each(|_| results.add_game(2));
        let [few, many] =
            [2, 10].map(|openings| score_by_openings(&results, openings).expect("games"));
        assert_eq!((few.estimate, few.high, many), (1.0, 1.0, results.expected_score().unwrap()));
        let ratio = (1.0 - few.low) / (1.0 - many.low);
        assert!((ratio - 5.0_f64.sqrt()).abs() < 1e-9, "{few:?} {many:?}");
    }

    #[test]
    fn a_shown_interval_has_a_width() {
        assert_eq!(shown(0.1, 0.09, 0.11), "10.0 % [9.0, 11.0]");
        assert_eq!([shown(0.0, 0.0, 0.0), shown(0.3, 0.2999, 0.3001)], ["0.0 %", "30.0 %"]);
    }
}
