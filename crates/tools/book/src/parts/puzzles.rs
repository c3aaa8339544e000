//! Puzzles from the games that were played for the book.

use crate::author::{Author, Chapter, ShowProgress, shown_line};
use crate::html::Html;
use anyhow::Result;
use plyglot_engine::Value;
use plyglot_study::analyse::{self, Puzzle, RankedMove};
use plyglot_support::text::counted;
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
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let take = |found: Vec<Puzzle>| {
        done += 1;
        show_progress(done, all);
        let hardest = hardest(found);
        puzzles.extend(hardest.filter(|puzzle| seen.insert(puzzle.heading.position.clone())));
        puzzles.len() < MAX_PUZZLES
    };
    let Author { threads, interrupt, .. } = *author;
    analyse::puzzles(&author.request(), &author.choice(), records, threads, interrupt, take)?;
    // The easiest come first.
    puzzles.sort_by_key(|puzzle| puzzle.level);
    let Some((first, last)) = puzzles.first().zip(puzzles.last()) else {
        let why = "in no position of its games does one move alone win, or save the game";
        return Ok(Chapter::Missing(why.to_owned()));
    };
    let min = first.level;
    let max = last.level;
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
fn hardest(found: Vec<Puzzle>) -> Option<Puzzle> {
    found.into_iter().rev().max_by_key(|puzzle| puzzle.level)
}

fn add(author: &Author<'_>, html: &mut Html, number: usize, puzzle: &Puzzle) {
    let Puzzle { heading, solution, other, level, .. } = puzzle;
    let mut rules = author.game.open();
    if rules.set_position(Some(&heading.position), &[]).is_err() {
        return;
    }
    html.section(&format!("Puzzle {number}"));
    let mover = author.name(heading.side);
    let aim = aim(solution);
    author.board(html, &*rules, &format!("{mover} to move and {aim}. Level {level}"));
    let max_moves = match solution.value {
        Value::End(_) => usize::MAX,
        Value::Centi(_) => SHOWN_PLIES,
    };
    let mut hidden = Html::default();
    hidden.paragraph(&shown_line(solution, max_moves));
    hidden.paragraph(&format!(
        "{} alone does it. The next best move, {}, {}.",
        solution.record,
        other.record,
        fails(other)
    ));
    html.details(&format!("Solution of puzzle {number}"), &hidden);
}

/// What a solution does: `win in 3 moves`.
fn aim(solution: &RankedMove) -> String {
    match solution.value {
        Value::End(plies) if plies > 0 => match Value::moves_of(plies) {
            1 => "win at once".to_owned(),
            moves => format!("win in {moves} moves"),
        },
        _ if solution.wdl.points() >= WINNING => "win".to_owned(),
        _ => "save the game".to_owned(),
    }
}

/// What is wrong with the next best move.
fn fails(other: &RankedMove) -> &'static str {
    if other.wdl.points() <= LOSING { "loses" } else { "does not win" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::tictactoe::TicTacToe;
    use plyglot_core::game::{MoveCells, Side, Wdl};
    use plyglot_engine::Registry;
    use plyglot_study::explain::Heading;

    fn ranked(value: Value, [win, draw, loss]: [u16; 3]) -> RankedMove {
        RankedMove {
            name: String::new(),
            record: String::new(),
            cells: MoveCells::default(),
            value,
            wdl: Wdl { win, draw, loss },
            depth: 1,
            line: Vec::new(),
            line_records: Vec::new(),
        }
    }

    #[test]
    fn a_game_gives_its_hardest_puzzle() {
        let game = Registry::new::<TicTacToe>().game("tictactoe").expect("it is there");
        let mut found = Vec::new();
        for (level, number) in [3, 7, 7, 5].into_iter().zip(0..) {
            found.push(Puzzle {
                game: game.clone(),
                heading: Heading { number, id: None, position: String::new(), side: Side::First },
                solution: ranked(Value::End(1), [1000, 0, 0]),
                other: ranked(Value::Centi(0), [0, 1000, 0]),
                level,
            });
        }
        assert_eq!(hardest(found).expect("there is one").heading.number, 1);
        assert!(hardest(Vec::new()).is_none());
    }

    #[test]
    fn a_puzzle_says_what_is_to_be_done() {
        for (value, wdl, expected) in [
            (Value::End(1), [1000, 0, 0], "win at once"),
            (Value::End(5), [1000, 0, 0], "win in 3 moves"),
            (Value::Centi(700), [900, 0, 100], "win"),
            (Value::Centi(0), [300, 400, 300], "save the game"),
        ] {
            assert_eq!(aim(&ranked(value, wdl)), expected);
        }
        let losing = ranked(Value::Centi(-700), [0, 200, 800]);
        let saving = ranked(Value::Centi(-700), [100, 1, 899]);
        assert_eq!([fails(&losing), fails(&saving)], ["loses", "does not win"]);
    }
}
