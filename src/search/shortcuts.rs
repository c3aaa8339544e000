//! Nodes and moves that need no search of their own.
//!
//! A node that is too good for its side will not be let come about by the
//! other. Both shortcuts for such nodes trust the static evaluation, so they are for windows of no
//! width, for positions in which nothing is forced, and for scores that are no
//! forced results.

use super::score::Score;
use super::table::Entry;
use super::worker::{Node, Stopped, Worker};
use crate::games::{Cost, Knowledge};

/// Depth up to which an evaluation far above the window is believed.
const SHALLOW: Cost = Cost::plies(8);
/// Depth from which it is worth asking what a pass would do.
const DEEP: Cost = Cost::plies(3);

/// Plies of depth up to which late moves are left out.
const LATE_DEPTH: usize = 4;

impl<G: Knowledge> Worker<'_, G> {
    /// Whether the game has any of them.
    pub(super) const HAS_SHORTCUTS: bool = G::MARGIN > 0 || G::NULL_MOVE;

    /// The score of a node that is taken to lie above `beta`, or `None`.
    pub(super) fn shortcut(
        &mut self,
        node: &Node<'_, G>,
        known: Option<Entry>,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        if !self.selective || node.is_forced || beta.is_decisive() {
            return Ok(None);
        }
        let evaluation = match known.and_then(|entry| entry.evaluation) {
            Some(kept) => Score::evaluation(i32::from(kept)),
            None => Score::evaluation(node.position.evaluate(node.state)),
        };
        if self.is_far_above(node, evaluation, beta) {
            self.touched_horizon = true;
            return Ok(Some(evaluation));
        }
        if G::NULL_MOVE && node.depth >= DEEP && !node.after_pass && evaluation >= beta {
            return self.pass(node, evaluation, beta);
        }
        Ok(None)
    }

    /// Reverse futility pruning: what is left of the depth will hardly bring
    /// the score back down to the window (chessprogramming.org "Reverse
    /// Futility Pruning").
    fn is_far_above(&self, node: &Node<'_, G>, evaluation: Score, beta: Score) -> bool {
        let margin = G::MARGIN * node.depth.0 / Cost::PLY.0;
        G::MARGIN > 0 && node.depth <= SHALLOW && evaluation >= beta.shifted(margin)
    }

    /// Null move pruning: if the side is still above the window after the
    /// other has moved twice, it will be after a move of its own (Donninger,
    /// "Null move and deep search", 1993).
    fn pass(
        &mut self,
        node: &Node<'_, G>,
        evaluation: Score,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let Some(child) = self.make_pass(node) else { return Ok(None) };
        let surplus = (evaluation.value() - beta.value()) / 200;
        let plies = 3 + node.depth.0 / Cost::plies(4).0 + surplus.min(3);
        let depth = node.depth - Cost::plies(plies);
        let just_below = beta.shifted(-1);
        let score = self.descend::<false>(&child, depth, Cost::FREE, just_below, beta)?;
        self.unmake();
        if score < beta {
            return Ok(None);
        }
        // That the other side, moving twice, runs into a forced loss proves nothing.
        self.touched_horizon = true;
        Ok(Some(if score.is_decisive() { beta } else { score }))
    }

    /// Late move pruning: where little depth is left and the moves that
    /// promised most did not reach the window, a quiet move this late will not
    /// either (chessprogramming.org "Futility Pruning", move count based).
    pub(super) fn is_hopeless(
        &self,
        node: &Node<'_, G>,
        m: G::Move,
        number: usize,
        best: Score,
    ) -> bool {
        let plies = (node.depth.0 / Cost::PLY.0) as usize;
        self.selective
            && !node.is_forced
            && plies <= LATE_DEPTH
            && number >= 3 + plies * plies
            && !best.is_decisive()
            && !node.position.tactical(m)
    }
}
