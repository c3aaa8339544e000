//! Puzzles from the games that were played for the book.

use crate::author::{Author, Chapter, Tell, text, words};
use crate::html::Html;
use anyhow::{Result, anyhow};
use plyglot_study::analyse;
use serde_json::Value as Json;
use std::collections::HashSet;

const MAX_PUZZLES: usize = 20;

pub(crate) fn chapter(author: &Author<'_>, tell: Tell<'_>) -> Result<Chapter> {
    let own = author.own(tell)?;
    let request = author.request();
    let choice = author.choice();
    let all = own.records.len() as u64;
    let mut seen = HashSet::new();
    let mut html = Html::default();
    html.paragraph(
        "In each position, one move wins or saves the game, and as far as long searches see, no other \
         does. The level is that of the weakest play of the program that finds it, from 0 to 20.",
    );
    for (game, done) in own.records.iter().zip(0..) {
        tell(done, all);
        let is_over = || author.is_interrupted();
        let found =
            analyse::puzzles(&request, &choice, game, &is_over).map_err(|why| anyhow!(why))?;
        for puzzle in found {
            if seen.len() < MAX_PUZZLES && seen.insert(text(&puzzle["position"])) {
                add(author, &mut html, seen.len(), &puzzle);
            }
        }
        if seen.len() >= MAX_PUZZLES || author.is_interrupted() {
            break;
        }
    }
    if seen.is_empty() {
        let why = "in no position of its games does one move alone win, or save the game";
        return Ok(Chapter::Missing(why.to_owned()));
    }
    Ok(Chapter::Page(html))
}

fn add(author: &Author<'_>, html: &mut Html, number: usize, puzzle: &Json) {
    let mut rules = author.game.open();
    if rules.set_position(puzzle["position"].as_str(), &[]).is_err() {
        return;
    }
    html.section(&format!("Puzzle {number}"));
    let mover = author.side(&puzzle["side"]);
    author.board(html, &*rules, &format!("{mover} to move; level {}", puzzle["level"]));
    let line = rules.legal_line(&words(&puzzle["solution"]["line"]), None);
    let line: Vec<&str> = line.iter().map(|m| m.record.as_str()).collect();
    let mut solution = Html::default();
    solution.paragraph(&line.join(" "));
    html.details(&format!("Solution of puzzle {number}"), &solution);
}
