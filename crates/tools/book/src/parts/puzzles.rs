//! Puzzles from the games that were played for the book.

use crate::author::{Author, Chapter, ShowProgress, points, shown_line, text};
use crate::html::Html;
use anyhow::Result;
use plyglot_study::analyse;
use plyglot_support::text::counted;
use serde_json::Value as Json;
use std::collections::HashSet;

const MAX_PUZZLES: usize = 20;
/// From these points on, a solution wins; others save the game, and moves up to the latter lose.
const WINNING: f64 = 0.9;
const LOSING: f64 = 0.1;
/// The moves of a solution that does not lead to the end of the game.
const SHOWN_PLIES: usize = 7;

pub(crate) fn chapter(author: &Author<'_>, show_progress: ShowProgress<'_>) -> Result<Chapter> {
    let records = &author.own(show_progress)?.records;
    let all = records.len() as u64;
    let mut done = 0;
    show_progress(done, all);
    let mut seen = HashSet::new();
    let mut puzzles: Vec<Json> = Vec::new();
    let take = |found: Vec<Json>| {
        done += 1;
        show_progress(done, all);
        puzzles.extend(hardest(found).filter(|puzzle| seen.insert(text(&puzzle["position"]))));
        puzzles.len() < MAX_PUZZLES
    };
    let Author { threads, interrupt, .. } = *author;
    analyse::puzzles(&author.request(), &author.choice(), records, threads, interrupt, take)?;
    // The easiest come first.
    puzzles.sort_by_key(|puzzle| puzzle["level"].as_u64());
    let Some((first, last)) = puzzles.first().zip(puzzles.last()) else {
        let why = "in no position of its games does one move alone win, or save the game";
        return Ok(Chapter::Missing(why.to_owned()));
    };
    let min = &first["level"];
    let max = &last["level"];
    let positions = counted(puzzles.len(), "position");
    let levels = if min == max { format!("level {min}") } else { format!("levels {min} to {max}") };
    let brief = format!("{positions} in which one move wins or saves the game, of {levels}.");
    let mut html = Html::default();
    html.paragraph(
        "In each position, one move wins or saves the game, and as far as long searches see, no other \
         does. The level is that of the weakest play of the program that finds it, from 0 to 20. All \
         are from different games, and the easiest come first.",
    );
    for (puzzle, number) in puzzles.iter().zip(1..) {
        add(author, &mut html, number, puzzle);
    }
    Ok(Chapter::Page { html, brief })
}

/// One puzzle of a game, as they often follow from one another: the hardest, the first of several.
fn hardest(found: Vec<Json>) -> Option<Json> {
    found.into_iter().rev().max_by_key(|puzzle| puzzle["level"].as_u64())
}

fn add(author: &Author<'_>, html: &mut Html, number: usize, puzzle: &Json) {
    let mut rules = author.game.open();
    if rules.set_position(puzzle["position"].as_str(), &[]).is_err() {
        return;
    }
    let solution = &puzzle["solution"];
    let other = &puzzle["other"];
    html.section(&format!("Puzzle {number}"));
    let mover = author.side(&puzzle["side"]);
    let aim = aim(solution);
    author.board(html, &*rules, &format!("{mover} to move and {aim}. Level {}", puzzle["level"]));
    let max_moves = if solution["mate"].is_i64() { usize::MAX } else { SHOWN_PLIES };
    let mut hidden = Html::default();
    hidden.paragraph(&shown_line(&*rules, solution, max_moves));
    let best = text(&solution["record"]);
    let next = text(&other["record"]);
    hidden
        .paragraph(&format!("{best} alone does it. The next best move, {next}, {}.", fails(other)));
    html.details(&format!("Solution of puzzle {number}"), &hidden);
}

/// What a solution does: `win in 3 moves`.
fn aim(solution: &Json) -> String {
    match solution["mate"].as_i64() {
        Some(1) => "win at once".to_owned(),
        Some(moves) if moves > 0 => format!("win in {moves} moves"),
        _ if points(solution) >= WINNING => "win".to_owned(),
        _ => "save the game".to_owned(),
    }
}

/// What is wrong with the next best move.
fn fails(other: &Json) -> &'static str {
    if points(other) <= LOSING { "loses" } else { "does not win" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_game_gives_its_hardest_puzzle() {
        let found = [3, 7, 7, 5].into_iter().zip(0..);
        let found = found.map(|(level, index)| json!({ "level": level, "index": index }));
        assert_eq!(hardest(found.collect()).expect("there is one")["index"], 1);
        assert!(hardest(Vec::new()).is_none());
    }

    #[test]
    fn a_puzzle_says_what_is_to_be_done() {
        for (solution, expected) in [
            (json!({ "mate": 1, "wdl": [1000, 0, 0] }), "win at once"),
            (json!({ "mate": 3, "wdl": [1000, 0, 0] }), "win in 3 moves"),
            (json!({ "cp": 700, "wdl": [900, 0, 100] }), "win"),
            (json!({ "cp": 0, "wdl": [300, 400, 300] }), "save the game"),
        ] {
            assert_eq!(aim(&solution), expected, "{solution}");
        }
        assert_eq!(fails(&json!({ "wdl": [0, 200, 800] })), "loses");
        assert_eq!(fails(&json!({ "wdl": [100, 1, 899] })), "does not win");
    }
}
