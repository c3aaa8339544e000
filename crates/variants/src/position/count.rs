//! Counting legal moves without making them: sets are counted, and only moves that might expose
//! the king are tried.

use super::danger::{Danger, Safety};
use super::mv::Type;
use super::{Move, Position};
use crate::set::Set;
use std::hash::Hash;
use std::ops::ControlFlow::Continue;

impl<S: Set + Hash> Position<S> {
    /// The number of legal moves, if sets tell it.
    pub(crate) fn count_by_sets(&self) -> Option<u64> {
        // A king from the hand would be another one.
        let hand = self.hand(self.side);
        let has_king = self.rules.king.is_some_and(|king| hand[usize::from(king)] > 0);
        if !self.rules.counts_sets || has_king {
            return None;
        }
        let safety = self.safety();
        let danger = match &safety {
            Safety::Free => None,
            Safety::King(danger) => Some(danger),
            Safety::Tried => return None,
        };
        let mut count = 0;
        for from in self.own(self.side).squares() {
            count += self.count_from(from, danger);
        }
        let mut others = 0;
        let _ = self.castlings(&mut |m| {
            others += u64::from(self.is_legal(m));
            Continue(())
        });
        Some(count + others + self.count_drops(danger))
    }

    fn count_from(&self, from: u8, danger: Option<&Danger<S>>) -> u64 {
        let kind = self.kind_at(from);
        let targets = self.targets(from, kind);
        let mut count = 0;
        // Squares on which a piece has a choice, or must not stay.
        let special = targets & self.special_squares(from, kind);
        let plain = targets & !special;
        match danger {
            None => count += u64::from(plain.count()),
            Some(danger) => {
                let (safe, doubtful) = danger.split(from, plain);
                count += u64::from(safe.count());
                for to in doubtful.squares() {
                    let m = Move::new(from, to, Type::Normal);
                    count += u64::from(self.is_safe_move(m, danger));
                }
            }
        }
        let is_legal = |m: Move| danger.is_none_or(|danger| self.is_safe_move(m, danger));
        for to in special.squares() {
            let _ = self.with_promotions(kind, from, to, &mut |m| {
                count += u64::from(is_legal(m));
                Continue(())
            });
        }
        let _ = self.en_passant_captures(from, kind, &mut |m| {
            count += u64::from(self.is_legal(m));
            Continue(())
        });
        count
    }

    /// The squares to which a piece cannot simply go: it may be promoted there, or would be
    /// unable to move.
    fn special_squares(&self, from: u8, kind: u8) -> S {
        let (rules, us) = (self.rules, self.side.index());
        let of = &rules.kinds[usize::from(kind)];
        let region = rules.promotion_region[us];
        let mut special = S::EMPTY;
        if !of.pawn_promotions[us].is_empty() || of.promoted.is_some() {
            special |= region;
        }
        if of.promoted.is_some() && region.has(from) || rules.says.piece_demotion {
            return rules.board;
        }
        if rules.says.immobility_illegal {
            special |= of.immobile[us];
        }
        special
    }

    fn count_drops(&self, danger: Option<&Danger<S>>) -> u64 {
        let mut count = 0;
        let _ = self.each_drop_set(&mut |kind, squares: S| {
            let Some(danger) = danger else {
                count += u64::from(squares.count());
                return Continue(());
            };
            let (safe, doubtful) = danger.split_drops(squares);
            count += u64::from(safe.count());
            for to in doubtful.squares() {
                let m = Move::new(to, to, Type::Drop).with_kind(kind);
                count += u64::from(self.is_safe_move(m, danger));
            }
            Continue(())
        });
        count
    }
}
