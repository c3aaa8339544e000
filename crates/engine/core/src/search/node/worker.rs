//! One thread of a search: its data, the count of its nodes, and its steps from a node to its
//! children.

#[cfg(test)]
mod tests;

use super::history::History;
use super::move_picker::MoveStack;
use super::quiescence_bound::QuiescenceBound;
use super::reductions::LmrTable;
use super::stack::Stack;
use super::types::{Child, Node, NodeValue, Stopped, has};
use crate::game::{
    Depth, EvalState, EvalWorkspace, Exact, Glance, Knowledge, SearchParams, TablebaseValue,
    Workspace,
};
use crate::search::path::Path;
use crate::search::score::Score;
use crate::search::table::Table;
use crate::search::task::{CHATTY_AFTER, Cutoffs, Reporter, Task};
use crate::search::time::{Control, LimitCheck};
use plyglot_support::instant::Instant;
use std::time::Duration;

/// Nodes of a first iteration that end it with the search's limits, though it has not found a
/// move yet: where captures and promotions go on and on, a ply may take hours. In 1,565 test
/// positions of chess it took 1,488 nodes at most.
const FIRST_ITERATION_NODES: u64 = 20_000;
const FIRST_ITERATION_TIME: Duration = Duration::from_millis(40);
/// Nodes of a first iteration that are searched though that time is over: a busy machine may not
/// have let it run for all of it.
const FIRST_MOVE_NODES: u64 = 1_500;

pub(crate) struct ThreadState<'a, G: Knowledge> {
    pub(crate) history: &'a mut History<G>,
    pub(crate) workspace: &'a mut Workspace<G>,
    pub(crate) params: &'a SearchParams,
    pub(crate) lmr: &'a LmrTable,
    /// The limits of the whole search, which end this thread even if its own task has none.
    pub(crate) limits: LimitCheck<'a>,
    pub(crate) buffers: Buffers<G::Move>,
}

/// The memory that a worker needs for its line. A driver keeps it from search to search,
/// so that short searches do not spend their time on allocations.
pub(crate) struct Buffers<M> {
    path: Path,
    stack: Stack<M>,
    moves: MoveStack<M>,
}

impl<M> Default for Buffers<M> {
    fn default() -> Self {
        Buffers { path: Path::default(), stack: Stack::default(), moves: Vec::new() }
    }
}

pub(crate) struct Worker<'a, G: Knowledge> {
    pub(crate) table: &'a Table,
    pub(crate) history: &'a mut History<G>,
    pub(crate) workspace: &'a mut Workspace<G>,
    pub(crate) params: &'a SearchParams,
    pub(crate) lmr: &'a LmrTable,
    pub(crate) control: &'a Control,
    pub(crate) limits: LimitCheck<'a>,
    pub(crate) report: &'a mut Reporter<'a, G::Move>,
    pub(crate) reports: bool,
    pub(crate) tablebase: bool,
    /// Whether there is any forward pruning, reduction, extension or correction of the
    /// evaluation. Otherwise the search gives exactly what plain minimax gives.
    is_selective: bool,
    /// Mixed into keys for the table: the two kinds of search do not believe
    /// each other's scores.
    salt: u64,
    /// Whether stop, clock and node limit are heeded at once.
    pub(crate) is_interruptible: bool,
    pub(crate) nodes: u64,
    pub(crate) cutoffs: Cutoffs,
    pub(super) quiescence_bound: QuiescenceBound,
    pub(crate) seldepth: usize,
    pub(crate) path: Path,
    pub(super) stack: Stack<G::Move>,
    pub(super) moves: MoveStack<G::Move>,
}

pub(super) enum EarlyExit {
    Value(NodeValue),
    /// Not decided; the move may be forced.
    Open {
        is_forced: bool,
    },
}

impl<'a, G: Knowledge> Worker<'a, G> {
    pub(crate) fn new(
        task: &Task<'a, G>,
        thread: ThreadState<'a, G>,
        report: &'a mut Reporter<'a, G::Move>,
    ) -> Self {
        let Task { root, settings, table, control, .. } = *task;
        let ThreadState { history, workspace, params, lmr, limits, buffers } = thread;
        root.position.state().record(0, workspace);
        history.begin(params);
        let Buffers { mut path, mut stack, mut moves } = buffers;
        path.begin(root);
        stack.begin();
        moves.clear();
        moves.reserve(512);
        Worker {
            table,
            history,
            workspace,
            params,
            lmr,
            control,
            limits,
            report,
            reports: settings.reports,
            tablebase: settings.tablebase,
            is_selective: true,
            salt: 0,
            is_interruptible: false,
            quiescence_bound: QuiescenceBound::default(),
            nodes: 0,
            cutoffs: Cutoffs::default(),
            seldepth: 0,
            path,
            stack,
            moves,
        }
    }

    pub(crate) fn into_buffers(self) -> Buffers<G::Move> {
        Buffers { path: self.path, stack: self.stack, moves: self.moves }
    }

    pub(crate) fn set_selective(&mut self, is_selective: bool) {
        /// Any number serves that is no difference of keys by rule.
        const SALT: u64 = 0x6A09_E667_F3BC_C908;
        self.is_selective = is_selective;
        self.salt = if is_selective { 0 } else { SALT };
    }

    #[inline(always)]
    pub(super) fn is_selective(&self) -> bool {
        self.is_selective
    }

    #[inline]
    pub(crate) fn table_key(&self, position: &G) -> u64 {
        position.key() ^ self.salt
    }

    pub(crate) fn pv_below_root(&self) -> &[G::Move] {
        self.stack.pv(1)
    }

    #[inline]
    pub(crate) fn enter(&mut self, ply: usize) -> Result<(), Stopped> {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        let is_over = self.control.is_stopped() || self.limits.is_over(self.nodes);
        if is_over && self.must_end() { Err(Stopped) } else { Ok(()) }
    }

    /// Whether a search whose limits are reached has to end at once: not in its first iteration,
    /// unless that takes long.
    #[cold]
    fn must_end(&self) -> bool {
        if self.is_interruptible || self.nodes > FIRST_ITERATION_NODES {
            return true;
        }
        if self.nodes <= FIRST_MOVE_NODES {
            return false;
        }
        let now = Instant::now();
        let has_had_time =
            now.saturating_duration_since(self.control.start()) >= FIRST_ITERATION_TIME;
        has_had_time && (self.control.is_stopped() || self.limits.is_time_up(now))
    }

    pub(crate) fn all_nodes(&self) -> u64 {
        self.limits.counts().nodes(self.nodes)
    }

    /// Whether the search has taken so long that its course is of interest.
    pub(crate) fn is_chatty(&self) -> bool {
        self.reports && self.control.start().elapsed() >= CHATTY_AFTER
    }

    /// The value of a node that needs no search: the game is over, the position is a
    /// repetition, or its value is known at a glance or from tables.
    #[inline(always)]
    pub(super) fn early_exit(&mut self, node: &Node<'_, G>) -> EarlyExit {
        if let Some(outcome) = node.position.decided() {
            // A counter that made the draw is not part of the key.
            let is_final = !G::REPEATS;
            let score = Score::from_outcome(outcome, node.ply);
            return EarlyExit::Value(NodeValue { score, is_final });
        }
        if let Some(score) = self.path.repetition(node.position, node.ply, node.reversible) {
            return EarlyExit::Value(NodeValue::open(self.with_noise(score)));
        }
        let is_forced = match node.position.glance() {
            Glance::Known(exact) => {
                return EarlyExit::Value(NodeValue::known(Score::from_exact(exact, node.ply)));
            }
            Glance::Forced => true,
            Glance::Open => false,
        };
        if G::HAS_TABLEBASE
            && self.tablebase
            && let Some(value) = self.probe_tablebase(node)
        {
            return EarlyExit::Value(value);
        }
        EarlyExit::Open { is_forced }
    }

    /// The score of a repetition: that of a draw a little more or less, by a bit of the number of
    /// nodes.
    #[inline(always)]
    fn with_noise(&self, score: Score) -> Score {
        let noise = self.params.repetition.draw_noise.0;
        let is_on = has(G::PARAMS.repetition.draw_noise.0 > 0) && self.is_selective();
        if !is_on || score != Score::DRAW {
            return score;
        }
        score.shifted(if self.nodes & 2 == 0 { noise } else { -noise })
    }

    /// The result of a node in the endgame tables. An outcome without its plies settles only
    /// leaves, and nodes after an irreversible move. Otherwise a root where every move keeps a
    /// sure win would see no difference between progress and repetition, until the game is drawn.
    fn probe_tablebase(&mut self, node: &Node<'_, G>) -> Option<NodeValue> {
        let value = match node.position.probe_tablebase(node.depth)? {
            TablebaseValue::Exact(exact) => {
                // A distance counts only as long as no counter ends the game before.
                let is_final = !G::REPEATS || exact == Exact::Draw;
                NodeValue { score: Score::from_exact(exact, node.ply), is_final }
            }
            TablebaseValue::Outcome(_) if node.reversible > 0 && node.depth >= Depth::PLY => {
                return None;
            }
            TablebaseValue::Outcome(outcome) => {
                NodeValue::known(Score::from_tablebase(outcome, node.ply))
            }
        };
        self.limits.counts().count_tbhit();
        Some(value)
    }

    #[inline]
    pub(super) fn make(&mut self, node: &Node<'_, G>, m: G::Move, depth: Depth) -> Child<G> {
        let mut position = node.position.clone();
        position.play(m);
        let is_leaf = depth < Depth::plies(2) && !G::PARAMS.quiescence.is_on;
        if !is_leaf {
            self.table.prefetch(self.table_key(&position));
        }
        // Fetching from memory takes long, so everything else is done meanwhile.
        let mut state = node.state.clone();
        node.position.advance(m, &mut state);
        state.record(node.ply + 1, self.workspace);
        if G::PARAMS.continuation_history.is_on {
            self.stack.set_move(node.ply, node.position, m);
        }
        self.note_points(node, m);
        let mut reversible = 0;
        if G::REPEATS {
            if !node.position.irreversible(m) {
                reversible = node.reversible + 1;
            }
            self.path.set(node.ply + 1, position.key());
        }
        self.note_reversible(node.ply, reversible > 0);
        let opposes = G::ALTERNATING || position.side() != node.position.side();
        let has_history = G::PARAMS.continuation_history.is_on;
        Child {
            position,
            state,
            by: Some(m),
            ply: node.ply + 1,
            reversible,
            opposes,
            parent_is_cut_node: node.is_cut_node,
            by_quiet: has_history && opposes && !node.position.tactical(m),
        }
    }

    /// Notes the history of a quiet move, if nodes after it ask for that.
    #[inline(always)]
    fn note_points(&mut self, node: &Node<'_, G>, m: G::Move) {
        let is_asked_for =
            has(G::PARAMS.reverse_futility.parent > 0) && self.params.reverse_futility.parent > 0;
        if is_asked_for && !node.position.tactical(m) {
            let context = self.stack.context::<G>(node.ply);
            let points = self.history.quiet(node.position, m, &context);
            self.stack.set_points(node.ply, points);
        }
    }

    /// The history of the quiet move that led to a node; 0 if it was none.
    #[inline(always)]
    pub(super) fn points_of_previous(&self, node: &Node<'_, G>) -> i32 {
        if has(G::PARAMS.reverse_futility.parent > 0) && node.after_quiet {
            self.stack.points(node.ply - 1)
        } else {
            0
        }
    }

    /// Notes whether the move at a ply can be undone. A null move does not end the count: that would
    /// make evaluations after it greater than those before.
    #[inline(always)]
    fn note_reversible(&mut self, ply: usize, is_reversible: bool) {
        if has(G::PARAMS.evaluation_scale.reversible.0 > 0) {
            let plies = if is_reversible { self.stack.reversible(ply) + 1 } else { 0 };
            self.stack.set_reversible(ply + 1, plies);
        }
    }

    /// The position after the side to move has passed, if it may.
    pub(super) fn make_null_move(&mut self, node: &Node<'_, G>) -> Option<Child<G>> {
        let position = node.position.null_move()?;
        if G::REPEATS {
            self.path.set(node.ply + 1, position.key());
        }
        if G::PARAMS.continuation_history.is_on {
            self.stack.set_null_move(node.ply);
        }
        self.table.prefetch(self.table_key(&position));
        self.workspace.pass(node.ply + 1);
        self.note_reversible(node.ply, true);
        Some(Child {
            position,
            state: node.state.clone(),
            by: None,
            ply: node.ply + 1,
            reversible: 0,
            opposes: true,
            parent_is_cut_node: node.is_cut_node,
            by_quiet: false,
        })
    }
}
