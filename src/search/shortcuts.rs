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
use crate::games::{Depth, Knowledge};

impl<G: Knowledge> Worker<'_, G> {
    /// Whether the game has any of them.
    pub(super) const HAS_SHORTCUTS: bool =
        G::PARAMS.reverse_futility_depth.0 > 0 || (G::PARAMS.null_move_depth.0 > 0);

    /// Whether moves are left out in this game.
    pub(super) const LEAVES_OUT: bool = (G::PARAMS.late_move_depth.0 > 0)
        || Self::HAS_FUTILITY
        || (G::PARAMS.see_pruning_depth.0 > 0);

    const HAS_FUTILITY: bool = G::PARAMS.futility_depth.0 > 0;

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
            return Ok(Some(evaluation.shifted(-blend.of(above))));
        }
        if (G::PARAMS.null_move_depth.0 > 0)
            && node.depth >= self.policy.numbers.null_move_depth
            && !node.after_pass
            && evaluation >= beta
        {
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
        if G::PARAMS.reverse_futility_depth.0 == 0 || node.depth > numbers.reverse_futility_depth {
            return false;
        }
        let rising = if is_rising { numbers.reverse_futility_improving.0 } else { 0 };
        let margin = numbers.reverse_futility_margin.0 * node.depth.0 / Depth::PLY.0 - rising;
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
        let surplus =
            (evaluation.value() - beta.value()) * Depth::PLY.0 / numbers.null_move_surplus.0;
        let cost = numbers.null_move_base.0
            + numbers.null_move_slope.of(node.depth.0)
            + surplus.min(numbers.null_move_surplus_max.0);
        let depth = node.depth - Depth(cost / Depth::PLY.0 * Depth::PLY.0);
        let just_below = beta.shifted(-1);
        let score =
            self.descend::<false>(&child, depth, Depth::ZERO, just_below, beta, !node.expects_cut)?;
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
        depth: Depth,
        beta: Score,
    ) -> Result<bool, Stopped> {
        let from = self.policy.numbers.null_move_verification;
        if node.depth < from || !node.position.may_be_zugzwang() {
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
        let plies = node.depth.0 / Depth::PLY.0;
        let numbers = &self.policy.numbers;
        if node.is_forced || !self.selective {
            return false;
        }
        let m = candidate.m;
        let loses_much = || self.loses_exchange(node, m, -numbers.see_pruning_tactical.0 * plies);
        if node.position.tactical(m) {
            return candidate.is_losing() && loses_much();
        }
        let left = (spend.depth - spend.reduction).0.max(0);
        let rest = left / Depth::PLY.0;
        let is_unlikely = is_late
            || self.is_futile(node, judgement, left, alpha)
            || self.has_bad_history(node, candidate, rest)
            || self.loses_exchange(node, m, -numbers.see_pruning_quiet.0 * rest * rest);
        // A threat is answered by what it forces, which no evaluation foresees.
        is_unlikely && (!node.position.threatens(m) || loses_much())
    }

    /// Late move pruning: where little depth is left and the moves that
    /// promised most did not reach the window, a quiet move this late, counted
    /// from 0, will not either (chessprogramming.org "Futility Pruning", move
    /// count based).
    pub(super) fn late(&self, node: &Node<'_, G>, is_rising: bool) -> usize {
        let plies = node.depth.0 / Depth::PLY.0;
        let numbers = &self.policy.numbers;
        let is_on = (G::PARAMS.late_move_depth.0 > 0) && self.selective && !node.is_forced;
        if !is_on || plies > numbers.late_move_depth.whole_plies() {
            return usize::MAX;
        }
        let slope =
            if is_rising { numbers.late_move_improving } else { numbers.late_move_worsening };
        (numbers.late_move_base + slope.of(plies * plies)) as usize
    }

    /// Futility pruning: a quiet move does not make up for an evaluation so
    /// far below the window (chessprogramming.org "Futility Pruning").
    fn is_futile(&self, node: &Node<'_, G>, judgement: Judgement, left: i32, alpha: Score) -> bool {
        let numbers = &self.policy.numbers;
        let reach = numbers.futility_base.0 + numbers.futility_margin.0 * left / Depth::PLY.0;
        Self::HAS_FUTILITY
            && node.depth.whole_plies() <= numbers.futility_depth.whole_plies()
            && judgement.expected.is_some_and(|expected| expected.shifted(reach) <= alpha)
    }

    /// History pruning.
    fn has_bad_history(
        &self,
        node: &Node<'_, G>,
        candidate: Candidate<G::Move>,
        rest: i32,
    ) -> bool {
        let numbers = &self.policy.numbers;
        G::PARAMS.history_pruning_depth.0 > 0
            && node.depth.whole_plies() <= numbers.history_pruning_depth.whole_plies()
            && self.merit(node, candidate) < -numbers.history_pruning_points * (rest + 1)
    }

    /// Exchange pruning: the move loses more on its target than so little
    /// depth is likely to bring back.
    fn loses_exchange(&self, node: &Node<'_, G>, m: G::Move, most: i32) -> bool {
        let deepest = self.policy.numbers.see_pruning_depth.whole_plies();
        (G::PARAMS.see_pruning_depth.0 > 0)
            && node.depth.whole_plies() <= deepest
            && !node.position.see_at_least(m, most)
    }
}
