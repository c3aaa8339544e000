//! Nodes and moves that need no search of their own.
//!
//! The opponent will avoid a node that is too good for the side to move, and the side to
//! move will not choose a move that promises too little. Most of it trusts the static
//! evaluation, so it is for null windows, for positions in which nothing is
//! forced, and for scores that are no forced results.

use super::history::History;
use super::move_picker::ScoredMove;
use super::stack::Stack;
use super::transposition;
use super::types::{Node, StaticEval, has};
use crate::game::{Depth, Knowledge, SearchParams};
use crate::search::score::Score;
use crate::search::table::TableEntry;

/// The most centi-units of the margin of futility pruning for which a move's history makes up.
const MAX_BY_HISTORY: i32 = 100;

pub(super) const fn prunes_nodes<G: Knowledge>() -> bool {
    G::PARAMS.reverse_futility.is_on || G::PARAMS.null_move.is_on
}

/// Whether moves are ever pruned in this game in nodes that are on the principal variation
/// (`PV`) or off it.
pub(super) const fn prunes_moves<G: Knowledge, const PV: bool>() -> bool {
    !PV || has(G::PARAMS.move_pruning.on_pv)
}

#[derive(Clone, Copy, Debug)]
pub(super) struct MovePruning {
    /// The number of a move, from 0, from which on quiet moves are
    /// [late](late_move_number).
    pub(super) late: usize,
    futility: bool,
    history: bool,
    see: bool,
}

impl MovePruning {
    pub(super) const NONE: MovePruning =
        MovePruning { late: usize::MAX, futility: false, history: false, see: false };

    /// The rules that reach a node, which is on the principal variation if `PV`. None reaches
    /// one in which the side to move is forced.
    pub(super) fn new<G: Knowledge, const PV: bool>(
        node: &Node<'_, G>,
        is_improving: bool,
        params: &SearchParams,
    ) -> MovePruning {
        let is_on = const { prunes_moves::<G, PV>() } && (!PV || params.move_pruning.on_pv);
        if !is_on || node.is_forced {
            return MovePruning::NONE;
        }
        let late = late_move_number(node, is_improving, params);
        let SearchParams { futility, history_pruning, see_pruning, .. } = params;
        MovePruning {
            late,
            futility: G::PARAMS.futility.is_on && futility.is_on && reaches(futility.depth, node),
            history: G::PARAMS.history_pruning.is_on
                && history_pruning.is_on
                && reaches(history_pruning.depth, node),
            see: G::PARAMS.see_pruning.is_on
                && see_pruning.is_on
                && reaches(see_pruning.depth, node),
        }
    }

    pub(super) fn is_any(&self) -> bool {
        self.futility || self.history || self.see || self.late != usize::MAX
    }
}

#[inline(always)]
fn reaches<G: Knowledge>(deepest: Depth, node: &Node<'_, G>) -> bool {
    node.depth.whole_plies() <= deepest.whole_plies()
}

/// Reverse futility pruning: what is left of the depth will hardly bring the score back
/// down to beta (chessprogramming.org "Reverse Futility Pruning"). The score of a node
/// that is pruned by it. `points` is the history of the quiet move that led there.
pub(super) fn reverse_futility<G: Knowledge>(
    node: &Node<'_, G>,
    static_eval: &StaticEval,
    is_tt_pv: bool,
    points: i32,
    beta: Score,
    params: &SearchParams,
) -> Option<Score> {
    let eval = static_eval.adjusted?;
    let rule = &params.reverse_futility;
    if !G::PARAMS.reverse_futility.is_on || !rule.is_on || node.depth > rule.depth {
        return None;
    }
    let improving = if static_eval.is_improving { rule.improving.0 } else { 0 };
    let tt_pv = if is_tt_pv { rule.tt_pv.0 } else { 0 };
    let doubt = rule.correction.scale(static_eval.correction.abs());
    let by_depth = rule.margin.0 * node.depth.0 / Depth::PLY.0;
    let is_parent_asked = has(G::PARAMS.reverse_futility.parent > 0) && rule.parent > 0;
    let by_parent = if is_parent_asked { points / rule.parent } else { 0 };
    let margin = by_depth - improving + tt_pv + doubt + by_parent;
    if eval >= beta.shifted(margin) { Some(eval.blended(beta, rule.blend)) } else { None }
}

/// Whether reverse futility pruning spares a node: it was searched before, and a quiet move was
/// needed.
#[inline(always)]
pub(super) fn is_spared<G: Knowledge>(
    node: &Node<'_, G>,
    entry: Option<TableEntry>,
    params: &SearchParams,
) -> bool {
    has(G::PARAMS.reverse_futility.quiet_hash)
        && params.reverse_futility.quiet_hash
        && transposition::hash_move(entry, node).is_some_and(|m| !node.position.tactical(m))
}

/// Razoring: whether quiescence will do for a shallow node, as its evaluation lies so far
/// below alpha that quiet moves do not make up for it (chessprogramming.org "Razoring").
pub(super) fn may_razor<G: Knowledge>(
    node: &Node<'_, G>,
    eval: Score,
    alpha: Score,
    params: &SearchParams,
) -> bool {
    let rule = &params.razoring;
    let margin = rule.margin.0 * node.depth.0 / Depth::PLY.0;
    has(G::PARAMS.razoring.is_on)
        && rule.is_on
        && node.depth <= rule.depth
        && !alpha.is_decisive()
        && eval.shifted(margin) < alpha
}

/// Late move pruning: the number of a node's move, from 0, from which on quiet moves are
/// late. If little depth is left and the moves that promised most did not reach the
/// window, those will not either (chessprogramming.org "Futility Pruning", move count
/// based).
pub(super) fn late_move_number<G: Knowledge>(
    node: &Node<'_, G>,
    is_improving: bool,
    params: &SearchParams,
) -> usize {
    let rule = &params.late_move;
    if !G::PARAMS.late_move.is_on || !rule.is_on || !reaches(rule.depth, node) {
        return usize::MAX;
    }
    let plies = node.depth.whole_plies();
    let factor = if is_improving { rule.improving } else { rule.worsening };
    (rule.base + factor.scale(plies * plies)) as usize
}

pub(super) struct Prospect<'p, G: Knowledge> {
    pub(super) node: &'p Node<'p, G>,
    pub(super) eval: &'p StaticEval,
    pub(super) scored: ScoredMove<G::Move>,
    pub(super) rules: MovePruning,
    /// Its index among the moves of its node.
    pub(super) number: usize,
    pub(super) alpha: Score,
    pub(super) params: &'p SearchParams,
}

impl<G: Knowledge> Prospect<'_, G> {
    /// Whether a quiet move is pruned because it comes late, at whatever depth it would be
    /// searched. Most pruned moves are pruned here, before their reduction is computed.
    pub(super) fn is_late(&self) -> bool {
        self.number >= self.rules.late
            && !self.node.position.tactical(self.scored.m)
            && self.is_expendable()
    }

    /// Whether a move of a shallow node that is not [late](Prospect::is_late) is pruned:
    /// it promises so little that it will hardly reach alpha. `depth` is that of its reduced
    /// search.
    pub(super) fn is_pruned(
        &self,
        depth: Depth,
        history: &History<G>,
        stack: &Stack<G::Move>,
    ) -> bool {
        if self.node.position.tactical(self.scored.m) {
            return self.scored.is_bad_capture() && self.loses_much();
        }
        let left = Depth(depth.0.max(0));
        let plies = left.whole_plies();
        let is_unlikely = self.number < self.rules.late
            && (self.is_futile(left, history, stack)
                || self.has_bad_history(plies, history, stack)
                || self.loses_exchange(plies, history, stack));
        is_unlikely && self.is_expendable()
    }

    /// Whether a quiet move that promises little may be pruned: a threat is answered by what
    /// it forces, which no evaluation foresees.
    fn is_expendable(&self) -> bool {
        !self.node.position.threatens(self.scored.m) || self.loses_much()
    }

    /// Futility pruning: a quiet move does not make up for an evaluation this far below
    /// alpha (chessprogramming.org "Futility Pruning").
    fn is_futile(&self, left: Depth, history: &History<G>, stack: &Stack<G::Move>) -> bool {
        let rule = &self.params.futility;
        let reach = rule.base.0 + rule.margin.0 * left.0 / Depth::PLY.0;
        self.rules.futility
            && self.eval.adjusted.is_some_and(|eval| {
                let reached = eval.shifted(reach);
                reached <= self.alpha && !self.makes_up_for(reached, history, stack)
            })
    }

    /// Whether the history of a quiet move makes up for what it needs beyond a score to reach
    /// alpha.
    #[inline(always)]
    fn makes_up_for(&self, reached: Score, history: &History<G>, stack: &Stack<G::Move>) -> bool {
        let points = self.params.futility.history;
        let lacking = self.alpha.value() - reached.value();
        has(G::PARAMS.futility.history > 0)
            && points > 0
            && lacking < MAX_BY_HISTORY
            && self.scored.quiet_history(self.node, history, stack) / points > lacking
    }

    /// History pruning: the move has been tried often, and in vain.
    fn has_bad_history(&self, plies: i32, history: &History<G>, stack: &Stack<G::Move>) -> bool {
        let threshold = -self.params.history_pruning.points * (plies + 1);
        self.rules.history && self.scored.quiet_history(self.node, history, stack) < threshold
    }

    /// SEE pruning of a quiet move: it loses more on its target than the plies after it
    /// are likely to bring back.
    fn loses_exchange(&self, plies: i32, history: &History<G>, stack: &Stack<G::Move>) -> bool {
        let rule = &self.params.see_pruning;
        let max_loss = rule.quiet.0 * plies * plies;
        if has(G::PARAMS.see_pruning.history > 0) && rule.history > 0 && self.rules.see {
            let points = self.scored.quiet_history(self.node, history, stack);
            return self.see_prunes((max_loss + points / rule.history).max(0));
        }
        self.see_prunes(max_loss)
    }

    fn loses_much(&self) -> bool {
        self.see_prunes(self.params.see_pruning.tactical.0 * self.node.depth.whole_plies())
    }

    fn see_prunes(&self, max_loss: i32) -> bool {
        self.rules.see && !self.node.position.see_at_least(self.scored.m, -max_loss)
    }
}
