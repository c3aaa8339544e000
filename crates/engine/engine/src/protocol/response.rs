//! Formats typed answers as text of UCI and its dialects.

use super::dialect::{Dialect, ucci_score};
use super::output::{OutputOptions, info_string};
use super::spelling::MoveSpelling;
use crate::{Ending, GameSearch, Message, Paths, SearchInfo, Value};
use plyglot_core::game::{Outcome, Side, Wdl};
use plyglot_core::search::Bound;
use plyglot_support::text::per_second;
use std::fmt::Write;
use std::time::Duration;

fn no_move(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Uci | Dialect::Ugi => "bestmove (none)",
        Dialect::Usi => "bestmove resign",
        Dialect::Ucci { .. } => "nobestmove",
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResponseFormat {
    pub(super) dialect: Dialect,
    pub(super) spelling: MoveSpelling,
    pub(super) options: OutputOptions,
}

pub(super) fn text(message: &Message, format: ResponseFormat) -> String {
    let ResponseFormat { dialect, spelling, options } = format;
    match message {
        Message::SearchInfo(information) => info(information, format),
        Message::Current { depth, name, number } => {
            let name = spelling.shown(name);
            format!("info depth {depth} currmove {name} currmovenumber {number}")
        }
        Message::Progress { nodes, time, hashfull } => {
            format!("info {}", totals(*nodes, *time, *hashfull, 0))
        }
        Message::Pause => String::new(),
        Message::Finished(outcome) => {
            let (value, wdl) = end(*outcome);
            let score = score(value, dialect);
            format!("info depth 0 score {score}{}", chances(wdl, options))
        }
        Message::Best { best, ponder } => {
            let Some(best) = best else { return no_move(dialect).to_owned() };
            let best = spelling.shown(best);
            match ponder {
                Some(ponder) if dialect != Dialect::Ugi => {
                    format!("bestmove {best} ponder {}", spelling.shown(ponder))
                }
                _ => format!("bestmove {best}"),
            }
        }
        Message::PerftMove { name, count } => format!("{name}: {count}"),
        Message::PerftTotal(total) => format!("\nNodes searched: {total}"),
        Message::Opening(text) => info_string(&format!("genfens {text}")),
        Message::Note(note) => info_string(note),
    }
}

/// The paths of a move, one per line; a single line if there are none.
pub(super) fn paths(paths: &Paths) -> String {
    let Paths { name, ways } = paths;
    let count = ways.len();
    if count == 0 {
        return info_string(&format!("path {name} 0 of 0"));
    }
    let mut lines = Vec::new();
    for (number, way) in (1..).zip(ways) {
        lines.push(info_string(&format!("path {name} {number} of {count}: {}", way.join(" "))));
    }
    lines.join("\n")
}

pub(super) fn evaluation(engine: &dyn GameSearch) -> String {
    let [first, second] = engine.info().sides;
    let sign = if engine.side() == Side::First { 1 } else { -1 };
    let over = engine.result().filter(|over| matches!(over.ending, Ending::Position(_)));
    match (engine.static_eval(), over.and_then(|over| over.result.winner())) {
        (Value::Centi(centi), _) => {
            let value = f64::from(sign * centi) / 100.0;
            format!("Final evaluation {value:+.2} ({first} side)")
        }
        (Value::End(_), Some(side)) => {
            format!("Final evaluation: {} has won", engine.info().sides[side])
        }
        (Value::End(plies), _) => {
            let winner = if sign * plies > 0 { first } else { second };
            let unit = if plies.abs() == 1 { "ply" } else { "plies" };
            format!("Final evaluation: {winner} wins in {} {unit}", plies.abs())
        }
    }
}

fn info(information: &SearchInfo, format: ResponseFormat) -> String {
    let SearchInfo { depth, seldepth, rank, value, bound, wdl, .. } = information;
    let SearchInfo { nodes, time, hashfull, tbhits, pv, .. } = information;
    let bound = match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = chances(*wdl, format.options);
    let score = score(*value, format.dialect);
    let mut line = match format.dialect {
        // Its clients know no other words.
        Dialect::Ucci { .. } => {
            format!("info depth {depth} score {score} time {} nodes {nodes} pv", time.as_millis())
        }
        _ => format!(
            "info depth {depth} seldepth {seldepth} multipv {rank} score {score}{bound}{wdl} {} pv",
            totals(*nodes, *time, *hashfull, *tbhits),
        ),
    };
    for name in pv {
        // Writing to a String cannot fail.
        let _ = write!(line, " {}", format.spelling.shown(name));
    }
    line
}

fn chances(Wdl { win, draw, loss }: Wdl, options: OutputOptions) -> String {
    if options.shows_wdl { format!(" wdl {win} {draw} {loss}") } else { String::new() }
}

/// The score of a finished game and its certain result, for the side to move. UCI has a
/// score for a game that the side to move has lost, and none for one that it has won.
fn end(outcome: Outcome) -> (Value, Wdl) {
    match outcome {
        Outcome::Won => (Value::Centi(32_000), Wdl::WIN),
        Outcome::Lost => (Value::End(0), Wdl::LOSS),
        Outcome::Drawn => (Value::Centi(0), Wdl::DRAW),
    }
}

fn totals(nodes: u64, time: Duration, hashfull: u16, tbhits: u64) -> String {
    let nps = per_second(nodes, time);
    let ms = time.as_millis();
    format!("nodes {nodes} nps {nps} hashfull {hashfull} tbhits {tbhits} time {ms}")
}

/// UCI counts the moves of the side to move up to a forced result, UGI and USI all plies.
fn score(value: Value, dialect: Dialect) -> String {
    match (value, dialect) {
        (value, Dialect::Ucci { .. }) => ucci_score(value).to_string(),
        (Value::Centi(centi), _) => format!("cp {centi}"),
        (Value::End(plies), Dialect::Uci) => format!("mate {}", Value::moves_of(plies)),
        (Value::End(plies), Dialect::Ugi | Dialect::Usi) => format!("mate {plies}"),
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
