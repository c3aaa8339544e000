//! The results of the searches so far, as rows of a table and as lines of JSON.

use super::stages::SearchStage;
use plyglot_command::json::uci_score;
use plyglot_engine::{SearchResult, Value};
use plyglot_support::text::{or_dash, percent, plain, span};
use serde_json::json;

#[derive(Clone, Debug)]
pub(super) struct ComparedPosition {
    pub(super) game: &'static str,
    pub(super) title: &'static str,
    /// The position as the user wrote it.
    pub(super) written: String,
    pub(super) position: String,
    pub(super) depth: u16,
}

#[derive(Clone, Debug)]
pub(super) struct ComparisonRow {
    pub(super) stage: SearchStage,
    pub(super) found: SearchResult,
    /// The nodes as a fraction of those of the row before.
    pub(super) share: Option<f64>,
    /// The score of the first search, where it had to be that and is not.
    pub(super) missed: Option<Value>,
}

impl ComparisonRow {
    /// The row of a search after the rows before it, of which the first has the true result.
    pub(super) fn after(
        before: &[ComparisonRow],
        stage: SearchStage,
        found: SearchResult,
    ) -> ComparisonRow {
        let nodes_before = before.last().map(|row| row.found.nodes.max(1) as f64);
        let share = nodes_before.map(|nodes| found.nodes as f64 / nodes);
        let expected = before.first().map(|first| Value::from(first.found.score));
        let missed = expected.filter(|&value| stage.is_exact && value != found.score.into());
        ComparisonRow { stage, found, share, missed }
    }
}

pub(super) fn head(subject: &ComparedPosition) -> String {
    let ComparedPosition { title, written, depth, .. } = subject;
    let head = cells(["", "nodes", "of last", "time", "score", "move"]);
    format!("{title} to depth {depth}: {}\n{head}", plain(written))
}

/// A row of the table, with the best move as players write it.
pub(super) fn line(row: &ComparisonRow, best: &str) -> String {
    let ComparisonRow { stage, found, share, missed } = row;
    let line = cells([
        &stage.label(),
        &grouped(found.nodes),
        &or_dash(*share, percent),
        &span(found.time.as_secs_f64()),
        &score(found.score.into()),
        best,
    ]);
    match missed {
        Some(expected) => format!("{line}  WRONG: not {}", score(*expected)),
        None => line,
    }
}

/// The footnote: which scores must be equal.
pub(super) fn foot(stages: &[SearchStage]) -> String {
    let exact = stages.iter().filter(|stage| stage.is_exact).count();
    let free: Vec<&str> =
        stages.iter().filter(|stage| !stage.is_exact).map(|stage| stage.name.as_str()).collect();
    let free = free.join(", ");
    match exact {
        0 | 1 => format!("The score may differ with: {free}."),
        _ => format!("The first {exact} must have the same score. It may differ with: {free}."),
    }
}

/// A score as UCI has it: `cp 31`, `mate 3`.
fn score(value: Value) -> String {
    let (unit, number) = uci_score(value);
    format!("{unit} {number}")
}

fn cells([name, nodes, share, time, score, best]: [&str; 6]) -> String {
    format!("{name:<21} {nodes:>15} {share:>8} {time:>9} {score:>9}  {best}").trim_end().to_owned()
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A search as a JSON object: times in seconds, the score as `"cp": 35` or `"mate": 3`.
pub(super) fn json_line(subject: &ComparedPosition, row: &ComparisonRow) -> String {
    let ComparisonRow { stage, found, missed, .. } = row;
    let (unit, score) = uci_score(found.score.into());
    let object = json!({
        "game": subject.game,
        "position": subject.position,
        "depth": subject.depth,
        "name": stage.name,
        "nodes": found.nodes,
        "time": found.time.as_secs_f64(),
        "move": found.best.as_ref().map(|best| &best.name),
        "agrees": stage.is_exact.then_some(missed.is_none()),
        unit: score,
    });
    object.to_string()
}

#[cfg(test)]
mod tests {
    use super::super::stages::stages;
    use super::*;
    use plyglot_core::game::Wdl;
    use plyglot_core::search::Score;
    use plyglot_engine::BestMove;
    use std::time::Duration;

    /// Rows of a made-up comparison, of which the third is wrong.
    fn some_rows() -> Vec<ComparisonRow> {
        let mut rows = Vec::new();
        let found = [
            (5_000_000, 1_500_000, Score::evaluation(31)),
            (5_000_000, 1_250_000, Score::evaluation(31)),
            (100_000, 40_000, Score::evaluation(-5)),
            (20_000, 8_000, Score::evaluation(31)),
            (10_000, 4_000, Score::evaluation(31)),
            (5_000, 900, Score::evaluation(31)),
            (777, 0, Score::win_at(5)),
        ];
        for (stage, (nodes, micros, score)) in stages("minimax", None, 1).into_iter().zip(found) {
            let time = Duration::from_micros(micros);
            let best = Some(BestMove { index: 0, name: "e2e4".to_owned() });
            let wdl = Wdl::DRAW;
            let found = SearchResult {
                depth: 4,
                nodes,
                time,
                score,
                wdl,
                best,
                panicked: false,
                is_quiet: false,
            };
            rows.push(ComparisonRow::after(&rows, stage, found));
        }
        rows
    }

    fn subject() -> ComparedPosition {
        let written = "a <position> & \"more\"".to_owned();
        ComparedPosition {
            game: "chess",
            title: "chess",
            written,
            position: "FEN".to_owned(),
            depth: 4,
        }
    }

    #[test]
    fn scores_that_must_agree_are_compared_with_the_first() {
        let rows = some_rows();
        let missed: Vec<Option<Value>> = rows.iter().map(|row| row.missed).collect();
        assert_eq!(missed, [None, None, Some(Value::Centi(31)), None, None, None, None]);
        let shares: Vec<Option<f64>> = rows[..3].iter().map(|row| row.share).collect();
        assert_eq!(shares, [None, Some(1.0), Some(0.02)]);
    }

    #[test]
    fn columns_are_below_their_heads() {
        let rows = some_rows();
        let lines: Vec<String> = rows.iter().map(|row| line(row, "e2e4")).collect();
        let expected = "\
chess to depth 4: a <position> & \"more\"
                                nodes  of last      time     score  move
minimax                     5,000,000        -    1.50 s     cp 31  e2e4
alpha-beta                    100,000    2.0 %  40.00 ms     cp -5  e2e4  WRONG: not cp 31
+ variable depth                  777   15.5 %   0.00 us    mate 3  e2e4";
        let found = [&head(&subject()), &lines[0], &lines[2], &lines[6]];
        assert_eq!(found.map(String::as_str).join("\n"), expected);
    }
}
