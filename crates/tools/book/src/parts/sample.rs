//! A game that was played for the book, with a review in words.

use crate::author::{Author, Chapter, SCORES, Tell, items, score, text};
use crate::html::Html;
use anyhow::{Result, anyhow};
use plyglot_engine::{Line, LineStep};
use plyglot_records::{GameResult, RecordedGame};
use plyglot_study::analyse;
use serde_json::Value as Json;

const MAX_BOARDS: usize = 12;
/// What the marks of moves mean; `docs/analyse.md` has their bounds.
const MARKS: &str = "\
    Marks: `?!` is a doubtful move, `?` a mistake, `??` a blunder, `!` a good move that is hard \
    to find, and `\u{25a1}` the only good move.";

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
    html.paragraph(&format!(
        "{}. The program played it against itself, and its first {} or {} moves are random.",
        ended(author, game),
        author.plan.plies,
        author.plan.plies + 1
    ));
    html.paragraph(SCORES);
    html.paragraph(MARKS);
    let names: Vec<String> = moves.iter().map(|m| text(&m["played"]["move"])).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let line = Line::new(author.game.open(), None, &names)?;
    let moves = moves.iter().zip(line.steps());
    let rows = moves.clone().map(|(m, step)| {
        vec![numbered(m, step), author.side(&m["side"]).to_owned(), score(&m["played"])]
    });
    html.table("Moves", &["move", "side", "score"], &rows.collect::<Vec<_>>());
    let told = moves.zip(1..).filter(|((m, _), _)| !text(&m["sentence"]["text"]).is_empty());
    for ((m, step), plies) in told.take(MAX_BOARDS) {
        let played = numbered(m, step);
        html.section(&played);
        author.board(&mut html, &*line.at(plies), &format!("After {played}"));
        html.paragraph(&text(&m["sentence"]["text"]));
    }
    Ok(Chapter::Page(html))
}

/// The move with its number and its mark: `12... Nxe4??`.
fn numbered(m: &Json, step: &LineStep) -> String {
    format!("{} {}{}", step.number, text(&m["played"]["record"]), text(&m["mark"]))
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
