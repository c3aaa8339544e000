//! The messages of an engine and the solutions of positions: moves are text, but the protocol's
//! format is not applied yet.

use super::move_text::LegalMove;
use plyglot_core::game::{Exact, Outcome, Side, Wdl};
use plyglot_core::search::{Bound, Cutoffs, Score};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The result of a benchmark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes searched.
    pub nodes: u64,
    /// The time for them.
    pub time: Duration,
    /// Nodes that ended because a move failed high.
    pub cutoffs: Cutoffs,
}

/// A message of a job ([`Job`](crate::Job)).
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// A line that was searched.
    SearchInfo(SearchInfo),
    /// The root move being searched.
    Current {
        /// Nominal depth in plies.
        depth: u16,
        /// The move.
        name: String,
        /// Its number in the order of the search, from 1.
        number: usize,
    },
    /// The progress of a solver.
    Progress {
        /// Nodes so far.
        nodes: u64,
        /// Time so far.
        time: Duration,
        /// How full the solver's memory is, per mille.
        hashfull: u16,
    },
    /// The game is over in this position, with this result for the side to move.
    Finished(Outcome),
    /// The search is done; its answer waits for a command of the client.
    Pause,
    /// The answer of a search: the best move and the expected reply, if there are any.
    Best {
        /// The best move.
        best: Option<String>,
        /// The reply.
        ponder: Option<String>,
    },
    /// The perft count of one root move.
    PerftMove {
        /// The move.
        name: String,
        /// The count.
        count: u64,
    },
    /// The perft count of all root moves.
    PerftTotal(u64),
    /// An opening position.
    Opening(String),
    /// A note for the user.
    Note(String),
}

/// A line that was searched.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchInfo {
    /// Nominal depth in plies.
    pub depth: u16,
    /// The deepest ply reached.
    pub seldepth: u16,
    /// The rank of the line (MultiPV), from 1.
    pub rank: usize,
    /// The value for the side to move.
    pub value: Value,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// The probabilities of win, draw and loss for the side to move.
    pub wdl: Wdl,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, per mille.
    pub hashfull: u16,
    /// Positions found in endgame tables.
    pub tbhits: u64,
    /// The moves.
    pub pv: Vec<String>,
}

impl Default for SearchInfo {
    /// An even score, without moves.
    fn default() -> SearchInfo {
        SearchInfo {
            depth: 0,
            seldepth: 0,
            rank: 1,
            value: Value::Centi(0),
            bound: Bound::Exact,
            wdl: Wdl::DRAW,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            tbhits: 0,
            pv: Vec::new(),
        }
    }
}

/// A score in the form for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// An evaluation in hundredths, or a draw.
    Centi(i32),
    /// A forced result in this many plies: positive for a win, 0 and negative for a
    /// loss.
    End(i32),
}

impl Value {
    /// The points by which a game that counts them is certainly won, negative for a loss; `None` for
    /// other values. `cp 30010` is a win by ten.
    pub fn points(self) -> Option<i32> {
        let Value::Centi(centi) = self else { return None };
        let points = centi.saturating_abs() - Score::MAX_EVALUATION;
        if (1..=i32::from(Score::MAX_POINTS)).contains(&points) {
            Some(points * centi.signum())
        } else {
            None
        }
    }

    /// These hundredths in units of the game, or the points of a certain result.
    pub fn units_of(centi: i32) -> f64 {
        let points = Value::Centi(centi).points().map(f64::from);
        points.unwrap_or_else(|| f64::from(centi) / 100.0)
    }

    /// These hundredths for people: units of the game with their sign, or the points of a certain
    /// result.
    pub fn text_of(centi: i32) -> String {
        match Value::Centi(centi).points() {
            Some(points) => format!("{points:+}"),
            None => format!("{:+.2}", f64::from(centi) / 100.0),
        }
    }

    /// The moves of the side to move up to a result that is forced in this many plies.
    /// UCI counts so; both numbers are negative for a loss.
    pub fn moves_of(plies: i32) -> i32 {
        (plies + plies.signum()) / 2
    }

    /// Greater for better values: forced wins, the shortest first, then evaluations, then
    /// forced losses, the longest first.
    pub fn order(self) -> (i32, i32) {
        match self {
            Value::End(plies) if plies > 0 => (1, -plies),
            Value::Centi(centi) => (0, centi),
            Value::End(plies) => (-1, -plies),
        }
    }
}

impl From<Score> for Value {
    fn from(score: Score) -> Value {
        score.plies_to_end().map_or(Value::Centi(score.value()), Value::End)
    }
}

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
    pub exact: Exact,
    /// The value on the scale of the game's literature, if there is one.
    pub score: Option<i32>,
}

/// The exact value of a move, for the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedMove {
    /// The move.
    pub legal: LegalMove,
    /// Its value.
    pub value: SolvedValue,
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
    pub value: Option<SolvedValue>,
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

/// A request to make the table of an ending.
#[derive(Clone, Copy)]
pub struct EndingRequest<'a> {
    /// The pieces of both sides: `KR:K`.
    pub material: &'a str,
    /// The folder with the tables, to which new ones are added.
    pub folder: Option<&'a Path>,
    /// The most memory to make a table, in bytes.
    pub memory: usize,
    /// Setting it stops the work.
    pub interrupt: &'a AtomicBool,
}

/// How far the making of a table has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingProgress {
    /// The material of the table that is made now.
    pub material: String,
    /// The numbers of positions whose moves are known.
    pub done: u64,
    /// All numbers.
    pub size: u64,
    /// The memory that the table will take while it is made, in bytes, as far as is known: at
    /// first an estimate.
    pub bytes: u64,
}

/// Figures of the table of an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingFacts {
    /// The material.
    pub material: String,
    /// How many positions have which value, by the side to move.
    pub sides: [TableCounts; 2],
    /// Those among them in which a side has won, so that the game is over.
    pub ended: [TableCounts; 2],
    /// The longest win of a side to move, if there are wins.
    pub longest: Option<LongestWin>,
    /// The rule on earlier moves that the values leave out, if there is one.
    pub left_out: Option<String>,
    /// The material of the tables that were made; those that were there are not among them.
    pub made: Vec<String>,
    /// The time taken.
    pub time: Duration,
}

/// The longest win in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LongestWin {
    /// Its plies.
    pub plies: u16,
    /// The position.
    pub position: String,
    /// The moves of a line of best play to the end.
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

impl TableCounts {
    /// Counts so many positions of a value.
    pub(crate) fn add(&mut self, value: Exact, positions: u64) {
        match value {
            Exact::Win(plies) => {
                self.won += positions;
                self.longest = self.longest.max(plies);
            }
            Exact::Loss(plies) => {
                self.lost += positions;
                self.longest = self.longest.max(plies);
            }
            Exact::Draw | Exact::WinBy(_) | Exact::LossBy(_) => self.drawn += positions,
        }
    }

    /// All positions.
    pub fn positions(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}
