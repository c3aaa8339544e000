//! What the games of a survey tell.

use super::{PositionCounts, SurveyOptions, SurveyedEnd, SurveyedGame};
use plyglot_command::json::side_word;
use plyglot_core::game::{GameInfo, Side};
use plyglot_support::statistics::{Interval, Tally};
use serde_json::{Value as Json, json};
use std::cmp::Reverse;
use std::collections::HashMap;

pub(super) struct SurveyReport<'a> {
    options: &'a SurveyOptions,
    info: &'static GameInfo,
    /// The plies of the games between equals.
    plies: Vec<usize>,
    /// The results of the first side in them.
    first: Tally,
    unfinished: u64,
    ends: HashMap<SurveyedEnd, u64>,
    positions: PositionCounts,
    /// The results of the stronger player; games that were given up are draws in them.
    stronger: Tally,
    stronger_unfinished: u64,
    /// Games of unequal players by the number of their pair, until the other game of it has come.
    waiting: HashMap<u64, SurveyedGame>,
}

impl<'a> SurveyReport<'a> {
    pub(super) fn new(options: &'a SurveyOptions, info: &'static GameInfo) -> SurveyReport<'a> {
        SurveyReport {
            options,
            info,
            plies: Vec::new(),
            first: Tally::default(),
            unfinished: 0,
            ends: HashMap::new(),
            positions: PositionCounts::default(),
            stronger: Tally::default(),
            stronger_unfinished: 0,
            waiting: HashMap::new(),
        }
    }

    pub(super) fn add(&mut self, number: u64, game: SurveyedGame) {
        if game.stronger.is_none() {
            return self.add_equal(game);
        }
        match self.waiting.remove(&(number / 2)) {
            Some(other) => self.add_pair([game, other]),
            None => _ = self.waiting.insert(number / 2, game),
        }
    }

    fn add_equal(&mut self, game: SurveyedGame) {
        self.plies.push(game.positions.all);
        self.positions.extend(game.positions);
        if game.end.is_some() {
            self.first.add_game(half_points(&game, Side::First));
        }
        match game.end {
            None => self.unfinished += 1,
            Some(end) => *self.ends.entry(end).or_default() += 1,
        }
    }

    fn add_pair(&mut self, games: [SurveyedGame; 2]) {
        let mut pair = 0;
        for game in games {
            let points = game.stronger.map_or(1, |side| half_points(&game, side));
            self.stronger_unfinished += u64::from(game.end.is_none());
            self.stronger.add_game(points);
            pair += points;
        }
        self.stronger.add_pair(pair);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let SurveyOptions { nodes, max_plies, .. } = self.options;
        let [first, second] = self.info.sides;
        let lengths = self.lengths();
        let title = self.info.title;
        let games = self.plies.len();
        let mut lines = vec![
            format!("{title}: {games} games between equals, {nodes} nodes a move"),
            format!(
                "plies      {} at the median, {:.1} on average, {} to {}",
                lengths.median, lengths.mean, lengths.min, lengths.max,
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
        for (i, (end, count)) in self.ends().into_iter().enumerate() {
            let who = match end.winner {
                Some(side) => format!("{} wins", self.info.sides[side.index()]),
                None => "draw".to_owned(),
            };
            let label = if i == 0 { "ends" } else { "" };
            lines.push(format!("{label:10} {count:>4}  {who}: {}", end.reason));
        }
        lines.push(format!(
            "moves      {:.1} in a position, {} at most; a single one in {:.1} % of positions",
            self.share(self.positions.moves),
            self.positions.most_moves,
            100.0 * self.share(self.positions.forced),
        ));
        lines.push(format!(
            "repeated   {:.1} % of positions had been on the board before",
            100.0 * self.share(self.positions.repeated)
        ));
        lines.extend(self.skill());
        lines
    }

    fn skill(&self) -> Option<String> {
        let score = percent(self.stronger.expected_score()?);
        let unfinished = match self.stronger_unfinished {
            0 => String::new(),
            count => format!(", with {count} unfinished as draws"),
        };
        let [more, nodes] = [self.options.stronger_nodes(), self.options.nodes];
        Some(format!("skill      {more} nodes score {score} against {nodes}{unfinished}"))
    }

    pub(super) fn json(&self) -> Json {
        let options = self.options;
        let lengths = self.lengths();
        let ends = self.ends().into_iter().map(|(end, count)| {
            let result = end.winner.map_or("draw", side_word);
            json!({ "result": result, "reason": end.reason, "games": count })
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
            "games": self.plies.len(),
            "nodes": options.nodes,
            "seed": options.run.seed(),
            "plies": {
                "median": lengths.median,
                "mean": lengths.mean,
                "min": lengths.min,
                "max": lengths.max,
            },
            "unfinished": self.unfinished,
            "first": tally(&self.first),
            "ends": ends.collect::<Vec<_>>(),
            "moves": {
                "mean": self.share(self.positions.moves),
                "max": self.positions.most_moves,
                "forced": self.share(self.positions.forced),
            },
            "repeated": self.share(self.positions.repeated),
            "stronger": {
                "nodes": options.stronger_nodes(),
                "result": tally(&self.stronger),
                "unfinished": self.stronger_unfinished,
            },
        })
    }

    fn ends(&self) -> Vec<(&SurveyedEnd, u64)> {
        let mut ends: Vec<_> = self.ends.iter().map(|(end, &count)| (end, count)).collect();
        ends.sort_by_key(|(end, count)| {
            (Reverse(*count), end.winner.map(Side::index), &end.reason)
        });
        ends
    }

    fn lengths(&self) -> GameLengths {
        let mut plies = self.plies.clone();
        plies.sort_unstable();
        let middle = |place: usize| plies.get(place).map_or(0.0, |&plies| plies as f64);
        GameLengths {
            median: (middle(plies.len().saturating_sub(1) / 2) + middle(plies.len() / 2)) / 2.0,
            mean: plies.iter().sum::<usize>() as f64 / plies.len().max(1) as f64,
            min: plies.first().copied().unwrap_or_default(),
            max: plies.last().copied().unwrap_or_default(),
        }
    }

    fn share(&self, count: usize) -> f64 {
        count as f64 / self.positions.all.max(1) as f64
    }
}

struct GameLengths {
    median: f64,
    mean: f64,
    min: usize,
    max: usize,
}

/// The half points of a side; a game that was given up is a draw.
fn half_points(game: &SurveyedGame, side: Side) -> u32 {
    match game.end.as_ref().and_then(|end| end.winner) {
        Some(winner) if winner == side => 2,
        Some(_) => 0,
        None => 1,
    }
}

fn percent(score: Interval) -> String {
    let [estimate, low, high] = [score.estimate, score.low, score.high].map(|share| 100.0 * share);
    format!("{estimate:.1} % [{low:.1}, {high:.1}]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::survey::command;
    use plyglot_command::arguments::read;

    fn game(winner: Option<Side>, reason: &str, plies: usize, moves: usize) -> SurveyedGame {
        let positions = PositionCounts { all: plies, forced: 0, repeated: 0, moves, most_moves: 9 };
        let end = Some(SurveyedEnd { winner, reason: reason.to_owned() });
        SurveyedGame { end, positions, stronger: None }
    }

    fn options(games: u64) -> SurveyOptions {
        let words = format!("tictactoe --games {games} --nodes 100 --max-plies 9");
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        let matches = read(command(&plyglot_games::standard()), &words).expect("all is right");
        SurveyOptions::read(&matches).expect("all is right")
    }

    fn report(options: &SurveyOptions) -> SurveyReport<'_> {
        let info: &'static GameInfo = Box::leak(Box::new(GameInfo::new("tictactoe", ".........")));
        SurveyReport::new(options, info)
    }

    #[test]
    fn games_are_summed_up() {
        let options = options(4);
        let mut report = report(&options);
        let won = game(Some(Side::First), "three in a row", 5, 35);
        let mut drawn = game(None, "full board", 9, 45);
        drawn.positions.forced = 1;
        drawn.positions.repeated = 1;
        let given_up = SurveyedGame { end: None, ..game(None, "", 1, 9) };
        let longer = game(Some(Side::First), "three in a row", 7, 42);
        for (number, game) in (0..).zip([won.clone(), longer, drawn, given_up]) {
            report.add(number, game);
        }
        let stronger =
            |side, game: &SurveyedGame| SurveyedGame { stronger: Some(side), ..game.clone() };
        // A win and a loss with the first side; then a win, of which the other game comes first.
        report.add(4, stronger(Side::First, &won));
        report.add(5, stronger(Side::Second, &won));
        report.add(7, stronger(Side::First, &won));
        report.add(6, stronger(Side::First, &won));
        let json = report.json();
        assert_eq!(json["games"], 4);
        assert_eq!(json["plies"], json!({ "median": 6.0, "mean": 5.5, "min": 1, "max": 9 }));
        assert_eq!(json["first"]["wins"], 2);
        assert_eq!(json["first"]["draws"], 1);
        assert_eq!(json["unfinished"], 1);
        let ends = json!([
            { "result": "first", "reason": "three in a row", "games": 2 },
            { "result": "draw", "reason": "full board", "games": 1 },
        ]);
        assert_eq!(json["ends"], ends);
        assert_eq!(json["moves"]["max"], 9);
        assert_eq!(
            (json["moves"]["forced"].as_f64(), json["repeated"].as_f64()),
            (Some(1.0 / 22.0), Some(1.0 / 22.0))
        );
        assert_eq!(json["stronger"]["result"]["score"], 0.75);
        assert_eq!(report.stronger.pairs, [0, 0, 1, 0, 1]);
        let lines = report.lines();
        assert_eq!(lines[1], "plies      6 at the median, 5.5 on average, 1 to 9");
        assert!(lines[3].contains("1 unfinished after 9 plies"), "{lines:?}");
    }

    #[test]
    fn unfinished_games_of_unequal_players_are_counted() {
        let options = options(2);
        let mut report = report(&options);
        let given_up = SurveyedGame { end: None, ..game(None, "", 9, 9) };
        report.add(0, given_up.clone());
        report.add(1, given_up.clone());
        for (number, side) in [(2, Side::First), (3, Side::Second)] {
            report.add(number, SurveyedGame { stronger: Some(side), ..given_up.clone() });
        }
        assert_eq!(report.json()["stronger"]["unfinished"], 2);
        let lines = report.lines();
        let skill = lines.last().map_or("", String::as_str);
        assert!(skill.ends_with("against 100, with 2 unfinished as draws"), "{skill}");
    }

    /// After an interrupt, a game without its partner does not count.
    #[test]
    fn pairs_count_when_they_are_whole() {
        let options = options(2);
        let mut report = report(&options);
        assert!(report.is_empty());
        let won = game(Some(Side::First), "three in a row", 5, 35);
        report.add(0, won.clone());
        report.add(2, SurveyedGame { stronger: Some(Side::First), ..won });
        assert_eq!(report.json()["games"], 1);
        assert_eq!(report.json()["stronger"]["result"]["wins"], 0);
        assert!(!report.lines().iter().any(|line| line.starts_with("skill")));
    }
}
