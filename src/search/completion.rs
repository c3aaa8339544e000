//! Lines that are led to the end of the game.
//!
//! The search ends a line where an endgame table or a glance knows the rest. Who is told of
//! a forced end wants to see it, and match runners check that the line has as
//! many plies as its score says.

use super::deepening::Deepening;
use super::root::RootMove;
use super::solving::after;
use super::table::Bound;
use crate::games::{Depth, Exact, Glance, Knowledge, TablebaseValue};

impl<G: Knowledge> Deepening<'_, G> {
    /// The line of a move, with what is known of the way to the end that its
    /// score tells of.
    pub(super) fn led_to_end(&self, root_move: &RootMove<G::Move>) -> Vec<G::Move> {
        let mut pv = root_move.pv.clone();
        let plies = root_move.told().plies_to_end().map_or(0, i32::unsigned_abs) as usize;
        if root_move.bound != Bound::Exact || pv.len() >= plies {
            return pv;
        }
        let mut position = self.root.position.clone();
        pv.iter().for_each(|&m| position.play(m));
        while pv.len() < plies
            && let Some(m) = known_best(&position, plies - pv.len())
        {
            position.play(m);
            pv.push(m);
        }
        pv
    }
}

/// A best move of a position whose end in so many plies is known.
fn known_best<G: Knowledge>(position: &G, plies: usize) -> Option<G::Move> {
    let value = known(position)?;
    if !matches!(value, Exact::Win(n) | Exact::Loss(n) if usize::from(n) == plies) {
        return None;
    }
    position.legal_moves().into_iter().find(|&m| {
        let (child, opposes) = after(position, m);
        known(&child).is_some_and(|child| child.before_move(opposes) == value)
    })
}

/// What the rules, a glance or the tables say of a position.
fn known<G: Knowledge>(position: &G) -> Option<Exact> {
    if let Some(outcome) = position.status() {
        return Some(Exact::of_outcome(outcome));
    }
    if let Glance::Known(value) = position.glance() {
        return Some(value);
    }
    if !G::HAS_TABLEBASE {
        return None;
    }
    match position.probe_tablebase(Depth::plies(0))? {
        TablebaseValue::Exact(value) => Some(value),
        TablebaseValue::Outcome(_) => None,
    }
}
