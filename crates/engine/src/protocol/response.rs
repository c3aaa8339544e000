//! Formats typed answers as text of UCI or UGI.

use super::ugi::Dialect;
use crate::{Message, Paths, SearchInfo, Value};
use plyglot_core::game::{Outcome, Wdl};
use plyglot_core::search::Bound;
use plyglot_support::text::per_second;
use std::fmt::Write;
use std::time::Duration;

/// The text for a missing move.
const NO_MOVE: &str = "(none)";

/// The format of responses.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResponseFormat {
    pub(super) dialect: Dialect,
    /// Whether each score is followed by the probabilities of win, draw and loss.
    pub(super) shows_wdl: bool,
}

/// The text of a message: one line, or several lines to be read.
pub(super) fn text(message: &Message, format: ResponseFormat) -> String {
    let ResponseFormat { dialect, shows_wdl } = format;
    match message {
        Message::SearchInfo(information) => info(information, format),
        Message::Current { depth, name, number } => {
            format!("info depth {depth} currmove {name} currmovenumber {number}")
        }
        Message::Progress { nodes, time, hashfull } => {
            format!("info {}", totals(*nodes, *time, *hashfull, 0))
        }
        Message::Pause => String::new(),
        Message::Finished(outcome) => {
            let (score, wdl) = end(*outcome);
            let wdl = if shows_wdl { chances(wdl) } else { String::new() };
            format!("info depth 0 score {score}{wdl}")
        }
        Message::Best { best, ponder } => {
            let best = best.as_deref().unwrap_or(NO_MOVE);
            match (ponder, dialect) {
                (Some(ponder), Dialect::Uci) => format!("bestmove {best} ponder {ponder}"),
                _ => format!("bestmove {best}"),
            }
        }
        Message::PerftMove { name, count } => format!("{name}: {count}"),
        Message::PerftTotal(total) => format!("\nNodes searched: {total}"),
        Message::Bench { name, result } => {
            let nps = per_second(result.nodes, result.time);
            format!("{name}: {} nodes {nps} nps", result.nodes)
        }
        Message::Opening(text) => string(&format!("genfens {text}")),
        Message::Note(note) => string(note),
    }
}

/// A line to be read; clients do not interpret it.
pub(super) fn string(note: &str) -> String {
    format!("info string {note}")
}

/// The paths of a move, one per line; a single line if there are none.
pub(super) fn paths(paths: &Paths) -> String {
    let Paths { name, ways } = paths;
    let count = ways.len();
    if count == 0 {
        return string(&format!("path {name} 0 of 0"));
    }
    let line = |(i, way): (usize, &Vec<String>)| {
        string(&format!("path {name} {} of {count}: {}", i + 1, way.join(" ")))
    };
    ways.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

fn info(information: &SearchInfo, format: ResponseFormat) -> String {
    let SearchInfo { depth, seldepth, rank, value, bound, wdl, .. } = information;
    let SearchInfo { nodes, time, hashfull, tbhits, pv, .. } = information;
    let bound = match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = if format.shows_wdl { chances(*wdl) } else { String::new() };
    let mut line = format!(
        "info depth {depth} seldepth {seldepth} multipv {rank} score {}{bound}{wdl} {} pv",
        score(*value, format.dialect),
        totals(*nodes, *time, *hashfull, *tbhits),
    );
    for name in pv {
        // Writing to a String cannot fail.
        let _ = write!(line, " {name}");
    }
    line
}

/// The probabilities of win, draw and loss, after a blank.
fn chances(Wdl { win, draw, loss }: Wdl) -> String {
    format!(" wdl {win} {draw} {loss}")
}

/// The score of a finished game and its certain result, for the side to move. UCI has a
/// score for a game that the side to move has lost, and none for one that it has won.
fn end(outcome: Outcome) -> (&'static str, Wdl) {
    match outcome {
        Outcome::Won => ("cp 32000", Wdl::WIN),
        Outcome::Lost => ("mate 0", Wdl::LOSS),
        Outcome::Drawn => ("cp 0", Wdl::DRAW),
    }
}

/// The totals of a search so far.
fn totals(nodes: u64, time: Duration, hashfull: u16, tbhits: u64) -> String {
    let (nps, ms) = (per_second(nodes, time), time.as_millis());
    format!("nodes {nodes} nps {nps} hashfull {hashfull} tbhits {tbhits} time {ms}")
}

/// A score. UCI counts the moves of the side to move up to a forced result, UGI all
/// plies.
fn score(value: Value, dialect: Dialect) -> String {
    match (value, dialect) {
        (Value::Centi(centi), _) => format!("cp {centi}"),
        (Value::End(plies), Dialect::Uci) => format!("mate {}", Value::moves_of(plies)),
        (Value::End(plies), Dialect::Ugi) => format!("mate {plies}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves_in_uci_and_plies_in_ugi() {
        let cases = [(0, 0), (1, 1), (2, 1), (3, 2), (5, 3), (-2, -1), (-4, -2), (-1, -1)];
        for (plies, moves) in cases {
            let value = Value::End(plies);
            assert_eq!(score(value, Dialect::Uci), format!("mate {moves}"), "{plies} plies");
            assert_eq!(score(value, Dialect::Ugi), format!("mate {plies}"));
        }
    }
}
