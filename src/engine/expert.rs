//! The exact values of one game's positions behind an object-safe face: text
//! in, values out.

use super::{cut, read_part};
use crate::games::{Exact, Knowledge, Notation, Solver, SolverContext, TextError, text_error};
use crate::pool::Pool;
use crate::search::{OutOfMemory, Table};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Nodes between two looks at the interrupt.
const PACE: u64 = 1 << 16;

/// What is asked about a position, and how it may be answered.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Whether each move is to be valued.
    pub all: bool,
    /// Whether the book may be used.
    pub book: bool,
    /// Ends the work where it is set.
    pub interrupt: &'a AtomicBool,
}

/// What a position or a move is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// For the side to move, in plies from the position.
    pub value: Exact,
    /// The same on the scale of the game's literature, if it has one.
    pub score: Option<i32>,
}

/// The answer about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What it is worth.
    pub worth: Worth,
    /// The legal moves by their short names, in alphabetical order; empty if
    /// they were not asked for and where the game is over.
    pub moves: Vec<(String, Worth)>,
    /// The nodes that were visited.
    pub nodes: u64,
    /// The time that it took.
    pub time: Duration,
}

/// One who knows the exact value of every position of a game.
pub trait Expert: Send {
    /// Answers about a position: its text, or `startpos`, with `moves` and some
    /// moves behind it at will. `None` if it was interrupted.
    ///
    /// # Errors
    /// Where the text is no position, or none that the expert knows about.
    fn solve(&self, text: &str, question: &Question<'_>) -> Result<Option<Verdict>, TextError>;

    /// Forgets what it found out about earlier positions.
    fn forget(&mut self);
}

/// The expert of one game.
pub(super) struct Solved<G: Notation + Knowledge> {
    solver: &'static dyn Solver<G>,
    table: Table,
    helpers: Pool,
    game: PhantomData<G>,
}

impl<G: Notation + Knowledge> Solved<G> {
    /// An expert with so many MiB of memory and so many threads, at least 1, if
    /// the game has a solver.
    pub(super) fn new(mib: usize, threads: usize) -> Option<Result<Solved<G>, OutOfMemory>> {
        let solver = G::solver()?;
        Some(Table::new(mib).map(|mut table| {
            table.touch(threads);
            Solved {
                solver,
                table,
                helpers: Pool::new(threads.saturating_sub(1)),
                game: PhantomData,
            }
        }))
    }

    fn worth(&self, position: &G, value: Exact) -> Worth {
        Worth { value, score: self.solver.score(position, value) }
    }

    /// The value of a position that is not over; those of its moves go to
    /// `moves` if they are asked for.
    fn value(
        &self,
        position: &G,
        all: bool,
        context: &SolverContext<'_>,
        moves: &mut Vec<(G::Move, Exact)>,
    ) -> Option<Exact> {
        if !all {
            return self.solver.value(position, context);
        }
        self.solver.values(position, context, &mut |m, value| moves.push((m, value)))?;
        moves.iter().map(|&(_, value)| value).max()
    }
}

impl<G: Notation + Knowledge> Expert for Solved<G> {
    fn solve(&self, text: &str, question: &Question<'_>) -> Result<Option<Verdict>, TextError> {
        let position = self.solver.by_solved_rules(read(text)?);
        if let Some(outcome) = position.status() {
            let worth = self.worth(&position, Exact::of_outcome(outcome));
            let (nodes, time) = (0, Duration::ZERO);
            return Ok(Some(Verdict { worth, moves: Vec::new(), nodes, time }));
        }
        let start = text.len() - text.trim_start().len();
        self.solver.covers(&position).map_err(|expected| text_error(text, start, expected))?;
        let nodes = AtomicU64::new(0);
        let meter = |visited| {
            nodes.fetch_add(visited, Relaxed);
            if question.interrupt.load(Relaxed) { 0 } else { PACE }
        };
        let Question { all, book, .. } = *question;
        let helpers = Some(&self.helpers);
        let memory = self.table.lend(std::any::type_name::<G>(), 1 + self.helpers.len());
        let context = SolverContext { memory, helpers, book, meter: &meter };
        let mut moves = Vec::new();
        let start = Instant::now();
        let value = self.value(&position, all, &context, &mut moves);
        let time = start.elapsed();
        Ok(value.map(|value| {
            let name = |(m, value)| (position.short_move(m), self.worth(&position, value));
            let mut moves: Vec<_> = moves.into_iter().map(name).collect();
            moves.sort_by(|(name, _), (other, _)| name.cmp(other));
            let worth = self.worth(&position, value);
            Verdict { worth, moves, nodes: nodes.load(Relaxed), time }
        }))
    }

    fn forget(&mut self) {
        self.solver.forget(self.table.lend(std::any::type_name::<G>(), 1));
    }
}

/// Reads a position, and plays the moves behind it.
fn read<G: Notation>(text: &str) -> Result<G, TextError> {
    let offset = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let mut words = text.split_whitespace();
    let end = words.find(|&word| word == "moves").map(offset);
    let start = &text[..end.unwrap_or(text.len())];
    let is_start = start.trim() == "startpos" || start.trim().is_empty() && end.is_some();
    let mut position = G::parse(if is_start { G::START } else { start })?;
    for word in words {
        for part in cut(&position, word) {
            let m = read_part(&position, text, part)?;
            position.play(m);
        }
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tictactoe::TicTacToe;

    #[test]
    fn positions_are_read_with_their_moves() {
        for (text, expected) in [
            ("startpos", "........."),
            (" startpos  moves", "........."),
            ("moves 4 0", "O...X...."),
            ("X........ moves b2", "X...O...."),
            ("startpos moves 4 P@a3 1", "OX..X...."),
        ] {
            assert_eq!(read(text), TicTacToe::parse(expected), "{text}");
        }
    }

    #[test]
    fn errors_say_where() {
        for (text, at) in [("XX?......", 2), ("startpos moves 4 b2", 17), ("", 0), ("X moves 4", 1)]
        {
            let error = read::<TicTacToe>(text).unwrap_err();
            assert_eq!(error.at, at, "{text}: {error}");
        }
    }
}
