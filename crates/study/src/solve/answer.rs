//! The line printed for one position, and the totals of all.

use crate::shared::PositionLine;
use plyglot_command::json::{result_word, side_word};
use plyglot_core::game::{Exact, TextError};
use plyglot_engine::{Solution, SolvedValue, TableCounts, TableFacts};
use plyglot_support::text::{counted, plain, short, span};
use serde_json::{Value, json};
use std::fmt;
use std::time::Duration;

/// The line of a position: itself, its value, those of its moves if `all`, and figures of the
/// table, if there is one.
pub(super) fn text(line: &PositionLine, solution: &Solution, all: bool) -> String {
    let value = solution.worth.as_ref().map(|value| worth(value, ' '));
    let value = value.unwrap_or_else(|| result_word(solution.outcome).to_owned());
    let mut line = format!("{}\t{value}", plain(&line.text));
    if all {
        let moves = solution.moves.iter().map(|m| format!("{}={}", m.short, worth(&m.worth, ':')));
        line.push('\t');
        line.push_str(&moves.collect::<Vec<_>>().join(" "));
    }
    if let Some(TableFacts { counts, line: moves }) = &solution.table {
        let TableCounts { won, drawn, lost, longest } = counts;
        let all = won + drawn + lost;
        line.push_str(&format!(
            "\t{}: {won} won, {drawn} drawn, {lost} lost, longest {longest}\t{}",
            counted(all, "position"),
            moves.join(" ")
        ));
    }
    line
}

/// The line in place of a position's worth where there is none.
pub(super) fn error(line: &PositionLine, error: &TextError) -> String {
    format!("{}\terror: column {}: {error}", plain(&line.text), error.at + 1)
}

fn worth(worth: &SolvedValue, between: char) -> String {
    match (worth.score, worth.value) {
        (Some(score), _) => score.to_string(),
        (None, Exact::Win(plies)) => format!("win{between}{plies}"),
        (None, Exact::Loss(plies)) => format!("loss{between}{plies}"),
        (None, Exact::Draw) => "draw".to_owned(),
        (None, Exact::WinBy(points)) => format!("+{points}"),
        (None, Exact::LossBy(points)) => format!("-{points}"),
    }
}

/// The worth of a position of the game of this name and what it took, with that of its moves if
/// `all`: the object that `plyglot solve --json` prints. `number` is that of its line, from 1.
pub fn json(game: &str, number: u64, solution: &Solution, all: bool) -> Value {
    let mut object = match &solution.worth {
        Some(worth) => json_worth(worth),
        None => json!({ "score": null, "result": result_word(solution.outcome), "plies": null }),
    };
    object["game"] = json!(game);
    object["number"] = json!(number);
    object["position"] = json!(solution.position);
    object["side"] = json!(side_word(solution.side));
    object["nodes"] = json!(solution.nodes);
    object["time"] = json!(solution.time.as_secs_f64());
    if all {
        let moves = solution.moves.iter().map(|m| {
            let mut object = json_worth(&m.worth);
            object["move"] = json!(m.name);
            object["record"] = json!(m.record);
            object
        });
        object["moves"] = moves.collect();
    }
    if let Some(TableFacts { counts, line }) = &solution.table {
        let TableCounts { won, drawn, lost, longest } = counts;
        object["table"] = json!({
            "positions": won + drawn + lost, "won": won, "drawn": drawn, "lost": lost,
            "longest": longest, "line": line,
        });
    }
    object
}

fn json_worth(worth: &SolvedValue) -> Value {
    let plies = match worth.value {
        Exact::Win(plies) | Exact::Loss(plies) => Some(plies),
        Exact::Draw | Exact::WinBy(_) | Exact::LossBy(_) => None,
    };
    json!({ "score": worth.score, "result": result_word(worth.value.outcome()), "plies": plies })
}

#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    positions: u64,
    pub(super) errors: u64,
    nodes: u64,
    time: Duration,
}

impl Summary {
    pub(super) fn add(&mut self, solution: &Solution) {
        self.positions += 1;
        self.nodes += solution.nodes;
        self.time += solution.time;
    }

    pub(super) fn lines(&self) -> u64 {
        self.positions + self.errors
    }

    pub(super) fn add_error(&mut self) {
        self.errors += 1;
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = |total: f64| total / self.positions.max(1) as f64;
        let seconds = self.time.as_secs_f64();
        write!(
            f,
            "{}, {}, mean time {}, mean nodes {:.1}, {} nodes/s",
            counted(self.positions, "position"),
            counted(self.errors, "error"),
            span(mean(seconds)),
            mean(self.nodes as f64),
            short(if seconds > 0.0 { self.nodes as f64 / seconds } else { 0.0 }),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::{Exact, Outcome, Side};
    use plyglot_engine::{SolvedMove, SolvedValue};
    use std::time::Duration;

    fn solution(score: Option<i32>) -> Solution {
        let worth = |value| SolvedValue { value, score };
        let solved = |short: &str, value| SolvedMove {
            name: format!("P@{short}1"),
            record: format!("{short}1"),
            short: short.to_owned(),
            worth: worth(value),
        };
        Solution {
            position: "X w".to_owned(),
            side: Side::Second,
            outcome: Outcome::Won,
            worth: Some(worth(Exact::Win(3))),
            moves: vec![solved("a", Exact::Draw), solved("b", Exact::Loss(4))],
            table: None,
            nodes: 7,
            time: Duration::from_millis(500),
        }
    }

    fn line(text: &str) -> PositionLine {
        PositionLine { number: 9, text: text.to_owned() }
    }

    #[test]
    fn the_scale_of_the_literature_comes_first() {
        assert_eq!(text(&line("x"), &solution(Some(-2)), true), "x\t-2\ta=-2 b=-2");
        assert_eq!(text(&line("x"), &solution(None), true), "x\twin 3\ta=draw b=loss:4");
        assert_eq!(text(&line("x\ty"), &solution(None), false), "x y\twin 3");
        let by_points =
            |value| Solution { worth: Some(SolvedValue { value, score: None }), ..solution(None) };
        assert_eq!(text(&line("x"), &by_points(Exact::WinBy(8)), false), "x\t+8");
        assert_eq!(text(&line("x"), &by_points(Exact::LossBy(10)), false), "x\t-10");
    }

    #[test]
    fn a_result_alone_is_a_word() {
        let lost =
            Solution { outcome: Outcome::Lost, worth: None, moves: vec![], ..solution(None) };
        assert_eq!(text(&line("x"), &lost, false), "x\tloss");
        let expected = json!({
            "game": "halma", "number": 9, "position": "X w", "side": "second",
            "score": null, "result": "loss", "plies": null, "nodes": 7, "time": 0.5,
        });
        assert_eq!(json("halma", 9, &lost, false), expected);
    }

    #[test]
    fn means_are_of_all_positions() {
        let mut summary = Summary::default();
        let worth = SolvedValue { value: Exact::Draw, score: None };
        for (nodes, micros) in [(100, 30), (50, 10)] {
            let time = Duration::from_micros(micros);
            let (position, side) = ("x".to_owned(), Side::First);
            let (outcome, worth, moves) = (Outcome::Drawn, Some(worth), Vec::new());
            let table = None;
            summary.add(&Solution { position, side, outcome, worth, moves, table, nodes, time });
        }
        summary.add_error();
        let expected = "2 positions, 1 error, mean time 20.00 us, mean nodes 75.0, 3.75 M nodes/s";
        assert_eq!(summary.to_string(), expected);
        let none = "0 positions, 0 errors, mean time 0.00 us, mean nodes 0.0, 0 nodes/s";
        assert_eq!(Summary::default().to_string(), none);
    }
}
