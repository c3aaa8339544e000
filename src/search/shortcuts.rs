//! Nodes and moves that need no search of their own.
//!
//! A node that is too good for its side will not be let come about by the
//! other. Both shortcuts for such nodes trust the static evaluation, so they are for windows of no
//! width, for positions in which nothing is forced, and for scores that are no
//! forced results.

use super::candidate::Candidate;
use super::depth::Spend;
use super::judgement::Judgement;
use super::score::Score;
use super::worker::{Node, Stopped, Worker};
use crate::games::{Cost, Knowledge};

/// Depth from which it is worth asking what a pass would do.
const DEEP: Cost = Cost::plies(3);

impl<G: Knowledge> Worker<'_, G> {
    /// Whether the game has any of them.
    pub(super) const HAS_SHORTCUTS: bool = G::SELECTIVITY.reverse_futility > 0 || G::NULL_MOVE;

    /// Whether moves are left out in this game.
    pub(super) const LEAVES_OUT: bool = G::PRUNES_LATE || Self::HAS_FUTILITY || G::PRUNES_EXCHANGES;

    const HAS_FUTILITY: bool = G::SELECTIVITY.futility_slope > 0;

    /// The score of a node that is taken to lie above `beta`, or `None`.
    pub(super) fn shortcut(
        &mut self,
        node: &Node<'_, G>,
        judgement: Judgement,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let Some(evaluation) = judgement.expected else { return Ok(None) };
        if beta.is_decisive() {
            return Ok(None);
        }
        if self.is_far_above(node, judgement.is_rising, evaluation, beta) {
            self.touched_horizon = true;
            let above = evaluation.value() - beta.value();
            let blend = self.policy.numbers.reverse_futility_blend;
            return Ok(Some(evaluation.shifted(-above * blend / 64)));
        }
        if G::NULL_MOVE && node.depth >= DEEP && !node.after_pass && evaluation >= beta {
            return self.pass(node, evaluation, beta);
        }
        Ok(None)
    }

    /// Reverse futility pruning: what is left of the depth will hardly bring
    /// the score back down to the window (chessprogramming.org "Reverse
    /// Futility Pruning").
    fn is_far_above(
        &self,
        node: &Node<'_, G>,
        is_rising: bool,
        evaluation: Score,
        beta: Score,
    ) -> bool {
        let numbers = &self.policy.numbers;
        let deepest = Cost::plies(numbers.reverse_futility_depth);
        if G::SELECTIVITY.reverse_futility == 0 || node.depth > deepest {
            return false;
        }
        let rising = if is_rising { numbers.reverse_futility_rising } else { 0 };
        let margin = numbers.reverse_futility * node.depth.0 / Cost::PLY.0 - rising;
        evaluation >= beta.shifted(margin)
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
        let numbers = &self.policy.numbers;
        let surplus = (evaluation.value() - beta.value()) * Cost::PLY.0 / numbers.null_surplus;
        let cost = numbers.null_base
            + numbers.null_slope * node.depth.0 / 64
            + surplus.min(numbers.null_surplus_most);
        let depth = node.depth - Cost(cost / Cost::PLY.0 * Cost::PLY.0);
        let just_below = beta.shifted(-1);
        let score =
            self.descend::<false>(&child, depth, Cost::FREE, just_below, beta, !node.expects_cut)?;
        self.unmake();
        if score < beta || !self.is_borne_out(node, depth, beta)? {
            return Ok(None);
        }
        // That the other side, moving twice, runs into a forced loss proves nothing.
        self.touched_horizon = true;
        Ok(Some(if score.is_decisive() { beta } else { score }))
    }

    /// Whether a pass that came out above the window is to be believed: where having
    /// to move may be what loses, the side needs a move that does as well (David-Tabibi
    /// and Netanyahu, "Verified Null-Move Pruning", 2002; here by a search of its own).
    fn is_borne_out(
        &mut self,
        node: &Node<'_, G>,
        depth: Cost,
        beta: Score,
    ) -> Result<bool, Stopped> {
        let from = Cost::plies(self.policy.numbers.null_verified);
        if node.depth < from || !node.position.fears_zugzwang() {
            return Ok(true);
        }
        let moving = Node { depth, after_pass: true, ..*node };
        Ok(self.interior::<false>(&moving, beta.shifted(-1), beta)? >= beta)
    }

    /// Whether a move of a shallow node is left out: it comes so late, or
    /// promises so little, that it will hardly reach the window.
    pub(super) fn is_hopeless(
        &self,
        node: &Node<'_, G>,
        judgement: Judgement,
        candidate: Candidate<G::Move>,
        is_late: bool,
        spend: Spend,
        alpha: Score,
    ) -> bool {
        let plies = node.depth.0 / Cost::PLY.0;
        let numbers = &self.policy.numbers;
        if plies > numbers.pruning_depth || node.is_forced || !self.selective {
            return false;
        }
        let m = candidate.m;
        let loses_much = || self.loses_exchange(node, m, -numbers.tactical_loss * plies);
        if node.position.tactical(m) {
            return candidate.is_losing() && loses_much();
        }
        let left = (spend.depth - spend.reduction).0.max(0);
        let rest = left / Cost::PLY.0;
        let is_unlikely = is_late
            || self.is_futile(judgement, left, alpha)
            || G::CONTINUES && self.merit(node, candidate) < -numbers.history_floor * (rest + 1)
            || self.loses_exchange(node, m, -numbers.quiet_loss * rest * rest);
        // A threat is answered by what it forces, which no evaluation foresees.
        is_unlikely && (!node.position.threatens(m) || loses_much())
    }

    /// Late move pruning: where little depth is left and the moves that
    /// promised most did not reach the window, a quiet move this late, counted
    /// from 0, will not either (chessprogramming.org "Futility Pruning", move
    /// count based).
    pub(super) fn late(&self, node: &Node<'_, G>, is_rising: bool) -> usize {
        let plies = node.depth.0 / Cost::PLY.0;
        let numbers = &self.policy.numbers;
        let is_on = G::PRUNES_LATE && self.selective && !node.is_forced;
        if !is_on || plies > numbers.late_depth.min(numbers.pruning_depth) {
            return usize::MAX;
        }
        let slope = if is_rising { numbers.late_rising } else { numbers.late_falling };
        (numbers.late_base + plies * plies * slope / 64) as usize
    }

    /// Futility pruning: a quiet move does not make up for an evaluation so
    /// far below the window (chessprogramming.org "Futility Pruning").
    fn is_futile(&self, judgement: Judgement, left: i32, alpha: Score) -> bool {
        let numbers = &self.policy.numbers;
        let reach = numbers.futility_base + numbers.futility_slope * left / Cost::PLY.0;
        Self::HAS_FUTILITY
            && judgement.expected.is_some_and(|expected| expected.shifted(reach) <= alpha)
    }

    /// Exchange pruning: the move loses more on its target than so little
    /// depth is likely to bring back.
    fn loses_exchange(&self, node: &Node<'_, G>, m: G::Move, most: i32) -> bool {
        G::PRUNES_EXCHANGES && !node.position.exchange(m, most)
    }
}
