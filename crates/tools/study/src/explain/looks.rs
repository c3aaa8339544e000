//! The values of all moves but the best, searched as deep as time allows.

use super::budget::MoveSearch;
use super::exploration::{ExplainEvent, Exploration, MoveComparison};
use plyglot_engine::{SearchInfo, Value};
use std::cmp::Reverse;
use std::rc::Rc;

/// The plies by which all moves but the best are searched less deep at first.
const FIRST_LOOK_REDUCTION: u16 = 3;
/// If time is limited, the moves are searched to this depth, then by as many plies more as
/// below, round by round: so they are equally deep, wherever it ends.
const FIRST_ROUND: u16 = 1;
const NEXT_ROUND: u16 = 2;
/// Moves that were all searched to this depth, in plies, or to the whole depth of the first
/// look, are comparable.
const MIN_COMPARABLE_DEPTH: u16 = 4;
/// The share of the time that is left for a move that looks better than the best one.
const CHALLENGE: f64 = 0.4;

struct MoveLook {
    name: String,
    info: Option<SearchInfo>,
}

impl Exploration<'_> {
    /// Looks at all moves but the best one, and puts the better ones in its place.
    pub(super) fn look_at_others(&mut self, comparison: &mut MoveComparison) {
        let goal = comparison.depth.saturating_sub(FIRST_LOOK_REDUCTION).max(1);
        let mut moves = Vec::new();
        for m in self.start.legal_moves() {
            if m.name != comparison.best.pv[0] {
                moves.push(MoveLook { name: m.name, info: None });
            }
        }
        let deadline = self.deadline;
        let mut round = if deadline.is_some() { FIRST_ROUND } else { goal };
        loop {
            // However little time there is, each move is looked at once.
            self.deadline = deadline.filter(|_| round > FIRST_ROUND);
            if deadline.is_some() && comparison.best.depth < round {
                self.search_best(comparison, round);
            }
            let is_whole = self.round(round, &mut moves);
            self.deadline = deadline;
            if is_whole {
                comparison.others_depth = round;
            }
            if !is_whole || round == goal {
                break;
            }
            round = (round + NEXT_ROUND).min(goal);
        }
        let is_won = matches!(comparison.best.value, Value::End(plies) if plies > 0);
        if deadline.is_some() && !is_won {
            comparison.depth = comparison.best.depth;
        }
        comparison.is_compared =
            moves.is_empty() || comparison.others_depth >= MIN_COMPARABLE_DEPTH.min(goal);
        comparison.others = moves.into_iter().filter_map(|look| look.info).collect();
        self.challenge(comparison);
    }

    /// Searches the best move, of which its own search had too little time, to a depth.
    fn search_best(&mut self, comparison: &mut MoveComparison, depth: u16) {
        let name = comparison.best.pv[0].clone();
        let found = self.search_move(&name, depth);
        if let Some(look) = found.filter(|look| look.info.depth > comparison.best.depth) {
            comparison.best = look.info;
        }
    }

    fn search_move(&mut self, name: &str, depth: u16) -> Option<MoveSearch> {
        let start = Rc::clone(&self.start);
        self.search_alone(&*start, name, depth)
    }

    /// Searches all moves to a depth, the best first. Returns whether there was time for it.
    fn round(&mut self, depth: u16, moves: &mut [MoveLook]) -> bool {
        // The first of equal moves stays the first.
        moves.sort_by_key(|look| look.info.as_ref().map(|info| Reverse(info.value.order())));
        let all = moves.len();
        for (i, MoveLook { name, info: known }) in moves.iter_mut().enumerate() {
            let note = format!("other moves to depth {depth}: {} of {all}", i + 1);
            self.report(ExplainEvent::Note(note));
            let look = self.search_move(name, depth);
            let Some(MoveSearch { info, is_cut }) = look else { return false };
            if known.as_ref().is_none_or(|known| !is_cut || info.depth > known.depth) {
                *known = Some(info);
            }
            if is_cut {
                return false;
            }
        }
        true
    }

    fn challenge(&mut self, comparison: &mut MoveComparison) {
        comparison.sort();
        for i in 0..comparison.others.len() {
            if comparison.others[i].value.order() <= comparison.best.value.order() {
                continue;
            }
            self.search_deeper(comparison, i, CHALLENGE);
        }
        comparison.sort();
    }

    /// Searches another move as deep as the best one, in this share of the time that is left. If
    /// it is better now, it is the best one.
    pub(super) fn search_deeper(&mut self, comparison: &mut MoveComparison, i: usize, share: f64) {
        let name = &comparison.others[i].pv[0];
        let depth = comparison.depth;
        let look = self.within(share, |exploration| exploration.search_move(name, depth));
        let Some(MoveSearch { info, is_cut }) = look else { return };
        if is_cut && info.depth <= comparison.others[i].depth {
            return;
        }
        let is_won = matches!(info.value, Value::End(plies) if plies > 0);
        // A search that is less deep says little, unless it has proved a win.
        let counts = !is_cut || is_won;
        if !counts && info.value.order() > comparison.best.value.order() {
            return;
        }
        comparison.others[i] = info;
        if counts && comparison.others[i].value.order() > comparison.best.value.order() {
            std::mem::swap(&mut comparison.others[i], &mut comparison.best);
            let preference = self.preference(&comparison.best);
            comparison.preferences.push(preference);
        }
    }
}
