//! The legality of single moves, found by trial.

use super::mv::Type;
use super::{Move, Position};
use crate::set::Set;
use plyglot_core::game::Side;
use plyglot_definition::Walling;
use std::hash::Hash;

impl<S: Set + Hash> Position<S> {
    pub(super) fn is_legal(&self, m: Move) -> bool {
        let definition = &self.rules.definition;
        let us = self.side;
        let mut after = *self;
        after.place(m);
        if definition.effects.blast_on_capture {
            // Pieces that turn to stone in a blast do not block a check at once.
            after.walls &= self.walls | m.extra().map_or(S::EMPTY, S::bit);
        }
        if !after.is_safe(us, m, self) {
            return false;
        }
        if m.move_type() == Type::Castling && definition.walls.rule != Walling::None {
            let occupied = self.sides[0] | self.sides[1] | after.walls;
            if !self.is_safe_way(m.from(), self.end_of(m), occupied) {
                return false;
            }
        }
        let moves_king =
            self.kings(us).has(m.from()) && !matches!(m.move_type(), Type::Drop | Type::Pass);
        let takes_only_checker = self.checkers == S::bit(m.to());
        if definition.turns.makpong_rule
            && moves_king
            && !self.checkers.is_empty()
            && !takes_only_checker
        {
            return false;
        }
        if definition.turns.bikjang_rule
            && m.move_type() != Type::Pass
            && self.is_bikjang()
            && after.is_bikjang()
        {
            return false;
        }
        if definition.turns.allows_checks && definition.drops.may_check {
            return true;
        }
        let gives_check = !after.checkers_with(!us, S::EMPTY).is_empty();
        let is_drop = m.move_type() == Type::Drop;
        !(gives_check
            && (!definition.turns.allows_checks || is_drop && !definition.drops.may_check))
    }

    /// Whether no royal piece of a side can be captured after this move from `before`.
    pub(super) fn is_safe(&self, us: Side, m: Move, before: &Position<S>) -> bool {
        let definition = &self.rules.definition;
        let mut royals = before.pseudo_royals(us);
        if definition.ends.extinction_pseudo_royal {
            let others = before.pseudo_royals(!us);
            // A royal piece may have moved or castled, and a promotion may have made another one.
            let to = before.end_of(m);
            let must_stay = definition.ends.extinction_pieces;
            let becomes_royal = self.own(us).has(to)
                && must_stay.contains(self.piece_at(to))
                && self.pseudo_royals(us).has(to)
                && (m.move_type() == Type::Drop || !must_stay.contains(before.piece_at(m.from())));
            let mut gone = S::bit(m.from());
            let mut new = S::bit(to).only_if(royals.has(m.from()) || becomes_royal);
            if m.move_type() == Type::Castling {
                let (_, rook_to) = before.castling_targets(m.from(), m.to());
                gone |= S::bit(m.to());
                new |= S::bit(rook_to).only_if(royals.has(m.to()));
            }
            royals = royals & !gone | new;
            if !(royals & !self.own(us)).is_empty() && self.lacks_royals(us) {
                return false;
            }
            if !(others & !self.own(!us)).is_empty() && self.lacks_royals(!us) {
                return self.checkers_with(us, S::EMPTY).is_empty();
            }
            royals &= self.own(us);
            // Another one of its kind ends that a piece is royal.
            for piece in self.rules.pieces_in(definition.ends.extinction_pieces) {
                let pieces = self.pieces_of_one(us, piece);
                if pieces.count() > before.pieces_of_one(us, piece).count()
                    && !pieces.meets(self.pseudo_royals(us))
                {
                    royals &= !pieces;
                }
            }
        }
        let blasts = definition.effects.blast_on_capture;
        if blasts && !before.kings(us).is_empty() && self.kings(us).is_empty() {
            return false;
        }
        self.checkers_with(us, royals).is_empty()
    }

    /// Whether a side has too few of a kind that it must not lose.
    pub(super) fn lacks_royals(&self, side: Side) -> bool {
        let ends = &self.rules.definition.ends;
        let is_few = |pieces: S| pieces.count() <= u32::from(ends.extinction_piece_count);
        let mut pieces = self.rules.pieces_in(ends.extinction_pieces);
        pieces.any(|piece| is_few(self.pieces_of_one(side, piece)))
            || ends.counts_all_pieces() && is_few(self.own(side))
    }

    /// The piece of the definition on a square that has one.
    pub(super) fn piece_at(&self, square: u8) -> usize {
        self.rules.kind(self.kind_at(square)).piece
    }
}
