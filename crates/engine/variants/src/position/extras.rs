//! Additions to a step: promotions, walls, and pieces that are gated in.

use super::generate::Visit;
use super::mv::Type;
use super::{Move, Position};
use crate::rules::Kind;
use crate::set::Set;
use plyglot_definition::{Definition, Walling};
use std::hash::Hash;
use std::ops::ControlFlow::{self, Continue};

impl<S: Set + Hash> Position<S> {
    /// The targets that need special care: the piece may be promoted there, or would be unable to
    /// move.
    #[inline(always)]
    pub(super) fn special_squares(&self, from: u8, kind: u8) -> S {
        let rules = self.rules;
        let us = self.side;
        let of = rules.kind(kind);
        let region = rules.promotion_region[us];
        let mut special = S::EMPTY;
        if of.is_pawn[us] || of.promoted.is_some() {
            special |= region;
        }
        if of.promoted.is_some() && region.has(from) || rules.definition.promotion.has_demotion {
            return rules.board;
        }
        if rules.definition.drops.immobility_illegal {
            special |= of.immobile[us];
        }
        special
    }

    pub(super) fn with_promotions(
        &self,
        kind: u8,
        from: u8,
        to: u8,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let rules = self.rules;
        let us = self.side;
        let definition = &rules.definition;
        let own = rules.kind(kind);
        let region = rules.promotion_region[us];
        let mut may_stay = true;
        if own.is_pawn[us] && region.has(to) && !definition.promotion.sittuyin {
            for into in self.promotions_of(own) {
                visit(Move::new(from, to, Type::Promotion).with_kind(into))?;
            }
            // A pawn that must be promoted but has no choice left cannot go there.
            may_stay = !definition.promotion.mandatory_for_pawns;
        }
        let captures = self.own(!self.side).has(to);
        // Pawns change only where they arrive, and have no other obligation.
        let is_named_pawn = rules.pawn == Some(kind);
        let may_change = (region.has(from) && !is_named_pawn || region.has(to))
            && (captures || !definition.promotion.pieces_only_on_capture);
        if may_change && own.promoted.is_some_and(|into| self.is_within_limit(into)) {
            visit(Move::new(from, to, Type::PiecePromotion))?;
            may_stay &= is_named_pawn || !definition.promotion.mandatory_for_pieces;
        }
        if may_change && definition.promotion.has_demotion && own.is_promoted(kind) {
            visit(Move::new(from, to, Type::PieceDemotion))?;
            may_stay &= !definition.promotion.mandatory_for_pieces;
        }
        if may_stay && !(definition.drops.immobility_illegal && own.immobile[us].has(to)) {
            visit(Move::new(from, to, Type::Normal))?;
        }
        Continue(())
    }

    /// Sittuyin: a pawn in its region, or the last one, becomes another piece where it stands or on
    /// an empty square that this reaches, if that piece attacks nothing and gives no check there.
    pub(super) fn promotions_nearby(
        &self,
        kind: u8,
        from: u8,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let rules = self.rules;
        let us = self.side;
        let own = rules.kind(kind);
        let is_there =
            rules.promotion_region[us].has(from) || !self.pieces(self.side, kind).is_many();
        if own.pawn_promotions[us].is_empty() || !is_there {
            return Continue(());
        }
        for into in self.promotions_of(own) {
            let captures = &rules.kind(into).captures[us];
            let reached = rules.tables.reach(captures, from, self.occupied());
            for to in (reached & !self.occupied() | S::bit(from)).squares() {
                let occupied = self.occupied() & !S::bit(from) | S::bit(to);
                let attacked = rules.tables.reach(captures, to, occupied);
                let m = Move::new(from, to, Type::Promotion).with_kind(into);
                if !attacked.meets(self.own(!self.side)) && !self.gives_check(m) {
                    visit(m)?;
                }
            }
        }
        Continue(())
    }

    pub(super) fn promotions_of(&self, pawn: &'static Kind<S>) -> impl Iterator<Item = u8> {
        pawn.pawn_promotions[self.side].iter().copied().filter(|&into| self.is_within_limit(into))
    }

    pub(super) fn is_within_limit(&self, kind: u8) -> bool {
        let piece = self.rules.kind(kind).piece;
        match self.rules.definition.pieces[piece].rules.promotion_limit {
            0 => true,
            limit => {
                let there = self.pieces_of_one(self.side, piece);
                there.count() < u32::from(limit)
            }
        }
    }

    /// Visits a move that is known to be legal, with the walls or gates that go with it.
    pub(super) fn accept(&self, m: Move, visit: Visit<'_>) -> ControlFlow<()> {
        let Definition { walls, drops, .. } = self.rules.definition;
        if walls.rule == Walling::None || walls.wall_or_move {
            visit(m)?;
            return if drops.seirawan_gating { self.gatings(m, visit) } else { Continue(()) };
        }
        // A drop leaves no square behind that could become a wall.
        if walls.rule == Walling::Past && m.move_type() == Type::Drop {
            return visit(m);
        }
        for square in self.wall_squares(m).squares() {
            visit(m.with_extra(square))?;
        }
        Continue(())
    }

    /// Visits walls in place of a move, where a turn is one or the other.
    pub(super) fn walls_alone(&self, visit: Visit<'_>) -> ControlFlow<()> {
        let own = self.own(self.side);
        let walls = &self.rules.definition.walls;
        if !walls.wall_or_move || own.is_empty() {
            return Continue(());
        }
        let pass = Move::new(own.first(), own.first(), Type::Pass);
        for square in self.wall_squares(pass).squares() {
            let m = pass.with_extra(square);
            if self.is_legal(m) {
                visit(m)?;
            }
        }
        Continue(())
    }

    pub(super) fn wall_squares(&self, m: Move) -> S {
        let rules = self.rules;
        let us = self.side;
        let mut after = *self;
        after.place(m);
        let occupied = after.sides[0] | after.sides[1] | after.walls;
        // The duck must move, and exploded pieces still take their places.
        let before = match m.move_type() {
            Type::Castling => self.walls,
            Type::EnPassant => {
                self.occupied() & !S::bit(m.from()) & !S::bit(self.en_passant_pawn) | S::bit(m.to())
            }
            _ => self.occupied() & !S::bit(m.from()) | S::bit(m.to()),
        };
        let empty = rules.board & !occupied & !before;
        let squares = match rules.definition.walls.rule {
            Walling::Arrow => {
                let end = self.end_of(m);
                // A piece that has exploded does not shoot.
                if !after.own(self.side).has(end) {
                    return S::EMPTY;
                }
                let mover = &rules.kind(after.kind_at(end)).arrows[us];
                rules.tables.reach(mover, end, occupied) & empty
            }
            Walling::Past => S::bit(m.from()) & empty,
            Walling::Edge => {
                // A stone of this move makes no edge yet.
                let inner = |square: u8| {
                    let near = rules.geometry.beside[usize::from(square)] & !self.walls;
                    near.count() as usize == rules.size.beside().len()
                };
                S::from_squares(empty.squares().filter(|&square| !inner(square)))
            }
            Walling::Duck | Walling::Static => empty,
            Walling::None => S::EMPTY,
        };
        squares & rules.walling_region[us]
    }

    /// Visits the gatings that go with a legal move. A gated piece does not affect legality, unless
    /// checks are forbidden.
    pub(super) fn gatings(&self, m: Move, visit: Visit<'_>) -> ControlFlow<()> {
        let definition = self.rules.definition;
        // A move has room for one more square, that of a gate or that of a wall, and for one kind:
        // what promotes does not gate.
        let changes = [Type::Drop, Type::Promotion, Type::PiecePromotion, Type::PieceDemotion];
        if changes.contains(&m.move_type()) || definition.walls.rule != Walling::None {
            return Continue(());
        }
        let rook = if m.move_type() == Type::Castling { Some(m.to()) } else { None };
        for square in [Some(m.from()), rook].into_iter().flatten() {
            if !self.gates.has(square) {
                continue;
            }
            for kind in self.kinds_in_hand() {
                let gated = m.with_kind(kind).with_extra(square);
                let region = self.rules.kind(kind).drop_region[self.side];
                let gate = S::bit(square) & region & !self.doubled_files(kind);
                if !self.drop_squares(kind, gate).is_empty()
                    && (definition.turns.allows_checks || self.is_legal(gated))
                {
                    visit(gated)?;
                }
            }
        }
        Continue(())
    }
}
