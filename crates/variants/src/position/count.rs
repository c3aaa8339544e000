//! Counting legal moves without making them: sets are counted, and only moves that might expose
//! a royal piece are tried.

use super::danger::Safety;
use super::mv::Type;
use super::{Move, Position};
use crate::set::Set;
use std::hash::Hash;
use std::ops::ControlFlow::Continue;

/// A count of targets in two parts of the board.
struct Tally<S> {
    parts: [S; 2],
    counts: [u64; 2],
}

impl<S: Set> Tally<S> {
    #[inline(always)]
    fn add(&mut self, targets: S) {
        let [first, second] = self.parts;
        self.counts[0] += u64::from((targets & first).count());
        if !second.is_empty() {
            self.counts[1] += u64::from((targets & second).count());
        }
    }
}

impl<S: Set + Hash> Position<S> {
    /// The number of legal moves, if it follows from sets of targets.
    pub(crate) fn count_by_sets(&self) -> Option<u64> {
        let safety = self.safety();
        if !self.rules.counts_sets || matches!(safety, Safety::Tried) || !self.jumpers().is_empty()
        {
            return None;
        }
        let others = self.own(!self.side);
        let must_capture = self.rules.definition.turns.must_capture;
        let parts = if must_capture { [others, !others] } else { [!S::EMPTY, S::EMPTY] };
        let mut tally = Tally { parts, counts: [0; 2] };
        self.count_pieces(&safety, &mut tally);
        let [mut count, rest] = tally.counts;
        if !self.en_passant.is_empty() {
            for from in self.own(self.side).squares() {
                let _ = self.en_passant_captures(from, self.kind_at(from), &mut |m| {
                    count += u64::from(self.is_legal_by(m, &safety));
                    Continue(())
                });
            }
        }
        if must_capture && count > 0 {
            return Some(count);
        }
        count += rest;
        let _ = self.castlings(&mut |m| {
            count += u64::from(self.is_legal_by(m, &safety));
            Continue(())
        });
        Some(count + self.count_drops(&safety))
    }

    /// Counts the moves of pieces, but for castling and captures en passant.
    fn count_pieces(&self, safety: &Safety<S>, tally: &mut Tally<S>) {
        let us = self.side.index();
        let (own, odd_origins) = (self.own(self.side), safety.odd_origins());
        let occupied = self.occupied();
        let tables = &self.rules.tables;
        for (kind, of) in (0..).zip(&self.rules.kinds) {
            let pieces = self.kinds[usize::from(kind)] & own;
            if pieces.is_empty() {
                continue;
            }
            let open = self.open_squares(kind);
            let odd = pieces & (odd_origins | of.near_special[us]);
            let alike = pieces & !odd;
            let (safe, doubtful) = safety.targets(kind);
            if let Some(steps) = &of.steps[us] {
                for step in steps {
                    let open = if step.captures { open.1 } else { open.0 };
                    let targets = step.targets(alike, !occupied) & open;
                    tally.add(targets & safe);
                    for to in (targets & doubtful).squares() {
                        let m = Move::new(step.origin(to), to, Type::Normal);
                        tally.add(S::bit(to).only_if(self.is_legal_by(m, safety)));
                    }
                }
            } else {
                let captures = tables.of(&of.captures[us]);
                let quiets = tables.of(&of.quiets[us]);
                for from in alike.squares() {
                    let captured = captures.at(from, occupied);
                    let targets = if of.is_uniform[us] {
                        captured & (open.0 | open.1)
                    } else {
                        captured & open.1 | quiets.at(from, occupied) & open.0
                    };
                    tally.add(targets & safe);
                    for to in (targets & doubtful).squares() {
                        let m = Move::new(from, to, Type::Normal);
                        tally.add(S::bit(to).only_if(self.is_legal_by(m, safety)));
                    }
                }
            }
            for from in odd.squares() {
                self.count_odd(kind, from, self.targets(from, kind, open), safety, tally);
            }
        }
    }

    /// Counts the moves of a piece that is royal, or in danger, or may be promoted.
    fn count_odd(&self, kind: u8, from: u8, targets: S, safety: &Safety<S>, tally: &mut Tally<S>) {
        let special = self.special_squares(from, kind);
        let (safe, doubtful) = safety.split(from, kind, targets);
        tally.add(safe & !special);
        for to in (doubtful & !special).squares() {
            let m = Move::new(from, to, Type::Normal);
            tally.add(S::bit(to).only_if(self.is_legal_by(m, safety)));
        }
        if !targets.meets(special) {
            return;
        }
        for (part, count) in tally.parts.into_iter().zip(&mut tally.counts) {
            *count += self.count_special(kind, from, safe & special & part);
            for to in (doubtful & special & part).squares() {
                let _ = self.with_promotions(kind, from, to, &mut |m| {
                    *count += u64::from(self.is_legal_by(m, safety));
                    Continue(())
                });
            }
        }
    }

    /// The number of moves of a piece to squares where it has a choice, or must not stay.
    fn count_special(&self, kind: u8, from: u8, targets: S) -> u64 {
        let (rules, us) = (self.rules, self.side.index());
        let (definition, own) = (&rules.definition, &rules.kinds[usize::from(kind)]);
        let is_pawn = own.is_pawn[us];
        let mut count = 0;
        if definition.promotion.has_demotion || is_pawn && own.promoted.is_some() {
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
        if is_pawn && !definition.promotion.sittuyin {
            let promotions = self.promotions_of(own).count() as u64;
            count += u64::from((targets & region).count()) * promotions;
            if definition.promotion.mandatory_for_pawns {
                staying &= !region;
            }
        }
        if own.promoted.is_some_and(|into| self.is_within_limit(into)) {
            let mut promoting = if region.has(from) { targets } else { targets & region };
            if definition.promotion.pieces_only_on_capture {
                promoting &= self.own(!self.side);
            }
            count += u64::from(promoting.count());
            if definition.promotion.mandatory_for_pieces {
                staying &= !promoting;
            }
        }
        if definition.drops.forbids_immobility {
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
                count += u64::from(self.is_legal_by(m, safety));
            }
            Continue(())
        });
        count
    }
}
