//! What games tell of their rules, as numbers with bounds.
//!
//! Drama, lead changes, decisiveness and uncertainty are criteria of C. Browne ("Automatic generation
//! and evaluation of recombination games", 2008); here, the points that a side expects take the place
//! of his evaluations. A new number is a row of `MEASURES`, and what a game notes for it a field in
//! `game`, which older files lack (`file`); `docs/survey.schema.json` is written from the rows.

use super::game::SurveyedGame;
use plyglot_core::game::{GameResult, Side};
use plyglot_support::statistics::{Interval, Tally, Z95};
use serde::Serialize;

/// A number that is the mean over games.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Measure {
    pub(super) key: &'static str,
    /// What people call it, with the name of the first side.
    pub(super) label: String,
    /// Whether it is a share, to be shown in percent.
    pub(super) is_share: bool,
    /// What it is, with its formula.
    pub(super) meaning: &'static str,
    /// `None` if no game has one.
    #[serde(skip)]
    pub(super) value: Option<Interval>,
}

/// The value of a measure in one game; `None` if it has none.
type OfGame = fn(&SurveyedGame) -> Option<f64>;

struct Row {
    key: &'static str,
    /// What people call it, where FIRST is the first side.
    label: &'static str,
    /// Whether it is left out where no game has it, as only some games can.
    is_optional: bool,
    is_share: bool,
    meaning: &'static str,
    of_game: OfGame,
}

/// The keys of measures that are also told alone.
pub(super) const FIRST: &str = "first";
pub(super) const DRAWN: &str = "drawn";
pub(super) const PLIES: &str = "plies";

const MEASURES: &[Row] = &[
    Row {
        key: FIRST,
        label: "FIRST scores",
        is_optional: false,
        is_share: true,
        meaning: "Points of the first side in finished games",
        of_game: |game| {
            game.result().half_points(Side::First).map(|points| f64::from(points) / 2.0)
        },
    },
    Row {
        key: DRAWN,
        label: "drawn",
        is_optional: false,
        is_share: true,
        meaning: "Share of finished games that are drawn",
        of_game: |game| {
            game.end.as_ref().map(|end| f64::from(u8::from(end.result == GameResult::Draw)))
        },
    },
    Row {
        key: "unfinished",
        label: "unfinished",
        is_optional: false,
        is_share: true,
        meaning: "Share of games that were given up as too long",
        of_game: |game| Some(f64::from(u8::from(game.end.is_none()))),
    },
    Row {
        key: PLIES,
        label: "plies",
        is_optional: false,
        is_share: false,
        meaning: "Length of a game in plies: a ply is one move of one side",
        of_game: |game| Some(game.positions.all as f64),
    },
    Row {
        key: "moves",
        label: "legal moves",
        is_optional: false,
        is_share: false,
        meaning: "Legal moves in a position",
        of_game: |game| game.share(game.positions.moves),
    },
    Row {
        key: "forced",
        label: "a single legal move",
        is_optional: false,
        is_share: true,
        meaning: "Share of positions with a single legal move",
        of_game: |game| game.share(game.positions.forced),
    },
    Row {
        key: "repeated",
        label: "repeated positions",
        is_optional: false,
        is_share: true,
        meaning: "Share of positions that had stood on the board before",
        of_game: |game| game.share(game.positions.repeated),
    },
    Row {
        key: "drama",
        label: "drama",
        is_optional: false,
        is_share: false,
        meaning: "How far behind the winner was, from 0, never, to 1, nearly lost: the mean of \
                  sqrt(1 - 2p) over the positions of a won game in which it expects p < 1/2 of \
                  the points",
        of_game: |game| Some(drama(&game.winners_points()?)),
    },
    Row {
        key: "behind",
        label: "winner behind",
        is_optional: false,
        is_share: true,
        meaning: "Share of the positions of a won game in which the winner expects less than \
                  half of the points",
        of_game: |game| mean(game.winners_points()?.iter().map(is_behind)),
    },
    Row {
        key: "lead_changes",
        label: "lead changes",
        is_optional: false,
        is_share: true,
        meaning: "Share of moves after which the other side expects more than half of the \
                  points",
        of_game: |game| lead_changes(&game.first_points()),
    },
    Row {
        key: "decided",
        label: "decided after",
        is_optional: false,
        is_share: true,
        meaning: "Share of a won game up to the first position in which the winner expects \
                  more than the loser ever did",
        of_game: |game| decided(&game.winners_points()?),
    },
    Row {
        key: "uncertainty",
        label: "uncertainty",
        is_optional: false,
        is_share: true,
        meaning: "100 % if the chances are always equal, 0 % if it is always clear who wins: the \
                  mean of 1 - |2p - 1|, where the first side expects p of the points",
        of_game: |game| mean(game.first_points().iter().map(|p| 1.0 - (2.0 * p - 1.0).abs())),
    },
    Row {
        key: "swaps",
        label: "swaps",
        is_optional: true,
        is_share: true,
        meaning: "Share of first moves after which the second player would swap, where it may",
        of_game: |game| game.would_swap.map(|swaps| f64::from(u8::from(swaps))),
    },
];

pub(super) fn measures<'a>(
    first: &str,
    games: impl Iterator<Item = &'a SurveyedGame> + Clone,
) -> Vec<Measure> {
    let mut all = Vec::new();
    for &Row { key, label, is_optional, is_share, meaning, of_game } in MEASURES {
        let max = if is_share { 1.0 } else { f64::INFINITY };
        let value = interval(games.clone().filter_map(of_game), max);
        if !is_optional || value.is_some() {
            let label = label.replace("FIRST", first);
            all.push(Measure { key, label, is_share, meaning, value });
        }
    }
    all
}

impl SurveyedGame {
    fn share(&self, count: usize) -> Option<f64> {
        let all = self.positions.all;
        if all == 0 { None } else { Some(count as f64 / all as f64) }
    }

    /// The points that the first side expected in each position after the opening, 0 to 1.
    pub(super) fn first_points(&self) -> Vec<f64> {
        self.points.iter().map(|&points| f64::from(points) / 1000.0).collect()
    }

    /// Those of the side that won; `None` in a game that nobody won, or without such positions.
    fn winners_points(&self) -> Option<Vec<f64>> {
        let winner = self.result().winner().filter(|_| !self.points.is_empty())?;
        let mut points = self.first_points();
        if winner == Side::Second {
            points.iter_mut().for_each(|p| *p = 1.0 - *p);
        }
        Some(points)
    }
}

fn is_behind(points: &f64) -> f64 {
    f64::from(u8::from(*points < 0.5))
}

/// How far the winner was behind: the mean root of the difference, where it was; else 0.
fn drama(winner: &[f64]) -> f64 {
    mean(winner.iter().filter(|&&p| p < 0.5).map(|p| (1.0 - 2.0 * p).sqrt())).unwrap_or(0.0)
}

/// The share of moves after which the other side leads. Nobody leads at even points.
fn lead_changes(first: &[f64]) -> Option<f64> {
    let uneven: Vec<f64> = first.iter().copied().filter(|&points| points != 0.5).collect();
    let changes = uneven.windows(2).filter(|pair| (pair[0] > 0.5) != (pair[1] > 0.5)).count();
    let moves = first.len().checked_sub(1).filter(|&moves| moves > 0)?;
    Some(changes as f64 / moves as f64)
}

/// The share of the game after which the winner expected more than the loser ever did.
fn decided(winner: &[f64]) -> Option<f64> {
    let threshold = winner.iter().map(|points| 1.0 - points).fold(0.5, f64::max);
    let ply = winner.iter().position(|&points| points > threshold).unwrap_or(winner.len());
    if winner.is_empty() { None } else { Some(ply as f64 / winner.len() as f64) }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    if values.is_empty() { None } else { Some(values.iter().sum::<f64>() / values.len() as f64) }
}

/// The mean of values of games, of 0 to `max`, with its 95 % bounds.
fn interval(values: impl Iterator<Item = f64>, max: f64) -> Option<Interval> {
    let values: Vec<f64> = values.collect();
    // Results that are all the same are not certain for that.
    if values.iter().all(|value| [0.0, 0.5, 1.0].contains(value)) {
        let mut tally = Tally::default();
        values.iter().for_each(|value| tally.add_game((2.0 * value) as u8));
        return tally.expected_score();
    }
    let estimate = mean(values.iter().copied())?;
    let variance = mean(values.iter().map(|value| (value - estimate).powi(2)))?;
    let margin = Z95 * (variance / values.len() as f64).sqrt();
    let low = (estimate - margin).max(0.0);
    Some(Interval { estimate, low, high: (estimate + margin).min(max) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/survey.schema.json");
    /// What stands before the measures and behind them.
    const AROUND: [&str; 2] = [
        "    \"measures\": {\n      \"type\": \"object\",\n      \"properties\": {\n",
        ",\n      \"additionalProperties\": false,\n      \"description\": \"Means over games.",
    ];

    fn schema() -> String {
        std::fs::read_to_string(SCHEMA).expect("the description exists")
    }

    /// The description with its measures made anew.
    fn with_measures(schema: &str) -> String {
        let (before, rest) = schema.split_once(AROUND[0]).expect("the measures");
        let (_, behind) = rest.split_once(AROUND[1]).expect("the end of the measures");
        let mut properties = Vec::new();
        let mut required = Vec::new();
        for Row { key, is_optional, meaning, .. } in MEASURES {
            let meaning = json!(meaning);
            properties.push(format!(
                "        \"{key}\": {{ \"description\": {meaning}, \"$ref\": \"#/$defs/interval\" }}"
            ));
            if !is_optional {
                required.push(format!("\"{key}\""));
            }
        }
        let head = before.to_owned() + AROUND[0] + &properties.join(",\n");
        let required = required.join(", ");
        format!("{head}\n      }},\n      \"required\": [{required}]{}{behind}", AROUND[1])
    }

    #[test]
    fn the_measures_are_those_of_the_description() {
        assert_eq!(
            schema(),
            with_measures(&schema()),
            "`cargo test -p plyglot-train write_the_measures -- --ignored` writes the description"
        );
    }

    #[test]
    #[ignore = "writes docs/survey.schema.json anew after a change of a row"]
    fn write_the_measures() {
        std::fs::write(SCHEMA, with_measures(&schema())).expect("a file that can be written");
    }

    /// By hand, after the meanings in the rows.
    #[test]
    fn a_game_that_turns_is_dramatic() {
        let winner = [0.5, 0.32, 0.755, 0.42, 0.9];
        assert!((drama(&winner) - (0.6 + 0.4) / 2.0).abs() < 1e-9);
        assert_eq!(lead_changes(&winner), Some(3.0 / 4.0));
        assert_eq!(decided(&winner), Some(2.0 / 5.0));
        assert_eq!(decided(&[0.5, 0.4]), Some(1.0));
        assert_eq!((drama(&[0.5, 0.9]), lead_changes(&[0.9]), decided(&[])), (0.0, None, None));
    }

    #[test]
    fn bounds_are_those_of_the_normal_distribution() {
        let found = interval([2.0, 4.0, 4.0, 2.0].into_iter(), f64::INFINITY).expect("values");
        assert_eq!(found.estimate, 3.0);
        assert!((found.margin() - 1.959_964 * 0.5).abs() < 1e-6);
        let found = interval([1.0; 10].into_iter(), 1.0).expect("values");
        assert!(found.estimate == 1.0 && found.low < 0.95, "{found:?}");
        assert!(interval([].into_iter(), 1.0).is_none());
        // 0.9 and 1.96 times 0.1 / sqrt(2) are 1.04, but no share is above 1.
        let found = interval([0.8, 1.0].into_iter(), 1.0).expect("values");
        assert!((found.estimate - 0.9).abs() < 1e-9 && found.high == 1.0, "{found:?}");
    }
}
