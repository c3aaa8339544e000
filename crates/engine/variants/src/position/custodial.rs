//! Captures between enemies, by the piece that moves in: tafl's.

use super::mv::Type;
use super::{Move, Position};
use crate::rules::Custodial;
use crate::set::Set;
use plyglot_core::game::{Outcome, Side};
use std::hash::Hash;

impl<S: Set + Hash> Position<S> {
    /// Those of these pieces that are captured between two enemies, and those that need four.
    fn capturable(&self, rules: &Custodial<S>, pieces: S) -> (S, S) {
        let king = rules.king.map_or(S::EMPTY, |king| self.of_kinds(self.rules.kinds_of_one(king)));
        let four_kinds = self.of_kinds(rules.four_kinds.iter().copied());
        let fours = pieces & (four_kinds | king & rules.near_throne);
        (pieces & self.of_kinds(rules.pair_kinds.iter().copied()) & !fours, fours)
    }

    fn of_kinds(&self, kinds: impl Iterator<Item = u8>) -> S {
        kinds.fold(S::EMPTY, |all, kind| all | self.kinds[usize::from(kind)])
    }

    /// What counts as an enemy of a side that has these pieces.
    fn enemies_of(&self, pieces: S, others: S) -> S {
        others | self.rules.hostile_region & !pieces
    }

    /// The pieces of the other side that the one to move has enclosed by entering a square.
    #[inline(always)]
    pub(super) fn flanked(&self, to: u8) -> S {
        match &self.rules.custodial {
            Some(rules) => self.enclosed_by(rules, to, self.own(self.side), self.own(!self.side)),
            None => S::EMPTY,
        }
    }

    /// Those of `others` that `own` pieces enclose, one of which has just come to a square.
    fn enclosed_by(&self, rules: &Custodial<S>, to: u8, own: S, others: S) -> S {
        if !own.has(to) {
            return S::EMPTY;
        }
        let (pairs, fours) = self.capturable(rules, others);
        let enemies = self.enemies_of(others, own);
        let mut enclosed = S::EMPTY;
        for way in &rules.ways {
            let beside = way.step(S::bit(to));
            enclosed |= beside & pairs & way.back(enemies);
            if beside.meets(fours) {
                enclosed |=
                    beside.only_if(rules.ways.iter().all(|way| way.step(beside).meets(enemies)));
            }
        }
        enclosed
    }

    /// The squares where the side to move may enclose something. Some of them may prove wrong, as
    /// the piece that goes there is one of those that enclose.
    pub(super) fn flanking_squares(&self) -> S {
        let Some(rules) = &self.rules.custodial else { return S::EMPTY };
        let others = self.own(!self.side);
        let (pairs, fours) = self.capturable(rules, others);
        let enemies = self.enemies_of(others, self.own(self.side));
        let mut squares = S::EMPTY;
        for way in &rules.ways {
            squares |= way.back(pairs & way.back(enemies)) | way.back(fours);
        }
        squares & !self.occupied()
    }

    /// The pieces that a move captures on other squares than its target.
    #[inline(always)]
    pub(crate) fn flanked_by(&self, m: Move) -> S {
        match &self.rules.custodial {
            Some(rules) => self.enclosed_after(rules, m),
            None => S::EMPTY,
        }
    }

    fn enclosed_after(&self, rules: &Custodial<S>, m: Move) -> S {
        let from = S::bit(m.from());
        let to = S::bit(m.to());
        let gone = match m.move_type() {
            Type::Pass | Type::Castling => return S::EMPTY,
            Type::Jump => self.jumped_over(m),
            Type::EnPassant => S::bit(self.en_passant_pawn),
            _ => to,
        };
        let own = self.own(self.side);
        let others = self.own(!self.side);
        self.enclosed_by(rules, m.to(), own & !from | to, others & !gone)
    }

    /// The result where a side has lost the piece that it must not lose.
    #[inline(always)]
    pub(super) fn king_captured(&self) -> Option<Outcome> {
        self.rules.custodial.as_ref().and_then(|rules| self.king_captured_by(rules))
    }

    fn king_captured_by(&self, rules: &Custodial<S>) -> Option<Outcome> {
        let king = rules.king?;
        let is_gone =
            |side: Side| rules.has_king[side] && self.pieces_of_one(side, king).is_empty();
        match (is_gone(self.side), is_gone(!self.side)) {
            (false, false) => None,
            (true, _) => Some(Outcome::Lost),
            (false, true) => Some(Outcome::Won),
        }
    }
}
