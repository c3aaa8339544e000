//! What an engine says about its move.

use super::record::ReportedScore;

/// What the last complete line of a search said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Thought {
    pub(super) score: Option<ReportedScore>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

impl Thought {
    /// The last exact line of the best variation; one that is a bound counts
    /// only where there is no other. Nodes are those of the last line that has any.
    pub(super) fn of_lines<'a>(lines: impl Iterator<Item = &'a str>) -> Thought {
        let mut thought = Thought::default();
        let mut is_exact = false;
        for info in lines.filter_map(Info::read) {
            thought.nodes = info.nodes.or(thought.nodes);
            if info.score.is_some() && info.is_best && (!info.is_bound || !is_exact) {
                is_exact = !info.is_bound;
                (thought.score, thought.depth) = (info.score, info.depth);
            }
        }
        thought
    }
}

/// The fields of one `info` line that matter here.
#[derive(Debug, Default)]
struct Info {
    score: Option<ReportedScore>,
    depth: Option<u32>,
    nodes: Option<u64>,
    is_bound: bool,
    is_best: bool,
}

impl Info {
    fn read(line: &str) -> Option<Info> {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Info { is_best: true, ..Info::default() };
        while let Some(word) = words.next() {
            match word {
                "string" | "pv" => break,
                "depth" => info.depth = number(words.next()),
                "nodes" => info.nodes = number(words.next()),
                "multipv" => info.is_best = words.next() == Some("1"),
                "cp" => info.score = number(words.next()).map(ReportedScore::Centi),
                "mate" => info.score = number(words.next()).map(ReportedScore::Mate),
                "lowerbound" | "upperbound" => info.is_bound = true,
                _ => {}
            }
        }
        Some(info)
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word.and_then(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lines: &[&str]) -> Thought {
        Thought::of_lines(lines.iter().copied())
    }

    #[test]
    fn the_last_exact_line_of_the_best_variation_counts() {
        let thought = of(&[
            "info depth 5 score cp 10 nodes 100 pv e2e4",
            "info depth 6 multipv 1 score cp 20 nodes 200 pv e2e4",
            "info depth 6 multipv 2 score cp -5 nodes 210 pv d2d4",
            "info depth 7 score cp 60 lowerbound nodes 300",
            "info string depth 99 score cp 99",
            "info nodes 400",
        ]);
        let score = Some(ReportedScore::Centi(20));
        assert_eq!(thought, Thought { score, depth: Some(6), nodes: Some(400) });
    }

    #[test]
    fn a_bound_is_better_than_nothing() {
        let thought = of(&["info depth 3 score mate -2 upperbound"]);
        assert_eq!(thought.score, Some(ReportedScore::Mate(-2)));
        assert_eq!(of(&["readyok", "info score cp"]), Thought::default());
    }
}
