//! The kinds of nodes, and the results of their searches.

use crate::game::{Depth, Game, Knowledge};
use crate::search::score::Score;
use crate::search::table::{Bound, PackedMove};
use std::ops::Neg;

/// The search was stopped, or has used up its limits. A worker that was
/// stopped begins a new search with [`Worker::begin_root`](super::Worker::begin_root).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Stopped;

/// The value of a node, or [`Stopped`].
pub(in crate::search) type Searched = Result<NodeValue, Stopped>;

/// A score, and whether a deeper search could change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct NodeValue {
    pub(in crate::search) score: Score,
    /// Whether every line that was searched for the score ends with a known result: with
    /// the end of the game, a solved position or a table entry of the same kind. An
    /// evaluation, a repetition and a pruned move leave it open.
    pub(in crate::search) is_final: bool,
}

impl NodeValue {
    /// A score that no deeper search changes.
    #[inline]
    pub(in crate::search) fn known(score: Score) -> NodeValue {
        NodeValue { score, is_final: true }
    }

    /// A score that a deeper search may change.
    #[inline]
    pub(in crate::search) fn open(score: Score) -> NodeValue {
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

/// The best of a node's moves so far.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Best<M> {
    pub(in crate::search) value: NodeValue,
    /// The move that raised alpha, if one did.
    pub(in crate::search) m: Option<M>,
    pub(in crate::search) bound: Bound,
}

impl<M> Best<M> {
    /// No move was searched yet.
    pub(in crate::search) fn none() -> Best<M> {
        Best { value: NodeValue::known(-Score::INFINITE), m: None, bound: Bound::Upper }
    }

    /// Adds the value of a move, which may become the best one.
    pub(in crate::search) fn add(&mut self, value: NodeValue) {
        self.value.score = self.value.score.max(value.score);
        self.value.is_final &= value.is_final;
    }
}

/// A position in the tree, and what the line that led to it has left.
pub(in crate::search) struct Node<'n, G: Knowledge> {
    pub(in crate::search) position: &'n G,
    pub(in crate::search) state: &'n G::State,
    /// The move that led here, if the other side played it.
    pub(in crate::search) previous: Option<G::Move>,
    /// The other side has just passed (null move).
    pub(in crate::search) after_null_move: bool,
    /// Plies from the root.
    pub(in crate::search) ply: usize,
    /// Depth that is left.
    pub(in crate::search) depth: Depth,
    /// The extension budget of the line.
    pub(in crate::search) budget: Depth,
    /// The side to move has little choice (it is in check, say).
    pub(in crate::search) is_forced: bool,
    /// Plies before this one that can be undone.
    pub(in crate::search) reversible: usize,
    /// The move that a singular search leaves out.
    pub(in crate::search) excluded: Option<PackedMove>,
    /// Whether it is expected to fail high: a move before it did not come up to
    /// what its side has elsewhere, so one good answer refutes it.
    pub(in crate::search) is_cut_node: bool,
    /// Whether the other side's quiet move led here, in a game with a continuation
    /// history.
    pub(in crate::search) after_quiet: bool,
}

/// A position one move further on, to be searched as a [`Node`].
pub(in crate::search) struct Child<G: Knowledge> {
    pub(super) position: G,
    pub(super) state: G::State,
    /// The move that led here; `None` for a null move.
    pub(super) by: Option<G::Move>,
    pub(in crate::search) ply: usize,
    pub(super) reversible: usize,
    /// Whether the other side is to move, so that scores change their sign.
    pub(super) opposes: bool,
    /// Whether its parent is a cut node.
    pub(super) parent_is_cut_node: bool,
    /// Whether a quiet move led here.
    pub(super) by_quiet: bool,
}

impl<G: Knowledge> Child<G> {
    /// The node of this child, to be searched to `depth`.
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
    /// With the correction added.
    pub(super) corrected: Option<Score>,
    /// The corrected one, or the table's score where that is nearer to the true one.
    pub(super) adjusted: Option<Score>,
    /// Whether the side to move stands better than when it was last to move.
    pub(super) is_improving: bool,
}

impl StaticEval {
    /// The static evaluation of a node in its singular search, which does not use the table.
    #[inline]
    pub(super) fn without_table(self) -> StaticEval {
        StaticEval { adjusted: self.corrected, ..self }
    }

    /// How far the evaluation is off by what earlier searches learnt, in centi-units.
    #[inline]
    pub(super) fn correction(&self) -> i32 {
        match (self.raw, self.corrected) {
            (Some(raw), Some(corrected)) => corrected.value() - raw.value(),
            _ => 0,
        }
    }
}

/// A move as the table and the killers keep it.
#[inline]
pub(in crate::search) fn packed<G: Game>(m: G::Move) -> Option<PackedMove> {
    PackedMove::new(G::pack(m))
}

/// Whether a feature of the search is compiled in, by whether its game's parameters have it on.
/// The unit tests of this crate have all features, even those that no game uses.
pub(super) const fn has(is_on: bool) -> bool {
    cfg!(test) || is_on
}
