//! The root as a node: what the driver needs to search its moves one by one.

use super::move_picker::ScoredMove;
use super::reductions::{LateMove, MoveDepth, NodeOutlook, extend_forced};
use super::transposition::{self, Extras};
use super::types::{Best, Node, Searched};
use super::worker::Worker;
use crate::games::{Depth, Glance, Knowledge};
use crate::search::path::Root;
use crate::search::score::Score;

impl<G: Knowledge> Worker<'_, G> {
    /// The node of the root, to be searched to a nominal depth. What a stopped search
    /// left is forgotten.
    pub(in crate::search) fn begin_root<'n>(
        &mut self,
        root: &'n Root<G>,
        state: &'n G::State,
        depth: Depth,
    ) -> Node<'n, G> {
        self.moves.clear();
        let node = Node {
            position: &root.position,
            state,
            previous: None,
            after_null_move: false,
            ply: 0,
            depth,
            budget: self.params.extension_budget,
            is_forced: root.position.glance() == Glance::Forced,
            reversible: self.path.reversible_before_root(),
            excluded: None,
            is_cut_node: false,
            after_quiet: false,
        };
        if self.is_selective() { extend_forced(node) } else { node }
    }

    /// Searches one move of the root, the `number`th of them, and gives its value.
    pub(in crate::search) fn search_root_move(
        &mut self,
        root: &Node<'_, G>,
        m: G::Move,
        number: usize,
        window: (Score, Score),
    ) -> Searched {
        let outlook = NodeOutlook { is_improving: true, is_tt_pv: true };
        let scored = ScoredMove::unranked(m);
        let late = LateMove { node: root, scored, number, outlook };
        let depths = match self.is_selective() {
            false => MoveDepth::plain(root),
            true => {
                let learnt = (&*self.history, &self.stack);
                let reduction = late.reduction::<true>(self.params, self.lmr, learnt);
                MoveDepth::of(root, m, Depth::ZERO, reduction)
            }
        };
        let child = self.make(root, m, depths.depth);
        self.search_move::<true>(&child, depths, number == 0, window)
    }

    /// Keeps the result of the root in the table.
    pub(in crate::search) fn store_root(
        &self,
        root: &Root<G>,
        node: &Node<'_, G>,
        best: &Best<G::Move>,
    ) {
        let key = self.table_key(&root.position);
        let extras = Extras { raw_eval: None, is_tt_pv: true, is_selective: self.is_selective() };
        transposition::store(self.table, key, node, best, extras);
    }

    /// What the root is searched less deep each time that it failed high.
    pub(in crate::search) fn fail_high_reduction(&self) -> Depth {
        if self.is_selective() { self.params.aspiration_fail_high } else { Depth::ZERO }
    }
}
