//! Moves as programs of shogi write them (USI): `7g7f`, `7g7f+`, `P*5e`.

use super::super::mv::Type;
use super::super::{Move, Position};
use crate::set::Set;
use plyglot_core::game::MoveNotation;
use std::hash::Hash;

impl<S: Set + Hash> Position<S> {
    pub(super) fn in_usi(&self, m: Move) -> String {
        let name = |square| self.square_spelled(square, MoveNotation::Hodges);
        let end = match m.move_type() {
            Type::Drop => return format!("{}*{}", self.letter_of(m.kind()), name(m.to())),
            Type::PiecePromotion => "+",
            Type::PieceDemotion => "-",
            _ => "",
        };
        format!("{}{}{end}", name(m.from()), name(m.to()))
    }

    pub(super) fn read_usi(&self, text: &str) -> Vec<Move> {
        let mut moves = self.moves_to_read();
        moves.retain(|&m| self.in_usi(m) == text);
        moves
    }
}
