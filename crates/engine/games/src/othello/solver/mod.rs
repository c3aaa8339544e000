//! The exact solver of Othello's endgame: the difference of discs with best play.
//!
//! 1. [`OthelloSolver`] (`mod`) connects it with the rest of the program.
//! 2. `pvs` is a principal variation search, on several threads,
//! 3. `order` orders its moves, by the other side's mobility and a short search,
//! 4. `last` is its last plies, ordered by parity,
//! 5. `stability` finds stones that can never be flipped,
//! 6. and `memory` stores what is found.
//!
//! These are the ideas that the field agrees on (Gunnar Andersson, "Writing an Othello
//! program"). `docs/log/measurements.csv` has what each is worth.

mod last;
mod memory;
mod order;
mod pvs;
mod stability;

use super::board::{CENTRE, Discs};
use super::{Move, Othello};
use last::final_score;
use plyglot_core::game::{Effort, Exact, Game, Outcome, Solver, SolverContext};
use pvs::solve_together;
use std::time::Duration;

/// The most empty squares of positions that are solved.
const MAX_EMPTY: u32 = 24;
/// Nodes that a thread visits in a second, about.
const NODES_PER_SECOND: f64 = 2.4e7;
const MAX_SCORE: i32 = 64;

#[derive(Clone, Copy, Debug)]
pub(super) struct OthelloSolver;

/// The score of a position for its side to move, within these bounds.
fn solve(context: &SolverContext<'_>, board: Discs, alpha: i32, beta: i32) -> Option<i32> {
    match board.mobility() {
        0 if board.passed().mobility() == 0 => Some(final_score(board)),
        0 => Some(-solve_together(context, board.passed(), -beta, -alpha)?),
        _ => solve_together(context, board, alpha, beta),
    }
}

/// The score of a move, for the side that makes it, within these bounds.
fn solve_after(
    context: &SolverContext<'_>,
    position: &Othello,
    m: Move,
    alpha: i32,
    beta: i32,
) -> Option<i32> {
    Some(-solve(context, position.after(m).board, -beta, -alpha)?)
}

fn exact(score: i32) -> Exact {
    Exact::by_points(score as i16)
}

fn discs(value: Exact) -> i32 {
    match value {
        Exact::WinBy(discs) => i32::from(discs),
        Exact::LossBy(discs) => -i32::from(discs),
        Exact::Win(_) => MAX_SCORE,
        Exact::Loss(_) => -MAX_SCORE,
        Exact::Draw => 0,
    }
}

impl Solver<Othello> for OthelloSolver {
    fn covers(&self, position: &Othello) -> Result<(), &'static str> {
        let Discs { own, other } = position.board;
        let is_covered = !(own | other) & CENTRE == 0 && (own | other).count_zeros() <= MAX_EMPTY;
        if is_covered { Ok(()) } else { Err("a position of at most 24 empty squares") }
    }

    /// Measured in 24 games of the program against itself: 32,000 nodes and 1.3 ms at 14
    /// empty squares on average, 16 million nodes and 0.7 s at 22, and 2.2 times as much
    /// for each more.
    fn effort(&self, position: &Othello) -> Effort {
        let nodes = 32_000.0 * 2.2_f64.powi(position.board.empty().count_ones() as i32 - 14);
        Effort { nodes: nodes as u64, time: Duration::from_secs_f64(nodes / NODES_PER_SECOND) }
    }

    /// The discs on the board. The winner also gets the empty squares.
    fn finished(&self, position: &Othello, _outcome: Outcome) -> Exact {
        exact(final_score(position.board))
    }

    fn value(&self, position: &Othello, context: &SolverContext<'_>) -> Option<Exact> {
        solve(context, position.board, -MAX_SCORE, MAX_SCORE).map(exact)
    }

    fn outcome(&self, position: &Othello, context: &SolverContext<'_>) -> Option<Outcome> {
        Some(exact(solve(context, position.board, -1, 1)?).outcome())
    }

    fn best(&self, position: &Othello, value: Exact, context: &SolverContext<'_>) -> Option<Move> {
        let score = discs(value);
        for m in position.legal_moves() {
            if solve_after(context, position, m, score - 1, score)? >= score {
                return Some(m);
            }
        }
        None
    }

    fn values(
        &self,
        position: &Othello,
        context: &SolverContext<'_>,
        each: &mut dyn FnMut(Move, Exact),
    ) -> Option<()> {
        for m in position.legal_moves() {
            each(m, exact(solve_after(context, position, m, -MAX_SCORE, MAX_SCORE)?));
        }
        Some(())
    }

    fn score(&self, _position: &Othello, value: Exact) -> Option<i32> {
        Some(discs(value))
    }
}
