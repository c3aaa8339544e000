//! Additions to a move: a square that becomes a wall, or a piece that is gated in.

use super::generate::Visit;
use super::mv::Type;
use super::{Move, Position};
use crate::definition::{Definition, Walling};
use crate::set::Set;
use std::hash::Hash;
use std::ops::ControlFlow::{self, Continue};

impl<S: Set + Hash> Position<S> {
    /// Visits a move that is known to be legal, with the walls or gates that go with it.
    pub(super) fn accept(&self, m: Move, visit: Visit<'_>) -> ControlFlow<()> {
        let Definition { walls, drops, .. } = self.rules.definition;
        if walls.rule == Walling::None || walls.instead_of_move {
            visit(m)?;
            return if drops.seirawan_gating { self.gatings(m, visit) } else { Continue(()) };
        }
        // A drop leaves no square behind that could become a wall.
        if walls.rule == Walling::Past && m.move_type() == Type::Drop {
            return visit(m);
        }
        for square in self.wall_squares(m).squares() {
            visit(m.with_extra(square))?;
        }
        Continue(())
    }

    /// Visits walls in place of a move, where a turn is one or the other.
    pub(super) fn walls_alone(&self, visit: Visit<'_>) -> ControlFlow<()> {
        let (own, walls) = (self.own(self.side), &self.rules.definition.walls);
        if !walls.instead_of_move || own.is_empty() || !self.checkers.is_empty() {
            return Continue(());
        }
        let pass = Move::new(own.first(), own.first(), Type::Pass);
        for square in self.wall_squares(pass).squares() {
            let m = pass.with_extra(square);
            if self.is_legal(m) {
                visit(m)?;
            }
        }
        Continue(())
    }

    /// Where a wall may be put with a move.
    pub(super) fn wall_squares(&self, m: Move) -> S {
        let (rules, us) = (self.rules, self.side.index());
        let mut after = *self;
        after.place(m);
        let occupied = after.sides[0] | after.sides[1] | after.walls;
        // The duck must move, and exploded pieces still take their places.
        let before = match m.move_type() {
            Type::Castling => self.walls,
            Type::EnPassant => {
                self.occupied() & !S::bit(m.from()) & !S::bit(self.passed) | S::bit(m.to())
            }
            _ => self.occupied() & !S::bit(m.from()) | S::bit(m.to()),
        };
        let empty = rules.board & !occupied & !before;
        let squares = match rules.definition.walls.rule {
            Walling::Arrow => {
                let end = self.end_of(m);
                // A piece that has exploded does not shoot.
                if !after.own(self.side).has(end) {
                    return S::EMPTY;
                }
                let mover = &rules.kinds[usize::from(after.kind_at(end))].quiets[us];
                rules.tables.reach(mover, end, occupied) & empty
            }
            Walling::Past => S::bit(m.from()) & empty,
            Walling::Edge => {
                let inner = |square: u8| {
                    let near = rules.beside[usize::from(square)] & !after.walls;
                    near.count() == 4
                };
                S::of(empty.squares().filter(|&square| !inner(square)))
            }
            Walling::Duck | Walling::Static => empty,
            Walling::None => S::EMPTY,
        };
        squares & rules.walling_region[us]
    }

    /// Visits the gatings that go with a legal move. The gated piece does not affect legality.
    pub(super) fn gatings(&self, m: Move, visit: Visit<'_>) -> ControlFlow<()> {
        if m.move_type() == Type::Drop {
            return Continue(());
        }
        let rook = (m.move_type() == Type::Castling).then_some(m.to());
        for square in [Some(m.from()), rook].into_iter().flatten() {
            if !self.gates.has(square) {
                continue;
            }
            for kind in self.kinds_in_hand() {
                if !self.drop_squares(kind, S::bit(square)).is_empty() {
                    visit(m.with_kind(kind).with_extra(square))?;
                }
            }
        }
        Continue(())
    }
}
