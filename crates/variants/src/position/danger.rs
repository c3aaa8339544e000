//! What endangers a king, found once for all moves of a position: most moves are then known
//! to be legal without a trial.
//!
//! From the king's square, each way of attacking it is followed back to the pieces that could.
//! A piece that is one occupied square short of attacking makes that square suspect: the king
//! is exposed if it is left (or entered, for a hopper that lacks its hurdle). Only moves
//! from or to suspect squares, and those of the king, are tried out.

use super::{Move, Position};
use crate::rules::Legality;
use crate::set::Set;
use plyglot_core::game::Side;
use std::hash::Hash;

/// What endangers the only royal piece of a side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Danger<S> {
    king: u8,
    checkers: S,
    /// The squares that end the check of a single checker when they are entered.
    resolving: S,
    /// The hurdles of checks, which may end when they are left.
    hurdles: S,
    /// The squares that may expose the king when they are left.
    leaving: S,
    /// The squares that may expose the king when they are entered.
    entering: S,
}

/// How a move that follows the rules otherwise is found to be legal.
pub(super) enum Safety<S> {
    /// It is legal.
    Free,
    /// By what endangers the only king.
    King(Danger<S>),
    /// By making it.
    Tried,
}

impl<S: Set + Hash> Position<S> {
    /// How the moves of this position are found to be legal.
    pub(super) fn safety(&self) -> Safety<S> {
        let kings = self.kings(self.side);
        match (self.rules.legality, kings.count()) {
            (Legality::Free, _) | (Legality::King, 0) => Safety::Free,
            (Legality::King, 1) => Safety::King(self.danger(self.side, kings.first())),
            _ => Safety::Tried,
        }
    }

    /// What endangers the king on this square.
    fn danger(&self, side: Side, king: u8) -> Danger<S> {
        let occupied = self.occupied();
        let [mut checkers, mut resolving, mut hurdles, mut leaving, mut entering] = [S::EMPTY; 5];
        for threat in &self.rules.threats[(!side).index()] {
            let Some(lines) = &threat.lines else { continue };
            let of = self.threatening(!side, threat);
            for source in (of & lines.sources(king)).squares() {
                let between = lines.between(king, source);
                let found = between & occupied;
                let missing = found.count() as i32 - lines.hurdles as i32;
                match missing {
                    0 => {
                        checkers |= S::bit(source);
                        resolving |= between & !found | S::bit(source);
                        hurdles |= found;
                    }
                    1 => leaving |= found,
                    -1 => entering |= between,
                    _ => {}
                }
            }
        }
        Danger { king, checkers, resolving, hurdles, leaving, entering }
    }

    /// Whether an ordinary move or a drop leaves the king safe.
    pub(super) fn is_safe_move(&self, m: Move, danger: &Danger<S>) -> bool {
        let (from, to) = (S::bit(m.from()), S::bit(m.to()));
        let occupied = self.occupied();
        if m.from() == danger.king {
            let attackers = self.attackers(!self.side, m.to(), occupied & !from);
            return (attackers & !to).is_empty();
        }
        if danger.checkers.is_empty() {
            if !danger.leaving.meets(from) && !danger.entering.meets(to) {
                return true;
            }
        } else if !danger.checkers.is_many()
            && !danger.resolving.meets(to)
            && !danger.hurdles.meets(from)
        {
            return false;
        }
        let attackers = self.attackers(!self.side, danger.king, occupied & !from | to);
        (attackers & !to).is_empty()
    }
}

impl<S: Set> Danger<S> {
    /// Of the targets of a piece, those that are safe, and those that must be tried; the others
    /// are not legal.
    pub(super) fn split(&self, from: u8, targets: S) -> (S, S) {
        if from == self.king || self.checkers.is_many() || self.hurdles.has(from) {
            return (S::EMPTY, targets);
        }
        let targets = if self.checkers.is_empty() { targets } else { targets & self.resolving };
        if self.leaving.has(from) {
            return (S::EMPTY, targets);
        }
        (targets & !self.entering, targets & self.entering)
    }

    /// The same for drops on empty squares.
    pub(super) fn split_drops(&self, squares: S) -> (S, S) {
        if self.checkers.is_many() {
            return (S::EMPTY, squares);
        }
        let squares = if self.checkers.is_empty() { squares } else { squares & self.resolving };
        (squares & !self.entering, squares & self.entering)
    }
}
