//! A game that was played for the book, with a review in words.

use crate::author::{Author, Chapter, SCORES, ShowProgress, items, score, shown_line, text};
use crate::html::Html;
use anyhow::{Result, anyhow};
use plyglot_core::game::{GameResult, Side};
use plyglot_engine::{Engine, Line, LineStep};
use plyglot_records::RecordedGame;
use plyglot_study::analyse;
use plyglot_support::text::counted;
use serde_json::Value as Json;
use std::cmp::Reverse;

const MAX_BOARDS: usize = 12;
/// The moves of a better line.
const SHOWN_PLIES: usize = 6;
/// What the marks of moves mean; `docs/analyse.md` has their bounds.
const MARKS: &str = "\
    Marks: `?!` is a doubtful move, `?` a mistake, `??` a blunder, `!` a good move that is hard \
    to find, and `\u{25a1}` the only good move.";

struct ReviewedMove<'a> {
    review: &'a Json,
    step: &'a LineStep,
    /// Its number in the game, from 1.
    ply: usize,
}

pub(crate) fn chapter(author: &Author<'_>, show_progress: ShowProgress<'_>) -> Result<Chapter> {
    let own = author.own(show_progress)?;
    let Some(game) = typical(&own.records) else {
        return Ok(Chapter::Missing("no game has a move".to_owned()));
    };
    show_progress(0, 1);
    let is_over = || author.is_interrupted();
    let games = std::slice::from_ref(game);
    let reviewed = analyse::reviews(&author.request(), &author.choice(), games, &is_over);
    let reviewed = reviewed.map_err(|why| anyhow!(why))?;
    let nothing = Json::Null;
    let review = reviewed.first().unwrap_or(&nothing);
    let names: Vec<String> =
        items(&review["moves"]).iter().map(|m| text(&m["played"]["move"])).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let line = Line::new(author.game.open(), None, &names)?;
    let mut moves = Vec::new();
    for (ply, (review, step)) in (1..).zip(items(&review["moves"]).iter().zip(line.steps())) {
        moves.push(ReviewedMove { review, step, ply });
    }
    let brief = format!("{}.", ended(author, game, &moves));
    let mut html = Html::default();
    html.paragraph(&format!(
        "{brief} The program played it against itself, and its first {} or {} moves are random.{}",
        author.plan.plies,
        author.plan.plies + 1,
        course(author, review, &moves)
    ));
    html.paragraph(SCORES);
    html.paragraph(MARKS);
    add_moves(author, &mut html, &moves);
    add_boards(author, &mut html, &line, &moves);
    Ok(Chapter::Page { html, brief })
}

/// How well both sides played, and where the game turned.
fn course(author: &Author<'_>, review: &Json, moves: &[ReviewedMove<'_>]) -> String {
    let mut words = String::new();
    let accuracy = ["first", "second"].map(|side| review["accuracy"][side].as_f64());
    if let [Some(first), Some(second)] = accuracy {
        words += &format!(
            " The accuracy of {} is {:.0} %, and that of {} {:.0} %: 100 % is that of the \
             program's best moves.",
            author.name(Side::First),
            100.0 * first,
            author.name(Side::Second),
            100.0 * second
        );
    }
    let turn = review["turning_point"].as_u64();
    if let Some(turn) = turn.and_then(|index| moves.get(index as usize)) {
        words += &format!(" A side took the lead for the last time after {}.", turn.numbered());
    }
    let mistake = review["largest_mistake"].as_u64();
    if let Some(mistake) = mistake.and_then(|index| moves.get(index as usize)) {
        words += &format!(" The move that cost most was {}.", mistake.numbered());
    }
    words
}

/// The moves of both sides beside each other.
fn add_moves(author: &Author<'_>, html: &mut Html, moves: &[ReviewedMove<'_>]) {
    let mut rows = Vec::new();
    for turn in moves.chunk_by(is_same_turn) {
        let numbers: Vec<usize> = turn.iter().map(|m| m.step.number.count).collect();
        let mut row = vec![match (numbers.first(), numbers.last()) {
            (Some(first), Some(last)) if first < last => format!("{first}, {last}"),
            _ => numbers.first().map_or(String::new(), usize::to_string),
        }];
        for side in Side::BOTH {
            let own: Vec<&ReviewedMove> = turn.iter().filter(|m| m.step.side == side).collect();
            let written: Vec<String> = own.iter().map(|m| m.written()).collect();
            row.push(written.join(" "));
            row.push(own.last().map_or(String::new(), |m| score(&m.review["played"])));
        }
        rows.push(row);
    }
    let first = author.name(Side::First);
    let second = author.name(Side::Second);
    let head = ["number", first.as_str(), "its score", second.as_str(), "its score"];
    html.table("Moves", &head, &rows);
}

/// Whether a move belongs to the turn of the one before: not if the first side begins a new one.
fn is_same_turn(before: &ReviewedMove<'_>, reviewed: &ReviewedMove<'_>) -> bool {
    before.step.side == Side::First || reviewed.step.side == Side::Second
}

/// Boards after the moves that cost most, and some good ones, with the sentences on them.
fn add_boards(author: &Author<'_>, html: &mut Html, line: &Line, moves: &[ReviewedMove<'_>]) {
    let mut shown: Vec<&ReviewedMove> = moves.iter().collect();
    shown.retain(|m| !text(&m.review["sentence"]["text"]).is_empty());
    let all = shown.len();
    shown.sort_by_key(|m| Reverse((1000.0 * m.lost_points()) as u64));
    shown.truncate(MAX_BOARDS);
    shown.sort_by_key(|m| m.ply);
    if shown.len() < all {
        html.paragraph(&format!(
            "Of the {all} moves with a mark, these {} have a board: those that cost most come before \
             good ones.",
            shown.len()
        ));
    }
    for m in shown {
        let played = m.numbered();
        html.section(&played);
        author.board(html, &*line.at(m.ply), &format!("After {played}"));
        html.paragraph(&text(&m.review["sentence"]["text"]));
        let best = &m.review["best"];
        if best["move"] != m.review["played"]["move"] {
            let before = line.at(m.ply - 1);
            html.paragraph(&better(&*before, best));
        }
    }
}

fn better(before: &dyn Engine, best: &Json) -> String {
    let line = shown_line(before, best, SHOWN_PLIES);
    format!("Better was {} ({}): {line}", text(&best["record"]), score(best))
}

impl ReviewedMove<'_> {
    fn lost_points(&self) -> f64 {
        self.review["lost_points"].as_f64().unwrap_or_default()
    }

    /// The move with its mark: `Nxe4??`.
    fn written(&self) -> String {
        format!("{}{}", text(&self.review["played"]["record"]), text(&self.review["mark"]))
    }

    /// The same with its number: `12... Nxe4??`.
    fn numbered(&self) -> String {
        format!("{} {}", self.step.number, self.written())
    }
}

/// The decisive game whose length is in the middle; without one, that of all games.
fn typical(games: &[RecordedGame]) -> Option<&RecordedGame> {
    let mut games: Vec<&RecordedGame> = games.iter().collect();
    games.retain(|game| !game.moves.is_empty());
    if games.iter().any(|game| is_decisive(game)) {
        games.retain(|game| is_decisive(game));
    }
    games.sort_by_key(|game| game.moves.len());
    games.get(games.len() / 2).copied()
}

fn is_decisive(game: &RecordedGame) -> bool {
    matches!(game.result, Some(GameResult::Win(_)))
}

fn ended(author: &Author<'_>, game: &RecordedGame, moves: &[ReviewedMove<'_>]) -> String {
    let number = moves.last().map_or(0, |last| last.step.number.count);
    let length = counted(number, "move");
    match game.result {
        Some(GameResult::Win(side)) => {
            format!("{} wins after {length}", author.name(side))
        }
        Some(GameResult::Draw) => format!("A draw after {length}"),
        Some(GameResult::Unfinished) | None => format!("A game that was given up after {length}"),
    }
}
