//! Captures between enemies, by the piece that moves in: tafl's.

use super::mv::Type;
use super::{Move, Position};
use crate::rules::Custodial;
use crate::set::Set;
use plyglot_core::game::{Outcome, Side};
use std::hash::Hash;

impl<S: Set + Hash> Position<S> {
    /// What counts as an enemy of a side: the other's pieces, and hostile squares without one of
    /// its own.
    fn enemies_of(&self, side: Side) -> S {
        self.own(!side) | self.rules.hostile_region & !self.own(side)
    }

    /// A side's pieces that are captured between two enemies, and those that need four.
    fn capturable(&self, rules: &Custodial<S>, side: Side) -> (S, S) {
        let of = |kinds: &[u8]| {
            kinds.iter().fold(S::EMPTY, |all, &kind| all | self.kinds[usize::from(kind)])
        };
        let own = self.own(side);
        let near = rules.king.map_or(S::EMPTY, |king| self.pieces_of_one(side, king));
        let near = near & rules.near_throne;
        let fours = own & of(&rules.four_kinds) | near;
        (own & of(&rules.pair_kinds) & !fours, fours)
    }

    /// The pieces of the other side that the one to move has enclosed by entering a square.
    pub(super) fn flanked(&self, to: u8) -> S {
        let Some(rules) = &self.rules.custodial else { return S::EMPTY };
        let (us, origin) = (self.side, S::bit(to));
        if !self.own(us).has(to) {
            return S::EMPTY;
        }
        let (pairs, fours) = self.capturable(rules, !us);
        let enemies = self.enemies_of(!us);
        let mut flanked = S::EMPTY;
        for way in &rules.ways {
            let beside = way.step(origin);
            flanked |= beside & pairs & way.back(enemies);
            if beside.meets(fours) {
                let is_enemy = |way: &crate::rules::Way<S>| way.step(beside).meets(enemies);
                flanked |= beside.only_if(rules.ways.iter().all(is_enemy));
            }
        }
        flanked
    }

    /// The squares where the side to move may enclose something. Some of them may prove wrong, as
    /// the piece that goes there is one of those that enclose.
    pub(super) fn flanking_squares(&self) -> S {
        let Some(rules) = &self.rules.custodial else { return S::EMPTY };
        let (pairs, fours) = self.capturable(rules, !self.side);
        let enemies = self.enemies_of(!self.side);
        let mut squares = S::EMPTY;
        for way in &rules.ways {
            squares |= way.back(pairs & way.back(enemies)) | way.back(fours);
        }
        squares & !self.occupied()
    }

    /// The pieces that a move captures on other squares than its target.
    pub(crate) fn flanked_by(&self, m: Move) -> S {
        let is_step = !matches!(m.kind_of_move(), Type::Pass | Type::Castling | Type::Drop | Type::Jump);
        if self.rules.custodial.is_none() || !is_step {
            return S::EMPTY;
        }
        let mut after = *self;
        after.step_aside(m);
        after.flanked(m.to())
    }

    /// Moves the set of the own pieces alone, for a look at what they enclose.
    fn step_aside(&mut self, m: Move) {
        let (from, to, us) = (S::bit(m.from()), S::bit(m.to()), self.side.index());
        self.sides[us] = self.sides[us] & !from | to;
        self.sides[1 - us] &= !to;
    }

    /// The result where a side has lost the piece that it must not lose.
    pub(super) fn king_captured(&self) -> Option<Outcome> {
        let rules = self.rules.custodial.as_ref()?;
        let king = rules.king?;
        let is_gone = |side: Side| {
            rules.has_king[side.index()] && self.pieces_of_one(side, king).is_empty()
        };
        match (is_gone(self.side), is_gone(!self.side)) {
            (false, false) => None,
            (true, _) => Some(Outcome::Lost),
            (false, true) => Some(Outcome::Won),
        }
    }
}
