//! Counting legal moves without making them: sets are counted, and only moves that might expose
//! a royal piece are tried.

use super::danger::Safety;
use super::mv::Type;
use super::{Move, Position};
use crate::rules::Step;
use crate::set::Set;
use std::hash::Hash;
use std::ops::ControlFlow::Continue;

impl<S: Set + Hash> Position<S> {
    /// The number of legal moves, if sets tell it.
    pub(crate) fn count_by_sets(&self) -> Option<u64> {
        let safety = self.safety();
        if !self.rules.counts_sets || matches!(safety, Safety::Tried) {
            return None;
        }
        let others = self.own(!self.side);
        let mut count = 0;
        if !self.en_passant.is_empty() {
            for from in self.own(self.side).squares() {
                let _ = self.en_passant_captures(from, self.kind_at(from), &mut |m| {
                    count += u64::from(matches!(safety, Safety::Free) || self.is_legal(m));
                    Continue(())
                });
            }
        }
        if self.rules.says.must_capture {
            count += self.count_within(others, &safety);
            if count > 0 {
                return Some(count);
            }
            count = self.count_within(!others, &safety);
        } else {
            count += self.count_within(!S::EMPTY, &safety);
        }
        let _ = self.castlings(&mut |m| {
            count += u64::from(matches!(safety, Safety::Free) || self.is_legal(m));
            Continue(())
        });
        Some(count + self.count_drops(&safety))
    }

    /// The number of moves of pieces to these squares.
    fn count_within(&self, squares: S, safety: &Safety<S>) -> u64 {
        let mut count = 0;
        for (kind, of) in (0..).zip(&self.rules.kinds) {
            let mut pieces = self.pieces(self.side, kind);
            if pieces.is_empty() {
                continue;
            }
            let (empty, others) = self.open_squares(kind);
            let open = (empty & squares, others & squares);
            if let Some(steps) = &of.steps[self.side.index()] {
                let odd = safety.odd_origins() | of.near_special[self.side.index()];
                count += self.count_steps(kind, pieces & !odd, steps, open, safety);
                pieces &= odd;
            }
            for from in pieces.squares() {
                let special = self.special_squares(from, kind);
                let targets = self.targets(from, kind, open);
                let (safe, doubtful) = safety.split(from, kind, targets);
                count += u64::from((safe & !special).count());
                for to in doubtful.squares() {
                    count += self.count_doubtful(kind, from, to, safety);
                }
                if safe.meets(special) {
                    count += self.count_special(kind, from, safe & special);
                }
            }
        }
        count
    }

    /// The number of moves of pieces of a kind that are all alike.
    fn count_steps(
        &self,
        kind: u8,
        pieces: S,
        steps: &[Step<S>],
        (empty, others): (S, S),
        safety: &Safety<S>,
    ) -> u64 {
        let mut count = 0;
        let free = !self.occupied();
        for step in steps {
            let open = if step.captures { others } else { empty };
            let (safe, doubtful) = safety.split_targets(kind, step.targets(pieces, free) & open);
            count += u64::from(safe.count());
            for to in doubtful.squares() {
                count += self.count_doubtful(kind, step.origin(to), to, safety);
            }
        }
        count
    }

    /// The number of moves of a piece to a square that may not be safe.
    fn count_doubtful(&self, kind: u8, from: u8, to: u8, safety: &Safety<S>) -> u64 {
        let mut count = 0;
        let _ = self.with_promotions(kind, from, to, &mut |m| {
            let is_legal = match safety {
                Safety::Royal(danger) => self.is_safe_move(m, danger),
                _ => self.is_legal(m),
            };
            count += u64::from(is_legal);
            Continue(())
        });
        count
    }

    /// The number of moves of a piece to squares where it has a choice, or must not stay.
    fn count_special(&self, kind: u8, from: u8, targets: S) -> u64 {
        let (rules, us) = (self.rules, self.side.index());
        let (says, own) = (&rules.says, &rules.kinds[usize::from(kind)]);
        let is_pawn = !own.pawn_promotions[us].is_empty();
        let mut count = 0;
        if says.piece_demotion || is_pawn && own.promoted.is_some() {
            for to in targets.squares() {
                let _ = self.with_promotions(kind, from, to, &mut |_| {
                    count += 1;
                    Continue(())
                });
            }
            return count;
        }
        let region = rules.promotion_region[us];
        let mut staying = targets;
        if is_pawn && !says.sittuyin_promotion {
            let promotions = self.promotions_of(own).count() as u64;
            count += u64::from((targets & region).count()) * promotions;
            if promotions > 0 && says.mandatory_pawn_promotion {
                staying &= !region;
            }
        }
        if own.promoted.is_some_and(|into| self.is_within_limit(into)) {
            let mut promoting = if region.has(from) { targets } else { targets & region };
            if says.piece_promotion_on_capture {
                promoting &= self.own(!self.side);
            }
            count += u64::from(promoting.count());
            if says.mandatory_piece_promotion {
                staying &= !promoting;
            }
        }
        if says.immobility_illegal {
            staying &= !own.immobile[us];
        }
        count + u64::from(staying.count())
    }

    fn count_drops(&self, safety: &Safety<S>) -> u64 {
        let mut count = 0;
        let _ = self.each_drop_set(&mut |kind, squares: S| {
            let (safe, doubtful) = safety.split_drops(kind, squares);
            count += u64::from(safe.count());
            for to in doubtful.squares() {
                let m = Move::new(to, to, Type::Drop).with_kind(kind);
                let is_legal = match safety {
                    Safety::Royal(danger) => self.is_safe_move(m, danger),
                    _ => self.is_legal(m),
                };
                count += u64::from(is_legal);
            }
            Continue(())
        });
        count
    }
}
