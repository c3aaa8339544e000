//! Attacks on squares, and checks to royal pieces.

use super::mv::Type;
use super::{Move, Position};
use crate::rules::{Mover, Threat};
use crate::set::Set;
use plyglot_core::game::{Outcome, Side};
use std::hash::Hash;

impl<S: Set + Hash> Position<S> {
    /// The pieces of a side that could capture a king on a square, if these squares were occupied.
    pub(super) fn attackers(&self, by: Side, square: u8, occupied: S) -> S {
        self.attackers_of(by, square, occupied, true)
    }

    /// As [`Position::attackers`], of a king or of another piece.
    pub(super) fn attackers_of(&self, by: Side, square: u8, occupied: S, is_king: bool) -> S {
        let mut attackers = S::EMPTY;
        for threat in &self.rules.threats[by] {
            if threat.is_facing && !is_king {
                continue;
            }
            let sources = threat.all_sources[usize::from(square)];
            if !self.own(by).meets(sources) {
                continue;
            }
            let of = self.threatening(by, threat) & sources;
            if !of.is_empty() {
                attackers |= of & self.reach_from(threat, square, occupied, self.cannons());
            }
        }
        attackers
    }

    #[inline(always)]
    fn reach_from(&self, threat: &Threat<S>, square: u8, occupied: S, cannons: S) -> S {
        self.reach(&threat.sources, threat.is_cannon, square, occupied, cannons)
    }

    /// The squares from which this way of attacking reaches a square now.
    pub(crate) fn sources_of(&self, threat: &Threat<S>, square: u8) -> S {
        self.reach_from(threat, square, self.occupied(), self.cannons())
    }

    /// Where a piece goes. A cannon of janggi does not jump over another: without
    /// these, it would land behind the next piece.
    #[inline(always)]
    pub(super) fn reach(
        &self,
        mover: &Mover,
        is_cannon: bool,
        square: u8,
        occupied: S,
        cannons: S,
    ) -> S {
        let reach = |occupied| self.rules.tables.reach(mover, square, occupied);
        let reached = reach(occupied);
        if is_cannon { reached & reach(occupied & !cannons) } else { reached }
    }

    pub(super) fn cannons(&self) -> S {
        let kinds = self.rules.cannons.iter();
        kinds.fold(S::EMPTY, |all, &kind| all | self.kinds[usize::from(kind)])
    }

    /// The cannons of janggi of both sides after an ordinary move or a drop.
    pub(super) fn cannons_after(&self, m: Move) -> S {
        let from = S::bit(m.from());
        let to = S::bit(m.to());
        let is_cannon = self.rules.kind(self.becomes(m)).is_cannon;
        self.cannons() & !from & !to | to.only_if(is_cannon)
    }

    /// Whether a side could capture on a square, if these squares were occupied, those of
    /// `without` were empty of its pieces, and the cannons of janggi were these.
    pub(super) fn is_attacked(
        &self,
        by: Side,
        square: u8,
        occupied: S,
        without: S,
        cannons: S,
    ) -> bool {
        let own = self.own(by) & !without;
        self.rules.threats[by].iter().any(|threat| {
            let sources = threat.all_sources[usize::from(square)] & own;
            !sources.is_empty() && {
                let of = self.threatening(by, threat) & sources;
                !of.is_empty() && of.meets(self.reach_from(threat, square, occupied, cannons))
            }
        })
    }

    /// Whether an ordinary move or a drop attacks a square of the other side that was not attacked
    /// before, as that of a king cannot have been.
    pub(super) fn attacks_after(&self, m: Move, square: u8) -> bool {
        let from = S::bit(m.from());
        let to = S::bit(m.to());
        let occupied = self.occupied() & !from | to;
        let kind = self.rules.kind(self.becomes(m));
        let cannons = self.cannons_after(m);
        let us = self.side;
        let between = self.rules.between[us][usize::from(square)];
        let may_open = between.meets(from | to) || self.rules.definition.ends.duple_check;
        kind.capture_targets[us][usize::from(m.to())].has(square)
            && self.reach(&kind.captures[us], kind.is_cannon, m.to(), occupied, cannons).has(square)
            || may_open && self.is_attacked(self.side, square, occupied, from, cannons)
    }

    pub(crate) fn gives_check(&self, m: Move) -> bool {
        if !self.rules.definition.turns.allows_checks
            || matches!(m.move_type(), Type::Castling | Type::EnPassant | Type::Pass)
        {
            return false;
        }
        let royals = self.kings(!self.side) | self.pseudo_royals(!self.side);
        let mut squares = royals.squares();
        if self.rules.definition.ends.duple_check {
            !royals.is_empty() && squares.all(|royal| self.attacks_after(m, royal))
        } else {
            squares.any(|royal| self.attacks_after(m, royal))
        }
    }

    /// The pieces of a side that capture in this way.
    #[inline(always)]
    pub(super) fn threatening(&self, by: Side, threat: &Threat<S>) -> S {
        let kinds = threat.kinds.iter();
        kinds.fold(S::EMPTY, |set, &kind| set | self.kinds[usize::from(kind)]) & self.own(by)
    }

    /// The royal pieces of a side, other than the king.
    pub(crate) fn pseudo_royals(&self, side: Side) -> S {
        let ends = &self.rules.definition.ends;
        if !ends.extinction_pseudo_royal {
            return S::EMPTY;
        }
        // The last of all pieces may be royal, too.
        let is_last = ends.counts_all_pieces()
            && self.own(side).count() <= u32::from(ends.extinction_piece_count) + 1;
        self.last_of_kinds(side) | self.own(side).only_if(is_last)
    }

    /// The pieces of a side whose loss ends the game, but for a king.
    pub(crate) fn last_pieces(&self, side: Side) -> S {
        let ends = &self.rules.definition.ends;
        if ends.extinction_value == Some(Outcome::Lost) {
            self.last_of_kinds(side)
        } else {
            S::EMPTY
        }
    }

    /// The pieces of the kinds that must not die out of which one more loss is too many.
    fn last_of_kinds(&self, side: Side) -> S {
        let ends = &self.rules.definition.ends;
        let mut last = S::EMPTY;
        for piece in self.rules.pieces_in(ends.extinction_pieces) {
            if ends.duple_check || self.is_last_of_kind(side, piece) {
                last |= self.pieces_of_one(side, piece);
            }
        }
        last
    }

    fn is_last_of_kind(&self, side: Side, piece: usize) -> bool {
        let ends = &self.rules.definition.ends;
        ends.extinction_pieces.contains(piece)
            && self.pieces_of_one(side, piece).count() <= u32::from(ends.extinction_piece_count) + 1
    }

    pub(crate) fn kings(&self, side: Side) -> S {
        self.rules.king.map_or(S::EMPTY, |king| self.pieces(side, king))
    }

    pub(super) fn checkers_of(&self, side: Side) -> S {
        self.checkers_with(side, self.pseudo_royals(side))
    }

    /// The pieces that give check to a side whose other royal pieces are these.
    pub(super) fn checkers_with(&self, side: Side, royals: S) -> S {
        let occupied = self.occupied();
        let mut checkers = S::EMPTY;
        for king in self.kings(side).squares() {
            checkers |= self.attackers(!side, king, occupied);
        }
        if !royals.is_empty() {
            checkers |= self.pseudo_checkers(side, royals, occupied);
        }
        checkers
    }

    fn pseudo_checkers(&self, side: Side, royals: S, occupied: S) -> S {
        let definition = &self.rules.definition;
        let others = self.pseudo_royals(!side);
        let stones = if others.is_empty() {
            S::EMPTY
        } else {
            self.pieces_of(!side, definition.effects.petrified_pieces)
        };
        let duple_check = definition.ends.duple_check;
        let mut all = S::EMPTY;
        let mut last = S::EMPTY;
        let mut is_duple = duple_check;
        for royal in royals.squares() {
            // A piece that would explode its own royal piece does not capture; nor does a royal one
            // that would become a stone.
            let attackers = if self.is_shielded(royal, others) {
                S::EMPTY
            } else {
                self.attackers_of(!side, royal, occupied, false) & !(stones & others)
            };
            is_duple &= !attackers.is_empty();
            all |= attackers;
            let is_last = !duple_check || self.is_last_of_kind(side, self.piece_at(royal));
            last |= attackers.only_if(is_last);
        }
        if is_duple { all } else { last }
    }
}
