//! Variable search depth: what a move costs of the depth that is left.
//!
//! An ordinary move costs a ply. A forced reply costs nothing, and a move that its game
//! calls important less than a ply, so such lines are searched deeper; late quiet moves are
//! reduced.
//! Extensions of a line are taken from its budget, without which forced lines would
//! never end.

use super::history::{History, MAX_POINTS};
use super::move_picker::ScoredMove;
use super::stack::Stack;
use super::types::{Node, StaticEval, has};
use crate::game::search_params::Lmr;
use crate::game::{Depth, Knowledge, SearchParams};
use crate::search::table::{Bound, TableEntry};

const MANY_CUTOFFS: u32 = 3;
/// The least depth of a node that [`after_alpha_raise`] makes less deep.
const RAISED_MIN_DEPTH: Depth = Depth::plies(3);

#[derive(Clone, Copy, Debug)]
pub(super) struct MoveDepth {
    pub(super) depth: Depth,
    pub(super) budget: Depth,
    pub(super) reduction: Depth,
}

impl MoveDepth {
    /// A ply less than the node has, for a search that does not vary its depth.
    pub(super) fn plain<G: Knowledge>(node: &Node<'_, G>) -> MoveDepth {
        let depth = node.depth - Depth::PLY;
        MoveDepth { depth, budget: node.budget, reduction: Depth::ZERO }
    }

    /// The depth of a legal move that is extended by `extension`, or shortened if that is negative,
    /// and reduced at first by `reduction`, or extended.
    pub(super) fn new<G: Knowledge>(
        node: &Node<'_, G>,
        m: G::Move,
        extension: Depth,
        reduction: Depth,
    ) -> MoveDepth {
        let cost = if node.is_forced { Depth::PLY } else { node.position.cost(m, node.previous) }
            - extension;
        let granted = (Depth::PLY - cost).min(node.budget);
        let (cost, budget) = if granted > Depth::ZERO {
            (Depth::PLY - granted, node.budget - granted)
        } else {
            (cost, node.budget)
        };
        let depth = node.depth - cost;
        if has(G::PARAMS.lmr.most_extension.0 > 0) && reduction < Depth::ZERO {
            let granted = (Depth::ZERO - reduction).min(budget).max(Depth::ZERO);
            let reduction = Depth::ZERO - granted;
            return MoveDepth { depth, budget: budget - granted, reduction };
        }
        MoveDepth { depth, budget, reduction }
    }

    pub(super) fn reduced(&self) -> Depth {
        self.depth - self.reduction
    }
}

/// What all extensions of a line may come to from a root of this depth.
pub(super) fn extension_budget<G: Knowledge>(depth: Depth, params: &SearchParams) -> Depth {
    let rule = &params.extension;
    if has(G::PARAMS.extension.root_share.0 > 0) {
        rule.budget + Depth(rule.root_share.scale(depth.0))
    } else {
        rule.budget
    }
}

/// Check extension, for every game: a node with a forced reply is searched deeper while the
/// budget lasts.
pub(super) fn extend_forced<'n, G: Knowledge>(
    node: Node<'n, G>,
    params: &SearchParams,
) -> Node<'n, G> {
    if !node.is_forced || node.budget <= Depth::ZERO {
        return node;
    }
    let extension = node.budget.min(params.extension.forced);
    Node { depth: node.depth + extension, budget: node.budget - extension, ..node }
}

pub(super) const fn looks_back<G: Knowledge>() -> bool {
    has(G::PARAMS.hindsight_extension.is_on) || has(G::PARAMS.hindsight_reduction.is_on)
}

pub(super) const fn adjusts_nodes<G: Knowledge>() -> bool {
    looks_back::<G>() || has(G::PARAMS.iir.is_on)
}

/// The extension of a node, or its reduction if negative, from what is known of it once
/// it is evaluated.
///
/// - Hindsight: the move that led here was reduced. If the evaluation says that it was better
///   than that, its node gets a ply back; if it lost much, a ply less will do.
/// - Internal iterative reduction: a node for which no earlier search found a move that counts
///   is not worth its whole depth yet (Schröder, 2020; chessprogramming.org "Internal Iterative
///   Reductions").
pub(super) fn node_extension<G: Knowledge, const PV: bool>(
    node: &Node<'_, G>,
    eval: &StaticEval,
    has_hash_move: bool,
    params: &SearchParams,
    stack: &Stack<G::Move>,
) -> Depth {
    let mut extension = Depth::ZERO;
    let reduction = stack.previous_reduction(node.ply);
    if const { looks_back::<G>() }
        && reduction >= Depth::PLY
        && let (Some(now), Some(before)) = (eval.corrected, stack.previous_static_eval(node.ply))
    {
        // The drop in the other side's evaluation by its move, in centi-units.
        let lost = now.value() + before.value();
        let deeper = &params.hindsight_extension;
        let shallower = &params.hindsight_reduction;
        if deeper.is_on && reduction >= deeper.depth && lost <= 0 {
            extension = extension + Depth::PLY;
        }
        if shallower.is_on && lost > shallower.margin.0 && node.depth >= Depth::plies(2) {
            extension = extension - Depth::PLY;
        }
    }
    let is_iir = params.iir.is_on
        && node.depth + extension >= params.iir.depth
        && !has_hash_move
        && (PV || node.is_cut_node);
    if is_iir { extension - Depth::PLY } else { extension }
}

/// Whether a node has a hash move by a search that was deep enough to trust it.
#[inline(always)]
pub(super) fn has_deep_hash_move<G: Knowledge>(
    node: &Node<'_, G>,
    entry: Option<TableEntry>,
    params: &SearchParams,
) -> bool {
    let shallower = params.iir.shallow;
    let is_any = !has(G::PARAMS.iir.shallow.0 > 0) || shallower == Depth::ZERO;
    entry.is_some_and(|entry| {
        entry.packed.is_some() && (is_any || entry.is_deep(node.depth - shallower))
    })
}

/// The reduction of a node's moves once one of them came out between alpha and
/// beta: a second one is not likely. Shallow nodes have nothing to spare.
pub(super) fn after_alpha_raise<G: Knowledge, const PV: bool>(
    node: &Node<'_, G>,
    bound: Bound,
    params: &SearchParams,
) -> Depth {
    let applies = PV && bound == Bound::Exact && node.depth >= RAISED_MIN_DEPTH;
    if applies { params.alpha_raise.reduction } else { Depth::ZERO }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct NodeOutlook {
    pub(super) is_improving: bool,
    /// Whether an earlier search had the node on its principal variation.
    pub(super) is_tt_pv: bool,
    /// Whether the table's entry lies below alpha, if the game asks for that.
    pub(super) has_failed_low: bool,
    pub(super) has_hash_move: bool,
    pub(super) is_hash_move_tactical: bool,
    /// The correction that was added to the evaluation, in centi-units.
    pub(super) correction: i32,
}

pub(super) struct LateMove<'m, G: Knowledge> {
    pub(super) node: &'m Node<'m, G>,
    pub(super) scored: ScoredMove<G::Move>,
    /// Its place among the moves of its node, from 0.
    pub(super) number: usize,
    pub(super) outlook: NodeOutlook,
}

impl<G: Knowledge> LateMove<'_, G> {
    /// Late move reductions: what a late move is searched less deep at first, if it is
    /// quiet or loses its exchange (chessprogramming.org "Late Move Reductions"). If negative, it
    /// is searched deeper.
    pub(super) fn reduction<const PV: bool>(
        &self,
        params: &SearchParams,
        lmr: &LmrTable,
        history: &History<G>,
        stack: &Stack<G::Move>,
    ) -> Depth {
        let rule = &params.lmr;
        let is_on = G::PARAMS.lmr.is_on && rule.is_on;
        let is_exempt = self.number < rule.full_depth_moves as usize
            || self.node.depth < rule.depth
            || self.node.is_forced;
        if !is_on || is_exempt {
            return Depth::ZERO;
        }
        let base = lmr.base(self.node.depth, self.number);
        let position = self.node.position;
        let reduction = if !position.tactical(self.scored.m) {
            let points = self.scored.quiet_history(self.node, history, stack);
            let by_history = points * Depth::PLY.0 / rule.history_points;
            base - by_history + self.adjustment::<PV>(rule, stack)
        } else {
            self.tactical_reduction(rule, base, history)
        };
        let min_depth = Depth::PLY + rule.least_depth;
        let extension =
            if has(G::PARAMS.lmr.most_extension.0 > 0) { rule.most_extension.0 } else { 0 };
        Depth(reduction.clamp(-extension, (self.node.depth - min_depth).0.max(0)))
    }

    /// The reduction of a tactical move, in sixteenths of a ply, from that by depth and number.
    #[inline(always)]
    fn tactical_reduction(&self, rule: &Lmr, base: i32, history: &History<G>) -> i32 {
        let reduces_good = has(G::PARAMS.lmr.good_capture.0 > 0) && rule.good_capture.0 > 0;
        let share = if self.scored.is_bad_capture() {
            rule.bad_capture
        } else if reduces_good {
            rule.good_capture
        } else {
            return 0;
        };
        let mut reduction = share.scale(base);
        if has(G::PARAMS.lmr.capture_history.0 > 0) && rule.capture_history > Depth::ZERO {
            let position = self.node.position;
            let points = history.capture(position, self.scored.m);
            reduction -= points * rule.capture_history.0 / MAX_POINTS;
        }
        reduction
    }

    /// The node's share of a quiet move's reduction, in sixteenths of a ply.
    fn adjustment<const PV: bool>(&self, rule: &Lmr, stack: &Stack<G::Move>) -> i32 {
        let outlook = self.outlook;
        let mut adjustment = -rule.correction.scale(outlook.correction.abs());
        for &(applies, by) in &[
            (!outlook.is_improving, rule.worsening.0),
            (self.node.is_cut_node, rule.cut_node.0),
            (self.node.is_cut_node && !outlook.has_hash_move, rule.no_hash_move.0),
            (outlook.is_hash_move_tactical, rule.tactical_hash_move.0),
            (stack.child_cutoffs(self.node.ply) > MANY_CUTOFFS, rule.child_cutoffs.0),
            (PV, -rule.pv.0),
            (outlook.is_tt_pv, -rule.tt_pv.0),
            (outlook.is_tt_pv && outlook.has_failed_low, rule.tt_pv_fail_low.0),
        ] {
            if applies {
                adjustment += by;
            }
        }
        if rule.threat.0 != 0 && self.node.position.threatens(self.scored.m) {
            adjustment -= rule.threat.0;
        }
        adjustment
    }
}

/// The reductions of late moves by depth in plies and number of the move, in sixteenths of
/// a ply, precomputed: the form that open engines have converged to.
#[derive(Clone, Debug)]
pub(crate) struct LmrTable(Box<[i16]>);

impl LmrTable {
    /// Depths in plies, and numbers of moves, that the table tells apart.
    const SIZE: usize = 64;

    pub(crate) fn new(rule: &Lmr) -> LmrTable {
        let ply = f64::from(Depth::PLY.0);
        let base = rule.base.as_f64();
        let slope = rule.slope.as_f64();
        LmrTable(
            (0..Self::SIZE * Self::SIZE)
                .map(|i: usize| {
                    let depth = (i / Self::SIZE).max(1) as f64;
                    let number = (i % Self::SIZE).max(1) as f64;
                    (ply * (base + depth.ln() * number.ln() * slope)) as i16
                })
                .collect(),
        )
    }

    #[inline]
    fn base(&self, depth: Depth, number: usize) -> i32 {
        let plies = (depth.whole_plies() as usize).min(Self::SIZE - 1);
        i32::from(self.0[plies * Self::SIZE + number.min(Self::SIZE - 1)])
    }
}
