//! Iterative deepening: the whole search again and again, each time a ply
//! deeper, each iteration ordered by what the last one found.

use super::clock::Clock;
use super::limits::Limits;
use super::path::Root;
use super::patience::{Found, Patience};
use super::report::{Answer, CHATTY_AFTER, Line, Report, Reporter};
use super::root::{self, RootMove};
use super::score::Score;
use super::solving::Solving;
use super::table::Bound;
use super::watch::Watch;
use super::worker::{Searcher, Stopped, Worker};
use super::{Search, Task};
use crate::games::{Cost, Knowledge};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Depth in plies from which an iteration begins with a narrow window.
const ASPIRING: u16 = 4;
/// Beyond this half width a window is opened on that side, in centi-units.
const WIDEST: i32 = 800;
/// Plies by which an iteration must exceed a forced result before a clock is
/// no longer spent on finding a shorter one.
const SURE: i32 = 4;

/// A search in the course of its iterations.
struct Deepening<'a, G: Knowledge> {
    worker: Worker<'a, G>,
    root: &'a Root<G>,
    state: G::State,
    limits: &'a Limits<G::Move>,
    clock: Clock,
    patience: Patience<G::Move>,
    multi_pv: usize,
    /// The depth of the iteration in hand, in plies.
    depth: u16,
    /// All moves of the root, in the order in which they are searched.
    moves: Vec<RootMove<G::Move>>,
    /// The lines of the last whole iteration, best first, and its depth.
    lines: Vec<RootMove<G::Move>>,
    lines_depth: u16,
    /// Who is asked for exact values, until it has been.
    solving: Option<Solving<'a, G>>,
    /// What it answered.
    solved: Option<Answer<G::Move>>,
}

impl<G: Knowledge> Search<G> {
    /// The full search of at least one root move, and what a solver says.
    pub(super) fn deepen(
        &mut self,
        task: &Task<'_, G>,
        moves: &[G::Move],
        solving: Option<Solving<'_, G>>,
        report: &mut Reporter<'_, G::Move>,
    ) -> Answer<G::Move> {
        let Task { root, limits, settings, table, control } = *task;
        table.age();
        self.heuristics.forget_killers();
        let clock = Clock::new(limits.time, settings.overhead);
        let searcher = Searcher {
            table,
            heuristics: &mut self.heuristics,
            reductions: &self.reductions,
            control,
            watch: Watch::new(clock, limits.nodes),
            report,
            tables: settings.tables,
        };
        let mut deepening = Deepening {
            worker: Worker::new(root, searcher),
            root,
            state: root.position.state(),
            limits,
            clock,
            patience: Patience::new(G::ASPIRATION),
            multi_pv: settings.multi_pv.clamp(1, moves.len()),
            depth: 0,
            moves: moves.iter().copied().map(RootMove::new).collect(),
            lines: Vec::new(),
            lines_depth: 0,
            solving,
            solved: None,
        };
        // A bug in a game must not lose the game: whatever was found stands.
        let ended = catch_unwind(AssertUnwindSafe(|| deepening.iterate(settings.variable_depth)));
        if ended.is_err() {
            log::error!("the search panicked at depth {}", deepening.depth);
        }
        if !matches!(ended, Ok(Ok(()))) {
            deepening.settle();
        }
        deepening.answer(ended.is_err())
    }
}

impl<G: Knowledge> Deepening<'_, G> {
    /// Deepens until a limit is reached.
    fn iterate(&mut self, variable_depth: bool) -> Result<(), Stopped> {
        let is_at_hand = self.solving.as_ref().is_some_and(Solving::is_at_hand);
        if is_at_hand && self.consult() {
            return Ok(());
        }
        for (depth, selective) in plan(self.limits, variable_depth) {
            self.depth = depth;
            self.worker.select(selective);
            self.worker.touched_horizon = false;
            self.moves.iter_mut().for_each(|r| r.nodes = 0);
            self.aspire(0)?;
            self.weigh();
            for rank in 1..self.multi_pv {
                self.aspire(rank)?;
            }
            self.keep_lines();
            self.report_lines();
            let is_enough = self.is_enough();
            let nodes = self.worker.nodes;
            let is_due = self.solving.as_ref().is_some_and(|s| s.is_due(depth, nodes));
            if is_enough || is_due && self.consult() {
                break;
            }
            self.worker.interruptible = true;
        }
        self.consult();
        Ok(())
    }

    /// Asks the solver, if there is one that was not asked yet. Whether it answered.
    fn consult(&mut self) -> bool {
        if let Some(solving) = self.solving.take() {
            let (solved, nodes) = solving.run(self.worker.nodes, self.worker.report);
            self.worker.nodes = nodes;
            self.solved = solved;
        }
        self.solved.is_some()
    }

    /// Finds the move of a rank among those not ranked before it. The window
    /// is narrow around the last score, and opened as far as that proves wrong.
    fn aspire(&mut self, rank: usize) -> Result<(), Stopped> {
        let previous = self.moves[rank].previous;
        let mut half = G::ASPIRATION;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if self.depth >= ASPIRING && !previous.is_decisive() {
            (alpha, beta) = (previous.shifted(-half), previous.shifted(half));
        }
        loop {
            let moves = &mut self.moves[rank..];
            moves.iter_mut().for_each(|r| r.score = None);
            let depth = Cost::plies(i32::from(self.depth));
            let score =
                self.worker.search_root(self.root, &self.state, moves, depth, (alpha, beta))?;
            let (failed_low, failed_high) = (score <= alpha, score >= beta);
            if !failed_low && !failed_high {
                return Ok(());
            }
            self.report_bound(rank);
            half *= 2;
            let is_wide = half > WIDEST || score.is_decisive();
            match (failed_low, is_wide) {
                (true, false) => alpha = score.shifted(-half),
                (true, true) => alpha = -Score::INFINITE,
                (false, false) => beta = score.shifted(half),
                (false, true) => beta = Score::INFINITE,
            }
        }
    }

    /// What the search of the first line says of the time the move deserves.
    fn weigh(&mut self) {
        let RootMove { m: best, score, nodes, .. } = self.moves[0];
        let all = self.moves.iter().map(|r| r.nodes).sum();
        if let Some(score) = score {
            self.patience.note(Found { best, score, nodes: (nodes, all) });
        }
    }

    /// The iteration is whole: its order and its lines are what is known now.
    fn keep_lines(&mut self) {
        root::sort(&mut self.moves);
        for root_move in &mut self.moves {
            root_move.previous = root_move.score.unwrap_or(-Score::INFINITE);
        }
        self.lines.clear();
        self.lines.extend_from_slice(&self.moves[..self.multi_pv]);
        self.lines_depth = self.depth;
    }

    /// The iteration was left in the middle: if it found a best move with a
    /// true score, that is news; otherwise the last whole one stands. The
    /// lines are reported once more, with the totals.
    fn settle(&mut self) {
        let exact = |r: &&RootMove<_>| r.score.is_some() && r.bound == Bound::Exact;
        let news = self.moves.iter().filter(exact).max_by_key(|r| r.score);
        if let (Some(news), 1) = (news, self.multi_pv) {
            self.lines = vec![news.clone()];
            self.lines_depth = self.depth;
        }
        if self.lines.is_empty() {
            self.lines.push(self.moves[0].clone());
        }
        self.report_lines();
    }

    fn is_enough(&self) -> bool {
        let best = &self.lines[0];
        let to_end = best.score.and_then(Score::plies_to_end);
        let has_mate = |moves: u16| to_end.is_some_and(|n| n > 0 && n < 2 * i32::from(moves));
        let is_complete = !self.worker.touched_horizon;
        let is_sure = to_end.is_some_and(|n| n.abs() + SURE <= i32::from(self.depth));
        self.limits.mate.is_some_and(has_mate)
            || is_complete
            || self.worker.is_spent()
            || self.limits.soft_nodes.is_some_and(|nodes| self.worker.nodes >= nodes)
            || self.clock.is_late(self.worker.control, self.patience.factor())
            || (self.clock.is_running() && (self.moves.len() == 1 || is_sure))
    }

    fn report_lines(&mut self) {
        for (i, line) in self.lines.iter().enumerate() {
            let line = self.line(line, i, self.lines_depth);
            (self.worker.report)(Report::Line(line));
        }
    }

    /// A score that is only a bound is of interest in a long search alone.
    fn report_bound(&mut self, rank: usize) {
        if self.worker.control.start().elapsed() >= CHATTY_AFTER {
            let line = self.line(&self.moves[rank], rank, self.depth);
            (self.worker.report)(Report::Line(line));
        }
    }

    fn line(&self, root_move: &RootMove<G::Move>, rank: usize, depth: u16) -> Line<G::Move> {
        Line {
            depth,
            seldepth: root_move.seldepth.max(usize::from(depth)) as u16,
            rank: rank + 1,
            score: root_move.score.unwrap_or(root_move.previous),
            bound: root_move.bound,
            nodes: self.worker.nodes,
            time: self.worker.control.start().elapsed(),
            hashfull: self.worker.table.permill_full(),
            tbhits: self.worker.tbhits,
            pv: root_move.pv.clone(),
        }
    }

    fn answer(&self, panicked: bool) -> Answer<G::Move> {
        if let Some(solved) = &self.solved {
            return solved.clone();
        }
        let best = &self.lines[0];
        Answer {
            best: Some(best.m),
            ponder: best.pv.get(1).copied(),
            score: best.score.unwrap_or(best.previous),
            depth: self.lines_depth,
            nodes: self.worker.nodes,
            panicked,
        }
    }
}

/// The depths to search to, and whether selectively. A search for a mate in
/// so many moves ends with a full one, which misses none.
fn plan<M>(limits: &Limits<M>, variable_depth: bool) -> impl Iterator<Item = (u16, bool)> {
    let deepest = limits.deepest();
    let whole =
        (limits.mate_depth() == Some(deepest) && variable_depth).then_some((deepest, false));
    (1..=deepest).map(move |depth| (depth, variable_depth)).chain(whole)
}
