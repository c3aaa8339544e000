//! [`GameSolver`] for one game: by its solver, or by a table of all positions.

use super::retrograde::{ValueTable, solve_ending};
use super::{GameEngine, forms};
use crate::interface::GameSolver;
use crate::message::{
    EndingFacts, EndingProgress, EndingRequest, Solution, SolveAim, SolveRequest, SolvedMove,
    SolvedValue, TableFacts,
};
use plyglot_core::game::{Exact, Knowledge, Notation, Outcome, Solver, SolverContext};
use plyglot_core::search::Table;
use plyglot_support::instant::Instant;
use plyglot_support::lock;
use plyglot_support::pool::Pool;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

const NODES_PER_CHECK: u64 = 1 << 16;

impl<G: Notation + Knowledge> GameSolver for GameEngine<G> {
    fn solve(
        &self,
        request: &SolveRequest<'_>,
        table: &Table,
        helpers: &Pool,
    ) -> Result<Option<Solution>, String> {
        let position = &self.root.position;
        if !request.table
            && let Some(solver) = G::solver()
        {
            return solve(solver, position, request, table, helpers).map_err(str::to_owned);
        }
        let mut values = lock(&self.values);
        solve_by_table(position, request, &mut values)
    }

    fn solve_ending(
        &self,
        request: &EndingRequest<'_>,
        report: &mut dyn FnMut(&EndingProgress),
    ) -> Result<Option<EndingFacts>, String> {
        let position = self.options.start();
        solve_ending(&position, request, report, &mut lock(&self.endings))
    }

    fn forget_solved(&self, table: &Table) {
        *lock(&self.values) = None;
        *lock(&self.endings) = None;
        if let Some(solver) = G::solver() {
            solver.forget(table.lend(solver.tenant(&self.root.position), 1));
        }
    }
}

fn solve_by_table<G: Notation>(
    position: &G,
    request: &SolveRequest<'_>,
    tables: &mut Option<ValueTable>,
) -> Result<Option<Solution>, String> {
    let start = Instant::now();
    let written = position.print();
    let mut position = position.clone();
    position.forget_path();
    let known = tables.take().filter(|table| table.value(&position).is_some());
    let made = match known {
        Some(table) => Some(table),
        None => ValueTable::new(&position, request.memory, request.interrupt)?,
    };
    let Some(table) = made else { return Ok(None) };
    let table = tables.insert(table);
    let position = &position;
    let value = table.value(position).unwrap_or(Exact::Draw);
    let solved_value = |exact| SolvedValue { exact, score: None };
    let mut moves = Vec::new();
    if request.aim == SolveAim::AllValues {
        for (m, value) in table.moves(position) {
            moves.push(solved(position, m, solved_value(value)));
        }
        sort_by_name(&mut moves);
    }
    let mut line = Vec::new();
    table.line(position, |position, m| line.push(position.print_move(m)));
    let counts = table.counts();
    Ok(Some(Solution {
        position: written,
        side: position.side(),
        outcome: value.outcome(),
        value: if request.aim == SolveAim::Outcome { None } else { Some(solved_value(value)) },
        moves,
        nodes: counts.won + counts.drawn + counts.lost,
        table: Some(TableFacts { counts, line }),
        time: start.elapsed(),
    }))
}

/// One function for all games, as a sort is much machine code.
fn sort_by_name(moves: &mut [SolvedMove]) {
    moves.sort_by(|one, other| one.legal.short.cmp(&other.legal.short));
}

fn solved<G: Notation>(position: &G, m: G::Move, value: SolvedValue) -> SolvedMove {
    SolvedMove { legal: forms(position, m, G::notations(position.rules())[0]), value }
}

fn solve<G: Notation + Knowledge>(
    solver: &dyn Solver<G>,
    position: &G,
    request: &SolveRequest<'_>,
    table: &Table,
    helpers: &Pool,
) -> Result<Option<Solution>, &'static str> {
    let written = position.print();
    let side = position.side();
    let position = solver.by_solved_rules(position.clone());
    if let Some(outcome) = position.status() {
        let value = solved_value(solver, &position, solver.finished(&position, outcome));
        let value = if request.aim == SolveAim::Outcome { None } else { Some(value) };
        return Ok(Some(Solution {
            position: written,
            side,
            outcome,
            value,
            moves: Vec::new(),
            table: None,
            nodes: 0,
            time: Duration::ZERO,
        }));
    }
    solver.covers(&position)?;
    let nodes = AtomicU64::new(0);
    let meter = |visited| {
        nodes.fetch_add(visited, Relaxed);
        if request.interrupt.load(Relaxed) { 0 } else { NODES_PER_CHECK }
    };
    let memory = table.lend(solver.tenant(&position), 1 + helpers.len());
    let context =
        SolverContext { memory, helpers: Some(helpers), book: request.book, meter: &meter };
    let mut moves = Vec::new();
    let start = Instant::now();
    let result = outcome_and_value(solver, &position, request.aim, &context, &mut moves);
    let time = start.elapsed();
    Ok(result.map(|(outcome, value)| {
        let mut moves: Vec<SolvedMove> = moves
            .into_iter()
            .map(|(m, value)| solved(&position, m, solved_value(solver, &position, value)))
            .collect();
        sort_by_name(&mut moves);
        let value = value.map(|value| solved_value(solver, &position, value));
        let nodes = nodes.load(Relaxed);
        Solution { position: written, side, outcome, value, moves, table: None, nodes, time }
    }))
}

fn solved_value<G: Knowledge>(solver: &dyn Solver<G>, position: &G, exact: Exact) -> SolvedValue {
    SolvedValue { exact, score: solver.score(position, exact) }
}

/// The result and the value of a position that is not over. The values of its moves are
/// added to `moves` if they are requested.
fn outcome_and_value<G: Notation + Knowledge>(
    solver: &dyn Solver<G>,
    position: &G,
    aim: SolveAim,
    context: &SolverContext<'_>,
    moves: &mut Vec<(G::Move, Exact)>,
) -> Option<(Outcome, Option<Exact>)> {
    let value = match aim {
        SolveAim::Outcome => return Some((solver.outcome(position, context)?, None)),
        SolveAim::Value => solver.value(position, context)?,
        SolveAim::AllValues => {
            solver.values(position, context, &mut |m, value| moves.push((m, value)))?;
            moves.iter().map(|&(_, value)| value).max()?
        }
    };
    Some((value.outcome(), Some(value)))
}
