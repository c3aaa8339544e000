//! Positions of Connect Four with scores that two other programs agree on.
//!
//! Scores are those of the literature: 22 less the stones that the winner has
//! played in the end, negative for the side that loses, 0 for a draw.

use plyglot_core::game::{Game, Notation};
use plyglot_games::connect4::ConnectFour;

/// A position that is not over, and its score.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The digits of a game that leads there, or `startpos`.
    pub text: &'static str,
    pub score: i32,
}

/// A position and the score of each column that is not full.
#[derive(Clone, Debug)]
pub struct Columns {
    pub text: &'static str,
    /// The second column of the file: `a=-2 b=-1 ...`.
    pub scores: &'static str,
}

impl Known {
    pub fn stones(&self) -> i32 {
        stones(self.text)
    }
}

impl Columns {
    pub fn stones(&self) -> i32 {
        stones(self.text)
    }

    /// The score of each letter.
    pub fn each(&self) -> Vec<(&'static str, i32)> {
        let read = |word: &'static str| {
            let (letter, score) = word.split_once('=').expect("a column and its score");
            (letter, score.parse().expect("a number"))
        };
        self.scores.split(' ').map(read).collect()
    }
}

fn stones(text: &str) -> i32 {
    if text == "startpos" { 0 } else { text.len() as i32 }
}

fn rows(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// All positions of `tests/data/connect4.txt`.
pub fn positions() -> Vec<Known> {
    let read = |line: &'static str| {
        let (text, score) = line.split_once(' ').expect("a position and its score");
        Known { text, score: score.parse().expect("a number") }
    };
    rows(include_str!("../data/connect4.txt")).map(read).collect()
}

/// All positions of `tests/data/connect4_columns.txt`.
pub fn columns() -> Vec<Columns> {
    let read = |line: &'static str| {
        let (text, scores) = line.split_once('\t').expect("a position and its scores");
        Columns { text, scores }
    };
    rows(include_str!("../data/connect4_columns.txt")).map(read).collect()
}

/// The position that is meant.
pub fn parse(text: &str) -> ConnectFour {
    let text = if text == "startpos" { ConnectFour::INFO.start } else { text };
    ConnectFour::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The score in UCI's form after this many stones, and the plies of best play that are left: a win
/// with the winner's N-th stone from here takes 2N - 1 if it is to move, and 2N otherwise.
pub fn in_uci(score: i32, stones: i32) -> (String, usize) {
    let (movers, others) = (stones / 2, (stones + 1) / 2);
    match score {
        0 => ("cp 0".to_owned(), (42 - stones) as usize),
        1.. => {
            let n = 22 - score - movers;
            (format!("mate {n}"), (2 * n - 1) as usize)
        }
        _ => {
            let n = 22 + score - others;
            (format!("mate -{n}"), (2 * n) as usize)
        }
    }
}

/// Plays a line of best play, each move of which must be legal, none after the
/// end of the game.
pub fn play(text: &str, line: &[&str]) -> ConnectFour {
    let mut position = parse(text);
    for &word in line {
        assert_eq!(position.status(), None, "{text}: {word} of {line:?} comes after the end");
        let m = position.parse_move(word);
        position.play(m.unwrap_or_else(|error| panic!("{text}: {line:?}: {error}")));
    }
    position
}
