//! Dangers to a royal piece, found once for all moves of a position: most moves are then known to
//! be legal without a trial.
//!
//! From the royal piece's square, each way of attacking it is followed back to the pieces that
//! could. A piece that is one occupied square short of attacking makes that square suspect: the
//! royal piece is exposed if it is left (or entered, for a hopper that lacks its hurdle). Only
//! moves from or to suspect squares, those of the royal piece, and captures that explode are
//! tried out, only on sets of squares.

use super::mv::Type;
use super::{Move, Position};
use crate::rules::{Legality, MAX_CHECKING_KINDS};
use crate::set::Set;
use std::hash::Hash;

#[derive(Clone, Copy, Debug)]
pub(super) struct Danger<S> {
    royal: u8,
    checkers: S,
    /// The origins of moves to be tried: the royal piece, hurdles, and pieces that may be pinned.
    tried_origins: S,
    /// The squares that end the check of a single checker when they are entered.
    check_mask: S,
    /// The hurdles of checks: the check may end when they leave.
    hurdles: S,
    /// The squares that may expose the royal piece when they are entered.
    exposing_targets: S,
    /// The squares on which a capture explodes or takes the other royal piece.
    decisive_targets: S,
    /// The other side's royal piece, whose loss ends the game at once.
    other_royal: S,
    /// The checks that the side must not give, if there is such a rule.
    checks: Option<Checks<S>>,
}

#[derive(Clone, Copy, Debug)]
struct Checks<S> {
    king: u8,
    /// By kind: the squares from which it gives check.
    direct: [S; MAX_CHECKING_KINDS],
    /// The squares that may give check when they are left.
    exposing_origins: S,
}

/// How pseudo-legal moves are judged.
pub(super) enum Safety<S> {
    Free,
    Royal(Danger<S>),
    Tried,
}

impl<S: Set> Safety<S> {
    /// The targets of a piece that are legal, and those that must be tried; the others are not
    /// legal.
    #[inline(always)]
    pub(super) fn split(&self, from: u8, kind: u8, targets: S) -> (S, S) {
        match self {
            Safety::Free => (targets, S::EMPTY),
            Safety::Royal(danger) => danger.split(from, kind, targets),
            Safety::Tried => (S::EMPTY, targets),
        }
    }

    /// The empty squares where a drop of a kind is legal, and those that must be tried.
    #[inline(always)]
    pub(super) fn split_drops(&self, kind: u8, squares: S) -> (S, S) {
        match self {
            Safety::Free => (squares, S::EMPTY),
            Safety::Royal(danger) => danger.split_drops(kind, squares),
            Safety::Tried => (S::EMPTY, squares),
        }
    }
}

impl<S: Set + Hash> Position<S> {
    pub(super) fn safety(&self) -> Safety<S> {
        let rules = self.rules;
        let us = self.side;
        let (royals, other) = match rules.legality {
            Legality::Free => return Safety::Free,
            Legality::Tried => return Safety::Tried,
            Legality::King => (self.kings(us), S::EMPTY),
            Legality::KingWithoutChecks => (self.kings(us), self.kings(!us)),
            Legality::Royal => (self.pseudo_royals(us), self.pseudo_royals(!us)),
        };
        // A move must end bikjang.
        if rules.definition.turns.bikjang_rule && self.is_bikjang() {
            return Safety::Tried;
        }
        let avoids_checks = rules.legality == Legality::KingWithoutChecks;
        // A royal piece from the hand must not be exposed either.
        let in_hand = |kind: usize| rules.definition.drops.free_drops || self.hand(us)[kind] > 0;
        let has_royal = match rules.legality {
            Legality::Royal if rules.character.has_hands => {
                rules.pieces_in(rules.definition.ends.extinction_pieces).any(in_hand)
            }
            _ => rules.king.is_some_and(|king| in_hand(king.into())),
        };
        if royals.is_empty() && !avoids_checks && !has_royal {
            return Safety::Free;
        }
        if has_royal || royals.count() != 1 || avoids_checks && other.count() != 1 {
            return Safety::Tried;
        }
        if avoids_checks {
            let checks = self.checks_to(other.first());
            Safety::Royal(self.danger(royals.first(), S::EMPTY, Some(checks)))
        } else {
            Safety::Royal(self.danger(royals.first(), other, None))
        }
    }

    fn danger(&self, royal: u8, other_royal: S, checks: Option<Checks<S>>) -> Danger<S> {
        let occupied = self.occupied();
        let other = !self.side;
        let mut checkers = S::EMPTY;
        let mut check_mask = S::EMPTY;
        let mut hurdles = S::EMPTY;
        let mut exposing_origins = S::EMPTY;
        let mut exposing_targets = S::EMPTY;
        let is_shielded = self.is_shielded(royal, other_royal);
        let threats = if is_shielded { &[][..] } else { &self.rules.threats[other] };
        let cannons = self.cannons();
        for threat in threats {
            let Some(lines) = &threat.lines else { continue };
            // Nothing is ever between a leaper and the royal piece.
            if self.checkers.is_empty() && threat.sources.is_leaper() {
                continue;
            }
            let of = self.threatening(other, threat) & lines.sources(royal);
            for source in of.squares() {
                let between = lines.between(royal, source);
                let found = between & occupied;
                let count = found.count();
                if count == lines.hurdles + 1 {
                    exposing_origins |= found;
                } else if count + 1 == lines.hurdles {
                    exposing_targets |= between;
                } else if count == lines.hurdles {
                    // The capture of what a cannon of janggi jumps over may begin or end its check.
                    let hurdle = found.only_if(threat.is_cannon);
                    exposing_targets |= hurdle;
                    if hurdle.meets(cannons) {
                        continue;
                    }
                    // A piece may check in two ways at once.
                    let ends = between & !found | hurdle | S::bit(source);
                    check_mask = if checkers.is_empty() { ends } else { check_mask & ends };
                    checkers |= S::bit(source);
                    hurdles |= found;
                }
            }
        }
        let explodes = self.rules.definition.effects.blast_on_capture;
        let decisive_targets = if explodes { self.own(other) } else { other_royal };
        let mut tried_origins = S::bit(royal) | hurdles | exposing_origins;
        tried_origins |= checks.as_ref().map_or(S::EMPTY, |checks| checks.exposing_origins);
        if checkers.is_many() {
            tried_origins = !S::EMPTY;
        }
        Danger {
            royal,
            checkers,
            tried_origins,
            check_mask,
            hurdles,
            exposing_targets,
            decisive_targets,
            other_royal,
            checks,
        }
    }

    fn checks_to(&self, king: u8) -> Checks<S> {
        let us = self.side;
        let occupied = self.occupied();
        let mut checks =
            Checks { king, direct: [S::EMPTY; MAX_CHECKING_KINDS], exposing_origins: S::EMPTY };
        for threat in &self.rules.threats[us] {
            let Some(lines) = &threat.lines else { continue };
            let sources = self.rules.tables.reach(&threat.sources, king, occupied);
            for &kind in &threat.kinds {
                checks.direct[usize::from(kind)] |= sources;
            }
            // When a piece leaves, it may open more of these squares behind it.
            if !threat.sources.is_leaper() {
                checks.exposing_origins |= sources & occupied;
            }
            for source in (self.threatening(us, threat) & lines.sources(king)).squares() {
                let found = lines.between(king, source) & occupied;
                if !found.is_many() {
                    checks.exposing_origins |= found;
                }
            }
        }
        // A promoted piece gives other checks.
        for (kind, of) in self.rules.kinds.iter().enumerate() {
            if of.changes() {
                checks.exposing_origins |= self.pieces(us, kind as u8);
            }
        }
        checks
    }

    /// Whether the capture of a royal piece would destroy the other one, so that no one
    /// can make it and survive.
    pub(super) fn is_shielded(&self, royal: u8, other_royals: S) -> bool {
        self.rules.definition.effects.blast_on_capture && self.blasted(royal).meets(other_royals)
    }

    #[inline]
    pub(super) fn is_legal_by(&self, m: Move, safety: &Safety<S>) -> bool {
        let is_special = matches!(m.move_type(), Type::EnPassant | Type::Castling);
        match safety {
            Safety::Free => true,
            Safety::Royal(danger) if !is_special => self.is_safe_move(m, danger),
            _ => self.is_legal(m),
        }
    }

    /// Whether an ordinary move or a drop leaves the royal piece safe, and gives no forbidden
    /// check.
    fn is_safe_move(&self, m: Move, danger: &Danger<S>) -> bool {
        self.leaves_safe(m, danger)
            && danger.checks.as_ref().is_none_or(|checks| !self.attacks_after(m, checks.king))
    }

    fn leaves_safe(&self, m: Move, danger: &Danger<S>) -> bool {
        let from = S::bit(m.from());
        let to = S::bit(m.to());
        let mut royal = danger.royal;
        if m.from() == royal && m.move_type() != Type::Drop {
            royal = m.to();
        }
        let mut occupied = self.occupied() & !from | to;
        let mut removed = to;
        if danger.decisive_targets.meets(to) {
            if self.rules.definition.effects.blast_on_capture {
                removed = self.blasted(m.to());
                occupied &= !removed;
            }
            if removed.has(royal) {
                return false;
            }
            if removed.meets(danger.other_royal) {
                return true;
            }
        }
        self.is_shielded(royal, danger.other_royal)
            || !self.is_attacked(!self.side, royal, occupied, removed, self.cannons_after(m))
    }
}

impl<S: Set> Danger<S> {
    #[inline(always)]
    fn split(&self, from: u8, kind: u8, targets: S) -> (S, S) {
        let is_tried = self.tried_origins.has(from);
        let is_free = self.checkers.is_empty()
            || is_tried
                && (from == self.royal || self.checkers.is_many() || self.hurdles.has(from));
        let allowed =
            if is_free { targets } else { targets & (self.check_mask | self.decisive_targets) };
        if is_tried {
            return (S::EMPTY, allowed);
        }
        let suspect = self.exposing_targets | self.decisive_targets;
        let safe = allowed & !suspect;
        let to_try = allowed & suspect;
        match &self.checks {
            None => (safe, to_try),
            Some(checks) => (safe & !checks.direct[usize::from(kind)], to_try),
        }
    }

    #[inline(always)]
    fn split_drops(&self, kind: u8, squares: S) -> (S, S) {
        if self.checkers.is_many() {
            return (S::EMPTY, squares);
        }
        let squares = if self.checkers.is_empty() { squares } else { squares & self.check_mask };
        let safe = squares & !self.exposing_targets;
        let to_try = squares & self.exposing_targets;
        match &self.checks {
            None => (safe, to_try),
            Some(checks) => (safe & !checks.direct[usize::from(kind)], to_try),
        }
    }
}
