//! The rules, as the search uses them.

use super::{Move, Position, Verdict};
use crate::set::Set;
use plyglot_core::game::{Game, Outcome, Side, Which};
use std::hash::Hash;

impl<S: Set + Hash> Game for Position<S> {
    type Move = Move;

    const REPEATS: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    fn decided(&self) -> Option<Outcome> {
        self.verdict().map(|verdict| match verdict {
            Verdict::Immediate(outcome) | Verdict::Counter(outcome) => outcome,
        })
    }

    fn stalled(&self) -> Outcome {
        self.without_moves()
    }

    fn moves(&self, which: Which, visit: impl FnMut(Move)) {
        self.visit_moves(which, visit);
    }

    fn count(&self) -> u64 {
        self.count_by_sets().unwrap_or_else(|| {
            let mut count = 0;
            self.visit_moves(Which::All, |_| count += 1);
            count
        })
    }

    fn repetition(&self, earlier: &[u64]) -> Option<Outcome> {
        self.repeated(earlier)
    }

    fn tactical(&self, m: Move) -> bool {
        self.is_tactical(m)
    }

    fn play(&mut self, m: Move) {
        self.make(m);
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    fn irreversible(&self, m: Move) -> bool {
        self.is_irreversible(m)
    }

    fn pack(m: Move) -> u32 {
        m.packed()
    }

    fn find(&self, packed: u32) -> Option<Move> {
        self.find_move(packed)
    }
}
