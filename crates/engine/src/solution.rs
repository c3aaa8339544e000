//! What it means to solve a position: the question, and the exact values.

use plyglot_core::game::{Exact, Outcome, Side};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The question to answer about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveAim {
    /// Whether it is won, drawn or lost.
    Outcome,
    /// Its value.
    Value,
    /// Its value, and that of each legal move.
    AllValues,
}

/// A request to solve a position.
#[derive(Clone, Copy, Debug)]
pub struct SolveRequest<'a> {
    /// The question.
    pub aim: SolveAim,
    /// Whether the book may be used.
    pub book: bool,
    /// Whether to make a table of all reachable positions, even if the game has a solver.
    pub table: bool,
    /// The most memory for such a table, in bytes.
    pub memory: usize,
    /// Setting it stops the work.
    pub interrupt: &'a AtomicBool,
}

/// The exact value of a position or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedValue {
    /// The value for the side to move, in plies from the position.
    pub value: Exact,
    /// The value on the scale of the game's literature, if there is one.
    pub score: Option<i32>,
}

/// The exact value of a move, for the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedMove {
    /// The move, as the protocol has it.
    pub name: String,
    /// As game records have it.
    pub record: String,
    /// In the shortest form.
    pub short: String,
    /// Its value.
    pub worth: SolvedValue,
}

/// The exact values of a position and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The position, as the game prints it.
    pub position: String,
    /// The side to move.
    pub side: Side,
    /// The result for the side to move.
    pub outcome: Outcome,
    /// The value of the position, unless only the result was requested.
    pub worth: Option<SolvedValue>,
    /// The legal moves in the alphabetical order of their shortest forms. Empty if not
    /// requested, or if the game is over.
    pub moves: Vec<SolvedMove>,
    /// Figures of the table of all positions, if the position was solved by one.
    pub table: Option<TableFacts>,
    /// The nodes visited.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
}

/// Figures of the table of all positions reachable from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFacts {
    /// How many positions have which value.
    pub counts: TableCounts,
    /// The moves of a line of best play, up to the end of the game or to where positions repeat.
    pub line: Vec<String>,
}

/// How many positions of a table are won, drawn and lost for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableCounts {
    /// Wins.
    pub won: u64,
    /// Draws.
    pub drawn: u64,
    /// Losses.
    pub lost: u64,
    /// The plies of the longest win or loss.
    pub longest: u16,
}
