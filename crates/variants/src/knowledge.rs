//! What the search may know of any game from a file.

use crate::position::{Move, Position};
use crate::rules::MAX_KINDS;
use crate::set::Set;
use plyglot_core::game::{Game, Glance, Histories, Knowledge, SearchParams};
use std::hash::Hash;

impl<S: Set + Hash> Histories for Position<S> {
    const HISTORY_SIZE: usize = MAX_KINDS * S::SQUARES;
    const CAPTURED_KINDS: usize = MAX_KINDS;

    /// What moves, and where to.
    fn history_index(&self, m: Move) -> usize {
        usize::from(self.moving_kind(m)) * S::SQUARES + usize::from(m.to())
    }

    fn captured_kind(&self, m: Move) -> usize {
        self.captured(m).map_or(0, usize::from)
    }
}

impl<S: Set + Hash> Knowledge for Position<S> {
    // Not tuned: what suits games with captures and checks.
    const PARAMS: SearchParams = {
        let mut params = SearchParams::USUAL;
        params.staged_generation = true;
        params.continuation_history.is_on = true;
        params.null_move.is_on = true;
        params.history_pruning.is_on = true;
        params.see_pruning.is_on = true;
        params
    };

    fn glance(&self) -> Glance {
        if self.is_check() { Glance::Forced } else { Glance::Open }
    }

    /// Where a side must capture, has to drop, or wins by having no move, it is often good to
    /// have no choice; and passing is no help where it is a move.
    fn null_move(&self) -> Option<Position<S>> {
        self.passed()
    }

    fn may_be_zugzwang(&self) -> bool {
        self.own(self.side()).count() < 6
    }

    /// The value of the captured piece, less a little of the capturing one's.
    fn capture_value(&self, m: Move) -> i32 {
        let values = self.rules().values();
        let captured = self.captured(m).map_or(0, |kind| values.pieces[usize::from(kind)]);
        captured - values.pieces[usize::from(self.moving_kind(m))] / 16
    }

    /// The first two captures only: the piece that moves is lost if its target is attacked.
    fn see_at_least(&self, m: Move, threshold: i32) -> bool {
        let values = self.rules().values();
        let gain = self.captured(m).map_or(0, |kind| values.pieces[usize::from(kind)]);
        if gain < threshold {
            return false;
        }
        let risk = values.pieces[usize::from(self.moving_kind(m))];
        gain - risk >= threshold || !self.is_attacked_after(m)
    }
}
