//! The report of a match: a chart, or a page with tables and games.

use super::chart;
use super::progress::tables;
use crate::plan::Plan;
use crate::record::{
    GameEnd, GameRecord, GameResult, Opening, PlayedMove, ReportedScore, Termination,
};
use crate::results::{Results, first_ply};
use plyglot_core::game::Side;
use plyglot_support::files::{self, Format};
use plyglot_support::svg;
use plyglot_support::text::{clock, escape, or_dash, short};
use std::io::{self, Error, ErrorKind, Write};
use std::path::Path;

/// Writes the report. If `path` ends in `.svg`, it is a chart of score and
/// log-likelihood ratio over the games in the order given. If `path` ends in `.html`,
/// it is a page with the chart, the tables and all games.
///
/// # Errors
/// If the file cannot be written, in which case it stays unchanged, or if its name ends
/// in neither.
pub fn write(path: &Path, plan: &Plan, games: &[GameRecord]) -> io::Result<()> {
    let (extension, format) = (extension(path), format(path));
    match extension.as_str() {
        "svg" => files::write(path, format, chart::svg(plan, games)),
        "html" | "htm" => files::replace(path, format, |out| page(out, plan, games)),
        _ => Err(Error::new(ErrorKind::InvalidInput, "a report is an .svg or an .html file")),
    }
}

fn extension(path: &Path) -> String {
    path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase()
}

pub(crate) fn format(path: &Path) -> &'static Format {
    const PAGE: Format = Format {
        name: "a report of match",
        beginnings: &["<!DOCTYPE html>\n<!-- A match by Plyglot -->\n"],
    };
    if extension(path) == "svg" { &svg::FORMAT } else { &PAGE }
}

/// The part of a game that a report needs: the page shows all of it, the chart only the
/// result.
pub(crate) fn part_of(path: &Path, game: GameRecord) -> GameRecord {
    if extension(path) == "svg" {
        GameRecord {
            opening: Opening::default(),
            moves: Vec::new(),
            end: GameEnd { reason: String::new(), ..game.end },
            final_position: String::new(),
            ..game
        }
    } else {
        game
    }
}

const STYLE: &str = "\
:root{color-scheme:light}\
body{font:15px/1.5 'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;color:#1f2328;\
background:#f6f8fa;margin:0 auto;max-width:1000px;padding:24px}\
h1{font-size:24px}h2{font-size:18px;margin-top:32px}\
svg,pre,.games{background:#fff;border:1px solid #d8dee4;border-radius:8px;display:block}\
svg{width:100%;height:auto}pre{padding:16px;overflow-x:auto;font-size:13px}\
.head,summary{display:grid;grid-template-columns:3.5em 3.5em 1fr 1fr 4.5em 4em 8em;\
gap:8px;padding:6px 16px;align-items:baseline}\
.head{font-weight:600;color:#57606a}\
summary{cursor:pointer;border-top:1px solid #d8dee4}summary:hover,details:target summary\
{background:#ddf4ff}summary span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}\
.body{padding:4px 16px 16px;overflow-wrap:anywhere}\
.won{font-weight:600}.failed{color:#cf222e}.quiet,small{color:#57606a}\
.moves{display:grid;grid-template-columns:repeat(auto-fill,minmax(16.5em,1fr));gap:2px 12px;\
font-size:13px;white-space:nowrap}.moves b{font-weight:600}small{font-size:11px;margin-left:4px}";

fn page(out: &mut impl Write, plan: &Plan, games: &[GameRecord]) -> io::Result<()> {
    let mut results = Results::new(plan);
    games.iter().for_each(|game| results.add(game));
    let title = if plan.event.is_empty() { &plan.game } else { &plan.event };
    let title = escape(title);
    writeln!(
        out,
        "<!DOCTYPE html>\n<!-- A match by Plyglot -->\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><style>{STYLE}</style></head><body>\n<h1>{title}</h1>"
    )?;
    writeln!(out, "{}", chart::svg(plan, games))?;
    writeln!(out, "<h2>Results</h2>\n<pre>{}</pre>", escape(&tables(plan, &results)))?;
    writeln!(
        out,
        "<h2>Games</h2>\n<div class=\"games\"><div class=\"head\"><span>Game</span>\
         <span>Round</span><span>First</span><span>Second</span><span>Result</span>\
         <span>Moves</span><span>Ended by</span></div>"
    )?;
    for record in games {
        game(out, plan, record)?;
    }
    writeln!(out, "</div></body></html>")
}

fn game(out: &mut impl Write, plan: &Plan, game: &GameRecord) -> io::Result<()> {
    let number = game.number + 1;
    let player = |side: Side| {
        let style = if game.end.result == GameResult::Win(side) { " class=\"won\"" } else { "" };
        let name = escape(&plan.engines[game.engines[side.index()]].name);
        format!("<span{style}>{name}</span>")
    };
    let (ended, failed) = ended_by(game.end.termination);
    let style = if failed { " class=\"failed\"" } else { "" };
    writeln!(
        out,
        "<details id=\"game-{number}\"><summary><span>{number}</span><span>{}</span>{}{}\
         <span>{}</span><span>{}</span><span{style}>{ended}</span></summary>",
        game.round,
        player(Side::First),
        player(Side::Second),
        outcome(game.end.result),
        game.moves.len().div_ceil(2),
    )?;
    body(out, game)?;
    writeln!(out, "</details>")
}

fn body(out: &mut impl Write, game: &GameRecord) -> io::Result<()> {
    writeln!(out, "<div class=\"body\"><p>{}</p>", escape(&game.end.reason))?;
    if let Some(position) = &game.opening.position {
        writeln!(out, "<p class=\"quiet\">From {}</p>", escape(position))?;
    }
    if !game.opening.moves.is_empty() {
        let moves = escape(&game.opening.moves.join(" "));
        writeln!(out, "<p class=\"quiet\">Opening: {moves}</p>")?;
    }
    writeln!(out, "<div class=\"moves\">")?;
    for (ply, played) in (first_ply(game)..).zip(&game.moves) {
        let dots = if ply.is_multiple_of(2) { "." } else { "..." };
        let (number, record, said) = (ply / 2 + 1, escape(&played.record), said(played));
        writeln!(out, "<span>{number}{dots} <b>{record}</b><small>{said}</small></span>")?;
    }
    let end = escape(&game.final_position);
    writeln!(out, "</div><p class=\"quiet\">Final position: {end}</p></div>")
}

/// The engine's report on its move, from its own view: score, depth, nodes; and
/// the time the move took.
fn said(played: &PlayedMove) -> String {
    let mut parts = vec![or_dash(played.score, score)];
    parts.extend(played.depth.map(|depth| format!("d{depth}")));
    parts.extend(played.nodes.map(|nodes| short(nodes as f64)));
    let seconds = played.time.as_secs_f64();
    parts.push(if seconds < 60.0 { format!("{seconds:.2} s") } else { clock(played.time) });
    parts.join(" · ")
}

fn score(score: ReportedScore) -> String {
    match score {
        ReportedScore::Centi(centi) => format!("{:+.2}", f64::from(centi) / 100.0),
        ReportedScore::Mate(moves) => format!("#{moves}"),
    }
}

fn outcome(result: GameResult) -> &'static str {
    match result {
        GameResult::Win(Side::First) => "1 – 0",
        GameResult::Win(Side::Second) => "0 – 1",
        GameResult::Draw => "½ – ½",
        GameResult::Unfinished => "*",
    }
}

fn ended_by(termination: Termination) -> (&'static str, bool) {
    match termination {
        Termination::Rules => ("rules", false),
        Termination::Adjudication => ("adjudication", false),
        Termination::Time => ("time", true),
        Termination::IllegalMove => ("illegal move", true),
        Termination::Crash => ("crash", true),
        Termination::Stall => ("stall", true),
        Termination::Disagreement => ("disagreement", true),
        Termination::Interrupted => ("interrupted", false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Opening;

    #[test]
    fn charts_keep_no_moves_and_pages_keep_all() {
        let played = PlayedMove {
            name: "e2e4".to_owned(),
            record: "e4".to_owned(),
            ..PlayedMove::default()
        };
        let game = GameRecord {
            number: 3,
            round: 2,
            engines: [1, 0],
            opening: Opening::default(),
            moves: vec![played; 80],
            end: GameEnd {
                result: GameResult::Draw,
                termination: Termination::Rules,
                reason: "drawn by the rules".to_owned(),
            },
            final_position: "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned(),
        };
        assert_eq!(part_of(Path::new("a.html"), game.clone()), game);
        let part = part_of(Path::new("a.svg"), game);
        assert_eq!((part.number, part.engines, part.end.result), (3, [1, 0], GameResult::Draw));
        assert_eq!(part.moves.capacity() + part.end.reason.capacity(), 0);
    }
}
