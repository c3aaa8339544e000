//! Static exchange evaluation: what a move and the captures on its target that follow gain, by
//! explosions too.

use super::mv::Type;
use super::{Move, Position};
use crate::set::Set;
use plyglot_core::game::Side;
use plyglot_definition::MAX_KINDS;
use std::hash::Hash;

/// The value of a piece whose loss ends the game, in centi-units: more than all others together.
pub(crate) const WHOLE_GAME: i32 = 10_000;

impl<S: Set + Hash> Position<S> {
    /// Whether a capture and the captures on its target that follow gain at least this much, if
    /// each side captures with its least valuable piece and stops when that is better.
    pub(crate) fn exchange_gains(&self, m: Move, least: i32) -> bool {
        let values = &self.rules.values().captures;
        let value = |kind: u8| values[usize::from(kind)];
        // What the side to capture still lacks: it loses if it stops below 0.
        let mut balance = self.gain(m) - least;
        if balance < 0 {
            return false;
        }
        balance -= value(self.becomes(m));
        if balance >= 0 {
            return true;
        }
        let target = S::bit(m.to());
        let mut occupied = self.occupied() & !S::bit(m.from()) | target;
        let mut side = self.side;
        loop {
            side = !side;
            let attackers = |side| self.attackers(side, m.to(), occupied) & occupied & !target;
            let cheapest = attackers(side).squares().min_by_key(|&from| self.cost_of(from, values));
            let Some(from) = cheapest else {
                return side != self.side;
            };
            let is_royal = self.rules.king == Some(self.kind_at(from));
            if is_royal && !attackers(!side).is_empty() {
                return side != self.side;
            }
            occupied &= !S::bit(from);
            // From the other side's view.
            balance = -balance - 1 - value(self.kind_at(from));
            if balance >= 0 {
                return side == self.side;
            }
        }
    }

    /// The material that a move gains at once, in centi-units: by capture and promotion.
    pub(crate) fn gain(&self, m: Move) -> i32 {
        let values = self.rules.values();
        let value = |kind: u8| values.pieces[usize::from(kind)];
        let captured = self.captured(m).map_or(0, |kind| values.captures[usize::from(kind)]);
        let captured = captured + self.worth_around(m);
        match m.move_type() {
            Type::Drop | Type::Pass => captured,
            _ => captured + value(self.becomes(m)) - value(self.moving_kind(m)),
        }
    }

    /// The values of the pieces on these squares, in centi-units.
    fn worth_of(&self, squares: S) -> i32 {
        let values = self.rules.values();
        squares.squares().map(|square| values.pieces[usize::from(self.kind_at(square))]).sum()
    }

    /// What a move captures beside its target, in centi-units.
    fn worth_around(&self, m: Move) -> i32 {
        let rules = self.rules;
        if rules.jumps.is_none() && rules.custodial.is_none() {
            return 0;
        }
        let captured = self.captured_around(m);
        let king = rules.definition.captures.custodial_king;
        match king.map(|king| self.pieces_of_one(!self.side, king)) {
            Some(kings) if kings.meets(captured) => WHOLE_GAME,
            _ => self.worth_of(captured),
        }
    }

    /// The material that an exploding capture gains, in centi-units; `None` for other moves.
    pub(crate) fn blast_gain(&self, m: Move) -> Option<i32> {
        if !self.rules.definition.effects.blast_on_capture || self.captured(m).is_none() {
            return None;
        }
        Some(self.worth_of_blast(self.side, m.from(), self.blasted(m.to())))
    }

    /// The material that a move without capture leaves to an explosion on its target, in
    /// centi-units: what the best capture there gains the other side.
    pub(crate) fn blast_loss(&self, m: Move) -> i32 {
        let other = !self.side;
        let target = S::bit(m.to());
        let hit = self.blasted(m.to()) & !S::bit(m.from());
        let last = self.last_pieces(other);
        if hit.meets(last) {
            return 0;
        }
        let occupied = self.occupied() & !S::bit(m.from()) | target;
        let attackers = self.attackers(other, m.to(), occupied) & !last;
        let best = attackers.squares().map(|from| self.worth_of_blast(other, from, hit)).max();
        let moved = self.rules.values().pieces[usize::from(self.becomes(m))];
        best.map_or(0, |gain| (gain + moved).max(0))
    }

    /// What the pieces hit by an explosion are worth to the side that captures with the piece
    /// on `from`, which is also gone.
    fn worth_of_blast(&self, by: Side, from: u8, hit: S) -> i32 {
        if hit.meets(self.last_pieces(!by)) {
            return WHOLE_GAME;
        }
        self.worth_of(hit & self.own(!by)) - self.worth_of(hit & self.own(by) | S::bit(from))
    }

    /// The value of the piece on a square; that of the king is above all others.
    fn cost_of(&self, square: u8, values: &[i32; MAX_KINDS]) -> i32 {
        let kind = self.kind_at(square);
        if self.rules.king == Some(kind) { i32::MAX } else { values[usize::from(kind)] }
    }
}
