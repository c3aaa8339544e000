//! The search of a node, from top to bottom: principal variation search.
//!
//! The first move of a node is searched with the full window; the others only
//! need to be shown to be no better, for which a null window is enough
//! (Marsland and Campbell, "Parallel search of strongly ordered game trees",
//! 1982). Scores are fail-soft: they may lie outside the window, as a bound.
//!
//! The steps, with the functions that take them:
//!
//! | in | steps |
//! |---|---|
//! | [`Worker::search`] | 1 limits, 2 early exit, 3 check extension, 4 quiescence |
//! | `interior` | 5 mate distance pruning, 6 transposition table, 7 static evaluation, 8 depth of the node, 9 node pruning, 14 learning, 15 storing |
//! | `try_moves` | 10 singular extension, 11 reduction and move pruning, 12 the move itself, 13 bounds, principal variation and cutoff |

use super::move_picker::{HashMove, MovePicker, ScoredMove};
use super::pruning::{self, MovePruning, Prospect};
use super::reductions::{self, LateMove, MoveDepth, NodeOutlook, extend_forced, node_extension};
use super::singular::{Singular, SingularTest};
use super::static_eval::EarlyEval;
use super::transposition::{self, Extras};
use super::types::{Best, Child, Node, NodeValue, Searched, StaticEval, Stopped, has, packed};
use super::worker::{EarlyExit, Worker};
use super::{null_move, quiescence};
use crate::game::{Depth, Knowledge};
use crate::search::score::{MAX_PLY, Score, Window};
use crate::search::table::{Bound, TableEntry};

/// The move loop of a node: what is known of the node, and what the moves tried so far
/// came to.
struct MoveLoop<M> {
    number: usize,
    eval: StaticEval,
    entry: Option<TableEntry>,
    is_hash_move_tactical: bool,
    rules: MovePruning,
    window: Window,
    best: Best<M>,
}

impl<G: Knowledge> Worker<'_, G> {
    pub(super) fn search<const PV: bool>(&mut self, node: Node<'_, G>, window: Window) -> Searched {
        // Step 1. Limits: count the node; a stop, the clock or the node limit end the search.
        self.enter(node.ply)?;

        // Step 2. Early exit: the game is over or repeats, or the value is known.
        let is_forced = match self.early_exit(&node) {
            EarlyExit::Value(value) => return Ok(value),
            EarlyExit::Open { is_forced } => is_forced,
        };

        // Step 3. Check extension: a forced reply is searched deeper.
        let mut node = Node { is_forced, ..node };
        if self.is_selective() {
            node = extend_forced(node, self.params);
        }

        // Step 4. Quiescence: the depth is spent.
        if node.depth < Depth::PLY || node.ply >= MAX_PLY {
            return quiescence::leaf::<G, PV>(self, node, window);
        }
        self.interior::<PV>(&node, window)
    }

    /// The value of a node that has depth left. Apart from [`Worker::search`],
    /// so that leaves, which are most nodes, do not pay for its registers.
    #[inline(never)]
    pub(super) fn interior<const PV: bool>(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
    ) -> Searched {
        // Step 5. Mate distance pruning: however the node ends, it is no worse than a loss
        // here and no better than a win by the next move.
        let window = window.narrowed(Score::loss_at(node.ply), Score::win_at(node.ply + 1));
        if window.alpha >= window.beta {
            return Ok(NodeValue::known(window.alpha));
        }

        // Step 6. Transposition table. A singular search looks for results that the table does not
        // have. Work without the entry comes first, while its memory is fetched.
        let key = self.table_key(node.position);
        let is_selective = self.is_selective();
        let is_stored = node.excluded.is_none();
        let uses_table = G::PARAMS.quiescence.is_on || node.depth >= Depth::plies(2);
        let early = if is_stored {
            let corrections = &self.history.corrections;
            let params = if is_selective { Some(self.params) } else { None };
            EarlyEval::new(node, corrections, &self.stack, params, self.workspace)
        } else {
            EarlyEval::default()
        };
        let entry = if is_stored && uses_table { self.table.probe(key) } else { None };
        if !PV && let Some(value) = self.table_cutoff(entry, node, window) {
            return Ok(value);
        }

        self.note_tt_pv::<PV>(node, entry);
        self.begin_children(node);

        // Step 7. Static evaluation; the move that led here learns from it.
        let mut eval = StaticEval::default();
        if is_selective {
            eval = if is_stored {
                StaticEval::new(node, entry, early, &mut self.stack, self.workspace)
            } else {
                self.stack.static_eval(node.ply).without_table()
            };
            eval.update_previous_move(node, &self.stack, self.history, self.params);
        }

        // Step 8. Depth of the node: more or less of it for what is known by now.
        let depth = self.adjusted_depth::<PV>(node, &eval, entry);
        let adjusted;
        let node = if depth == node.depth {
            node
        } else {
            adjusted = Node { depth, ..*node };
            &adjusted
        };

        // Step 9. Node pruning: the opponent will avoid a node that is too good for the
        // side to move, and the side to move one that is too bad.
        if !PV && const { pruning::prunes_nodes::<G>() } && is_stored {
            if let Some(value) = self.prune_node(node, &eval, entry, window)? {
                if entry.is_none() && uses_table && value.score >= window.beta {
                    transposition::store_eval(self.table, key, node, &eval, self.params);
                }
                return Ok(value);
            }
            // It keeps in the table what it finds.
            if let Some(value) = self.probcut(node, &eval, entry, window.beta)? {
                return Ok(value);
            }
        }

        // Steps 10 to 13. Moves.
        let best = self.search_moves::<PV>(node, eval, entry, window)?;

        // Step 14. Learning: corrections of the evaluation, and the move that led here.
        if is_stored {
            eval.update_corrections(node, &best, &self.stack, &mut self.history.corrections);
            self.history.update_after_fail_low(node, &best, &self.stack, self.params);
        }

        // Step 15. Storing.
        if is_stored && uses_table {
            let was_pv = PV || entry.is_some_and(|entry| entry.was_pv);
            self.store(key, node, eval.raw, was_pv, &best);
        }
        Ok(best.value)
    }

    /// Step 6: nodes after this one ask whether the table has it as one of a principal variation.
    #[inline(always)]
    fn note_tt_pv<const PV: bool>(&mut self, node: &Node<'_, G>, entry: Option<TableEntry>) {
        if has(G::PARAMS.tt.pv_fail_low.0 > 0) && node.excluded.is_none() {
            let is_tt_pv = PV || entry.is_some_and(|entry| entry.was_pv);
            self.stack.set_tt_pv(node.ply, is_tt_pv);
        }
    }

    /// Step 6: the children of a node begin to count the cutoffs below them, which reductions ask
    /// for. Killers below it are those of its own tree, if the parameters say so.
    #[inline(always)]
    fn begin_children(&mut self, node: &Node<'_, G>) {
        self.stack.clear_grandchild_cutoffs(node.ply);
        let plies = self.params.history.killers_reset;
        if has(G::PARAMS.history.killers_reset > 0) && plies > 0 && node.excluded.is_none() {
            self.history.clear_killers(node.ply + plies as usize);
        }
    }

    /// Step 15: the table keeps a node. It is one of a principal variation also where it failed
    /// low and the node before it is one, as the move between them is then a good one.
    #[inline(always)]
    fn store(
        &self,
        key: u64,
        node: &Node<'_, G>,
        raw_eval: Option<Score>,
        was_pv: bool,
        best: &Best<G::Move>,
    ) {
        let is_selective = self.is_selective();
        let min_depth = self.params.tt.pv_fail_low;
        let inherits = has(G::PARAMS.tt.pv_fail_low.0 > 0)
            && min_depth > Depth::ZERO
            && is_selective
            && best.bound == Bound::Upper
            && node.depth >= min_depth
            && self.stack.is_after_tt_pv(node.ply);
        let extras = Extras { raw_eval, is_tt_pv: was_pv || inherits, is_selective };
        transposition::store(self.table, key, node, best, extras, self.params);
    }

    /// Step 6: the value of a node that the table ends. A quiet move that does so learns.
    #[inline(always)]
    fn table_cutoff(
        &mut self,
        entry: Option<TableEntry>,
        node: &Node<'_, G>,
        window: Window,
    ) -> Option<NodeValue> {
        let params = if self.is_selective() { Some(self.params) } else { None };
        let value = transposition::cutoff(entry, node, params, window)?;
        let Some(params) = params else { return Some(value) };
        if !transposition::is_plausible(value, node, window.beta, params) {
            return None;
        }
        if value.score < window.beta {
            return Some(value);
        }
        self.history.update_after_refutation(node, &self.stack, params);
        if has(G::PARAMS.history.tt_cutoff.0 > 0)
            && params.history.tt_cutoff.0 > 0
            && let Some(m) = transposition::hash_move(entry, node)
            && !node.position.tactical(m)
        {
            self.stack.set_surroundings(node.ply, node.position, node.state);
            self.history.update_after_tt_cutoff(node, m, &self.stack, params);
        }
        Some(value)
    }

    /// Step 8: the depth of a node, more or less for its evaluation and for what the table
    /// knows.
    #[inline(always)]
    fn adjusted_depth<const PV: bool>(
        &self,
        node: &Node<'_, G>,
        eval: &StaticEval,
        entry: Option<TableEntry>,
    ) -> Depth {
        let is_open = node.excluded.is_none() && !node.is_forced && !node.after_null_move;
        if !const { reductions::adjusts_nodes::<G>() } || !self.is_selective() || !is_open {
            return node.depth;
        }
        let params = self.params;
        let has_hash_move = reductions::has_deep_hash_move(node, entry, params);
        let stack = &self.stack;
        let extension = node_extension::<G, PV>(node, eval, has_hash_move, params, stack);
        (node.depth + extension).max(Depth::PLY)
    }

    /// Step 9: the value of a node that its evaluation shows to lie below alpha, by razoring,
    /// or above beta, by reverse futility or null move pruning.
    fn prune_node(
        &mut self,
        node: &Node<'_, G>,
        eval: &StaticEval,
        entry: Option<TableEntry>,
        window: Window,
    ) -> Result<Option<NodeValue>, Stopped> {
        let Window { alpha, beta } = window;
        if beta.is_decisive() {
            return Ok(None);
        }
        let Some(adjusted) = eval.adjusted else { return Ok(None) };
        let params = self.params;
        if pruning::may_razor(node, adjusted, alpha, params) {
            let value = quiescence::leaf::<G, false>(self, Node { ..*node }, window)?;
            if value.score <= alpha {
                return Ok(Some(NodeValue::open(value.score)));
            }
        }
        let is_tt_pv = entry.is_some_and(|entry| entry.was_pv);
        let points = self.points_of_previous(node);
        if let Some(score) = pruning::reverse_futility(node, eval, is_tt_pv, points, beta, params)
            && !pruning::is_spared(node, entry, params)
        {
            return Ok(Some(NodeValue::open(score)));
        }
        if null_move::may_be_tried(node, adjusted, beta, params) {
            return self.null_move_search(node, adjusted, beta, entry);
        }
        Ok(None)
    }

    fn search_moves<const PV: bool>(
        &mut self,
        node: &Node<'_, G>,
        eval: StaticEval,
        entry: Option<TableEntry>,
        window: Window,
    ) -> Result<Best<G::Move>, Stopped> {
        let rules = if self.is_selective() {
            MovePruning::new::<G, PV>(node, eval.is_improving, self.params)
        } else {
            MovePruning::NONE
        };
        // A singular search has those of the node that it belongs to.
        if node.excluded.is_none() {
            self.stack.set_surroundings(node.ply, node.position, node.state);
        }
        let moves = &mut self.moves;
        let stack = &self.stack;
        let params = self.params;
        let asks_whether_tactical =
            params.lmr.tactical_hash_move.0 != 0 && node.depth >= params.lmr.depth;
        let hash = entry.and_then(|entry| entry.packed);
        let hash_move = if G::PARAMS.staged_generation || asks_whether_tactical {
            transposition::hash_move(entry, node)
        } else {
            None
        };
        let known = HashMove { packed: hash, m: hash_move };
        let picker = MovePicker::new(node, moves, self.history, stack, params, known, rules.late);
        let start = picker.start;
        let is_hash_move_tactical =
            asks_whether_tactical && hash_move.is_some_and(|m| node.position.tactical(m));
        let best = Best::none();
        let number = 0;
        let tried = MoveLoop { number, eval, entry, is_hash_move_tactical, rules, window, best };
        let best = self.try_moves::<PV>(node, picker, tried)?;
        self.moves.truncate(start);
        Ok(best)
    }

    fn try_moves<const PV: bool>(
        &mut self,
        node: &Node<'_, G>,
        mut picker: MovePicker,
        mut tried: MoveLoop<G::Move>,
    ) -> Result<Best<G::Move>, Stopped> {
        let start = picker.start;
        while let Some(scored) =
            picker.next(node, &mut self.moves, self.history, &self.stack, tried.number)
        {
            let number = tried.number;
            tried.number += 1;
            // It still counts as the first: the others have null windows.
            if node.excluded.is_some() && packed::<G>(scored.m) == node.excluded {
                self.moves[start + number].set_pruned();
                continue;
            }

            // Step 10. Singular extension: is the hash move much better than all others?
            let extension = match self.singular_search::<PV>(node, &tried, scored.m)? {
                Singular::Extension(extension) => extension,
                Singular::MultiCut(score) => {
                    let value = NodeValue::open(score);
                    return Ok(Best { value, m: None, bound: Bound::Lower });
                }
            };

            // Step 11. Late move reduction, and pruning of moves that promise too little.
            let planned = self.plan_move::<PV>(node, &tried, scored, number, extension);
            let Some(depths) = planned else {
                tried.best.value.is_final = false;
                self.moves[start + number].set_pruned();
                continue;
            };

            // Step 12. The move itself.
            self.note_number(node.ply, number);
            let child = self.make(node, scored.m, depths.reduced());
            let best = if number > 0 { Some(tried.best.value.score) } else { None };
            let value = self.search_move::<PV>(&child, depths, best, tried.window)?;

            // Step 13. Bounds, principal variation, cutoff and the history of moves.
            tried.best.add(value);
            if value.score > tried.window.alpha {
                tried.window.alpha = value.score;
                tried.best.m = Some(scored.m);
                tried.best.bound = Bound::Exact;
                if PV {
                    self.stack.update_pv(node.ply, scored.m);
                }
                if value.score >= tried.window.beta {
                    tried.best.bound = Bound::Lower;
                    self.cutoffs.all += 1;
                    self.cutoffs.first += u64::from(number == 0);
                    self.update_history(node, scored.m, start, number);
                    self.blend_fail_high(node, tried.window.beta, &mut tried.best.value);
                    return Ok(tried.best);
                }
            }
        }
        if tried.number == 0 {
            tried.best.value.score = Score::from_outcome(node.position.stalled(), node.ply);
            tried.best.bound = Bound::Exact;
        }
        self.update_history_of_exact(node, &tried, start);
        Ok(tried.best)
    }

    /// Step 10: compares `m` with the other moves of its node, if it is the hash move and
    /// that seems worthwhile.
    fn singular_search<const PV: bool>(
        &mut self,
        node: &Node<'_, G>,
        tried: &MoveLoop<G::Move>,
        m: G::Move,
    ) -> Result<Singular, Stopped> {
        let test = SingularTest::new(node, tried.entry, m, &self.params.singular);
        let test = if self.is_selective() { test } else { None };
        let Some(test) = test else { return Ok(Singular::Extension(Depth::ZERO)) };
        let without = Node { depth: test.depth, excluded: packed::<G>(m), ..*node };
        let others = self.interior::<false>(&without, Window::below(test.beta))?.score;
        let beta = tried.window.beta;
        Ok(test.result::<G, PV>(others, beta, node.is_cut_node, &self.params.singular))
    }

    /// Step 11: the depth at which a move is searched, or `None` if it is pruned.
    fn plan_move<const PV: bool>(
        &self,
        node: &Node<'_, G>,
        tried: &MoveLoop<G::Move>,
        scored: ScoredMove<G::Move>,
        number: usize,
        extension: Depth,
    ) -> Option<MoveDepth> {
        if !self.is_selective() {
            return Some(MoveDepth::plain(node));
        }
        let prospect = Prospect {
            node,
            eval: &tried.eval,
            scored,
            rules: tried.rules,
            number,
            alpha: tried.window.alpha,
            params: self.params,
        };
        // One move at least is searched, and all while the side is being mated.
        let may_prune = const { pruning::prunes_moves::<G, PV>() }
            && tried.rules.is_any()
            && !tried.best.value.score.is_decisive();
        if may_prune && prospect.is_late() {
            return None;
        }
        let has_failed_low = has(G::PARAMS.lmr.tt_pv_fail_low.0 > 0)
            && transposition::has_failed_low(tried.entry, node.ply, tried.window.alpha);
        let outlook = NodeOutlook {
            is_improving: tried.eval.is_improving,
            is_tt_pv: tried.entry.is_some_and(|entry| entry.was_pv),
            has_failed_low,
            has_hash_move: tried.entry.is_some_and(|entry| entry.packed.is_some()),
            is_hash_move_tactical: tried.is_hash_move_tactical,
            correction: tried.eval.correction,
        };
        let late = LateMove { node, scored, number, outlook };
        let reduction = late.reduction::<PV>(self.params, self.lmr, self.history, &self.stack);
        let less = reductions::after_alpha_raise::<_, PV>(node, tried.best.bound, self.params);
        let depths = MoveDepth::new(node, scored.m, extension - less, reduction);
        let is_pruned =
            may_prune && prospect.is_pruned(depths.reduced(), self.history, &self.stack);
        if is_pruned { None } else { Some(depths) }
    }

    /// Step 12: a node after this move asks how early it was tried.
    #[inline(always)]
    pub(super) fn note_number(&mut self, ply: usize, number: usize) {
        if has(G::PARAMS.history.refuted.0 > 0) {
            self.stack.set_number(ply, number);
        }
    }

    /// Step 12: the value of one move. The first has the whole window, the others a null window
    /// until they prove better than the best before, which came to `best`.
    pub(super) fn search_move<const PV: bool>(
        &mut self,
        child: &Child<G>,
        depths: MoveDepth,
        best: Option<Score>,
        window: Window,
    ) -> Searched {
        let MoveDepth { mut depth, budget, reduction } = depths;
        let Some(best) = best else {
            let is_cut_node = !PV && !child.parent_is_cut_node;
            return self.descend::<PV>(child, depth, budget, window, is_cut_node);
        };
        if PV {
            // If the move fails high, its line must not be that of an earlier move.
            self.stack.clear_pv(child.ply);
        }
        let Window { alpha, beta } = window;
        let scout = Window::above(alpha);
        let looks_back = const { reductions::looks_back::<G>() };
        if looks_back {
            self.stack.set_reduction(child.ply - 1, reduction);
        }
        let mut value = self.descend::<false>(child, depths.reduced(), budget, scout, true)?;
        if looks_back {
            self.stack.set_reduction(child.ply - 1, Depth::ZERO);
        }
        let mut is_final = value.is_final;
        if value.score > alpha && reduction > Depth::ZERO {
            depth = self.depth_after_reduced(child, depth, value.score, best, alpha);
            if depth > depths.reduced() {
                let is_cut_node = !child.parent_is_cut_node;
                value = self.descend::<false>(child, depth, budget, scout, is_cut_node)?;
                is_final &= value.is_final;
                if has(G::PARAMS.history.full_depth.0 > 0) && child.by_quiet {
                    let ply = child.ply - 1;
                    let stack = &self.stack;
                    let is_good = value.score > alpha;
                    let params = self.params;
                    self.history.update_after_full_depth(ply, depth, stack, is_good, params);
                }
            }
        }
        if PV && value.score > alpha && value.score < beta {
            value = self.descend::<PV>(child, depth, budget, window, false)?;
            is_final &= value.is_final;
        }
        Ok(NodeValue { is_final, ..value })
    }

    /// The depth at which a child is searched again whose reduced search came to `score`: a
    /// ply more if that is much, a ply less if it is hardly better than the best before.
    pub(super) fn depth_after_reduced(
        &self,
        child: &Child<G>,
        depth: Depth,
        score: Score,
        best: Score,
        alpha: Score,
    ) -> Depth {
        let deeper = self.params.lmr.deeper_margin.0;
        let shallower = self.params.lmr.shallower_margin.0;
        if child.ply == 1 {
            depth
        } else if deeper > 0 && score > alpha.shifted(deeper) {
            depth + Depth::PLY
        } else if shallower > 0 && score < best.shifted(shallower) {
            depth - Depth::PLY
        } else {
            depth
        }
    }

    /// Searches a child within a window of its parent's side; the value is
    /// that side's too.
    #[inline]
    pub(super) fn descend<const PV: bool>(
        &mut self,
        child: &Child<G>,
        depth: Depth,
        budget: Depth,
        window: Window,
        is_cut_node: bool,
    ) -> Searched {
        if PV {
            self.stack.clear_pv(child.ply);
        }
        let node = child.node(depth, budget, is_cut_node);
        if child.opposes {
            Ok(-self.search::<PV>(node, -window)?)
        } else {
            self.search::<PV>(node, window)
        }
    }

    /// Step 13: the value of a node that failed high, nearer to beta the less depth is behind it.
    /// That of a singular search is compared with beta alone.
    #[inline(always)]
    fn blend_fail_high(&self, node: &Node<'_, G>, beta: Score, value: &mut NodeValue) {
        let half = self.params.fail_high.blend.0;
        let is_on = has(G::PARAMS.fail_high.blend.0 > 0)
            && half > 0
            && self.is_selective()
            && node.excluded.is_none();
        if is_on && !value.score.is_decisive() && !beta.is_decisive() {
            let beyond = value.score.value() - beta.value();
            value.score = beta.shifted(beyond * node.depth.0 / (node.depth.0 + half));
        }
    }

    /// Step 13: the best move of a node, if none cut off and one raised alpha.
    #[inline(always)]
    fn update_history_of_exact(
        &mut self,
        node: &Node<'_, G>,
        tried: &MoveLoop<G::Move>,
        start: usize,
    ) {
        let params = self.params;
        let share = params.history.exact;
        if has(G::PARAMS.history.exact.0 > 0)
            && share.0 > 0
            && self.is_selective()
            && let Some(m) = tried.best.m
        {
            let context = self.stack.context::<G>(node.ply);
            let others = self.moves[start..start + tried.number]
                .iter()
                .filter(|scored| !scored.is_pruned() && scored.m != m)
                .map(|scored| scored.m);
            self.history.update_after_exact(node, &context, params, share, m, others);
        }
    }

    /// Step 13: the move `m`, the `number`th tried, cut off.
    fn update_history(&mut self, node: &Node<'_, G>, m: G::Move, start: usize, number: usize) {
        self.stack.count_cutoff(node.ply);
        let context = self.stack.context::<G>(node.ply);
        let tried = &self.moves[start..start + number];
        let failed = tried.iter().filter(|scored| !scored.is_pruned()).map(|scored| scored.m);
        self.history.update_after_cutoff(node, &context, self.params, m, failed);
        if self.is_selective() {
            self.history.update_after_refutation(node, &self.stack, self.params);
        }
    }
}
