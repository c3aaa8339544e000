//! Promotions: on which steps, and into which kinds.

use super::generate::Visit;
use super::mv::Type;
use super::{Move, Position};
use crate::rules::Kind;
use crate::set::Set;
use std::hash::Hash;
use std::ops::ControlFlow::{self, Continue};

impl<S: Set + Hash> Position<S> {
    /// The targets that need special care: the piece may be promoted there, or would be unable to
    /// move.
    #[inline(always)]
    pub(super) fn special_squares(&self, from: u8, kind: u8) -> S {
        let (rules, us) = (self.rules, self.side.index());
        let of = &rules.kinds[usize::from(kind)];
        let region = rules.promotion_region[us];
        let mut special = S::EMPTY;
        if of.is_pawn[us] || of.promoted.is_some() {
            special |= region;
        }
        if of.promoted.is_some() && region.has(from) || rules.definition.promotion.has_demotion {
            return rules.board;
        }
        if rules.definition.drops.forbids_immobility {
            special |= of.immobile[us];
        }
        special
    }

    /// Visits a step of a piece with its promotions.
    pub(super) fn with_promotions(
        &self,
        kind: u8,
        from: u8,
        to: u8,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let (rules, us) = (self.rules, self.side.index());
        let definition = &rules.definition;
        let own = &rules.kinds[usize::from(kind)];
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
        let may_change = (region.has(from) || region.has(to))
            && (captures || !definition.promotion.pieces_only_on_capture);
        if may_change && own.promoted.is_some_and(|into| self.is_within_limit(into)) {
            visit(Move::new(from, to, Type::PiecePromotion))?;
            may_stay &= !definition.promotion.mandatory_for_pieces;
        }
        if may_change && definition.promotion.has_demotion && own.is_promoted(kind) {
            visit(Move::new(from, to, Type::PieceDemotion))?;
            may_stay &= !definition.promotion.mandatory_for_pieces;
        }
        if may_stay && !(definition.drops.forbids_immobility && own.immobile[us].has(to)) {
            visit(Move::new(from, to, Type::Normal))?;
        }
        Continue(())
    }

    /// Sittuyin: a pawn in its region, or the last one, becomes another piece where it stands or
    /// diagonally next to it, if that piece attacks nothing and the move gives no check.
    pub(super) fn promotions_nearby(
        &self,
        kind: u8,
        from: u8,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let (rules, us) = (self.rules, self.side.index());
        let own = &rules.kinds[usize::from(kind)];
        let is_there =
            rules.promotion_region[us].has(from) || !self.pieces(self.side, kind).is_many();
        if own.pawn_promotions[us].is_empty() || !is_there {
            return Continue(());
        }
        let near = rules.neighbours[usize::from(from)] & !rules.beside[usize::from(from)];
        for into in self.promotions_of(own) {
            let captures = &rules.kinds[usize::from(into)].captures[us];
            for to in (near & !self.occupied() | S::bit(from)).squares() {
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

    /// The kinds that a pawn of the side to move may become.
    pub(super) fn promotions_of(&self, pawn: &'static Kind<S>) -> impl Iterator<Item = u8> {
        let all = pawn.pawn_promotions[self.side.index()].iter().copied();
        all.filter(|&into| self.is_within_limit(into))
    }

    /// Whether a side may have one more of a kind.
    pub(super) fn is_within_limit(&self, kind: u8) -> bool {
        let piece = self.rules.kinds[usize::from(kind)].piece;
        match self.rules.definition.pieces[piece].rules.promotion_limit {
            0 => true,
            limit => {
                let there = self.pieces_of_one(self.side, piece);
                there.count() < u32::from(limit)
            }
        }
    }
}
