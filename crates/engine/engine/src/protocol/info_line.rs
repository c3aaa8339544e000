//! What an engine of UCI says while it searches, for its clients.

/// A score as an engine reports it, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ReportedScore {
    /// Centi-units.
    #[cfg_attr(feature = "serde", serde(rename = "cp"))]
    Centi(i32),
    /// A forced result in this number of moves (UCI) or plies (UGI); negative for a
    /// loss.
    #[cfg_attr(feature = "serde", serde(rename = "mate"))]
    Mate(i32),
}

/// The fields of an `info` line. `None` is what the line does not tell.
#[derive(Debug, Default)]
pub struct InfoLine<'l> {
    /// The score of the principal variation.
    pub score: Option<ReportedScore>,
    /// Plies.
    pub depth: Option<u32>,
    /// The nodes since the search began.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// Milliseconds since the search began.
    pub time: Option<u64>,
    /// Wins, draws and losses of the side to move, per mille.
    pub wdl: Option<[u16; 3]>,
    /// Whether the score is a bound.
    pub is_bound: bool,
    /// Whether the score is at least, and not at most, the one given. Only with `is_bound`.
    pub is_lower: bool,
    /// The rank of the line among the best, from 1 (`multipv`); 0 if it is no number.
    pub rank: usize,
    /// The principal variation; empty if the line has none.
    pub pv: Vec<&'l str>,
}

impl<'l> InfoLine<'l> {
    /// The fields of a line; `None` if it is no `info`.
    pub fn read(line: &'l str) -> Option<InfoLine<'l>> {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = InfoLine { rank: 1, ..InfoLine::default() };
        while let Some(word) = words.next() {
            match word {
                "string" => break,
                "pv" => info.pv = words.by_ref().collect(),
                "depth" => info.depth = number(words.next()),
                "nodes" => info.nodes = number(words.next()),
                "nps" => info.nps = number(words.next()),
                "time" => info.time = number(words.next()),
                "wdl" => {
                    let win = number(words.next());
                    let draw = number(words.next());
                    let loss = number(words.next());
                    info.wdl = win.zip(draw).zip(loss).map(|((w, d), l)| [w, d, l]);
                }
                "multipv" => info.rank = number(words.next()).unwrap_or(0),
                "cp" => info.score = number(words.next()).map(ReportedScore::Centi),
                "mate" => info.score = number(words.next()).map(ReportedScore::Mate),
                "lowerbound" => (info.is_bound, info.is_lower) = (true, true),
                "upperbound" => info.is_bound = true,
                _ => {}
            }
        }
        Some(info)
    }

    /// Whether it is of the best line.
    pub fn is_best(&self) -> bool {
        self.rank == 1
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word.and_then(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_of_a_line_are_read() {
        let info = InfoLine::read(
            "info depth 7 seldepth 9 multipv 2 score mate -3 lowerbound wdl 1 2 997 nodes 900 \
             nps 30000 hashfull 5 time 30 pv e2e4 e7e5",
        )
        .expect("a line");
        assert_eq!((info.depth, info.rank, info.is_best()), (Some(7), 2, false));
        assert_eq!(info.score, Some(ReportedScore::Mate(-3)));
        assert_eq!((info.is_bound, info.is_lower), (true, true));
        assert_eq!(info.wdl, Some([1, 2, 997]));
        assert_eq!((info.nodes, info.nps, info.time), (Some(900), Some(30_000), Some(30)));
        assert_eq!(info.pv, ["e2e4", "e7e5"]);
    }

    #[test]
    fn what_is_no_field_says_nothing() {
        assert!(InfoLine::read("bestmove e2e4").is_none());
        for line in ["info", "info string depth 99 score cp 99", "info score cp", "info depth x"] {
            let info = InfoLine::read(line).expect("a line");
            assert_eq!((info.score, info.depth, info.is_best()), (None, None, true), "{line}");
        }
    }
}
