//! Drops: which kinds, and where.

use super::mv::Type;
use super::{Move, Position};
use crate::definition::Enclosing;
use crate::set::Set;
use std::hash::Hash;
use std::ops::ControlFlow::{self, Continue};

impl<S: Set + Hash> Position<S> {
    /// Whether a move is one of the drops that are mandatory in games with `mustDrop`.
    pub(super) fn is_obliging_drop(&self, m: Move) -> bool {
        let piece = self.rules.kinds[usize::from(m.kind())].piece;
        m.move_type() == Type::Drop
            && self.rules.definition.drops.must_drop_type.is_none_or(|must| must == piece)
    }

    pub(super) fn each_drop_set(
        &self,
        visit: &mut dyn FnMut(u8, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (rules, us) = (self.rules, self.side);
        let definition = rules.definition;
        if !definition.drops.allowed {
            return Continue(());
        }
        let empty = rules.board & !self.occupied() & rules.drop_region[us.index()];
        if empty.is_empty() {
            return Continue(());
        }
        let mut drop = |kind: u8| {
            visit(kind, self.drop_squares(kind, empty))?;
            match rules.kinds[usize::from(kind)].promoted {
                Some(into) if definition.drops.may_be_promoted => {
                    visit(into, self.drop_squares(into, empty))
                }
                _ => Continue(()),
            }
        };
        if definition.drops.endless {
            (0..definition.pieces.len() as u8).try_for_each(&mut drop)
        } else {
            self.kinds_in_hand().try_for_each(&mut drop)
        }
    }

    pub(super) fn kinds_in_hand(&self) -> impl Iterator<Item = u8> + use<'_, S> {
        let hand = &self.hands[self.side.index()];
        (0..self.rules.kinds.len()).filter(|&kind| hand[kind] > 0).map(|kind| kind as u8)
    }

    /// The squares, out of these empty ones, on which a piece may be dropped.
    pub(super) fn drop_squares(&self, kind: u8, empty: S) -> S {
        let (rules, us) = (self.rules, self.side);
        let definition = &rules.definition;
        let own = &rules.kinds[usize::from(kind)];
        let mut squares = empty & rules.drop_board(kind, us);
        if definition.drops.no_doubled == Some(own.piece) {
            let there = self.pieces(us, kind);
            for file in &rules.file_sets {
                let count = (there & *file).count();
                squares &= !file.only_if(count >= u32::from(definition.drops.no_doubled_count));
            }
        }
        if definition.drops.needs_opposite_colored_bishops {
            squares &= self.bishop_colours(kind, empty);
        }
        if definition.drops.enclosing != Enclosing::None {
            squares &= self.enclosing_squares(squares);
        }
        squares
    }

    /// The squares on which a piece may be dropped so that a side's bishops get different colours:
    /// the last square for a bishop is kept for it.
    pub(super) fn bishop_colours(&self, kind: u8, empty: S) -> S {
        let (rules, us) = (self.rules, self.side);
        let Some(bishop) = rules.definition.pieces.iter().position(|piece| piece.name == "bishop")
        else {
            return rules.board;
        };
        let there = self.pieces(us, bishop as u8);
        let in_hand = self.hands[us.index()][bishop];
        let mut squares = rules.board;
        for colour in [rules.dark, rules.board & !rules.dark] {
            let is_needed = in_hand > 0 && !there.meets(colour);
            let is_last = !(empty & colour).is_many();
            if if usize::from(kind) == bishop { !is_needed } else { is_needed && is_last } {
                squares &= !colour;
            }
        }
        squares
    }

    pub(super) fn enclosing_squares(&self, squares: S) -> S {
        let (rules, us) = (self.rules, self.side);
        let size = rules.size;
        let start = rules.enclosing_drop_start;
        let own = self.own(us);
        let other = self.own(!us);
        let around = |square: u8| rules.neighbours[usize::from(square)];
        let beside = |square: u8| rules.beside[usize::from(square)];
        // A stone slides in from an edge as far as it can.
        let slides_in = |square: u8, files: i8, ranks: i8| {
            let is_free = |at| !self.occupied().has(at);
            size.ray(square, -files, -ranks).all(is_free)
                && size.step(square, files, ranks).is_none_or(|next| self.occupied().has(next))
        };
        let fits = |square: u8| match rules.definition.drops.enclosing {
            Enclosing::None => true,
            Enclosing::Reversi => !self.enclosed(square).is_empty(),
            Enclosing::Ataxx => around(square).meets(own),
            Enclosing::Quadwrangle => around(square).meets(own),
            Enclosing::Snort => !beside(square).meets(other),
            Enclosing::Anyside => {
                [(0, 1), (1, 0), (0, -1), (-1, 0)].iter().any(|&(f, r)| slides_in(square, f, r))
            }
            Enclosing::Top => size.step(square, 0, -1).is_none_or(|b| self.occupied().has(b)),
        };
        // In the starting phase, only the region counts.
        if !start.is_empty() && !(start & !self.occupied()).is_empty() {
            return squares & start;
        }
        S::of(squares.squares().filter(|&square| fits(square)))
    }
}
