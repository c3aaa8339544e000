//! Iterative deepening: the whole search again and again, each time a ply
//! deeper, each iteration ordered by what the last one found.

use super::Task;
use super::clock::Clock;
use super::depth::Policy;
use super::history::Heuristics;
use super::limits::Limits;
use super::path::Root;
use super::patience::{Found, Patience};
use super::report::{Answer, Reporter};
use super::root::{self, RootMove};
use super::score::Score;
use super::solving::Solving;
use super::table::Bound;
use super::tally::Tally;
use super::watch::Watch;
use super::worker::{Searcher, Stopped, Worker};
use crate::games::{Depth, Knowledge};

/// Depth in plies from which an iteration begins with a narrow window.
const ASPIRING: u16 = 4;
/// Beyond this half width a window is opened on that side, in centi-units.
const WIDEST: i32 = 800;
/// Plies by which an iteration must exceed a forced result before a clock is
/// no longer spent on finding a shorter one.
const SURE: i32 = 4;
/// Nodes after which a search is worth the help of other threads: below that
/// they would still be waking up when it ends.
const ALONE: u64 = 2_000;

/// A search in the course of its iterations.
pub(super) struct Deepening<'a, G: Knowledge> {
    pub(super) worker: Worker<'a, G>,
    pub(super) root: &'a Root<G>,
    state: G::State,
    pub(super) limits: &'a Limits<G::Move>,
    clock: Clock,
    pub(super) patience: Patience<G::Move>,
    pub(super) multi_pv: usize,
    /// The iterations to come.
    pub(super) plan: Plan,
    /// The depth of the iteration in hand, in plies.
    pub(super) depth: u16,
    /// All moves of the root, in the order in which they are searched.
    pub(super) moves: Vec<RootMove<G::Move>>,
    /// The lines of the last whole iteration, best first, and its depth.
    pub(super) lines: Vec<RootMove<G::Move>>,
    pub(super) lines_depth: u16,
    /// Whether they were found by a search to the end of the game.
    pub(super) is_complete: bool,
    /// Who is asked for exact values, until it has been.
    pub(super) solving: Option<Solving<'a, G>>,
    /// What it answered.
    pub(super) solved: Option<Answer<G::Move>>,
}

/// What one thread brings along.
pub(super) struct Hands<'a, G: Knowledge> {
    pub(super) heuristics: &'a mut Heuristics<G>,
    pub(super) policy: &'a Policy,
    pub(super) tally: Tally<'a>,
}

impl<'a, G: Knowledge> Deepening<'a, G> {
    pub(super) fn new(
        task: &Task<'a, G>,
        moves: &[G::Move],
        hands: Hands<'a, G>,
        report: &'a mut Reporter<'a, G::Move>,
    ) -> Self {
        let Task { root, limits, settings, table, control } = *task;
        let clock = Clock::new(limits.time, settings.overhead);
        hands.heuristics.forget_killers();
        let known = if G::HAS_TABLEBASE && settings.tables {
            root.position.probe_tablebase_root(&root.earlier)
        } else {
            None
        };
        let searcher = Searcher {
            table,
            heuristics: hands.heuristics,
            policy: hands.policy,
            control,
            watch: Watch::new(clock, limits.nodes, hands.tally),
            report,
            tables: settings.tables && known.as_ref().is_none_or(|known| !known.is_complete),
        };
        Deepening {
            worker: Worker::new(root, searcher),
            root,
            state: root.position.state(),
            limits,
            clock,
            patience: Patience::new(G::SCALE.notable_centi),
            multi_pv: settings.multi_pv.clamp(1, moves.len()),
            plan: Plan::new(limits, settings.variable_depth),
            depth: 0,
            moves: root::classed(moves, known.as_ref().map(|known| &known.moves[..])),
            lines: Vec::new(),
            lines_depth: 0,
            is_complete: false,
            solving: None,
            solved: None,
        }
    }

    /// The first iterations. Whether they were enough: if not, it is time to
    /// call for help.
    pub(super) fn begin(&mut self) -> Result<bool, Stopped> {
        let is_at_hand = self.solving.as_ref().is_some_and(Solving::is_at_hand);
        if is_at_hand && self.consult() {
            return Ok(true);
        }
        for _ in self.moves.iter().filter(|r| r.sure.is_some()) {
            self.worker.watch.tally().note_tbhit();
        }
        self.recall();
        while self.step()? {
            if self.solving.is_none() && self.worker.nodes >= ALONE {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Deepens until a limit is reached.
    pub(super) fn go_on(&mut self) -> Result<(), Stopped> {
        while self.step()? {}
        Ok(())
    }

    /// One more iteration. Whether another one is worth it.
    fn step(&mut self) -> Result<bool, Stopped> {
        let Some((depth, selective)) = self.plan.next() else {
            self.consult();
            return Ok(false);
        };
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
        self.worker.interruptible = true;
        let is_enough = self.is_enough();
        let nodes = self.worker.nodes;
        let is_due = self.solving.as_ref().is_some_and(|s| s.is_due(depth, nodes));
        let is_answered = (is_enough || is_due) && self.consult();
        Ok(!is_enough && !is_answered)
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
        let RootMove { previous, class, .. } = self.moves[rank];
        let end = rank + self.moves[rank..].iter().take_while(|r| r.class == class).count();
        let mut half = self.worker.policy.numbers.aspiration_window.0;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if self.depth >= ASPIRING && !previous.is_decisive() {
            (alpha, beta) = (previous.shifted(-half), previous.shifted(half));
        }
        let mut less = Depth::ZERO;
        loop {
            let moves = &mut self.moves[rank..end];
            moves.iter_mut().for_each(|r| r.score = None);
            let depth = (Depth::plies(i32::from(self.depth)) - less).max(Depth::PLY);
            let score =
                self.worker.search_root(self.root, &self.state, moves, depth, (alpha, beta))?;
            let (failed_low, failed_high) = (score <= alpha, score >= beta);
            if !failed_low && !failed_high {
                return Ok(());
            }
            self.report_bound(rank);
            half *= 2;
            // Which move it is that came out above is soon seen, and how far above
            // is what the next iterations are for.
            less = if failed_high { less + self.worker.shallower_above() } else { Depth::ZERO };
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
        self.is_complete = !self.worker.touched_horizon;
    }

    /// The iteration was left in the middle: if it found a best move with a
    /// true score, that is news; otherwise the last whole one stands.
    pub(super) fn settle(&mut self) {
        let exact = |r: &&RootMove<_>| r.score.is_some() && r.bound == Bound::Exact;
        let news = self.moves.iter().filter(exact).max_by_key(|r| r.score);
        if let (Some(news), 1) = (news, self.multi_pv) {
            self.lines = vec![news.clone()];
            self.lines_depth = self.depth;
            self.is_complete = false;
        }
        if self.lines.is_empty() {
            self.lines.push(self.moves[0].clone());
        }
    }

    fn is_enough(&self) -> bool {
        let best = &self.lines[0];
        let to_end = best.score.and_then(Score::plies_to_end);
        let has_mate = |moves: u16| to_end.is_some_and(|n| n > 0 && n < 2 * i32::from(moves));
        let is_sure = to_end.is_some_and(|n| n.abs() + SURE <= i32::from(self.depth));
        self.limits.mate.is_some_and(has_mate)
            || self.is_complete
            || self.worker.is_spent()
            || self.limits.soft_nodes.is_some_and(|nodes| self.worker.all_nodes() >= nodes)
            || self.clock.is_late(self.worker.control, self.patience.factor())
            || (self.clock.is_running() && (self.moves.len() == 1 || is_sure))
    }
}

/// The iterations to come: their depths in plies, and whether they search
/// selectively. A search for a mate in so many moves ends with a full one,
/// which misses none.
pub(super) struct Plan {
    next: u16,
    deepest: u16,
    selective: bool,
    /// Whether a full iteration is still to come at the end.
    is_whole_due: bool,
}

impl Plan {
    fn new<M>(limits: &Limits<M>, selective: bool) -> Plan {
        let deepest = limits.deepest();
        let is_whole_due = selective && limits.mate_depth() == Some(deepest);
        Plan { next: 1, deepest, selective, is_whole_due }
    }

    /// Whether the iterations search selectively.
    pub(super) fn is_selective(&self) -> bool {
        self.selective
    }

    /// Leaves out what is no deeper than `depth`, as far as something remains.
    /// Whether it does so to the full.
    pub(super) fn skip_beyond(&mut self, depth: u16) -> bool {
        self.next = depth.saturating_add(1).min(self.deepest);
        depth < self.deepest
    }
}

impl Iterator for Plan {
    type Item = (u16, bool);

    fn next(&mut self) -> Option<(u16, bool)> {
        if self.next <= self.deepest {
            self.next += 1;
            return Some((self.next - 1, self.selective));
        }
        std::mem::take(&mut self.is_whole_due).then_some((self.deepest, false))
    }
}
