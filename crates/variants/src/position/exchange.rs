//! Static exchange evaluation: what a move and the captures on its target that follow gain.

use super::mv::Type;
use super::{Move, Position};
use crate::definition::MAX_KINDS;
use crate::set::Set;
use std::hash::Hash;

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

    /// The value of the piece on a square; that of the king is above all others.
    fn cost_of(&self, square: u8, values: &[i32; MAX_KINDS]) -> i32 {
        let kind = self.kind_at(square);
        if self.rules.king == Some(kind) { i32::MAX } else { values[usize::from(kind)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::child_of_chess;
    use plyglot_core::game::{Knowledge, Notation};

    /// Whether a move of chess gains at least this much.
    fn gains(fen: &str, text: &str, least: i32) -> bool {
        let position = Position::parse_with(child_of_chess(""), fen).expect("a position");
        let m = position.parse_move(text).expect("a move");
        position.see_at_least(m, least)
    }

    /// The two examples of the chess programming community's page on the algorithm.
    #[test]
    fn published_exchanges_gain_what_they_should() {
        let wins_a_pawn = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1";
        assert!(gains(wins_a_pawn, "e1e5", 1) && !gains(wins_a_pawn, "e1e5", 200));
        let loses_a_knight = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
        assert!(!gains(loses_a_knight, "d3e5", 0) && gains(loses_a_knight, "d3e5", -300));
    }

    #[test]
    fn a_king_captures_only_what_nobody_defends() {
        // The rook takes a pawn that only the king defends, alone and with a bishop behind it.
        assert!(!gains("4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", "d1d7", 0));
        assert!(gains("4k3/3p4/8/8/6B1/8/8/3RK3 w - - 0 1", "d1d7", 1));
    }
}
