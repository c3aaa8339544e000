//! The first moves of the games that were played for the book.

use crate::author::{Author, Chapter, SCORES, Tell, items, score, text, value, words};
use crate::html::Html;
use anyhow::Result;
use plyglot_core::game::MoveCells;
use plyglot_engine::Value;
use plyglot_study::analyse;
use serde_json::Value as Json;
use std::cmp::Reverse;

const PLIES: usize = 8;
const MAX_POSITIONS: usize = 24;

pub(crate) fn chapter(author: &Author<'_>, tell: Tell<'_>) -> Result<Chapter> {
    let own = author.own(tell)?;
    let request = author.request();
    let choice = author.choice();
    let Author { threads, interrupt, .. } = author;
    let found =
        analyse::openings(&request, &choice, &own.records, PLIES, *threads, interrupt, tell)?;
    if found.is_empty() {
        return Ok(Chapter::Missing("no game has a move".to_owned()));
    }
    let mut html = Html::default();
    html.paragraph(&format!(
        "The first {} or {} moves of each game are random, so that how often a move was played says \
         nothing of how good it is. These positions came up in several games. Results are those of the \
         side to move; they are few, and scores say more. The green arrow is the move with the best \
         score.",
        author.plan.plies,
        author.plan.plies + 1
    ));
    html.paragraph(SCORES);
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
        let mut moves: Vec<_> = moves.collect();
        best_first(&mut moves);
        author.board_with(html, &*rules, &format!("{title}, {mover} to move"), &moves);
    }
    let rows = items(&position["moves"]).iter().map(|m| {
        let counts = ["games", "wins", "draws", "losses"].map(|key| m[key].to_string());
        [vec![text(&m["record"])], counts.to_vec(), vec![score(m)]].concat()
    });
    let head = ["move", "games", "won", "drawn", "lost", "score"];
    html.table(&format!("Moves after: {title}"), &head, &rows.collect::<Vec<_>>());
}

fn best_first(moves: &mut [(MoveCells, Value)]) {
    moves.sort_by_key(|(_, value)| Reverse(value.order()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_move_is_drawn_as_such() {
        let values = [Value::Centi(-5), Value::End(-4), Value::End(3), Value::Centi(20)];
        let mut moves = values.map(|value| (MoveCells::default(), value));
        best_first(&mut moves);
        let expected = [Value::End(3), Value::Centi(20), Value::Centi(-5), Value::End(-4)];
        assert_eq!(moves.map(|(_, value)| value), expected);
    }
}
