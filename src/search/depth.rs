//! Variable search depth: what a move costs of the depth that is left.
//!
//! A line has an *absolute depth*, the plies from the root, and an *adjusted
//! depth*, what it may still spend. An ordinary move spends one ply. A forced
//! reply spends nothing and a move that its game calls important less than a
//! ply, so such lines go on; late quiet moves spend more. What a line gets for
//! nothing is taken from its budget, without which forced lines would never end.

use super::candidate::Candidate;
use super::judgement::Judgement;
use super::table::Entry;
use super::worker::{Node, Worker};
use crate::games::{Depth, Knowledge, SearchParams};

/// Moves of a node that are never reduced.
const EARLY: usize = 3;
/// Nodes of a ply that fail high before that is often.
const OFTEN: u32 = 3;
/// Entries of the reduction table a side.
const SIZE: usize = 64;

/// What a move leaves of a line's depth and budget.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spend {
    /// Adjusted depth after the move.
    pub(super) depth: Depth,
    /// Budget after the move.
    pub(super) budget: Depth,
    /// Taken off `depth` at first, given back if the move turns out well.
    pub(super) reduction: Depth,
}

/// What is known of a node that says how deep its late moves are worth looking at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// Whether the evaluation is better than when the side was last to move.
    is_rising: bool,
    /// Whether a search before had the node in its principal variation.
    was_pv: bool,
}

impl Outlook {
    /// That of a root.
    pub(super) const ROOT: Outlook = Outlook { is_rising: true, was_pv: true };

    /// What a judgement says.
    pub(super) fn of(judgement: &Judgement) -> Outlook {
        let was_pv = Entry::tells_of_pv(judgement.known);
        Outlook { is_rising: judgement.is_rising, was_pv }
    }
}

impl<G: Knowledge> Worker<'_, G> {
    /// The node with the ply that a forced reply gets for nothing.
    pub(super) fn grant<'n>(&self, node: Node<'n, G>) -> Node<'n, G> {
        if !self.selective || !node.is_forced || node.budget <= Depth::ZERO {
            return node;
        }
        let gift = node.budget.min(Depth::PLY);
        Node { depth: node.depth + gift, budget: node.budget - gift, ..node }
    }

    /// What a search of the root is less deep each time that it came out above its window.
    pub(super) fn shallower_above(&self) -> Depth {
        if self.selective { self.policy.numbers.aspiration_fail_high } else { Depth::ZERO }
    }

    /// What is left after a legal move, the `number`th tried in its node
    /// (from 0), which costs less by `extension`.
    pub(super) fn spend<const PV: bool>(
        &self,
        node: &Node<'_, G>,
        candidate: Candidate<G::Move>,
        number: usize,
        extension: Depth,
        outlook: Outlook,
    ) -> Spend {
        if !self.selective {
            return Spend {
                depth: node.depth - Depth::PLY,
                budget: node.budget,
                reduction: Depth::ZERO,
            };
        }
        let cost = match node.is_forced {
            true => Depth::PLY,
            false => node.position.cost(candidate.m, node.previous),
        } - extension;
        let gift = (Depth::PLY - cost).min(node.budget);
        let (cost, budget) = match gift > Depth::ZERO {
            true => (Depth::PLY - gift, node.budget - gift),
            false => (cost, node.budget),
        };
        let reduction = self.reduction::<PV>(node, candidate, number, outlook);
        Spend { depth: node.depth - cost, budget, reduction }
    }

    /// What a late move is searched the less at first, if it is quiet or loses its exchange.
    fn reduction<const PV: bool>(
        &self,
        node: &Node<'_, G>,
        candidate: Candidate<G::Move>,
        number: usize,
        outlook: Outlook,
    ) -> Depth {
        let is_exempt =
            number < EARLY || node.depth < self.policy.numbers.lmr_depth || node.is_forced;
        let is_off = G::PARAMS.lmr_depth.0 == 0;
        if is_off || is_exempt {
            return Depth::ZERO;
        }
        let Policy { numbers, reductions } = self.policy;
        let plies = (node.depth.0 / Depth::PLY.0) as usize;
        let base = i32::from(reductions[plies.min(SIZE - 1) * SIZE + number.min(SIZE - 1)]);
        let reduction = if !node.position.tactical(candidate.m) {
            let merit = self.merit(node, candidate) * Depth::PLY.0 / numbers.lmr_history_points;
            base - merit + self.adjustment::<PV>(node, candidate.m, outlook)
        } else if candidate.is_losing() {
            numbers.lmr_bad_capture.of(base)
        } else {
            0
        };
        Depth(reduction.clamp(0, node.depth.0 - 2 * Depth::PLY.0))
    }

    /// What the reduction of a quiet move is greater for its node, in sixteenths of a ply.
    fn adjustment<const PV: bool>(&self, node: &Node<'_, G>, m: G::Move, outlook: Outlook) -> i32 {
        let numbers = &self.policy.numbers;
        let is_refuted = self.cutoffs[node.ply + 1] > OFTEN;
        let more = [
            (!outlook.is_rising, numbers.lmr_worsening.0),
            (node.expects_cut, numbers.lmr_cut_node.0),
            (is_refuted, numbers.lmr_child_cutoffs.0),
            (PV, -numbers.lmr_pv.0),
            (outlook.was_pv, -numbers.lmr_tt_pv.0),
        ];
        let mut adjustment =
            more.iter().filter(|(applies, _)| *applies).map(|(_, by)| by).sum::<i32>();
        if numbers.lmr_threat.0 != 0 && node.position.threatens(m) {
            adjustment -= numbers.lmr_threat.0;
        }
        adjustment
    }
}

/// The numbers of a search, and what is worked out from them beforehand.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    pub(super) numbers: SearchParams,
    /// Reductions by depth in plies and number of the move, in sixteenths of a
    /// ply: the form that open engines have converged to
    /// (chessprogramming.org "Late Move Reductions").
    reductions: Box<[i16]>,
}

impl Policy {
    pub(super) fn of(numbers: SearchParams) -> Policy {
        let ply = f64::from(Depth::PLY.0);
        let base = numbers.lmr_base.as_f64();
        let slope = numbers.lmr_slope.as_f64();
        let entry = |i: usize| {
            let (depth, number) = ((i / SIZE).max(1) as f64, (i % SIZE).max(1) as f64);
            (ply * (base + depth.ln() * number.ln() * slope)) as i16
        };
        Policy { numbers, reductions: (0..SIZE * SIZE).map(entry).collect() }
    }
}
