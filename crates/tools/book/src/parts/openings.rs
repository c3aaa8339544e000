//! The first moves of the games that were played for the book.

use crate::author::{Author, Chapter, Tell, items, score, text, value, words};
use crate::html::Html;
use anyhow::Result;
use plyglot_study::analyse;
use serde_json::Value as Json;

const PLIES: usize = 8;
const MAX_POSITIONS: usize = 24;

pub(crate) fn chapter(author: &Author<'_>, tell: Tell<'_>) -> Result<Chapter> {
    let own = author.own(tell)?;
    let request = author.request();
    let games = &own.records;
    let found =
        analyse::openings(&request, &author.choice(), games, PLIES, author.interrupt, tell)?;
    if found.is_empty() {
        return Ok(Chapter::Missing("no game has a move".to_owned()));
    }
    let mut html = Html::default();
    html.paragraph(
        "These positions came up most. Results are those of the side to move, and so are scores: of a \
         search of the position after the move. The green arrow is the most frequent move.",
    );
    for position in found.iter().take(MAX_POSITIONS) {
        add(author, &mut html, position);
    }
    Ok(Chapter::Page(html))
}

fn add(author: &Author<'_>, html: &mut Html, position: &Json) {
    let way = words(&position["records"]).join(" ");
    let title = if way.is_empty() { "Start".to_owned() } else { way };
    html.section(&title);
    let mut rules = author.game.open();
    if rules.set_position(position["position"].as_str(), &[]).is_ok() {
        let mover = author.side(&position["side"]);
        let moves = items(&position["moves"]).iter().filter_map(|m| {
            let legal = rules.legal_move(&text(&m["move"])).ok()?;
            Some((legal.cells, value(m)?))
        });
        let moves: Vec<_> = moves.collect();
        author.board_with(html, &*rules, &format!("{title}, {mover} to move"), &moves);
    }
    let rows = items(&position["moves"]).iter().map(|m| {
        let counts = ["games", "wins", "draws", "losses"].map(|key| m[key].to_string());
        [vec![text(&m["record"])], counts.to_vec(), vec![score(m)]].concat()
    });
    let head = ["move", "games", "won", "drawn", "lost", "score"];
    html.table(&format!("Moves after: {title}"), &head, &rows.collect::<Vec<_>>());
}
