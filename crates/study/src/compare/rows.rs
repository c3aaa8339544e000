//! The results of the searches so far.

use super::stages::SearchStage;
use plyglot_engine::{Trial, Value};

/// A position that is searched.
#[derive(Clone, Debug)]
pub(super) struct ComparedPosition {
    /// The game, by the name that selects it.
    pub(super) game: &'static str,
    /// Its display name.
    pub(super) title: &'static str,
    /// The position as the user wrote it.
    pub(super) written: String,
    /// The position as the game prints it.
    pub(super) position: String,
    /// In plies.
    pub(super) depth: u16,
}

/// A search and what it found.
#[derive(Clone, Debug)]
pub(super) struct ComparisonRow {
    pub(super) stage: SearchStage,
    pub(super) found: Trial,
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
        found: Trial,
    ) -> ComparisonRow {
        let of = |row: &ComparisonRow| found.nodes as f64 / row.found.nodes.max(1) as f64;
        let share = before.last().map(of);
        let expected = before.first().map(|first| Value::from(first.found.score));
        let missed = expected.filter(|&value| stage.is_exact && value != found.score.into());
        ComparisonRow { stage, found, share, missed }
    }
}

/// A score as UCI has it: `cp` or `mate`, and the number.
pub(super) fn score(value: Value) -> (&'static str, i32) {
    match value {
        Value::Centi(centi) => ("cp", centi),
        Value::End(plies) => ("mate", Value::moves_of(plies)),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::stages::stages;
    use super::*;
    use plyglot_core::search::Score;
    use std::time::Duration;

    /// Rows of a made-up comparison, of which the third is wrong.
    pub(in crate::compare) fn some_rows() -> Vec<ComparisonRow> {
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
            let (time, best) = (Duration::from_micros(micros), Some("e2e4".to_owned()));
            let found = Trial { depth: 4, nodes, time, score, index: 0, best, panicked: false };
            rows.push(ComparisonRow::after(&rows, stage, found));
        }
        rows
    }

    pub(in crate::compare) fn subject() -> ComparedPosition {
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
    fn scores_are_those_of_uci() {
        for (plies, moves) in [(1, 1), (2, 1), (5, 3), (0, 0), (-2, -1), (-4, -2)] {
            assert_eq!(score(Value::End(plies)), ("mate", moves));
        }
        assert_eq!(score(Value::Centi(-7)), ("cp", -7));
    }
}
