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
use crate::games::{Cost, Knowledge, Selectivity};

/// Moves of a node that are never reduced.
const EARLY: usize = 3;
/// Nodes of a ply that fail high before that is often.
const OFTEN: u32 = 3;
/// Depth from which late moves are reduced.
const DEEP: Cost = Cost::plies(3);
/// Entries of the reduction table a side.
const SIZE: usize = 64;

/// What a move leaves of a line's depth and budget.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spend {
    /// Adjusted depth after the move.
    pub(super) depth: Cost,
    /// Budget after the move.
    pub(super) budget: Cost,
    /// Taken off `depth` at first, given back if the move turns out well.
    pub(super) reduction: Cost,
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
        if !self.selective || !node.is_forced || node.budget <= Cost::FREE {
            return node;
        }
        let gift = node.budget.min(Cost::PLY);
        Node { depth: node.depth + gift, budget: node.budget - gift, ..node }
    }

    /// What a search of the root is less deep each time that it came out above its window.
    pub(super) fn shallower_above(&self) -> Cost {
        if self.selective { Cost(self.policy.numbers.aspiration_above) } else { Cost::FREE }
    }

    /// What is left after a legal move, the `number`th tried in its node
    /// (from 0), which costs less by `extension`.
    pub(super) fn spend<const PV: bool>(
        &self,
        node: &Node<'_, G>,
        candidate: Candidate<G::Move>,
        number: usize,
        extension: Cost,
        outlook: Outlook,
    ) -> Spend {
        if !self.selective {
            return Spend {
                depth: node.depth - Cost::PLY,
                budget: node.budget,
                reduction: Cost::FREE,
            };
        }
        let cost = match node.is_forced {
            true => Cost::PLY,
            false => node.position.cost(candidate.m, node.previous),
        } - extension;
        let gift = (Cost::PLY - cost).min(node.budget);
        let (cost, budget) = match gift > Cost::FREE {
            true => (Cost::PLY - gift, node.budget - gift),
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
    ) -> Cost {
        let is_exempt = number < EARLY || node.depth < DEEP || node.is_forced;
        let is_off = G::SELECTIVITY.reduction_slope == 0;
        if is_off || is_exempt {
            return Cost::FREE;
        }
        let Policy { numbers, reductions } = self.policy;
        let plies = (node.depth.0 / Cost::PLY.0) as usize;
        let base = i32::from(reductions[plies.min(SIZE - 1) * SIZE + number.min(SIZE - 1)]);
        let reduction = if !node.position.tactical(candidate.m) {
            let merit = self.merit(node, candidate) * Cost::PLY.0 / numbers.reduction_history;
            base - merit + self.adjustment::<PV>(node, candidate.m, outlook)
        } else if candidate.is_losing() {
            base * numbers.reduction_losing / 64
        } else {
            0
        };
        Cost(reduction.clamp(0, node.depth.0 - 2 * Cost::PLY.0))
    }

    /// What the reduction of a quiet move is greater for its node, in sixteenths of a ply.
    fn adjustment<const PV: bool>(&self, node: &Node<'_, G>, m: G::Move, outlook: Outlook) -> i32 {
        let numbers = &self.policy.numbers;
        let is_refuted = self.cutoffs[node.ply + 1] > OFTEN;
        let more = [
            (!outlook.is_rising, numbers.reduction_falling),
            (node.expects_cut, numbers.reduction_cut),
            (is_refuted, numbers.reduction_refuted),
            (PV, -numbers.reduction_pv),
            (outlook.was_pv, -numbers.reduction_was_pv),
        ];
        let mut adjustment = more.iter().filter(|(applies, _)| *applies).map(|(_, by)| by).sum();
        if numbers.reduction_threat != 0 && node.position.threatens(m) {
            adjustment -= numbers.reduction_threat;
        }
        adjustment
    }
}

/// The numbers of a search, and what is worked out from them beforehand.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    pub(super) numbers: Selectivity,
    /// Reductions by depth in plies and number of the move, in sixteenths of a
    /// ply: the form that open engines have converged to
    /// (chessprogramming.org "Late Move Reductions").
    reductions: Box<[i16]>,
}

impl Policy {
    pub(super) fn of(numbers: Selectivity) -> Policy {
        let ply = f64::from(Cost::PLY.0);
        let base = f64::from(numbers.reduction_base) / 100.0;
        let slope = f64::from(numbers.reduction_slope) / 1000.0;
        let entry = |i: usize| {
            let (depth, number) = ((i / SIZE).max(1) as f64, (i % SIZE).max(1) as f64);
            (ply * (base + depth.ln() * number.ln() * slope)) as i16
        };
        Policy { numbers, reductions: (0..SIZE * SIZE).map(entry).collect() }
    }
}
