//! What the games of a survey tell.

use super::game::SurveyedGame;
use super::options::SurveyPlan;
use plyglot_core::game::{GameInfo, Side};
use plyglot_support::statistics::{Interval, Tally};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// Sums over the games of a survey.
pub(super) struct SurveyReport<'a> {
    plan: &'a SurveyPlan,
    info: &'static GameInfo,
    /// The plies of the games between equals, in ascending order.
    plies: Vec<usize>,
    /// The results of the first side in them.
    first: Tally,
    /// Games that were given up.
    unfinished: u64,
    /// By result and reason: the number of games.
    ends: BTreeMap<(&'static str, String), u64>,
    /// The numbers of legal moves in all positions.
    choices: Vec<usize>,
    repeated: usize,
    /// The results of the stronger player; games that were given up are draws in them.
    stronger: Tally,
    stronger_unfinished: u64,
}

/// The words for the results of the sides, for machines.
const RESULTS: [&str; 3] = ["first", "second", "draw"];

impl<'a> SurveyReport<'a> {
    /// The report on all games of the plan, in their order.
    pub(super) fn new(
        plan: &'a SurveyPlan,
        info: &'static GameInfo,
        games: &BTreeMap<u64, SurveyedGame>,
    ) -> SurveyReport<'a> {
        let mut report = SurveyReport {
            plan,
            info,
            plies: Vec::new(),
            first: Tally::default(),
            unfinished: 0,
            ends: BTreeMap::new(),
            choices: Vec::new(),
            repeated: 0,
            stronger: Tally::default(),
            stronger_unfinished: 0,
        };
        let mut pair = 0;
        for (number, game) in games {
            match game.stronger {
                None => report.add_equal(game),
                Some(side) => {
                    report.stronger_unfinished += u64::from(game.end.is_none());
                    let points = half_points(game, side);
                    report.stronger.add_game(points);
                    pair += points;
                    if number % 2 == 1 {
                        report.stronger.add_pair(pair);
                        pair = 0;
                    }
                }
            }
        }
        report.plies.sort_unstable();
        report
    }

    fn add_equal(&mut self, game: &SurveyedGame) {
        self.plies.push(game.choices.len());
        self.choices.extend(&game.choices);
        self.repeated += game.repeated;
        match &game.end {
            None => self.unfinished += 1,
            Some((winner, reason)) => {
                self.first.add_game(half_points(game, Side::First));
                let result = RESULTS[winner.map_or(2, Side::index)];
                *self.ends.entry((result, reason.clone())).or_default() += 1;
            }
        }
    }

    /// The lines of the report.
    pub(super) fn lines(&self) -> Vec<String> {
        let SurveyPlan { header, games, stronger_nodes, max_plies, .. } = self.plan;
        let [first, second] = self.info.sides;
        let title = self.info.title;
        let mut lines = vec![
            format!("{title}: {games} games between equals, {} nodes a move", header.nodes),
            format!(
                "length     {} plies at the median, {:.1} on average, {} to {}",
                self.median_plies(),
                mean(&self.plies),
                self.plies[0],
                self.plies[self.plies.len() - 1],
            ),
        ];
        let Tally { wins, draws, losses, .. } = self.first;
        lines.push(format!("results    {first} won {wins}, {second} won {losses}, {draws} drawn"));
        if self.unfinished > 0 {
            let words =
                format!("           {} unfinished after {max_plies} plies", self.unfinished);
            lines.push(words);
        }
        if let Some(score) = self.first.expected_score() {
            lines.push(format!("balance    {first} scores {}", percent(score)));
        }
        let mut ends: Vec<(&(&str, String), &u64)> = self.ends.iter().collect();
        ends.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        for (i, ((result, reason), count)) in ends.into_iter().enumerate() {
            let who = match *result {
                "first" => format!("{first} wins"),
                "second" => format!("{second} wins"),
                _ => "draw".to_owned(),
            };
            let label = if i == 0 { "ends" } else { "" };
            lines.push(format!("{label:10} {count:>4}  {who}: {reason}"));
        }
        lines.push(format!(
            "moves      {:.1} in a position, {} at most; only one in {:.1} % of positions",
            mean(&self.choices),
            self.choices.iter().max().copied().unwrap_or_default(),
            100.0 * self.forced_share(),
        ));
        lines.push(format!(
            "repeated   {:.1} % of positions had been on the board before",
            100.0 * self.repeated_share()
        ));
        if let Some(score) = self.stronger.expected_score() {
            let score = percent(score);
            let unfinished = match self.stronger_unfinished {
                0 => String::new(),
                count => format!(", with {count} unfinished as draws"),
            };
            lines.push(format!(
                "skill      {stronger_nodes} nodes score {score} against {}{unfinished}",
                header.nodes
            ));
        }
        lines
    }

    /// The report as a JSON object.
    pub(super) fn json(&self) -> Json {
        let SurveyPlan { header, games, stronger_nodes, .. } = self.plan;
        let ends = self.ends.iter().map(|((result, reason), count)| {
            json!({ "result": result, "reason": reason, "games": count })
        });
        let tally = |tally: &Tally| {
            let score = tally.expected_score();
            json!({
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "score": score.map(|score| score.estimate),
                "low": score.map(|score| score.low),
                "high": score.map(|score| score.high),
            })
        };
        json!({
            "game": self.info.name,
            "games": games,
            "nodes": header.nodes,
            "seed": header.seed,
            "plies": {
                "median": self.median_plies(),
                "mean": mean(&self.plies),
                "min": self.plies[0],
                "max": self.plies[self.plies.len() - 1],
            },
            "unfinished": self.unfinished,
            "first": tally(&self.first),
            "ends": ends.collect::<Vec<_>>(),
            "moves": {
                "mean": mean(&self.choices),
                "max": self.choices.iter().max(),
                "forced": self.forced_share(),
            },
            "repeated": self.repeated_share(),
            "stronger": {
                "nodes": stronger_nodes,
                "result": tally(&self.stronger),
                "unfinished": self.stronger_unfinished,
            },
        })
    }

    fn median_plies(&self) -> usize {
        self.plies[self.plies.len() / 2]
    }

    /// The share of positions with only one legal move, 0 to 1.
    fn forced_share(&self) -> f64 {
        let forced = self.choices.iter().filter(|&&count| count == 1).count();
        forced as f64 / self.choices.len().max(1) as f64
    }

    /// The share of positions that had stood on the board before, 0 to 1.
    fn repeated_share(&self) -> f64 {
        self.repeated as f64 / self.choices.len().max(1) as f64
    }
}

/// The half points of a side; a game that was given up is a draw.
fn half_points(game: &SurveyedGame, side: Side) -> u32 {
    match game.end {
        Some((Some(winner), _)) if winner == side => 2,
        Some((Some(_), _)) => 0,
        _ => 1,
    }
}

fn mean(numbers: &[usize]) -> f64 {
    numbers.iter().sum::<usize>() as f64 / numbers.len().max(1) as f64
}

/// A score with its bounds.
fn percent(score: Interval) -> String {
    let [estimate, low, high] = [score.estimate, score.low, score.high].map(|share| 100.0 * share);
    format!("{estimate:.1} % [{low:.1}, {high:.1}]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::record::RecordHeader;

    fn game(winner: Option<Side>, reason: &str, choices: &[usize]) -> SurveyedGame {
        let end = Some((winner, reason.to_owned()));
        SurveyedGame { end, choices: choices.to_vec(), repeated: 0, stronger: None }
    }

    #[test]
    fn games_are_summed_up() {
        let header = RecordHeader::plain("tictactoe", 1, 100, 2, 1);
        let (games, stronger_nodes, max_plies, threads, json) = (4, 400, 9, 1, true);
        let plan = SurveyPlan { header, games, stronger_nodes, max_plies, threads, json };
        let info: &'static GameInfo = Box::leak(Box::new(GameInfo::new("tictactoe", ".........")));
        let equal = [
            game(Some(Side::First), "three in a row", &[9, 8, 7, 6, 5]),
            game(Some(Side::First), "three in a row", &[9, 8, 7, 6, 5, 4, 3]),
            SurveyedGame { repeated: 1, ..game(None, "full board", &[9, 8, 7, 6, 5, 4, 3, 2, 1]) },
            SurveyedGame { end: None, ..game(None, "", &[9]) },
        ];
        let won = SurveyedGame { stronger: Some(Side::First), ..equal[0].clone() };
        let lost = SurveyedGame { stronger: Some(Side::Second), ..equal[0].clone() };
        let unequal = [won.clone(), lost, won.clone(), won];
        let games = (0..).zip(equal.into_iter().chain(unequal)).collect();
        let report = SurveyReport::new(&plan, info, &games);
        let json = report.json();
        assert_eq!(json["plies"], json!({ "median": 7, "mean": 5.5, "min": 1, "max": 9 }));
        assert_eq!(json["first"]["wins"], 2);
        assert_eq!(json["first"]["draws"], 1);
        assert_eq!(json["unfinished"], 1);
        assert_eq!(
            json["ends"][0],
            json!({ "result": "draw", "reason": "full board", "games": 1 })
        );
        assert_eq!(json["moves"]["max"], 9);
        assert_eq!(
            (json["moves"]["forced"].as_f64(), json["repeated"].as_f64()),
            (Some(1.0 / 22.0), Some(1.0 / 22.0))
        );
        assert_eq!(json["stronger"]["result"]["score"], 0.75);
        assert_eq!(report.stronger.pairs, [0, 0, 1, 0, 1]);
        let lines = report.lines();
        assert_eq!(lines[1], "length     7 plies at the median, 5.5 on average, 1 to 9");
        assert!(lines[3].contains("1 unfinished after 9 plies"), "{lines:?}");
    }
}
