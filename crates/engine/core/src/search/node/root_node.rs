//! The root as a node: what the driver needs to search its moves one by one.

use super::move_picker::{ScoredMove, rank};
use super::reductions::{LateMove, MoveDepth, NodeOutlook, extend_forced, extension_budget};
use super::static_eval::EarlyEval;
use super::transposition::{self, Extras};
use super::types::{Best, Node, Searched, StaticEval, has};
use super::worker::Worker;
use crate::game::{Depth, Glance, Knowledge};
use crate::search::path::Root;
use crate::search::score::{Score, Window};
use crate::search::sorting::sort_by_cached_key;
use std::cmp::Reverse;

pub(crate) struct RootNode<'n, G: Knowledge> {
    node: Node<'n, G>,
    eval: StaticEval,
    has_hash_move: bool,
    is_hash_move_tactical: bool,
}

impl<G: Knowledge> Worker<'_, G> {
    /// What a stopped search left is forgotten.
    pub(crate) fn begin_root<'n>(
        &mut self,
        root: &'n Root<G>,
        state: &'n G::State,
        depth: Depth,
    ) -> RootNode<'n, G> {
        self.moves.clear();
        self.stack.clear_root_cutoffs();
        let node = Node {
            position: &root.position,
            state,
            previous: None,
            after_null_move: false,
            ply: 0,
            depth,
            budget: extension_budget::<G>(depth, self.params),
            is_forced: root.position.glance() == Glance::Forced,
            reversible: self.path.reversible_before_root(),
            excluded: None,
            is_cut_node: false,
            after_quiet: false,
        };
        if !self.is_selective() {
            let eval = StaticEval::default();
            return RootNode { node, eval, has_hash_move: false, is_hash_move_tactical: false };
        }
        let entry = self.table.probe(self.table_key(&root.position));
        self.stack.set_tt_pv(0, true);
        self.stack.set_reversible(0, node.reversible);
        self.stack.set_surroundings(0, &root.position, state);
        let corrections = &self.history.corrections;
        let params = Some(self.params);
        let early = EarlyEval::new(&node, corrections, &self.stack, params, self.workspace);
        let eval = StaticEval::new(&node, entry, early, &mut self.stack, self.workspace);
        let has_hash_move = entry.is_some_and(|entry| entry.packed.is_some());
        let is_hash_move_tactical =
            transposition::hash_move(entry, &node).is_some_and(|m| node.position.tactical(m));
        let node = extend_forced(node, self.params);
        RootNode { node, eval, has_hash_move, is_hash_move_tactical }
    }

    /// Searches one move of the root, the `number`th of them, and gives its value. Those
    /// before it came to `best` at most.
    pub(crate) fn search_root_move(
        &mut self,
        root: &RootNode<'_, G>,
        m: G::Move,
        number: usize,
        best: Score,
        window: Window,
    ) -> Searched {
        let RootNode { node, eval, has_hash_move, is_hash_move_tactical } = root;
        let outlook = NodeOutlook {
            is_improving: true,
            is_tt_pv: true,
            has_failed_low: false,
            has_hash_move: *has_hash_move,
            is_hash_move_tactical: *is_hash_move_tactical,
            correction: eval.correction,
        };
        let scored = ScoredMove::unranked(m);
        let late = LateMove { node, scored, number, outlook };
        let depths = if self.is_selective() {
            let params = self.params;
            let lmr = self.lmr;
            let reduction = late.reduction::<true>(params, lmr, self.history, &self.stack);
            MoveDepth::new(node, m, Depth::ZERO, reduction)
        } else {
            MoveDepth::plain(node)
        };
        self.note_number(0, number);
        let child = self.make(node, m, depths.depth);
        let best = if number > 0 { Some(best) } else { None };
        self.search_move::<true>(&child, depths, best, window)
    }

    /// Puts the moves of the root into the order of their histories, but for the first ones, which
    /// the iterations before found best.
    pub(crate) fn order_root<T>(
        &self,
        root: &RootNode<'_, G>,
        moves: &mut [T],
        m: impl Fn(&T) -> G::Move,
    ) {
        let first = self.params.history.root_order as usize;
        let is_on = has(G::PARAMS.history.root_order > 0) && first > 0 && self.is_selective();
        if is_on && let Some(rest) = moves.get_mut(first..) {
            let capture_points = self.params.capture_history.points;
            sort_by_cached_key(rest, |it| {
                let rank = rank(&root.node, m(it), self.history, &self.stack, capture_points);
                Reverse(rank)
            });
        }
    }

    /// Learns that the best move of the root was better than those others that were tried.
    pub(crate) fn update_root_history(
        &mut self,
        root: &RootNode<'_, G>,
        best: &Best<G::Move>,
        tried: impl Iterator<Item = G::Move>,
    ) {
        let params = self.params;
        let share = params.history.root;
        if has(G::PARAMS.history.root.0 > 0)
            && share.0 > 0
            && self.is_selective()
            && let Some(m) = best.m
        {
            let context = self.stack.context::<G>(0);
            let others = tried.filter(|&other| other != m);
            self.history.update_after_exact(&root.node, &context, params, share, m, others);
        }
    }

    /// Learns from the result of the root, and keeps it in the table.
    pub(crate) fn finish_root(&mut self, root: &RootNode<'_, G>, best: &Best<G::Move>) {
        let RootNode { node, eval, .. } = root;
        eval.update_corrections(node, best, &self.stack, &mut self.history.corrections);
        let key = self.table_key(node.position);
        let is_selective = self.is_selective();
        let extras = Extras { raw_eval: eval.raw, is_tt_pv: true, is_selective };
        transposition::store(self.table, key, node, best, extras, self.params);
    }

    pub(crate) fn fail_high_reduction(&self) -> Depth {
        if self.is_selective() { self.params.aspiration.fail_high } else { Depth::ZERO }
    }
}
