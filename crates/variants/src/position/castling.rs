//! Castling.

use super::generate::Visit;
use super::mv::Type;
use super::{Move, NONE, Position};
use crate::definition::Walling;
use crate::set::Set;
use std::hash::Hash;
use std::ops::ControlFlow::{self, Continue};

impl<S: Set + Hash> Position<S> {
    pub(super) fn castlings(&self, visit: Visit<'_>) -> ControlFlow<()> {
        let us = self.side;
        if self.castling[us.index()] == [NONE; 2] || !self.checkers.is_empty() {
            return Continue(());
        }
        let king = self.castling_from[us.index()];
        let (occupied, ways) = (self.occupied(), self.castling_ways[us.index()]);
        for (rook, way) in self.castling[us.index()].into_iter().zip(ways) {
            if rook == NONE || way.meets(occupied) {
                continue;
            }
            let (king_to, _) = self.castling_targets(king, rook);
            // The wall of this move may block a check; that is tested later.
            let has_walls = self.rules.definition.walls.rule != Walling::None;
            if has_walls || self.is_safe_way(king, king_to, occupied) {
                visit(Move::new(king, rook, Type::Castling))?;
            }
        }
        Continue(())
    }

    /// Whether a castling king passes no attacked square, if it is royal.
    pub(super) fn is_safe_way(&self, king: u8, to: u8, occupied: S) -> bool {
        let us = self.side;
        let is_royal = (self.kings(us) | self.pseudo_royals(us)).has(king);
        let is_safe = |square| !self.is_attacked(!us, square, occupied, S::EMPTY);
        !is_royal || S::range(king.min(to), king.max(to)).squares().all(is_safe)
    }
}
