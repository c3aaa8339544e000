//! The kinds of nodes, and the results of their searches.

use crate::game::{Depth, Game, Knowledge};
use crate::search::score::Score;
use crate::search::table::{Bound, PackedMove};
use std::ops::Neg;

/// The search was stopped, or has used up its limits. A worker that was
/// stopped begins a new search with [`Worker::begin_root`](super::Worker::begin_root).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

pub(crate) type Searched = Result<NodeValue, Stopped>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeValue {
    pub(crate) score: Score,
    /// Whether every line that was searched for the score ends with a known result: with
    /// the end of the game, a solved position or a table entry of the same kind. An
    /// evaluation, a repetition and a pruned move leave it open.
    pub(crate) is_final: bool,
}

impl NodeValue {
    #[inline]
    pub(crate) fn known(score: Score) -> NodeValue {
        NodeValue { score, is_final: true }
    }

    #[inline]
    pub(crate) fn open(score: Score) -> NodeValue {
        NodeValue { score, is_final: false }
    }
}

impl Neg for NodeValue {
    type Output = NodeValue;

    #[inline]
    fn neg(self) -> NodeValue {
        NodeValue { score: -self.score, ..self }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Best<M> {
    pub(crate) value: NodeValue,
    /// The move that raised alpha, if one did.
    pub(crate) m: Option<M>,
    pub(crate) bound: Bound,
}

impl<M> Best<M> {
    pub(crate) fn none() -> Best<M> {
        Best { value: NodeValue::known(-Score::INFINITE), m: None, bound: Bound::Upper }
    }

    pub(crate) fn add(&mut self, value: NodeValue) {
        self.value.score = self.value.score.max(value.score);
        self.value.is_final &= value.is_final;
    }
}

/// A position in the tree, and what the line that led to it has left.
pub(crate) struct Node<'n, G: Knowledge> {
    pub(crate) position: &'n G,
    pub(crate) state: &'n G::State,
    /// The move that led here, if the other side played it.
    pub(crate) previous: Option<G::Move>,
    pub(crate) after_null_move: bool,
    pub(crate) ply: usize,
    pub(crate) depth: Depth,
    pub(crate) budget: Depth,
    /// The side to move has little choice (it is in check, say).
    pub(crate) is_forced: bool,
    /// Plies before this one that can be undone.
    pub(crate) reversible: usize,
    pub(crate) excluded: Option<PackedMove>,
    /// Whether it is expected to fail high: a move before it did not come up to
    /// what its side has elsewhere, so one good answer refutes it.
    pub(crate) is_cut_node: bool,
    /// Whether the other side's quiet move led here, in a game with a continuation
    /// history.
    pub(crate) after_quiet: bool,
}

pub(crate) struct Child<G: Knowledge> {
    pub(super) position: G,
    pub(super) state: G::State,
    /// The move that led here; `None` for a null move.
    pub(super) by: Option<G::Move>,
    pub(crate) ply: usize,
    pub(super) reversible: usize,
    /// Whether the other side is to move, so that scores change their sign.
    pub(super) opposes: bool,
    pub(super) parent_is_cut_node: bool,
    pub(super) by_quiet: bool,
}

impl<G: Knowledge> Child<G> {
    pub(super) fn node(&self, depth: Depth, budget: Depth, is_cut_node: bool) -> Node<'_, G> {
        Node {
            position: &self.position,
            state: &self.state,
            previous: if self.opposes { self.by } else { None },
            after_null_move: self.by.is_none(),
            ply: self.ply,
            depth,
            budget,
            is_forced: false,
            reversible: self.reversible,
            excluded: None,
            is_cut_node,
            after_quiet: self.by_quiet,
        }
    }
}

/// The evaluations of a node. All are `None` where the side to move is forced, as no
/// evaluation is reliable there, and where the game has no use for them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StaticEval {
    /// As the game gives it, which is what the table keeps.
    pub(super) raw: Option<Score>,
    pub(super) corrected: Option<Score>,
    /// The corrected one, or the table's score where that is nearer to the true one.
    pub(super) adjusted: Option<Score>,
    pub(super) is_improving: bool,
    /// How far the evaluation is off by what earlier searches learnt, in centi-units.
    pub(super) correction: i32,
}

impl StaticEval {
    /// The static evaluation of a node in its singular search, which does not use the table.
    #[inline]
    pub(super) fn without_table(self) -> StaticEval {
        StaticEval { adjusted: self.corrected, ..self }
    }
}

#[inline]
pub(crate) fn packed<G: Game>(m: G::Move) -> Option<PackedMove> {
    PackedMove::new(G::pack(m))
}

/// Whether a feature of the search is compiled in, by whether its game's parameters have it on.
/// The unit tests of this crate and builds for trials have all features, even those that no game
/// uses.
pub(super) const fn has(is_on: bool) -> bool {
    cfg!(any(test, feature = "trials")) || is_on
}
