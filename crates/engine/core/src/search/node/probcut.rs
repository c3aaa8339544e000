//! ProbCut: a capture that beats a raised beta in a shallow search beats beta in a deep one,
//! most likely (Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta
//! Algorithm", 1995; for chess, chessprogramming.org "ProbCut").

use super::move_picker::MovePicker;
use super::transposition::{self, Extras};
use super::types::{Best, Node, NodeValue, StaticEval, Stopped, has};
use super::worker::Worker;
use crate::game::{Depth, Knowledge, Which};
use crate::search::score::{Score, Window};
use crate::search::table::{Bound, TableEntry};

impl<G: Knowledge> Worker<'_, G> {
    /// The value of a node that a tactical move shows to be above beta. The table keeps it.
    pub(super) fn probcut(
        &mut self,
        node: &Node<'_, G>,
        eval: &StaticEval,
        entry: Option<TableEntry>,
        beta: Score,
    ) -> Result<Option<NodeValue>, Stopped> {
        let params = self.params;
        let is_on = has(G::PARAMS.probcut.is_on) && params.probcut.is_on;
        if !is_on || node.depth < params.probcut.depth || beta.is_decisive() {
            return Ok(None);
        }
        let raised = beta.shifted(params.probcut.margin.0);
        let depth = node.depth - params.probcut.reduction;
        // The table knows of a search as deep as this one would be, that failed low.
        let is_refuted = entry.is_some_and(|entry| {
            entry.bound != Bound::Lower
                && entry.is_deep(depth)
                && Score::from_table(entry.score, node.ply) < raised
        });
        let (Some(corrected), false) = (eval.corrected, is_refuted || raised.is_decisive()) else {
            return Ok(None);
        };
        let hash = entry.and_then(|entry| entry.packed);
        let moves = &mut self.moves;
        let history = &*self.history;
        let stack = &self.stack;
        let which = Which::Tactical;
        let mut picker = MovePicker::quiescence(node, moves, history, stack, params, hash, which);
        let start = picker.start;
        let lacking = raised.value() - corrected.value();
        let mut number = 0;
        let mut found = None;
        while let Some(scored) =
            picker.next(node, &mut self.moves, self.history, &self.stack, number)
        {
            number += 1;
            if scored.is_bad_capture() {
                break;
            }
            if !node.position.see_at_least(scored.m, lacking) {
                continue;
            }
            let value = self.probcut_search(node, scored.m, depth, raised)?;
            if value.score >= raised {
                found = Some((scored.m, value.score));
                break;
            }
        }
        self.moves.truncate(start);
        let Some((m, score)) = found else { return Ok(None) };
        let value = NodeValue::open(score);
        let best = Best { value, m: Some(m), bound: Bound::Lower };
        let is_tt_pv = entry.is_some_and(|entry| entry.was_pv);
        let extras = Extras { raw_eval: eval.raw, is_tt_pv, is_selective: true };
        let searched = Node { depth: depth + Depth::PLY, ..*node };
        let key = self.table_key(node.position);
        transposition::store(self.table, key, &searched, &best, extras, params);
        Ok(Some(NodeValue::open(if score.is_decisive() { beta } else { score })))
    }

    /// The value of a move against a raised beta: by quiescence, and if that reaches it, by
    /// a search of `depth`.
    fn probcut_search(
        &mut self,
        node: &Node<'_, G>,
        m: G::Move,
        depth: Depth,
        raised: Score,
    ) -> Result<NodeValue, Stopped> {
        let child = self.make(node, m, depth);
        let window = Window::below(raised);
        let is_cut_node = !node.is_cut_node;
        let value = self.descend::<false>(&child, Depth::ZERO, Depth::ZERO, window, is_cut_node)?;
        if value.score < raised || depth < Depth::PLY {
            return Ok(value);
        }
        self.descend::<false>(&child, depth, Depth::ZERO, window, is_cut_node)
    }
}
