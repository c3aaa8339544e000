//! A game that was played for the book, with a review in words.

use crate::author::{Author, Chapter, Tell, items, score, text};
use crate::html::Html;
use anyhow::{Result, anyhow};
use plyglot_records::{GameResult, RecordedGame};
use plyglot_study::analyse;
use serde_json::Value as Json;

const MAX_BOARDS: usize = 12;

pub(crate) fn chapter(author: &Author<'_>, tell: Tell<'_>) -> Result<Chapter> {
    let own = author.own(tell)?;
    let Some(game) = typical(&own.records) else {
        return Ok(Chapter::Missing("no game has a move".to_owned()));
    };
    tell(0, 1);
    let is_over = || author.is_interrupted();
    let games = std::slice::from_ref(game);
    let reviewed = analyse::reviews(&author.request(), &author.choice(), games, &is_over);
    let reviewed = reviewed.map_err(|why| anyhow!(why))?;
    let moves = reviewed.first().map_or(&[][..], |review| items(&review["moves"]));
    let mut html = Html::default();
    html.paragraph(&format!("{}. Scores are those of the side that moved.", ended(author, game)));
    let rows = moves.iter().zip(1..).map(|(m, ply): (&Json, usize)| {
        let played = format!("{ply}. {}{}", text(&m["played"]["record"]), text(&m["mark"]));
        vec![played, author.side(&m["side"]).to_owned(), score(&m["played"])]
    });
    html.table("Moves", &["move", "side", "score"], &rows.collect::<Vec<_>>());
    let mut rules = author.game.open();
    let mut boards = 0;
    for (m, ply) in moves.iter().zip(1..) {
        let name = text(&m["played"]["move"]);
        let said = text(&m["sentence"]["text"]);
        if rules.push(&name).is_err() {
            break;
        }
        if !said.is_empty() && boards < MAX_BOARDS {
            boards += 1;
            let played = format!("{ply}. {}{}", text(&m["played"]["record"]), text(&m["mark"]));
            html.section(&played);
            author.board(&mut html, &*rules, &format!("After {played}"));
            html.paragraph(&said);
        }
    }
    Ok(Chapter::Page(html))
}

/// The decisive game whose length is in the middle; without one, that of all games.
fn typical(games: &[RecordedGame]) -> Option<&RecordedGame> {
    let with_moves = games.iter().filter(|game| !game.moves.is_empty());
    let mut games: Vec<&RecordedGame> = with_moves.collect();
    if games.iter().any(|game| is_decisive(game)) {
        games.retain(|game| is_decisive(game));
    }
    games.sort_by_key(|game| game.moves.len());
    games.get(games.len() / 2).copied()
}

fn is_decisive(game: &RecordedGame) -> bool {
    matches!(game.result, Some(GameResult::Win(_)))
}

fn ended(author: &Author<'_>, game: &RecordedGame) -> String {
    match game.result {
        Some(GameResult::Win(side)) => {
            format!("{} wins", author.game.entry.info.sides[side.index()])
        }
        Some(GameResult::Draw) => "A draw".to_owned(),
        Some(GameResult::Unfinished) | None => "The game was not finished".to_owned(),
    }
}
