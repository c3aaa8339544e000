//! Reports in readable form.

use super::study::{GameReport, PositionReport, Puzzle, RankedMove, ReviewedMove};
use crate::explain::Heading;
use crate::shared::{GameReview, line, score, winner};
use plyglot_core::game::Side;
use plyglot_engine::{GameEntry, Value};
use plyglot_support::text::{columns, or_dash, percent, plain};

pub(super) fn position(report: &PositionReport, entry: &GameEntry) -> String {
    let mut text = report.heading.text() + "\n";
    if let Some(outcome) = report.finished {
        let winner = winner(outcome, report.heading.side, entry);
        let result = winner.map_or("drawn".to_owned(), |winner| format!("{winner} has won"));
        text += &format!("   the game is over: {result}\n");
        return text;
    }
    let effort = report.effort;
    let depth = effort.depth;
    let nodes = effort.nodes;
    let time = effort.time.as_secs_f64();
    let side = entry.info.sides[report.heading.side];
    text += &format!("   {side} to move; depth {depth}, {nodes} nodes, {time:.2} s\n");
    let head = ["   move", "score", "depth", "win", "draw", "loss"].map(str::to_owned);
    let mut rows = vec![head.to_vec()];
    rows.extend(report.moves.iter().map(row));
    let mut lines = vec!["line".to_owned()];
    lines.extend(report.moves.iter().map(|m| line(&m.line_records)));
    for (row, line) in columns(&rows).lines().zip(lines) {
        text += &format!("{row}  {line}\n");
    }
    if let Some(threat) = &report.threat {
        text += &format!("   {}\n", threat.text);
    }
    text
}

/// A puzzle as EPD: its best move, where it comes from, and how hard it is.
pub(super) fn puzzle(puzzle: &Puzzle) -> String {
    let Puzzle { heading, solution, level, .. } = puzzle;
    let Heading { number, id, position, .. } = heading;
    // EPD has no sign for a quote within quotes.
    let id = id.as_ref().map(|id| plain(id).replace('"', "'"));
    let id = id.unwrap_or_else(|| number.to_string());
    format!("{position} bm {}; id \"{id}\"; c0 \"level {level}\";", solution.record)
}

fn row(m: &RankedMove) -> Vec<String> {
    let [win, draw, loss] =
        [m.wdl.win, m.wdl.draw, m.wdl.loss].map(|permill| format!("{} %", (permill + 5) / 10));
    vec![format!("   {}", m.record), score(m.value), m.depth.to_string(), win, draw, loss]
}

/// The newest lines of a game's analysis: the head of its table before the first
/// move, and a row of it after each, with the reason for a sign below it.
pub(super) fn latest(report: &GameReport) -> String {
    let Some(ply) = report.moves.len().checked_sub(1) else { return head(report) };
    let m = &report.moves[ply];
    let mut cost = String::new();
    let mut better = String::new();
    if m.lost_points > 0.0 {
        cost = percent(m.lost_points);
        better = format!("{} {}", m.best.record, first_score(m.best.value, m.side));
    }
    let score = first_score(m.played.value, m.side);
    let row = row_of(report, [&numbered(report, ply), &score, &cost, &better]);
    match &m.sentence {
        Some(sentence) => format!("{row}\n      {}", sentence.text),
        None => row,
    }
}

/// A score for the first player, so that it does not change its sign from move to move.
fn first_score(value: Value, side: Side) -> String {
    score(for_first(value, side))
}

/// A value for a side as one for the first player, or the other way round.
pub(super) fn for_first(value: Value, side: Side) -> Value {
    match (side, value) {
        (Side::First, value) => value,
        (Side::Second, Value::Centi(centi)) => Value::Centi(-centi),
        (Side::Second, Value::End(plies)) => Value::End(-plies),
    }
}

fn head(report: &GameReport) -> String {
    let first = tag(report, "White");
    let second = tag(report, "Black");
    let result = tag(report, "Result");
    let row = row_of(report, ["move", "score", "cost", "better"]);
    format!("game {}: {first} against {second}, {result}\n{row}", report.number)
}

fn tag(report: &GameReport, name: &str) -> String {
    let tag = report.tags.iter().find(|(known, _)| known == name);
    tag.map_or_else(|| "?".to_owned(), |(_, value)| plain(value))
}

/// A row of the table, whose widths are known before its moves are.
fn row_of(report: &GameReport, [name, score, cost, better]: [&str; 4]) -> String {
    /// A number, its dots and a mark.
    const NUMBER_WIDTH: usize = "100... ??".len();
    let width = NUMBER_WIDTH + report.longest_record;
    format!("   {name:<width$}  {score:>7}  {cost:>7}  {better}").trim_end().to_owned()
}

pub(super) fn latest_name(report: &GameReport) -> String {
    let ply = report.moves.len().checked_sub(1);
    ply.map_or(String::new(), |ply| format!(", {}", numbered(report, ply)))
}

/// The summary after a game's moves: each side's accuracy, and the course of the game.
pub(super) fn summary(report: &GameReport) -> String {
    let entry = &report.game.entry;
    let review = report.review();
    let [first, second] = review.accuracy.map(|accuracy| or_dash(accuracy, percent));
    let [own, other] = entry.info.sides;
    let opening = report.opening().map(|name| format!("   opening: {}\n", plain(name)));
    let mut text = opening.unwrap_or_default();
    text += &format!("   accuracy: {own} {first}, {other} {second}\n");
    text += &turn(report, &review);
    text += &course(report, entry);
    for fault in &report.faults {
        let kind = if fault.cuts { "error" } else { "warning" };
        text += &format!("   {kind}: {fault}\n");
    }
    text
}

/// Where the game turned; if the same side always led, the largest mistake.
fn turn(report: &GameReport, review: &GameReview) -> String {
    let found = match (review.turning_point, review.largest_mistake) {
        (Some(index), _) => Some(("the game turned at", index)),
        (None, Some(index)) => Some(("the largest mistake was", index)),
        (None, None) => None,
    };
    let Some((words, index)) = found else { return String::new() };
    let name = numbered(report, index);
    let m = &report.moves[index];
    if m.best.record == m.played.record {
        format!("   {words} {name}\n")
    } else {
        format!("   {words} {name}: {} was better\n", m.best.record)
    }
}

/// The move with its number and its sign: `12... Nxe4??`.
fn numbered(report: &GameReport, ply: usize) -> String {
    let m = &report.moves[ply];
    format!("{} {}{}", m.number, m.played.record, m.sign)
}

/// The points that the first player expected after a move.
fn first_points(m: &ReviewedMove) -> f64 {
    let own = m.played.wdl.points();
    if m.side == Side::First { own } else { 1.0 - own }
}

/// The points that the first player expected after each move, as a row of bars; in a long game
/// each is the mean of some moves.
fn course(report: &GameReport, entry: &GameEntry) -> String {
    const BARS: [char; 8] = [
        '\u{2581}', '\u{2582}', '\u{2583}', '\u{2584}', '\u{2585}', '\u{2586}', '\u{2587}',
        '\u{2588}',
    ];
    const MAX_BARS: usize = 200;
    let moves_per_bar = report.moves.len().div_ceil(MAX_BARS).max(1);
    let mut bars = String::new();
    for moves in report.moves.chunks(moves_per_bar) {
        let points = moves.iter().map(first_points).sum::<f64>() / moves.len() as f64;
        bars.push(BARS[((points * BARS.len() as f64) as usize).min(BARS.len() - 1)]);
    }
    format!("   {}'s winning chances: {bars}\n", entry.info.sides[0])
}
