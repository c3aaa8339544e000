//! The first moves of the games that were played for the book.

use crate::author::{Author, Chapter, SCORES, ShowProgress, score, shown_line};
use crate::html::Html;
use anyhow::{Result, anyhow};
use plyglot_core::game::MoveCells;
use plyglot_engine::{Engine, GoLimits, Value};
use plyglot_study::analyse::{
    self, AnalysisRequest, OpeningCounts, OpeningMoveReport, OpeningReport,
};
use plyglot_support::text::{list, or_dash};
use std::cmp::Reverse;

const PLIES: usize = 8;
const MAX_POSITIONS: usize = 24;
/// The best moves of the start position, which is searched with so many times the usual nodes.
const BEST_MOVES: usize = 5;
const START_FACTOR: u64 = 20;
const SHOWN_PLIES: usize = 6;
/// Moves that cost no more than this share of a point beside the best one are as good, as far as
/// anybody can tell.
const NEAR: f64 = 0.02;

pub(crate) fn chapter(author: &Author<'_>, show_progress: ShowProgress<'_>) -> Result<Chapter> {
    let games = &author.own(show_progress)?.records;
    let Author { threads, interrupt, .. } = *author;
    let request = author.request();
    let choice = author.choice();
    let found =
        analyse::openings(&request, &choice, games, PLIES, threads, interrupt, show_progress)?;
    if found.is_empty() {
        return Ok(Chapter::Missing("no game has a move".to_owned()));
    }
    let mut html = Html::default();
    html.paragraph(SCORES);
    let brief = add_best(author, &mut html, request)?;
    html.paragraph(&format!(
        "All other positions here came up in several games. Their first {} or {} moves were random: how \
         often a move was played says nothing of how good it is. Results are those of the side to move. \
         They are few, and scores say more. The green arrow is the best of the moves that were played; \
         another move may be better.",
        author.plan.plies,
        author.plan.plies + 1
    ));
    for position in found.iter().take(MAX_POSITIONS) {
        add(author, &mut html, position);
    }
    Ok(Chapter::Page { html, brief })
}

/// Adds the best moves of the start position, of all that are legal. Returns them in brief.
fn add_best(author: &Author<'_>, html: &mut Html, request: AnalysisRequest) -> Result<String> {
    let nodes = request.limits.nodes.map(|nodes| nodes.saturating_mul(START_FACTOR));
    let limits = GoLimits { nodes, ..request.limits };
    let request = AnalysisRequest { lines: BEST_MOVES, limits, ..request };
    let found = match analyse::position(&request, "startpos", &|| author.is_interrupted()) {
        Err(_) if author.is_interrupted() => return Ok(String::new()),
        found => found.map_err(|why| anyhow!(why))?,
    };
    let moves = found.moves;
    let rules = author.game.open();
    let mover = author.name(rules.side());
    html.section("The best first moves");
    let caption = format!("Start, {mover} to move");
    let drawn: Vec<(MoveCells, Value)> = moves.iter().map(|m| (m.cells, m.value)).collect();
    author.board_with(html, &*rules, &caption, &drawn);
    let mut rows = Vec::new();
    let mut near = Vec::new();
    for m in &moves {
        rows.push(vec![m.record.clone(), score(m.value), shown_line(m, SHOWN_PLIES)]);
        if m.wdl.points() >= moves[0].wdl.points() - NEAR {
            near.push(format!("{} ({})", m.record, score(m.value)));
        }
    }
    html.table("The best first moves", &["move", "score", "line"], &rows);
    Ok(format!("{mover} begins best with {}, as far as a search sees.", list(&near)))
}

fn add(author: &Author<'_>, html: &mut Html, position: &OpeningReport) {
    let way = position.records.join(" ");
    let title = match way.as_str() {
        "" => "First moves that were played".to_owned(),
        way => format!("After {way}"),
    };
    html.section(&title);
    let mut moves: Vec<&OpeningMoveReport> = position.moves.iter().collect();
    best_first(&mut moves);
    let mut rules = author.game.open();
    if rules.set_position(Some(&position.position), &[]).is_ok() {
        let mover = author.name(position.side);
        let drawn = valued_moves(&*rules, &moves);
        author.board_with(html, &*rules, &format!("{title}, {mover} to move"), &drawn);
    }
    let mut rows = Vec::new();
    for m in moves {
        let OpeningCounts { games, wins, draws, losses } = m.results;
        let counts = [games, wins.into(), draws.into(), losses.into()];
        let mut row = vec![m.record.clone(), or_dash(m.score, score)];
        row.extend(counts.map(|count| count.to_string()));
        rows.push(row);
    }
    let head = ["move", "score", "games", "won", "drawn", "lost"];
    html.table(&format!("{title}: moves"), &head, &rows);
}

fn valued_moves(rules: &dyn Engine, moves: &[&OpeningMoveReport]) -> Vec<(MoveCells, Value)> {
    let mut drawn = Vec::new();
    for m in moves {
        if let Ok(legal) = rules.legal_move(&m.name)
            && let Some(value) = m.score
        {
            drawn.push((legal.cells, value));
        }
    }
    drawn
}

/// Moves without a score come last.
fn best_first(moves: &mut [&OpeningMoveReport]) {
    moves.sort_by_key(|m| Reverse(m.score.map(Value::order)));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first is drawn as the best.
    #[test]
    fn the_best_move_comes_first() {
        let scores = [
            Some(Value::Centi(-5)),
            Some(Value::End(-4)),
            None,
            Some(Value::End(3)),
            Some(Value::Centi(20)),
        ];
        let moves = scores.map(|score| OpeningMoveReport { score, ..OpeningMoveReport::default() });
        let mut sorted: Vec<&OpeningMoveReport> = moves.iter().collect();
        best_first(&mut sorted);
        assert_eq!(sorted, [&moves[3], &moves[4], &moves[0], &moves[1], &moves[2]]);
    }
}
