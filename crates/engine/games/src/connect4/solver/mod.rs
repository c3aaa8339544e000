//! The exact solver of Connect Four.
//!
//! 1. [`ConnectFourSolver`] narrows the bounds of a score, from the outside in (`mod`),
//! 2. by null-window searches (`worker`), on several threads (`team`, `path`),
//! 3. which look at all moves of a position at once (`lanes`),
//! 4. decide some by the parity of the cells (`bounds`),
//! 5. and store what they find (`memory`).
//!
//! docs/internals/connect4.md explains them; docs/log/measurements.csv has the gain of each idea.

mod bounds;
mod lanes;
mod memory;
mod path;
mod team;
mod worker;

use super::board::{landings, safe_moves, winning_cells};
use super::{ConnectFour, Landing, exact, score};
use super::{book, lines};
use lanes::SolverNode;
use memory::{Range, SolverMemory};
use plyglot_core::game::{Evaluation, Exact, Game, Outcome, Solver, SolverContext};
use std::sync::atomic::AtomicU64;
use team::SolverTeam;
use worker::{CELLS, loss_at_once, win_at_once};

#[derive(Clone, Copy, Debug)]
pub(super) struct ConnectFourSolver;

/// The result of an undecided position without a search.
enum StaticResult {
    Known(i32),
    Open(SolverNode),
}

fn static_result(position: &ConnectFour, with_book: bool) -> StaticResult {
    if with_book && let Some(score) = book::probe(position) {
        return StaticResult::Known(score);
    }
    let mover = position.mover;
    let occupied = position.occupied;
    let stones = occupied.count_ones();
    let landings = landings(occupied);
    if winning_cells(mover, occupied) & landings != 0 {
        return StaticResult::Known(win_at_once(stones));
    }
    let threats = winning_cells(position.opponent(), occupied);
    let safe = safe_moves(landings, threats);
    match (landings, safe) {
        // The last stone, which does not win, or no move.
        (0, _) => StaticResult::Known(0),
        _ if stones == CELLS - 1 => StaticResult::Known(0),
        (_, 0) => StaticResult::Known(loss_at_once(stones)),
        _ => StaticResult::Open(SolverNode { mover, occupied, safe, threats, stones }),
    }
}

fn solve(position: &ConnectFour, team: &SolverTeam<'_>) -> Option<i32> {
    let node = match static_result(position, team.with_book()) {
        StaticResult::Known(score) => return Some(score),
        StaticResult::Open(node) => node,
    };
    let mut range =
        Range { lower: loss_at_once(node.stones) + 1, upper: win_at_once(node.stones) - 1 };
    while range.lower < range.upper {
        let alpha = next_bound(range);
        let score = team.search(&node, alpha)?;
        if score > alpha { range.lower = score } else { range.upper = score }
    }
    Some(range.lower)
}

/// Early wins and losses are found quickly, so the outermost scores come first (Pascal Pons).
fn next_bound(range: Range) -> i32 {
    let Range { lower, upper } = range;
    let middle = lower + (upper - lower) / 2;
    if middle <= 0 && lower / 2 < middle {
        lower / 2
    } else if middle >= 0 && upper / 2 > middle {
        upper / 2
    } else {
        middle
    }
}

fn exceeds(position: &ConnectFour, alpha: i32, team: &SolverTeam<'_>) -> Option<bool> {
    Some(match static_result(position, team.with_book()) {
        StaticResult::Known(score) => score > alpha,
        StaticResult::Open(node) => team.search(&node, alpha)? > alpha,
    })
}

fn after(position: &ConnectFour, m: Landing) -> (ConnectFour, Option<i32>) {
    let child = position.after(m);
    let score = child.status().map(|end| score(Exact::from(end), child.stones()));
    (child, score)
}

fn first_best(
    position: &ConnectFour,
    value: Exact,
    moves: Vec<Landing>,
    team: &SolverTeam<'_>,
) -> Option<Landing> {
    let best = score(value, position.stones());
    for m in moves {
        let falls_short = match after(position, m) {
            (_, Some(score)) => -score < best,
            (child, None) => exceeds(&child, -best, team)?,
        };
        if !falls_short {
            return Some(m);
        }
    }
    None
}

pub(super) fn value(position: &ConnectFour, context: &SolverContext<'_>) -> Option<Exact> {
    let score = SolverTeam::with(context, |team| solve(position, team))?;
    Some(exact(score, position.stones()))
}

/// Best play from a position with this value to the end of the game, with ties broken by
/// `order`; `None` if the meter ended the work.
pub fn solve_line(
    position: &ConnectFour,
    mut value: Exact,
    order: impl Fn(&ConnectFour) -> Vec<Landing>,
    context: &SolverContext<'_>,
) -> Option<Vec<Landing>> {
    let mut position = *position;
    let mut line = Vec::new();
    SolverTeam::with(context, |team| {
        while position.status().is_none() {
            let m = first_best(&position, value, order(&position), team)?;
            position.play(m);
            value = value.after_move(true);
            line.push(m);
        }
        Some(line)
    })
}

impl ConnectFour {
    fn stones(&self) -> i32 {
        self.occupied.count_ones() as i32
    }
}

impl Solver<ConnectFour> for ConnectFourSolver {
    fn value(&self, position: &ConnectFour, context: &SolverContext<'_>) -> Option<Exact> {
        value(position, context)
    }

    fn outcome(&self, position: &ConnectFour, context: &SolverContext<'_>) -> Option<Outcome> {
        SolverTeam::with(context, |team| {
            Some(if exceeds(position, 0, team)? {
                Outcome::Won
            } else if exceeds(position, -1, team)? {
                Outcome::Drawn
            } else {
                Outcome::Lost
            })
        })
    }

    fn best(
        &self,
        position: &ConnectFour,
        value: Exact,
        context: &SolverContext<'_>,
    ) -> Option<Landing> {
        SolverTeam::with(context, |team| first_best(position, value, position.legal_moves(), team))
    }

    fn values(
        &self,
        position: &ConnectFour,
        context: &SolverContext<'_>,
        each: &mut dyn FnMut(Landing, Exact),
    ) -> Option<()> {
        let mut known: Vec<(ConnectFour, i32)> = Vec::new();
        SolverTeam::with(context, |team| {
            for m in position.legal_moves() {
                let (child, decided) = after(position, m);
                let image = child.mirrored();
                let seen = known.iter().find(|(other, _)| Some(*other) == image).map(|&(_, s)| s);
                let score = match decided.or(seen) {
                    Some(score) => score,
                    None => solve(&child, team)?,
                };
                known.push((child, score));
                each(m, exact(-score, position.stones()));
            }
            Some(())
        })
    }

    fn is_in_book(&self, position: &ConnectFour) -> bool {
        book::probe(position).is_some()
            && position.legal_moves().into_iter().all(|m| match after(position, m) {
                (_, Some(_)) => true,
                (child, None) => book::probe(&child).is_some(),
            })
    }

    fn stored_line(&self, position: &ConnectFour) -> Vec<Landing> {
        lines::probe(position)
    }

    fn forget(&self, memory: &[AtomicU64]) {
        SolverMemory::forget(memory);
    }

    fn score(&self, position: &ConnectFour, value: Exact) -> Option<i32> {
        Some(score(value, position.stones()))
    }
}
