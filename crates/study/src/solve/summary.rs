//! The effort of all positions together.

use plyglot_engine::Solution;
use plyglot_support::text::{counted, short, span};
use std::fmt;
use std::time::Duration;

/// Totals.
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

    /// How many were answered.
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
    use plyglot_engine::SolvedValue;

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
