//! What the transposition table says of a node, and what it keeps of it.

use super::types::{Best, Node, NodeValue, packed};
use crate::games::Knowledge;
use crate::search::score::Score;
use crate::search::table::{Bound, Table, TableEntry};

/// The value of an entry that is deep enough and decides this window.
///
/// A search that is not `selective` believes no other depth than its own.
pub(super) fn cutoff<G: Knowledge>(
    entry: Option<TableEntry>,
    node: &Node<'_, G>,
    is_selective: bool,
    alpha: Score,
    beta: Score,
) -> Option<NodeValue> {
    let entry = entry?;
    let is_deep = match is_selective {
        true => entry.is_deep(node.depth),
        false => entry.depth == TableEntry::quarters(node.depth),
    };
    let score = Score::from_table(entry.score, node.ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    let is_final = entry.depth == TableEntry::FINAL;
    (is_deep && decides).then_some(NodeValue { score, is_final })
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

/// What is stored of a node beside its best move and its score.
#[derive(Clone, Copy)]
pub(super) struct Extras {
    /// The raw static evaluation, if it was made.
    pub(super) raw_eval: Option<Score>,
    /// Whether the node is or was on a principal variation.
    pub(super) is_tt_pv: bool,
    /// Whether the search was selective. A score of one that was not is never final, as
    /// it holds for its depth alone.
    pub(super) is_selective: bool,
}

/// Keeps the result of a node.
pub(super) fn store<G: Knowledge>(
    table: &Table,
    key: u64,
    node: &Node<'_, G>,
    best: &Best<G::Move>,
    extras: Extras,
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
    table.store(key, entry);
}
