//! Null move pruning: if the side is still above beta after the other has moved twice, it
//! will be after a move of its own (Donninger, "Null move and deep search", 1993). Where
//! that may owe to zugzwang, a search with a move verifies it (David-Tabibi and Netanyahu,
//! "Verified Null-Move Pruning", 2002).

use super::transposition;
use super::types::{Node, NodeValue, Stopped, has};
use super::worker::Worker;
use crate::game::{Depth, Knowledge, SearchParams};
use crate::search::score::{Score, Window};
use crate::search::table::TableEntry;

pub(super) fn may_be_tried<G: Knowledge>(
    node: &Node<'_, G>,
    eval: Score,
    beta: Score,
    params: &SearchParams,
) -> bool {
    let rule = &params.null_move;
    let slope = rule.margin_slope.0 * node.depth.0 / Depth::PLY.0;
    G::PARAMS.null_move.is_on
        && rule.is_on
        && node.depth >= rule.depth
        && !node.after_null_move
        && (node.is_cut_node || !rule.cut_nodes_only)
        && eval >= beta
        && eval >= beta.shifted(rule.margin.0 - slope)
}

pub(super) fn depth<G: Knowledge>(
    node: &Node<'_, G>,
    eval: Score,
    beta: Score,
    has_tactical_hash_move: bool,
    params: &SearchParams,
) -> Depth {
    let rule = &params.null_move;
    let tactical = if has_tactical_hash_move { rule.tactical.0 } else { 0 };
    let surplus = (eval.value() - beta.value()) * Depth::PLY.0 / rule.surplus.0;
    let reduction =
        rule.base.0 + rule.slope.scale(node.depth.0) + surplus.min(rule.surplus_max.0) + tactical;
    node.depth - Depth::plies(Depth(reduction).whole_plies())
}

/// Whether a null move search that came out above beta must be verified by a search with a move, as
/// having to move may lose (zugzwang).
pub(super) fn must_be_verified<G: Knowledge>(node: &Node<'_, G>, params: &SearchParams) -> bool {
    node.depth >= params.null_move.verification && node.position.may_be_zugzwang()
}

impl<G: Knowledge> Worker<'_, G> {
    /// The value of a node that is above beta even after a pass.
    pub(super) fn null_move_search(
        &mut self,
        node: &Node<'_, G>,
        eval: Score,
        beta: Score,
        entry: Option<TableEntry>,
    ) -> Result<Option<NodeValue>, Stopped> {
        let is_tactical = has(G::PARAMS.null_move.tactical.0 > 0)
            && transposition::hash_move(entry, node).is_some_and(|m| node.position.tactical(m));
        let depth = depth(node, eval, beta, is_tactical, self.params);
        let Some(child) = self.make_null_move(node) else { return Ok(None) };
        let window = Window::below(beta);
        let budget = Depth::ZERO;
        let value = self.descend::<false>(&child, depth, budget, window, !node.is_cut_node)?;
        if value.score < beta {
            return Ok(None);
        }
        if must_be_verified(node, self.params) {
            let moving = Node { depth, after_null_move: true, ..*node };
            if self.interior::<false>(&moving, window)?.score < beta {
                return Ok(None);
            }
        }
        // A forced loss of the other side, after this side has moved twice, proves nothing.
        let score = if value.score.is_decisive() { beta } else { value.score };
        Ok(Some(NodeValue::open(score)))
    }
}
