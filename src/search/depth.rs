//! Variable search depth: what a move costs of the depth that is left.
//!
//! A line has an *absolute depth*, the plies from the root, and an *adjusted
//! depth*, what it may still spend. An ordinary move spends one ply. A forced
//! reply spends nothing and a move that its game calls important less than a
//! ply, so such lines go on; late quiet moves spend more. What a line gets for
//! nothing is taken from its budget, without which forced lines would never end.

use super::candidate::Candidate;
use super::history;
use super::worker::{Node, Worker};
use crate::games::{Cost, Knowledge};

/// Moves of a node that are never reduced.
const EARLY: usize = 3;
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

impl<G: Knowledge> Worker<'_, G> {
    /// The node with the ply that a forced reply gets for nothing.
    pub(super) fn grant<'n>(&self, node: Node<'n, G>) -> Node<'n, G> {
        if !self.selective || !node.is_forced || node.budget <= Cost::FREE {
            return node;
        }
        let gift = node.budget.min(Cost::PLY);
        Node { depth: node.depth + gift, budget: node.budget - gift, ..node }
    }

    /// What is left after a legal move, the `number`th tried in its node
    /// (from 0), which costs less by `extension`.
    pub(super) fn spend(
        &self,
        node: &Node<'_, G>,
        candidate: Candidate<G::Move>,
        number: usize,
        extension: Cost,
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
        let reduction = self.reduction(node, candidate, number);
        Spend { depth: node.depth - cost, budget, reduction }
    }

    /// What a late quiet move is searched the less at first.
    fn reduction(&self, node: &Node<'_, G>, candidate: Candidate<G::Move>, number: usize) -> Cost {
        let is_exempt = number < EARLY || node.depth < DEEP || node.is_forced;
        if G::REDUCTION == 0 || is_exempt || node.position.tactical(candidate.m) {
            return Cost::FREE;
        }
        let plies = (node.depth.0 / Cost::PLY.0) as usize;
        let base = self.reductions[plies.min(SIZE - 1) * SIZE + number.min(SIZE - 1)];
        let merit = self.merit(node, candidate) * Cost::PLY.0 / (history::MOST / 2);
        Cost((i32::from(base) - merit).clamp(0, node.depth.0 - 2 * Cost::PLY.0))
    }
}

/// Reductions by depth in plies and number of the move, in sixteenths of a
/// ply: `percent` of 0.8 + ln(depth) ln(number) / 2.3 plies, the form that
/// open engines have converged to (chessprogramming.org "Late Move
/// Reductions"); the two constants are where most of them start from.
pub(super) fn reductions(percent: i32) -> Box<[i16]> {
    let ply = f64::from(Cost::PLY.0) * f64::from(percent) / 100.0;
    let entry = |i: usize| {
        let (depth, number) = ((i / SIZE).max(1) as f64, (i % SIZE).max(1) as f64);
        (ply * (0.8 + depth.ln() * number.ln() / 2.3)) as i16
    };
    (0..SIZE * SIZE).map(entry).collect()
}
