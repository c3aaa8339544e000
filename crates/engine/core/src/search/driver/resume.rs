//! A search begins with what an earlier one left in the table.

use super::deepening::Deepening;
use crate::game::Knowledge;
use crate::search::path::after;
use crate::search::score::Score;
use crate::search::sorting::sort_by_cached_key;
use crate::search::table::{Bound, TableEntry};
use std::cmp::Reverse;

/// Fewer plies than this are searched again, which takes no time and orders all moves.
const MIN_PLIES: u16 = 4;

impl<G: Knowledge> Deepening<'_, G> {
    /// Begins with the line that the table keeps, if its score is exact and this kind of
    /// search may rely on it.
    pub(super) fn resume(&mut self) {
        let is_plain = self.multi_pv == 1
            && self.limits.mate.is_none()
            && self.root_search.is_none()
            && !self.plan.is_direct()
            && self.plan.is_selective();
        if !is_plain || self.exact.is_some() || self.moves[0].tablebase.is_some() {
            return;
        }
        let Some((entry, m)) = self.known() else { return };
        let depth = entry.plies();
        let pv = self.remembered_line(usize::from(depth));
        self.sort_by_table();
        let index = self.moves.iter().position(|r| r.m == m).unwrap_or_default();
        self.moves[..=index].rotate_right(1);
        let score = Score::from_table(entry.score, 0);
        let first = &mut self.moves[0];
        first.score = Some(score);
        first.previous_score = score;
        first.bound = Bound::Exact;
        first.seldepth = pv.len();
        first.pv_after = pv.into_iter().skip(1).collect();
        self.lines = vec![first.clone()];
        self.scaling.begin_stable(first.m, score);
        if self.plan.skip_beyond(depth) {
            self.lines_depth = depth;
            self.worker.is_interruptible = true;
            self.report_lines();
        } else {
            self.lines.clear();
        }
    }

    fn known(&self) -> Option<(TableEntry, G::Move)> {
        let position = &self.root.position;
        let entry = self.worker.table.probe(self.worker.table_key(position))?;
        let is_true = entry.bound == Bound::Exact && entry.depth != TableEntry::FINAL;
        if !is_true || entry.plies() < MIN_PLIES || Score::from_table(entry.score, 0).is_decisive()
        {
            return None;
        }
        let m = position.find(entry.packed?.get())?;
        let is_asked_for = self.moves.iter().any(|r| r.m == m);
        if !is_asked_for || self.ends_by_repetition(m) {
            return None;
        }
        Some((entry, m))
    }

    /// The table cannot tell, as its keys ignore the game's past.
    fn ends_by_repetition(&self, m: G::Move) -> bool {
        let mut root = self.root.clone();
        root.play(m);
        root.position.repetition(&root.earlier).is_some()
    }

    /// Sorts the moves by the table's entries for the positions that they lead to; those without an
    /// entry come last.
    fn sort_by_table(&mut self) {
        let score = |m: G::Move| {
            let (child, opposes) = after(&self.root.position, m);
            let entry = self.worker.table.probe(self.worker.table_key(&child))?;
            let score = Score::from_table(entry.score, 1);
            Some(if opposes { -score } else { score })
        };
        sort_by_cached_key(&mut self.moves, |r| Reverse(score(r.m)));
    }

    /// The line of the table from the root on, `max` plies at most. It ends
    /// where the table knows no move, where the game does, and with a position
    /// that was there before.
    fn remembered_line(&self, max: usize) -> Vec<G::Move> {
        let mut root = self.root.clone();
        let mut pv = Vec::new();
        while pv.len() < max.max(1) && root.position.status().is_none() {
            let entry = self.worker.table.probe(self.worker.table_key(&root.position));
            let Some(m) = entry.and_then(|entry| root.position.find(entry.packed?.get())) else {
                break;
            };
            root.play(m);
            pv.push(m);
            if root.times_before() > 0 {
                break;
            }
        }
        pv
    }
}
