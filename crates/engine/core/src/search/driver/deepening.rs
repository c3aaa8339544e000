//! Iterative deepening: the whole search again and again, each time a ply
//! deeper, each iteration ordered by what the last one found (chessprogramming.org "Iterative
//! Deepening").

use super::root::{self, RootMove, search_root};
use crate::game::{Depth, Knowledge};
use crate::search::modes::SolverMode;
use crate::search::node::{Stopped, ThreadState, Worker};
use crate::search::path::Root;
use crate::search::score::{Score, Window};
use crate::search::table::Bound;
use crate::search::task::{Answer, Reporter, Settings, Task};
use crate::search::time::{Clock, IterationResult, Limits, TimeScaling};
use plyglot_support::pool::Pool;

/// Depth in plies from which an iteration begins with a narrow window.
const ASPIRING: u16 = 4;
/// Beyond this half width a window is opened on that side, in centi-units.
const WIDEST: i32 = 800;
/// Plies by which an iteration must exceed a forced result before a clock is
/// no longer spent on finding a shorter one.
const MATE_MARGIN_PLIES: i32 = 4;
/// Nodes after which a search is worth the help of other threads: below that
/// they would still be waking up when it ends.
const SOLO_NODES: u64 = 2_000;
/// The reason for an end that is known both between two iterations and within one.
const NODES_SPENT: &str = "the nodes are spent";

/// Another algorithm in place of the search of the root: scores all moves to a depth in
/// plies, and gives them exactly for as many lines as are asked for.
pub(crate) type RootSearch<'a, G> = dyn FnMut(
        &mut Worker<'_, G>,
        &Root<G>,
        &mut [RootMove<<G as crate::game::Game>::Move>],
        u16,
        usize,
    ) -> Result<(), Stopped>
    + Send
    + 'a;

pub(super) struct Deepening<'a, G: Knowledge> {
    pub(super) worker: Worker<'a, G>,
    pub(super) root: &'a Root<G>,
    state: G::State,
    pub(super) limits: &'a Limits<G::Move>,
    clock: Clock,
    pub(super) scaling: TimeScaling<G::Move>,
    pub(super) multi_pv: usize,
    /// Whether the scores of the present iteration are final: no deeper search can change them.
    is_iteration_final: bool,
    pub(super) plan: IterationPlan,
    pub(super) depth: u16,
    pub(super) moves: Vec<RootMove<G::Move>>,
    /// The move that failed high last in the present iteration, if the last one had another:
    /// better than all others, though it is not known yet by how much.
    promising: Option<RootMove<G::Move>>,
    /// The lines of the last whole iteration, best first, and its depth.
    pub(super) lines: Vec<RootMove<G::Move>>,
    pub(super) lines_depth: u16,
    pub(super) is_final: bool,
    /// The solver that is asked between two iterations, and threads for it.
    pub(super) exact: Option<(SolverMode<'a, G>, &'a Pool)>,
    pub(super) exact_answer: Option<Answer<G::Move>>,
    pub(super) root_search: Option<Box<RootSearch<'a, G>>>,
}

impl<'a, G: Knowledge> Deepening<'a, G> {
    pub(super) fn new(
        task: &Task<'a, G>,
        moves: &[G::Move],
        thread: ThreadState<'a, G>,
        report: &'a mut Reporter<'a, G::Move>,
    ) -> Self {
        let Task { root, limits, settings, .. } = *task;
        let known = if G::HAS_TABLEBASE && settings.tablebase {
            root.position.probe_tablebase_root(&root.earlier)
        } else {
            None
        };
        let plan = IterationPlan::new(limits, settings);
        let mut worker = Worker::new(task, thread, report);
        worker.tablebase &= known.as_ref().is_none_or(|known| !known.is_complete);
        // No first iteration is short enough to wait for.
        worker.is_interruptible = plan.is_direct();
        Deepening {
            worker,
            root,
            state: root.position.state(),
            limits,
            clock: task.clock(),
            scaling: TimeScaling::new(G::SCALE.notable_centi),
            multi_pv: settings.multi_pv.clamp(1, moves.len()),
            is_iteration_final: false,
            plan,
            depth: 0,
            moves: root::classed(moves, known.as_ref().map(|known| &known.moves[..])),
            promising: None,
            lines: Vec::new(),
            lines_depth: 0,
            is_final: false,
            exact: None,
            exact_answer: None,
            root_search: None,
        }
    }

    /// Runs the first iterations. Returns whether they were enough; if not, the helper
    /// threads start.
    pub(super) fn begin(&mut self) -> Result<bool, Stopped> {
        let is_instant = self.exact.as_ref().is_some_and(|(exact, _)| exact.is_instant());
        if is_instant && self.ask_exactly() {
            return Ok(true);
        }
        for _ in self.moves.iter().filter(|r| r.tablebase.is_some()) {
            self.worker.limits.counts().count_tbhit();
        }
        self.resume();
        while self.step()? {
            if self.exact.is_none() && self.worker.nodes >= SOLO_NODES {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn go_on(&mut self) -> Result<(), Stopped> {
        while self.step()? {}
        Ok(())
    }

    fn step(&mut self) -> Result<bool, Stopped> {
        let Some((depth, selective)) = self.plan.next() else {
            self.ask_exactly();
            return Ok(false);
        };
        self.depth = depth;
        self.worker.set_selective(selective);
        self.is_iteration_final = true;
        self.promising = None;
        self.moves.iter_mut().for_each(|r| r.nodes = 0);
        match self.root_search {
            None => self.search_ranks()?,
            Some(_) => self.search_by_other()?,
        }
        self.keep_lines();
        self.report_lines();
        self.worker.is_interruptible = true;
        let is_enough = self.enough().is_some();
        let nodes = self.worker.nodes;
        log::trace!("iteration to depth {depth} done after {nodes} nodes");
        let is_due = self.exact.as_ref().is_some_and(|(exact, _)| exact.is_due(depth, nodes));
        let is_answered = (is_enough || is_due) && self.ask_exactly();
        Ok(!is_enough && !is_answered)
    }

    fn search_ranks(&mut self) -> Result<(), Stopped> {
        self.aspire(0)?;
        self.scale_time();
        for rank in 1..self.multi_pv {
            self.aspire(rank)?;
        }
        Ok(())
    }

    /// Searches the root by another algorithm. Its scores are used only once all moves have
    /// one. None is final, so that every depth up to the limit is searched.
    fn search_by_other(&mut self) -> Result<(), Stopped> {
        let Some(search) = &mut self.root_search else { return Ok(()) };
        let mut moves = self.moves.clone();
        search(&mut self.worker, self.root, &mut moves, self.depth, self.multi_pv)?;
        self.moves = moves;
        self.is_iteration_final = false;
        Ok(())
    }

    fn ask_exactly(&mut self) -> bool {
        if let Some((exact, pool)) = self.exact.take() {
            let (answer, nodes) = exact.answer(self.worker.nodes, pool, self.worker.report);
            self.worker.limits.restart();
            self.worker.nodes = nodes;
            self.exact_answer = answer;
        }
        self.exact_answer.is_some()
    }

    /// Finds the move of a rank among those not ranked before it. The window is narrow around the
    /// last score, and widened as long as the score falls outside.
    fn aspire(&mut self, rank: usize) -> Result<(), Stopped> {
        let RootMove { previous_score, class, .. } = self.moves[rank];
        let end = rank + self.moves[rank..].iter().take_while(|r| r.class == class).count();
        let aspiration = &self.worker.params.aspiration;
        let mut half = aspiration.window.0;
        let mut window = Window::whole();
        let has_guess = !self.plan.is_direct() && !previous_score.is_decisive();
        if aspiration.is_on && self.depth >= ASPIRING && has_guess {
            window = Window::around(previous_score, half);
        }
        let mut less = Depth::ZERO;
        loop {
            let moves = &mut self.moves[rank..end];
            moves.iter_mut().for_each(|r| r.score = None);
            let depth = (Depth::plies(i32::from(self.depth)) - less).max(Depth::PLY);
            let worker = &mut self.worker;
            let value = search_root(worker, self.root, &self.state, rank, moves, depth, window)?;
            self.is_iteration_final &= value.is_final;
            let score = value.score;
            let failed_low = score <= window.alpha;
            let failed_high = score >= window.beta;
            if !failed_low && !failed_high {
                return Ok(());
            }
            if rank == 0 {
                self.promising = if failed_high { self.new_best_move() } else { None };
            }
            self.report_bound(rank);
            half *= 2;
            // It is enough to know which move failed high. The next iterations find out
            // by how much.
            less = if failed_high { less + self.worker.fail_high_reduction() } else { Depth::ZERO };
            let is_wide = half > WIDEST || score.is_decisive();
            match (failed_low, is_wide) {
                (true, false) => window.alpha = score.shifted(-half),
                (true, true) => window.alpha = -Score::INFINITE,
                (false, false) => window.beta = score.shifted(half),
                (false, true) => window.beta = Score::INFINITE,
            }
        }
    }

    fn scale_time(&mut self) {
        let RootMove { m: best, score, nodes, .. } = self.moves[0];
        let all = self.moves.iter().map(|r| r.nodes).sum();
        if let Some(score) = score {
            self.scaling.add(IterationResult { best, score, nodes: (nodes, all) });
        }
    }

    fn keep_lines(&mut self) {
        root::sort(&mut self.moves);
        for root_move in &mut self.moves {
            root_move.previous_score = root_move.score.unwrap_or(-Score::INFINITE);
        }
        self.lines.clear();
        self.lines.extend_from_slice(&self.moves[..self.multi_pv]);
        self.lines_depth = self.depth;
        self.is_final = self.is_iteration_final;
    }

    /// The first move, if it is not that of the last iteration, whose exact line is worth more.
    fn new_best_move(&self) -> Option<RootMove<G::Move>> {
        let best = &self.moves[0];
        let is_known = self.lines.first().is_some_and(|line| line.m == best.m);
        if is_known { None } else { Some(best.clone()) }
    }

    /// The iteration was stopped: if it found a best move with an exact score, that counts, or
    /// else a new one that failed high; without either the last complete iteration does.
    pub(super) fn finish_stopped_iteration(&mut self) {
        let news = self
            .moves
            .iter()
            .filter(|r| r.score.is_some() && r.bound == Bound::Exact)
            .max_by_key(|r| r.score)
            .or(self.promising.as_ref());
        if let (Some(news), 1) = (news, self.multi_pv) {
            self.lines = vec![news.clone()];
            self.lines_depth = self.depth;
            self.is_final = false;
        }
        if self.lines.is_empty() {
            self.lines.push(self.moves[0].clone());
        }
    }

    /// Whether the time that the move deserves does not allow another iteration.
    fn is_late(&self) -> bool {
        let nodes = self.worker.all_nodes();
        self.clock.is_late(self.worker.control, nodes, self.scaling.factor())
    }

    /// Why no deeper iteration is wanted; `None` if one is.
    fn enough(&self) -> Option<&'static str> {
        let best = &self.lines[0];
        let to_end = best.score.and_then(Score::plies_to_end);
        let has_mate = |moves: u16| to_end.is_some_and(|n| n > 0 && n < 2 * i32::from(moves));
        let is_sure = to_end.is_some_and(|n| n.abs() + MATE_MARGIN_PLIES <= i32::from(self.depth));
        if self.limits.mate.is_some_and(has_mate) {
            Some("the mate is found")
        } else if self.is_final {
            Some("the score is final")
        } else if self.worker.limits.is_spent(self.worker.nodes) {
            Some(NODES_SPENT)
        } else if self.limits.soft_nodes.is_some_and(|nodes| self.worker.all_nodes() >= nodes) {
            Some("no deeper iteration fits into its nodes")
        } else if self.is_late() {
            Some("no deeper iteration fits into its time")
        } else if self.clock.is_running() && (self.moves.len() == 1 || is_sure) {
            Some("the clock is better spent later")
        } else {
            None
        }
    }

    /// Why the search is over. `is_whole`: it was not broken off.
    pub(super) fn end(&self, is_whole: bool) -> &'static str {
        if self.exact_answer.is_some() {
            "the value is known"
        } else if is_whole {
            self.enough().unwrap_or("the depth is reached")
        } else if self.worker.control.is_stopped() {
            "it was stopped"
        } else if self.worker.limits.is_spent(self.worker.nodes) {
            NODES_SPENT
        } else {
            "the time is up"
        }
    }
}

/// The iterations to come: their depths in plies, and whether they search
/// selectively. A search for a mate ends with a full one,
/// which misses none.
pub(super) struct IterationPlan {
    next: u16,
    deepest: u16,
    selective: bool,
    /// Whether a full iteration is still to come at the end.
    is_whole_due: bool,
    is_direct: bool,
}

impl IterationPlan {
    fn new<M>(limits: &Limits<M>, settings: &Settings) -> IterationPlan {
        let deepest = limits.deepest();
        let selective = settings.variable_depth;
        let is_whole_due = selective && limits.mate_depth() == Some(deepest);
        let is_direct = !settings.iterative_deepening && limits.depth.is_some();
        let next = if is_direct { deepest } else { 1 };
        IterationPlan { next, deepest, selective, is_whole_due, is_direct }
    }

    pub(super) fn is_direct(&self) -> bool {
        self.is_direct
    }

    pub(super) fn is_selective(&self) -> bool {
        self.selective
    }

    /// Continues with the iteration to `depth` + 1 plies, or with the deepest one if that is
    /// less deep. Returns whether the plan reaches beyond `depth`.
    pub(super) fn skip_beyond(&mut self, depth: u16) -> bool {
        self.next = depth.saturating_add(1).min(self.deepest);
        depth < self.deepest
    }
}

impl Iterator for IterationPlan {
    type Item = (u16, bool);

    fn next(&mut self) -> Option<(u16, bool)> {
        if self.next <= self.deepest {
            self.next += 1;
            return Some((self.next - 1, self.selective));
        }
        if std::mem::take(&mut self.is_whole_due) { Some((self.deepest, false)) } else { None }
    }
}
