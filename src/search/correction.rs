//! How far the static evaluation was off in positions that had something in
//! common (chessprogramming.org "Static Evaluation Correction History").
//!
//! A game names what positions may have in common, by keys: the same pawns,
//! say. Where a search ends elsewhere than the evaluation said, the difference
//! is kept under each key of its node, and the evaluation of later nodes with
//! the same keys is corrected by it.

use super::history::shift;
use super::score::Score;
use super::worker::Node;
use crate::games::{Depth, Knowledge};

/// Slots for each kind of key and each side, a power of two.
const SIZE: usize = 1 << 14;
/// The greatest value of a slot.
const MOST: i32 = 1_024;
/// Value of a slot that corrects by one centi-unit.
const UNIT: i32 = 24;
/// The greatest change of a slot by one search.
const STEP: i32 = MOST / 4;

/// What was learnt about the evaluation, kept from search to search.
#[derive(Debug, Default)]
pub(super) struct Corrections {
    slots: Vec<i16>,
}

fn index<G: Knowledge>(node: &Node<'_, G>, kind: usize) -> usize {
    let slot = node.position.correction_key(node.state, kind) as usize % SIZE;
    (kind * 2 + node.position.side().index()) * SIZE + slot
}

impl Corrections {
    pub(super) fn new<G: Knowledge>() -> Corrections {
        Corrections { slots: vec![0; G::CORRECTION_KEYS * 2 * SIZE] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.fill(0);
    }

    /// What is to be added to the evaluation of a node, in centi-units.
    pub(super) fn of<G: Knowledge>(&self, node: &Node<'_, G>) -> i32 {
        let slots = (0..G::CORRECTION_KEYS).map(|kind| self.slots[index(node, kind)]);
        slots.map(i32::from).sum::<i32>() / UNIT
    }

    /// The search of a node found `score` where `evaluation` was expected.
    pub(super) fn learn<G: Knowledge>(
        &mut self,
        node: &Node<'_, G>,
        evaluation: Score,
        score: Score,
    ) {
        let off = (score.value() - evaluation.value()) * node.depth.0 / Depth::PLY.0 / 8;
        for kind in 0..G::CORRECTION_KEYS {
            shift::<MOST>(&mut self.slots[index(node, kind)], off.clamp(-STEP, STEP));
        }
    }
}
