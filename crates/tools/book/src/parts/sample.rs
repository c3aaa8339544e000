//! A game that was played for the book, with a review in words.

use crate::author::{Author, Chapter, SCORES, ShowProgress, score, shown_line};
use crate::html::Html;
use anyhow::{Result, anyhow};
use plyglot_core::game::{GameResult, Side};
use plyglot_engine::{Line, LineStep};
use plyglot_records::RecordedGame;
use plyglot_study::GameReview;
use plyglot_study::analyse::{self, RankedMove, ReviewedMove};
use plyglot_support::text::counted;
use std::cmp::Reverse;

const MAX_BOARDS: usize = 12;
/// The moves of a better line.
const SHOWN_PLIES: usize = 6;
/// What the marks of moves mean; `docs/analyse.md` has their bounds.
const MARKS: &str = "\
    Marks: `?!` is a doubtful move, `?` a mistake, `??` a blunder, `!` a good move that is hard \
    to find, and `\u{25a1}` the only good move.";

struct SampleMove<'a> {
    review: &'a ReviewedMove,
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
    let report = analyse::game(&author.request(), &author.choice(), game, &is_over);
    let report = report.map_err(|why| anyhow!(why))?;
    let names: Vec<&str> = report.moves.iter().map(|m| m.played.name.as_str()).collect();
    let line = Line::new(author.game.open(), None, &names)?;
    let mut moves = Vec::new();
    for (ply, (review, step)) in (1..).zip(report.moves.iter().zip(line.steps())) {
        moves.push(SampleMove { review, step, ply });
    }
    let brief = format!("{}.", ended(author, game, &moves));
    let mut html = Html::default();
    html.paragraph(&format!(
        "{brief} The program played it against itself, and its first {} or {} moves are random.{}",
        author.plan.plies,
        author.plan.plies + 1,
        course(author, &report.review(), &moves)
    ));
    html.paragraph(SCORES);
    html.paragraph(MARKS);
    add_moves(author, &mut html, &moves);
    add_boards(author, &mut html, &line, &moves);
    Ok(Chapter::Page { html, brief })
}

/// How well both sides played, and where the game turned.
fn course(author: &Author<'_>, review: &GameReview, moves: &[SampleMove<'_>]) -> String {
    let mut words = String::new();
    if let [Some(first), Some(second)] = review.accuracy {
        words += &format!(
            " The accuracy of {} is {:.0} %, and that of {} {:.0} %: 100 % is that of the \
             program's best moves.",
            author.name(Side::First),
            100.0 * first,
            author.name(Side::Second),
            100.0 * second
        );
    }
    if let Some(turn) = review.turning_point.and_then(|index| moves.get(index)) {
        words += &format!(" A side took the lead for the last time after {}.", turn.numbered());
    }
    if let Some(mistake) = review.largest_mistake.and_then(|index| moves.get(index)) {
        words += &format!(" The move that cost most was {}.", mistake.numbered());
    }
    words
}

/// The moves of both sides beside each other.
fn add_moves(author: &Author<'_>, html: &mut Html, moves: &[SampleMove<'_>]) {
    let mut rows = Vec::new();
    for turn in moves.chunk_by(is_same_turn) {
        let numbers: Vec<usize> = turn.iter().map(|m| m.step.number.count).collect();
        let mut row = vec![match (numbers.first(), numbers.last()) {
            (Some(first), Some(last)) if first < last => format!("{first}, {last}"),
            _ => numbers.first().map_or(String::new(), usize::to_string),
        }];
        for side in Side::BOTH {
            let own: Vec<&SampleMove> = turn.iter().filter(|m| m.step.side == side).collect();
            let written: Vec<String> = own.iter().map(|m| m.written()).collect();
            row.push(written.join(" "));
            row.push(own.last().map_or(String::new(), |m| score(m.review.played.value)));
        }
        rows.push(row);
    }
    let first = author.name(Side::First);
    let second = author.name(Side::Second);
    let head = ["number", first.as_str(), "its score", second.as_str(), "its score"];
    html.table("Moves", &head, &rows);
}

/// Whether a move belongs to the turn of the one before: not if the first side begins a new one.
fn is_same_turn(before: &SampleMove<'_>, next: &SampleMove<'_>) -> bool {
    before.step.side == Side::First || next.step.side == Side::Second
}

/// Boards after the moves that cost most, and some good ones, with the sentences on them.
fn add_boards(author: &Author<'_>, html: &mut Html, line: &Line, moves: &[SampleMove<'_>]) {
    let mut shown: Vec<&SampleMove> = moves.iter().collect();
    shown.retain(|m| m.review.sentence.is_some());
    let all = shown.len();
    shown.sort_by_key(|m| Reverse((1000.0 * m.review.lost_points) as u64));
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
        if let Some(sentence) = &m.review.sentence {
            html.paragraph(&sentence.text);
        }
        let ReviewedMove { best, played, .. } = m.review;
        if best.name != played.name {
            html.paragraph(&better(best));
        }
    }
}

fn better(best: &RankedMove) -> String {
    let line = shown_line(best, SHOWN_PLIES);
    format!("Better was {} ({}): {line}", best.record, score(best.value))
}

impl SampleMove<'_> {
    /// The move with its mark: `Nxe4??`.
    fn written(&self) -> String {
        format!("{}{}", self.review.played.record, self.review.sign)
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

fn ended(author: &Author<'_>, game: &RecordedGame, moves: &[SampleMove<'_>]) -> String {
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
