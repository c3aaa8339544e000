//! Castling, and the rights to it.

use super::generate::Visit;
use super::mv::Type;
use super::{Move, NONE, Position};
use crate::set::Set;
use plyglot_core::game::Side;
use plyglot_definition::Walling;
use std::hash::Hash;
use std::ops::ControlFlow::{self, Continue};

impl<S: Set + Hash> Position<S> {
    pub(super) fn castling_targets(&self, king: u8, rook: u8) -> (u8, u8) {
        self.rules.castling_targets(king, rook).unwrap_or((king, rook))
    }

    /// Gives a king and a rook the right to castle, if the board has room for it.
    pub(super) fn grant_castling(&mut self, side: Side, king: u8, rook: u8) {
        if let Some((king_to, rook_to)) = self.rules.castling_targets(king, rook) {
            let wing = usize::from(rook < king);
            self.castling[side][wing] = rook;
            self.castling_from[side] = king;
            let way = |from: u8, to: u8| S::range(from.min(to), from.max(to));
            let both = S::bit(king) | S::bit(rook);
            self.castling_ways[side][wing] = (way(king, king_to) | way(rook, rook_to)) & !both;
        }
    }

    /// Gives the rights to castle that the FEN gives in Chess960 alone.
    pub(super) fn add_rights_of_chess960(&mut self) {
        for side in Side::BOTH {
            let rooks = self.castling_of_chess960[side];
            for rook in rooks.into_iter().filter(|&rook| rook != NONE) {
                if let Some(king) = self.castling_king(side) {
                    self.grant_castling(side, king, rook);
                }
            }
        }
        self.castling_of_chess960 = [[NONE; 2]; 2];
    }

    /// Gives a king and a rook at home the right to castle, one of which was dropped there.
    pub(super) fn gain_rights(&mut self, dropped: u8) {
        let castling = &self.rules.definition.castling;
        let us = self.side;
        let (home, rook_homes) = self.rules.castling_home(us);
        if !castling.allowed || self.castling_king(us) != Some(home) {
            return;
        }
        let rooks = self.pieces_of(us, castling.rook_pieces);
        for rook in rook_homes {
            if rooks.has(rook) && [home, rook].contains(&dropped) {
                self.grant_castling(us, home, rook);
            }
        }
    }

    pub(super) fn castling_king(&self, side: Side) -> Option<u8> {
        let kings = self.pieces_of_one(side, self.rules.definition.castling.king_piece?);
        let on_rank = kings & self.rules.castling_ranks[side];
        if on_rank.is_many() {
            let (home, _) = self.rules.castling_home(side);
            return if on_rank.has(home) { Some(home) } else { None };
        }
        if on_rank.is_empty() { None } else { Some(on_rank.first()) }
    }

    pub(super) fn castle(&mut self, from: u8, rook: u8) {
        let (king_to, rook_to) = self.castling_targets(from, rook);
        let (us, king) = self.take(from);
        let (_, kind) = self.take(rook);
        self.put(king_to, us, king);
        self.put(rook_to, us, kind);
    }

    pub(super) fn castlings(&self, visit: Visit<'_>) -> ControlFlow<()> {
        let us = self.side;
        if self.castling[us] == [NONE; 2] {
            return Continue(());
        }
        let king = self.castling_from[us];
        let occupied = self.occupied();
        let ways = self.castling_ways[us];
        let has_walls = self.rules.definition.walls.rule != Walling::None;
        for (rook, way) in self.castling[us].into_iter().zip(ways) {
            if rook == NONE || way.meets(occupied) {
                continue;
            }
            let (king_to, _) = self.castling_targets(king, rook);
            // The wall of this move may block a check on the way; that is tested later.
            let end = if has_walls { king } else { king_to };
            if self.is_safe_way(king, end, occupied) {
                visit(Move::new(king, rook, Type::Castling))?;
            }
        }
        Continue(())
    }

    /// Whether a castling king leaves, passes and enters no attacked square, if it is royal, and no
    /// other king is in check. A check to another piece that must not be lost may end by castling.
    pub(super) fn is_safe_way(&self, king: u8, to: u8, occupied: S) -> bool {
        let us = self.side;
        let kings = self.kings(us);
        let is_royal = (kings | self.pseudo_royals(us)).has(king);
        let way = S::range(king.min(to), king.max(to)).only_if(is_royal);
        let judged = way | kings.only_if(!self.checkers.is_empty());
        let cannons = self.cannons();
        !judged.squares().any(|at| self.is_attacked(!us, at, occupied, S::EMPTY, cannons))
    }
}
