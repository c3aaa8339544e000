//! What the games of a survey tell.

use super::game::{SurveyedEnd, SurveyedGame};
use super::measures::{Measure, measures};
use super::plan::Plan;
use plyglot_command::json::interval_json;
use plyglot_core::game::{BoardShape, GameInfo, Picture, Side};
use plyglot_engine::GameEntry;
use plyglot_support::statistics::{Interval, Tally};
use serde_json::{Value as Json, json};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Bars of the lengths of games.
const MAX_BARS: usize = 20;
/// Games whose course is drawn.
const MAX_CURVES: usize = 30;
/// First moves that are printed: half of them the best, half the worst.
const MAX_FIRST_MOVES: usize = 6;

pub(super) struct SurveyReport<'a> {
    /// The game's name, with its file where two are compared.
    pub(super) name: String,
    pub(super) info: &'static GameInfo,
    /// The start position, if it is drawn.
    pub(super) start: Option<Picture>,
    pub(super) plan: Plan,
    pub(super) games: &'a BTreeMap<u64, SurveyedGame>,
}

struct Strength {
    /// Its nodes a move.
    nodes: u64,
    /// The results of the first side between equals.
    first: Tally,
    plies: f64,
    /// The results against half of the nodes; games that were given up are draws in them.
    against_half: Tally,
    unfinished: u32,
}

/// A first move, and the games between equals that began with it.
struct FirstMove<'a> {
    name: &'a str,
    results: Tally,
    /// How many openings its games have: all strengths play the same ones.
    openings: usize,
    /// The mean of the points that the first side expected after the opening.
    expected: f64,
}

impl<'a> SurveyReport<'a> {
    pub(super) fn of(
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
        let games = self.games.iter().filter(|(number, _)| {
            let kind = self.plan.kind(**number);
            kind.stronger == stronger && kind.side.is_none() == is_equal
        });
        games.map(|(_, game)| game).collect()
    }

    /// The games between the strongest players that met their like; most of the report is about
    /// them.
    fn best_games(&self) -> (u64, Vec<&SurveyedGame>) {
        let strengths = (0..=self.plan.doublings).rev();
        let mut all = strengths.map(|strength| (strength, self.games_of(strength, true)));
        all.find(|(_, games)| !games.is_empty()).unwrap_or_default()
    }

    fn equal_games(&self) -> impl Iterator<Item = &SurveyedGame> {
        let games = self.games.iter();
        games
            .filter(move |(number, _)| self.plan.kind(**number).side.is_none())
            .map(|(_, game)| game)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.equal_games().next().is_none()
    }

    pub(super) fn measures(&self) -> Vec<Measure> {
        measures(self.info.sides[0], self.best_games().1.iter().copied())
    }

    /// The measures, their values in words, with bounds, and what they mean.
    pub(super) fn shown_measures(&self) -> Vec<[String; 3]> {
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
        for (end, count) in self.ends() {
            let who = match end.result.as_str() {
                "first" => format!("{} wins", sides[0]),
                "second" => format!("{} wins", sides[1]),
                _ => "draw".to_owned(),
            };
            lines.push(format!("{count:>6}  {who}: {}", end.reason));
        }
        lines.push(format!("nodes     {} scores, drawn, plies; against half the nodes", sides[0]));
        lines.extend(self.strengths().iter().filter_map(Strength::line));
        let first = self.first_moves();
        let some = first.iter().enumerate().filter(|(place, _)| {
            *place < MAX_FIRST_MOVES / 2 || place + MAX_FIRST_MOVES / 2 >= first.len()
        });
        if !first.is_empty() {
            lines.push(format!("first move, what {} scores after it, games", sides[0]));
        }
        lines.extend(some.map(|(_, first)| {
            let Tally { wins, draws, losses, .. } = first.results;
            let score = first.score().map_or("-".to_owned(), percent);
            format!("  {:8} {score}, {}", first.name, wins + draws + losses)
        }));
        lines.extend(labelled("squares never used", &self.unused()));
        lines.extend(labelled("pieces that never move", &self.unmoved()));
        lines
    }

    pub(super) fn json(&self) -> Json {
        let (strength, best) = self.best_games();
        let measures = self.measures();
        let legend: Vec<Json> = measures.iter().map(Measure::legend).collect();
        let measures = measures.iter().map(|m| (m.key.to_owned(), interval_json(m.value)));
        let mut plies: Vec<usize> = best.iter().map(|game| game.positions.all).collect();
        plies.sort_unstable();
        let strengths = self.strengths();
        let ends = self.ends().into_iter().map(
            |(end, count)| json!({ "result": end.result, "reason": end.reason, "games": count }),
        );
        let first_moves = self.first_moves();
        let first_moves = first_moves.iter().map(|first| {
            let mut object = tally_json(&first.results);
            object["score"] = interval_json(first.score());
            object["move"] = json!(first.name);
            object["expected"] = json!(first.expected);
            object
        });
        let curves = best.iter().take(MAX_CURVES).map(|game| {
            let result = game.end.as_ref().map(|end| &end.result);
            json!({ "result": result, "points": game.first_points() })
        });
        json!({
            "game": self.info.name,
            "title": self.name,
            "sides": self.info.sides,
            "games": best.len(),
            "nodes": self.plan.nodes_of(strength),
            "seed": self.plan.seed,
            "random_plies": self.plan.plies,
            "legend": legend,
            "measures": measures.collect::<serde_json::Map<_, _>>(),
            "plies": {
                "median": median(&plies),
                "min": plies.first(),
                "max": plies.last(),
                "bars": bars(&plies),
            },
            "most_moves": best.iter().map(|game| game.positions.most_moves).max(),
            "ends": ends.collect::<Vec<_>>(),
            "strengths": strengths.iter().map(Strength::json).collect::<Vec<_>>(),
            "first_moves": first_moves.collect::<Vec<_>>(),
            "board": self.board_json(),
            "unmoved": self.unmoved(),
            "curves": curves.collect::<Vec<_>>(),
        })
    }

    fn ends(&self) -> Vec<(&SurveyedEnd, u64)> {
        let mut counts: HashMap<&SurveyedEnd, u64> = HashMap::new();
        let best = self.best_games().1;
        for end in best.iter().filter_map(|game| game.end.as_ref()) {
            *counts.entry(end).or_default() += 1;
        }
        let mut ends: Vec<_> = counts.into_iter().collect();
        ends.sort_by_key(|(end, count)| (Reverse(*count), &end.result, &end.reason));
        ends
    }

    fn strengths(&self) -> Vec<Strength> {
        (0..=self.plan.doublings).map(|stronger| self.strength(stronger)).collect()
    }

    fn strength(&self, stronger: u64) -> Strength {
        let equal = self.games_of(stronger, true);
        let mut first = Tally::default();
        for game in equal.iter().filter(|game| game.end.is_some()) {
            first.add_game(game.half_points(Side::First));
        }
        let all: usize = equal.iter().map(|game| game.positions.all).sum();
        let mut against_half = Tally::default();
        let mut unfinished = 0;
        let mut pairs: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for game in self.games_of(stronger, false) {
            let kind = self.plan.kind(game.number);
            let points = game.half_points(kind.side.unwrap_or(Side::First));
            unfinished += u32::from(game.end.is_none());
            pairs.entry(kind.opening).or_default().push(points);
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
        Strength { nodes, first, plies, against_half, unfinished }
    }

    /// Those of all games between equals, the best for the first side first.
    fn first_moves(&self) -> Vec<FirstMove<'_>> {
        let mut all: BTreeMap<&str, Vec<&SurveyedGame>> = BTreeMap::new();
        let ended = self.equal_games().filter(|game| game.end.is_some());
        for game in ended.filter(|game| !game.first_move.is_empty()) {
            all.entry(&game.first_move).or_default().push(game);
        }
        let mut moves = Vec::new();
        for (name, games) in all {
            let mut results = Tally::default();
            let mut openings = BTreeSet::new();
            let mut points = Vec::new();
            for game in games {
                results.add_game(game.half_points(Side::First));
                openings.insert(self.plan.kind(game.number).opening);
                points.extend(game.first_points().first().copied());
            }
            let expected = points.iter().sum::<f64>() / points.len().max(1) as f64;
            moves.push(FirstMove { name, results, openings: openings.len(), expected });
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
        let cells = (0..used.len()).filter(|&cell| used[cell] == 0 && !shape.is_hole(cell));
        cells.map(|cell| shape.name(cell)).collect()
    }

    /// The pieces of the start position that no move in a game between equals moved: `white pawn`.
    fn unmoved(&self) -> Vec<String> {
        let Some(start) = &self.start else { return Vec::new() };
        let hands = start.hands.iter().flatten().flatten().map(|(piece, _)| piece);
        let mut unmoved = BTreeMap::new();
        for piece in start.cells.iter().flatten().chain(hands) {
            let Some(side) = piece.side else { continue };
            let name = match start.shape.kind_of(piece) {
                Some(kind) => format!("{} {}", self.info.sides[side.index()], kind.name),
                None => piece.text(),
            };
            unmoved.insert(piece.text(), name);
        }
        for game in self.equal_games() {
            unmoved.retain(|letter, _| !game.moved.contains(letter));
        }
        unmoved.into_values().collect()
    }

    fn board_json(&self) -> Json {
        let Some(Picture { shape, .. }) = self.start else { return Json::Null };
        let used = self
            .used(shape)
            .into_iter()
            .enumerate()
            .map(|(cell, count)| if shape.is_hole(cell) { Json::Null } else { json!(count) });
        json!({ "files": shape.files, "ranks": shape.ranks, "used": used.collect::<Vec<_>>() })
    }
}

impl FirstMove<'_> {
    fn estimate(&self) -> Option<f64> {
        self.score().map(|score| score.estimate)
    }

    /// The score, with bounds as if the games of an opening were one game: they hardly tell more.
    fn score(&self) -> Option<Interval> {
        let Interval { estimate, low, high } = self.results.expected_score()?;
        let games = self.results.wins + self.results.draws + self.results.losses;
        let wider = (f64::from(games) / self.openings.max(1) as f64).sqrt();
        Some(Interval {
            estimate,
            low: (estimate - wider * (estimate - low)).max(0.0),
            high: (estimate + wider * (high - estimate)).min(1.0),
        })
    }
}

impl Strength {
    fn line(&self) -> Option<String> {
        let Tally { wins, draws, losses, .. } = self.first;
        let drawn = 100.0 * f64::from(draws) / f64::from((wins + draws + losses).max(1));
        let score = percent(self.first.expected_score()?);
        let Strength { nodes, plies, unfinished, .. } = self;
        let mut line = format!("{nodes:>8}  {score}, {drawn:.0} %, {plies:.1}");
        if let (Some(score), Some(elo)) =
            (self.against_half.expected_score(), self.against_half.elo())
        {
            line += &format!("; {}, {:+.0} Elo", percent(score), elo.estimate);
            if *unfinished > 0 {
                line += &format!(", {unfinished} unfinished as draws");
            }
        }
        Some(line)
    }

    fn json(&self) -> Json {
        json!({
            "nodes": self.nodes,
            "first": tally_json(&self.first),
            "plies": self.plies,
            "against_half": tally_json(&self.against_half),
            "unfinished": self.unfinished,
        })
    }
}

/// Measures beside each other, with a mark where the bounds of two of them do not meet.
pub(super) fn table(columns: &[Vec<Measure>]) -> Vec<String> {
    let Some(first) = columns.first() else { return Vec::new() };
    let mut rows = Vec::new();
    for place in 0..first.len() {
        let values: Vec<&Measure> = columns.iter().filter_map(|column| column.get(place)).collect();
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
    fn legend(&self) -> Json {
        let Measure { key, label, is_share, meaning, .. } = self;
        json!({ "key": key, "label": label, "is_share": is_share, "meaning": meaning })
    }

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
    (!words.is_empty()).then(|| format!("{label}: {}", words.join(" ")))
}

fn median(sorted: &[usize]) -> f64 {
    if sorted.is_empty() {
        return 0.0;
    }
    let middle = [(sorted.len() - 1) / 2, sorted.len() / 2];
    middle.iter().map(|&place| sorted[place] as f64).sum::<f64>() / 2.0
}

fn bars(sorted: &[usize]) -> Json {
    let (Some(&min), Some(&max)) = (sorted.first(), sorted.last()) else { return json!([]) };
    let width = (max - min) / MAX_BARS + 1;
    let bars = (min..=max).step_by(width).map(|from: usize| {
        let games = sorted.iter().filter(|&&plies| (from..from + width).contains(&plies)).count();
        json!({ "from": from, "to": from + width - 1, "games": games })
    });
    bars.collect()
}

fn tally_json(tally: &Tally) -> Json {
    let Tally { wins, draws, losses, .. } = tally;
    let score = interval_json(tally.expected_score());
    json!({ "wins": wins, "draws": draws, "losses": losses, "score": score })
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
        let score = |openings| {
            let first = FirstMove { name: "a3", results, openings, expected: 0.5 };
            first.score().expect("there are games")
        };
        let [few, many] = [score(2), score(10)];
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
