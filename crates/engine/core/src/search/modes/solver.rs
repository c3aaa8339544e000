//! Exact answers, where a game has a solver.
//!
//! A search without a depth, or with one that reaches the end of the game, asks for the exact
//! value. A short search comes first, so that there is always a move. Then the solver runs
//! in the large table, with half of the remaining time and nodes; it is left out where that
//! is hardly ever enough. If it is not enough, the search continues in a small table of its
//! own. The lost half costs it one ply at most, and the solver's results are still there for
//! the next position. The book is asked before all else, even if a depth is given.

use super::node_budget::{NodeBudget, SolverLimits};
use crate::game::{Exact, Knowledge, Solver, SolverContext};
use crate::search::path::after;
use crate::search::score::{MAX_PLY, Score};
use crate::search::sorting::sort_by;
use crate::search::table::Bound;
use crate::search::task::{Answer, Cutoffs, Line, Report, Reporter, Task};
use crate::search::time::Clock;
use plyglot_support::instant::Instant;
use plyglot_support::pool::Pool;

/// The search before the solver ends at this depth in plies ...
const QUICK_DEPTH: u16 = 8;
/// ... or after this many nodes, or this share of all nodes granted.
const QUICK_NODES: u64 = 2000;
const QUICK_SHARE: u64 = 8;
/// The table of the search beside a solver, in MiB. Played to the end of its
/// time, it would fill more; but it comes on top of what the user grants.
pub(crate) const SMALL_MIB: usize = 4;

pub(crate) struct SolverMode<'a, G: Knowledge> {
    solver: &'static dyn Solver<G>,
    task: Task<'a, G>,
    /// The only moves to look at; all if it is empty.
    moves: &'a [G::Move],
    clock: Clock,
    is_in_book: bool,
}

#[derive(Clone, Copy)]
struct RankedMove<M> {
    m: M,
    value: Exact,
}

impl<'a, G: Knowledge> SolverMode<'a, G> {
    /// The solver, if the game has one that is to be asked for this task.
    /// `moves` are the legal ones among those that are asked for.
    pub(crate) fn new(task: &Task<'a, G>, moves: &'a [G::Move]) -> Option<SolverMode<'a, G>> {
        let Task { root, limits, settings, .. } = *task;
        if !settings.exact_knowledge {
            return None;
        }
        let solver = G::solver()?;
        let is_covered = solver.covers(&root.position).is_ok();
        // A draw by a counter leaves moves, but nothing to solve.
        if root.position.decided().is_some() || !is_covered {
            return None;
        }
        let moves = if limits.moves.is_none() { &[] } else { moves };
        let has_line = || {
            let is_best_asked = settings.multi_pv <= 1 && moves.is_empty();
            is_best_asked && !solver.stored_line(&root.position).is_empty()
        };
        let is_in_book = settings.book && (solver.is_in_book(&root.position) || has_line());
        // A solver keeps to real time.
        let clock = task.clock().counting(None);
        let is_to_end = |depth| root.position.max_plies_left().is_some_and(|left| depth >= left);
        let is_to_solve = limits.depth.is_none_or(|depth| is_to_end(u32::from(depth)));
        let effort = solver.effort(&root.position);
        let has_nodes = limits.nodes.is_none_or(|nodes| effort.nodes <= nodes / 2);
        let is_solved = is_to_solve && has_nodes && clock.allows(effort.time);
        if !is_solved && !is_in_book {
            return None;
        }
        Some(SolverMode { solver, task: Task { ..*task }, moves, clock, is_in_book })
    }

    /// The moves that are asked for, best first, as many as there are lines.
    fn rank(&self, context: &SolverContext<'_>) -> Option<Vec<RankedMove<G::Move>>> {
        let position = &self.task.root.position;
        let lines = self.task.settings.multi_pv.max(1);
        let mut ranked = Vec::new();
        if !self.moves.is_empty() {
            for &m in self.moves {
                ranked.push(RankedMove { m, value: self.value(m, context)? });
            }
        } else if lines == 1 {
            let value = self.solver.value(position, context)?;
            let best = self.stored_line(position, context).next();
            let m = best.or_else(|| self.solver.best(position, value, context))?;
            ranked.push(RankedMove { m, value });
        } else {
            let mut add = |m, value| ranked.push(RankedMove { m, value });
            self.solver.values(position, context, &mut add)?;
        }
        sort_by(&mut ranked, |a, b| b.value.cmp(&a.value));
        ranked.truncate(lines);
        Some(ranked)
    }

    fn value(&self, m: G::Move, context: &SolverContext<'_>) -> Option<Exact> {
        let (child, opposes) = after(&self.task.root.position, m);
        let value = match child.status() {
            Some(outcome) => self.solver.finished(&child, outcome),
            None => {
                self.solver.covers(&child).ok()?;
                self.solver.value(&child, context)?
            }
        };
        Some(value.before_move(opposes))
    }

    /// Reports the lines and makes an answer of the best. If the book has no
    /// line to the end of the game, the line ends with the book, so that the
    /// answer takes no time, except where it has to wait anyway.
    fn show(
        &self,
        ranked: &[RankedMove<G::Move>],
        context: &SolverContext<'_>,
        budget: &NodeBudget<'_, G::Move>,
    ) -> Answer<G::Move> {
        let mut pvs = self.report_lines(ranked, self.is_in_book, context, budget);
        let is_short = ranked.iter().zip(&pvs).any(|(ranked, pv)| match ranked.value {
            Exact::Win(plies) | Exact::Loss(plies) => pv.len() < usize::from(plies),
            Exact::Draw | Exact::WinBy(_) | Exact::LossBy(_) => true,
        });
        if self.is_in_book && is_short && self.task.control.holds() {
            pvs = self.report_lines(ranked, false, context, budget);
        }
        let RankedMove { m, value } = ranked[0];
        Answer {
            best: Some(m),
            ponder: pvs[0].get(1).copied(),
            score: Score::from_exact(value, 0),
            depth: length(value, &pvs[0]),
            nodes: budget.nodes(),
            cutoffs: Cutoffs::default(),
            panicked: false,
        }
    }

    fn report_lines(
        &self,
        ranked: &[RankedMove<G::Move>],
        in_book: bool,
        context: &SolverContext<'_>,
        budget: &NodeBudget<'_, G::Move>,
    ) -> Vec<Vec<G::Move>> {
        let pvs: Vec<_> =
            ranked.iter().map(|&ranked| self.line(ranked, in_book, context)).collect();
        for (i, (ranked, pv)) in ranked.iter().zip(&pvs).enumerate() {
            budget.report(Report::Line(self.report_of(i + 1, ranked.value, pv, budget)));
        }
        pvs
    }

    /// Best play from a move on, to the end of the game, of the limits or of the
    /// book. A draw by which nothing ends has only the move.
    fn line(
        &self,
        RankedMove { m, value }: RankedMove<G::Move>,
        in_book: bool,
        context: &SolverContext<'_>,
    ) -> Vec<G::Move> {
        let mut pv = vec![m];
        let (mut position, mut opposes) = after(&self.task.root.position, m);
        let mut value = value.after_move(opposes);
        let is_endless = G::REPEATS && value == Exact::Draw;
        let mut stored = self.stored_line(&self.task.root.position, context);
        if stored.next() != Some(m) {
            stored = Vec::new().into_iter();
        }
        let mut follows_book = self.is_in_book && stored.len() == 0;
        while !is_endless && pv.len() < MAX_PLY && position.status().is_none() {
            if follows_book && !self.solver.is_in_book(&position) {
                follows_book = false;
                stored = self.stored_line(&position, context);
                if in_book && stored.len() == 0 {
                    break;
                }
            }
            let next = stored.next().or_else(|| self.solver.best(&position, value, context));
            let Some(m) = next else { break };
            pv.push(m);
            (position, opposes) = after(&position, m);
            value = value.after_move(opposes);
        }
        pv
    }

    fn stored_line(
        &self,
        position: &G,
        context: &SolverContext<'_>,
    ) -> std::vec::IntoIter<G::Move> {
        let line = if context.book { self.solver.stored_line(position) } else { Vec::new() };
        line.into_iter()
    }

    fn report_of(
        &self,
        rank: usize,
        value: Exact,
        pv: &[G::Move],
        budget: &NodeBudget<'_, G::Move>,
    ) -> Line<G::Move> {
        let depth = length(value, pv);
        Line {
            depth,
            seldepth: depth,
            rank,
            score: Score::from_exact(value, 0),
            bound: Bound::Exact,
            is_certain: true,
            nodes: budget.nodes(),
            time: self.task.control.start().elapsed(),
            hashfull: budget.hashfull(),
            tbhits: u64::from(G::HAS_TABLEBASE && self.is_in_book),
            pv: pv.to_vec(),
        }
    }

    /// Whether the book has the answer: the value of each move, or a line of best play
    /// where only the best move is wanted.
    pub(crate) fn is_instant(&self) -> bool {
        self.is_in_book
    }

    pub(crate) fn is_due(&self, depth: u16, nodes: u64) -> bool {
        let max = self.task.limits.nodes.map_or(QUICK_NODES, |n| QUICK_NODES.min(n / QUICK_SHARE));
        depth >= QUICK_DEPTH || nodes >= max
    }

    /// Solves the position and reports the answer, unless a limit is reached first. Returns
    /// the answer, and the nodes of the whole search, which were `nodes` before.
    pub(crate) fn answer(
        self,
        nodes: u64,
        pool: &Pool,
        report: &mut Reporter<'_, G::Move>,
    ) -> (Option<Answer<G::Move>>, u64) {
        let Task { root, limits, settings, table, control } = self.task;
        let left = limits.nodes.unwrap_or(u64::MAX).saturating_sub(nodes);
        let is_late = self.clock.is_half_over(Instant::now(), control);
        if !self.is_in_book && (left < 2 || is_late || control.is_stopped()) {
            return (None, nodes);
        }
        let memory = table.lend(self.solver.tenant(&root.position), settings.threads);
        let shares = [left / 2, left].map(|share| nodes.saturating_add(share));
        let allowance = SolverLimits { control, clock: self.clock, nodes: shares, memory };
        let budget = NodeBudget::new(allowance, nodes, report);
        let meter = |visited| budget.grant(visited);
        let helpers = Some(pool);
        let context = SolverContext { memory, helpers, book: settings.book, meter: &meter };
        let answer = self.rank(&context).map(|ranked| {
            budget.release_all();
            self.show(&ranked, &context, &budget)
        });
        (answer, budget.nodes())
    }
}

/// The plies to the end of a line: of the game, if that is known.
fn length<M>(value: Exact, pv: &[M]) -> u16 {
    match value {
        Exact::Win(plies) | Exact::Loss(plies) => plies,
        Exact::Draw | Exact::WinBy(_) | Exact::LossBy(_) => pv.len() as u16,
    }
}
