//! A node's lookup in the transposition table, and its entry there.

use super::types::{Best, Node, NodeValue, StaticEval, has, packed};
use crate::game::{Depth, Knowledge, SearchParams};
use crate::search::score::{Score, Window};
use crate::search::table::{Bound, Table, TableEntry};

/// The value of an entry that is deep enough and decides this window.
///
/// A search that is not selective, which has no `params`, believes no other depth than its
/// own.
pub(super) fn cutoff<G: Knowledge>(
    entry: Option<TableEntry>,
    node: &Node<'_, G>,
    params: Option<&SearchParams>,
    window: Window,
) -> Option<NodeValue> {
    let entry = entry?;
    let is_deep = match params {
        Some(params) => entry.is_deep(node.depth - tolerance::<G>(entry.bound, params)),
        None => entry.depth == TableEntry::quarters(node.depth),
    };
    // The entry does not know how near the node is to a draw by a counter.
    let is_near_draw = params.is_some_and(|params| {
        params.tt.cutoff_reversible > 0 && node.reversible as i32 >= params.tt.cutoff_reversible
    });
    if !is_deep || is_near_draw {
        return None;
    }
    let score = Score::from_table(entry.score, node.ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    let is_final = entry.depth == TableEntry::FINAL;
    if decides { Some(NodeValue { score, is_final }) } else { None }
}

#[inline(always)]
fn tolerance<G: Knowledge>(bound: Bound, params: &SearchParams) -> Depth {
    let tolerance = params.tt.cutoff_tolerance;
    if has(G::PARAMS.tt.cutoff_tolerance.0 < 0) && bound != Bound::Lower {
        tolerance.max(Depth::ZERO)
    } else {
        tolerance
    }
}

/// Whether a value from the table comes as the node was expected to end, or the node is deep
/// enough for a surprise.
pub(super) fn is_plausible<G: Knowledge>(
    value: NodeValue,
    node: &Node<'_, G>,
    beta: Score,
    params: &SearchParams,
) -> bool {
    node.depth >= params.tt.cutoff_unexpected || node.is_cut_node == (value.score >= beta)
}

/// Whether the search behind an entry came to alpha at most.
pub(super) fn has_failed_low(entry: Option<TableEntry>, ply: usize, alpha: Score) -> bool {
    entry.is_some_and(|entry| {
        entry.bound != Bound::Lower && Score::from_table(entry.score, ply) <= alpha
    })
}

/// The score of an entry, where its bound says that the true one is nearer to it than an
/// evaluation is.
pub(super) fn nearer(eval: Score, entry: Option<TableEntry>, ply: usize) -> Score {
    let Some(entry) = entry else { return eval };
    let score = Score::from_table(entry.score, ply);
    let is_nearer = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
    };
    if is_nearer && !score.is_decisive() { score } else { eval }
}

pub(super) fn hash_move<G: Knowledge>(
    entry: Option<TableEntry>,
    node: &Node<'_, G>,
) -> Option<G::Move> {
    node.position.find(entry?.packed?.get())
}

#[derive(Clone, Copy)]
pub(super) struct Extras {
    pub(super) raw_eval: Option<Score>,
    pub(super) is_tt_pv: bool,
    /// A score of one that was not is never final, as it holds for its depth alone.
    pub(super) is_selective: bool,
}

pub(super) fn store<G: Knowledge>(
    table: &Table,
    key: u64,
    node: &Node<'_, G>,
    best: &Best<G::Move>,
    extras: Extras,
    params: &SearchParams,
) {
    let is_final = extras.is_selective && best.value.is_final;
    let entry = TableEntry {
        packed: best.m.and_then(packed::<G>),
        score: best.value.score.to_table(node.ply),
        evaluation: extras.raw_eval.map(|score| score.value() as i16),
        depth: if is_final { TableEntry::FINAL } else { TableEntry::quarters(node.depth) },
        bound: best.bound,
        was_pv: extras.is_tt_pv,
    };
    match params.tt.keep_surplus {
        Depth::ZERO => table.store(key, entry),
        surplus => table.store_unless_deeper(key, entry, TableEntry::quarters(surplus)),
    }
}

/// Keeps the evaluation of a node that was pruned by it, where nothing is known of the node,
/// so that it need not be made again: as quiescence does where it stands pat.
pub(super) fn store_eval<G: Knowledge>(
    table: &Table,
    key: u64,
    node: &Node<'_, G>,
    eval: &StaticEval,
    params: &SearchParams,
) {
    let Some(corrected) = eval.corrected else { return };
    let leaf = Node { depth: Depth::ZERO, ..*node };
    let best = Best { value: NodeValue::open(corrected), m: None, bound: Bound::Lower };
    let extras = Extras { raw_eval: eval.raw, is_tt_pv: false, is_selective: true };
    store(table, key, &leaf, &best, extras, params);
}
