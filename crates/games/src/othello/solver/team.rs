//! Several threads on one position.
//!
//! All search the same position and share what they find through the table (lazy SMP,
//! chessprogramming.org "Lazy SMP"). A move that another thread is searching waits for the
//! others. The first answer ends the work of all.

use super::super::board::Discs;
use super::pvs::{SolverSearch, Team};
use plyglot_core::game::SolverContext;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;

/// The least empty squares of positions that several threads solve. Waking the threads
/// takes longer than solving the others.
const BY_TEAM: u32 = 15;

/// The score of a position with a move, as [`SolverSearch::search`] gives it, by all threads.
pub(super) fn solve_together(
    context: &SolverContext<'_>,
    board: Discs,
    alpha: i32,
    beta: i32,
) -> Option<i32> {
    let empties = board.empty().count_ones();
    let is_worth_it = empties >= BY_TEAM;
    let pool = context.helpers.filter(|pool| !pool.is_empty() && is_worth_it);
    let Some(pool) = pool else {
        return SolverSearch::new(context, empties, None).aspire(board, alpha, beta);
    };
    let (team, answer) = (Team::default(), OnceLock::new());
    let work = || {
        if let Some(score) =
            SolverSearch::new(context, empties, Some(&team)).aspire(board, alpha, beta)
        {
            // Of two answers, the first counts; they are the same.
            answer.get_or_init(|| score);
            team.is_answered.store(true, Relaxed);
        }
    };
    pool.scope(|crew| {
        if let Some(crew) = crew {
            (1..context.threads()).for_each(|_| crew.spawn(work));
        }
        work();
    });
    answer.into_inner()
}
