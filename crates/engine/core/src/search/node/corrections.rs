//! Corrections of the evaluation, learnt from earlier scores.

use super::quiet::PreviousMoves;
use super::types::{Node, has};
use crate::game::{Depth, Knowledge, SearchParams};
use crate::search::score::Score;

/// How far the static evaluation was off in positions that had something in common
/// (chessprogramming.org "Static Evaluation Correction History").
///
/// A game names what positions may have in common, by keys: the same pawns, say. So are the
/// last two moves, if [`ContinuationHistory::correction`] is on. If a search ends
/// elsewhere than the evaluation said, the difference is kept under each key of its node,
/// and the evaluation of later nodes with the same keys is corrected by it.
///
/// [`ContinuationHistory::correction`]: crate::game::search_params::ContinuationHistory::correction
#[derive(Debug, Default)]
pub(super) struct Corrections {
    entries: Vec<i16>,
    /// By the last move and the one before, as the continuation history numbers them.
    continuation: Vec<i16>,
    /// By the last move and the one four plies before.
    fourth: Vec<i16>,
    /// By [`Histories::further_correction_key`](crate::game::Histories::further_correction_key).
    further: Vec<i16>,
}

impl Corrections {
    /// Entries for each key and each side, a power of two.
    const SIZE: usize = 1 << 14;
    const MAX: i32 = 1_024;
    const PER_CENTI: i32 = 24;
    /// The greatest change of an entry by one search.
    const STEP: i32 = Self::MAX / 4;

    pub(super) const fn are_used<G: Knowledge>() -> bool {
        G::CORRECTION_KEYS > 0
            || Self::has_continuation::<G>()
            || Self::has_fourth::<G>()
            || Self::has_further::<G>()
    }

    const fn has_fourth<G: Knowledge>() -> bool {
        let rule = G::PARAMS.continuation_history;
        rule.is_on && has(rule.correction_fourth.0 > 0)
    }

    const fn has_further<G: Knowledge>() -> bool {
        G::CORRECTION_KEYS > 0 && has(G::PARAMS.correction_history.further.0 > 0)
    }

    const fn has_continuation<G: Knowledge>() -> bool {
        G::PARAMS.continuation_history.is_on && has(G::PARAMS.continuation_history.correction.0 > 0)
    }

    /// The number of moves that the continuation history tells apart, with none.
    const fn moves<G: Knowledge>() -> usize {
        2 * G::HISTORY_SIZE + 1
    }

    const fn entries<G: Knowledge>() -> [usize; 4] {
        let moves = Self::moves::<G>();
        [
            G::CORRECTION_KEYS * 2 * Self::SIZE,
            if Self::has_continuation::<G>() { moves * moves } else { 0 },
            if Self::has_fourth::<G>() { moves * moves } else { 0 },
            if Self::has_further::<G>() { 2 * Self::SIZE } else { 0 },
        ]
    }

    pub(super) const fn bytes<G: Knowledge>() -> usize {
        let [entries, continuation, fourth, further] = Self::entries::<G>();
        (entries + continuation + fourth + further) * size_of::<i16>()
    }

    pub(super) fn new<G: Knowledge>() -> Corrections {
        let [entries, continuation, fourth, further] = Self::entries::<G>().map(|n| vec![0; n]);
        Corrections { entries, continuation, fourth, further }
    }

    pub(super) fn clear(&mut self) {
        forget(&mut self.entries);
        forget(&mut self.continuation);
        forget(&mut self.fourth);
        forget(&mut self.further);
    }

    fn index<G: Knowledge>(node: &Node<'_, G>, n: usize) -> usize {
        let entry = node.position.correction_key(node.state, n) as usize % Self::SIZE;
        (n * 2 + node.position.side().index()) * Self::SIZE + entry
    }

    fn continuation_index<G: Knowledge>([last, before, ..]: PreviousMoves) -> usize {
        before * Self::moves::<G>() + last
    }

    fn fourth_index<G: Knowledge>([last, _, fourth]: PreviousMoves) -> usize {
        fourth * Self::moves::<G>() + last
    }

    fn further_index<G: Knowledge>(node: &Node<'_, G>) -> usize {
        let entry = node.position.further_correction_key() as usize % Self::SIZE;
        node.position.side().index() * Self::SIZE + entry
    }

    /// The correction of the evaluation of a node that these moves led to, in
    /// centi-units.
    pub(super) fn correction<G: Knowledge>(
        &self,
        node: &Node<'_, G>,
        previous: PreviousMoves,
        params: &SearchParams,
    ) -> i32 {
        let mut sum = 0;
        for n in 0..G::CORRECTION_KEYS {
            sum += i32::from(self.entries[Self::index(node, n)]);
        }
        if const { Self::has_continuation::<G>() } {
            let entry = self.continuation[Self::continuation_index::<G>(previous)];
            sum += params.continuation_history.correction.scale(i32::from(entry));
        }
        let fourth = params.continuation_history.correction_fourth;
        if const { Self::has_fourth::<G>() } && fourth.0 > 0 {
            sum += fourth.scale(i32::from(self.fourth[Self::fourth_index::<G>(previous)]));
        }
        let further = params.correction_history.further;
        if const { Self::has_further::<G>() } && further.0 > 0 {
            sum += further.scale(i32::from(self.further[Self::further_index(node)]));
        }
        sum / Self::PER_CENTI
    }

    /// The search of a node that these moves led to found `score` where the corrected
    /// evaluation was `eval`.
    pub(super) fn update<G: Knowledge>(
        &mut self,
        node: &Node<'_, G>,
        previous: PreviousMoves,
        eval: Score,
        score: Score,
    ) {
        let off = (score.value() - eval.value()) * node.depth.0 / Depth::PLY.0 / 8;
        let bonus = off.clamp(-Self::STEP, Self::STEP);
        for n in 0..G::CORRECTION_KEYS {
            update::<{ Self::MAX }>(&mut self.entries[Self::index(node, n)], bonus);
        }
        if const { Self::has_continuation::<G>() } {
            let index = Self::continuation_index::<G>(previous);
            update::<{ Self::MAX }>(&mut self.continuation[index], bonus);
        }
        if const { Self::has_fourth::<G>() } {
            update::<{ Self::MAX }>(&mut self.fourth[Self::fourth_index::<G>(previous)], bonus);
        }
        if const { Self::has_further::<G>() } {
            update::<{ Self::MAX }>(&mut self.further[Self::further_index(node)], bonus);
        }
    }
}

/// Entries from which on a table is made anew rather than filled. Those of games from files are
/// made for any board and any pieces, and a search writes to few of their pages: the others take
/// neither memory nor time if the system gives them.
const MAX_FILLED_ENTRIES: usize = 1 << 22;

pub(super) fn forget(entries: &mut Vec<i16>) {
    let size = entries.len();
    if size < MAX_FILLED_ENTRIES {
        entries.fill(0);
    } else {
        // One goes before the other comes.
        *entries = Vec::new();
        *entries = vec![0; size];
    }
}

/// Moves the entry of a history or correction by `bonus`, less as it nears its bound `MAX`
/// (history with gravity, chessprogramming.org "History Heuristic").
pub(super) fn update<const MAX: i32>(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / MAX) as i16;
}
