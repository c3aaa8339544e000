//! The search output of an engine.

use crate::record::ReportedScore;
use plyglot_engine::InfoLine;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SearchOutput {
    pub(crate) score: Option<ReportedScore>,
    pub(crate) depth: Option<u32>,
    pub(crate) first_depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// The principal variation with that score.
    pub(crate) line: Vec<String>,
}

impl SearchOutput {
    /// Takes score, depth and line from the last exact line of the best variation, or from
    /// the last bound if no line is exact. Nodes come from the last line that has any.
    /// The first `before` lines arrived before the clock ran.
    pub(crate) fn from_lines<'a>(
        lines: impl Iterator<Item = &'a str>,
        before: usize,
    ) -> SearchOutput {
        let mut output = SearchOutput::default();
        let mut is_exact = false;
        let mut first = None;
        let mut pv = Vec::new();
        for (number, line) in lines.enumerate() {
            let Some(info) = InfoLine::read(line) else { continue };
            output.nodes = info.nodes.or(output.nodes);
            if info.score.is_none() || !info.is_best() {
                continue;
            }
            if number >= before {
                first = first.or(info.depth);
            }
            if !info.is_bound || !is_exact {
                is_exact = !info.is_bound;
                output.score = info.score;
                output.depth = info.depth;
                pv = info.pv;
            }
        }
        let line = pv.into_iter().map(str::to_owned).collect();
        SearchOutput { first_depth: first.or(output.depth), line, ..output }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> SearchOutput {
        SearchOutput::from_lines(lines.iter().copied(), 0)
    }

    #[test]
    fn the_last_exact_line_of_the_best_variation_counts() {
        let output = read(&[
            "info depth 5 score cp 10 nodes 100 pv e2e4",
            "info depth 6 multipv 1 score cp 20 nodes 200 pv e2e4",
            "info depth 6 multipv 2 score cp -5 nodes 210 pv d2d4",
            "info depth 7 score cp 60 lowerbound nodes 300",
            "info string depth 99 score cp 99",
            "info nodes 400",
        ]);
        let score = Some(ReportedScore::Centi(20));
        let depth = Some(6);
        let first_depth = Some(5);
        let line = vec!["e2e4".to_owned()];
        assert_eq!(output, SearchOutput { score, depth, first_depth, nodes: Some(400), line });
    }

    #[test]
    fn first_depth_includes_pondering() {
        let lines = [
            "info depth 8 score cp 10",
            "info depth 9 score cp 10",
            "info depth 9 currmove e2e4",
            "info depth 10 score cp 30 lowerbound",
            "info depth 10 score cp 20",
        ];
        let first_depth = |before| SearchOutput::from_lines(lines.into_iter(), before).first_depth;
        assert_eq!([0, 1, 2, 4].map(first_depth), [Some(8), Some(9), Some(10), Some(10)]);
        assert_eq!(first_depth(lines.len()), Some(10), "nothing was left to say");
    }

    #[test]
    fn a_bound_counts_if_no_score_is_exact() {
        let output = read(&["info depth 3 score mate -2 upperbound"]);
        assert_eq!(output.score, Some(ReportedScore::Mate(-2)));
        assert_eq!(read(&["readyok", "info score cp"]), SearchOutput::default());
    }
}
