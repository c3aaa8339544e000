//! Drops: which kinds, and where.

use super::mv::Type;
use super::{Move, Position};
use crate::set::Set;
use plyglot_definition::Enclosing;
use std::hash::Hash;
use std::ops::ControlFlow::{self, Continue};

impl<S: Set + Hash> Position<S> {
    /// Whether a move is one of the drops that are mandatory in games with `mustDrop`. What counts
    /// is the piece in the hand.
    pub(super) fn is_obliging_drop(&self, m: Move) -> bool {
        if m.move_type() != Type::Drop {
            return false;
        }
        let piece = usize::from(self.rules.kind(m.kind()).base);
        self.rules.definition.drops.must_drop_type.is_none_or(|must| must == piece)
    }

    /// Whether a move is a drop of another piece while the one of `mustDropType` is in the hand:
    /// that is no move, even if that piece fits nowhere.
    pub(super) fn is_idle_drop(&self, m: Move) -> bool {
        let drops = &self.rules.definition.drops;
        m.move_type() == Type::Drop
            && drops.must_drop
            && drops.must_drop_type.is_some_and(|must| self.hands[self.side][must] > 0)
            && !self.is_obliging_drop(m)
    }

    pub(super) fn each_drop_set(
        &self,
        visit: &mut dyn FnMut(u8, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let rules = self.rules;
        let us = self.side;
        let definition = rules.definition;
        if !definition.drops.allowed {
            return Continue(());
        }
        let empty = self.free();
        if empty.is_empty() {
            return Continue(());
        }
        let mut drop = |kind: u8| {
            let region = rules.kind(kind).drop_region[us];
            let squares = empty & region & !self.doubled_files(kind);
            let squares_as = |kind| self.drop_squares(kind, squares & self.bishop_colours(kind));
            visit(kind, squares_as(kind))?;
            match rules.kind(kind).promoted {
                Some(into) if definition.drops.may_be_promoted => visit(into, squares_as(into)),
                _ => Continue(()),
            }
        };
        if definition.drops.free_drops {
            (0..definition.pieces.len() as u8).try_for_each(&mut drop)
        } else {
            self.kinds_in_hand().try_for_each(&mut drop)
        }
    }

    pub(super) fn kinds_in_hand(&self) -> impl Iterator<Item = u8> + use<'_, S> {
        let hand = &self.hands[self.side];
        (0..self.rules.kinds.len()).filter(|&kind| hand[kind] > 0).map(|kind| kind as u8)
    }

    /// The files that have as many pieces of a kind as it may have by drops.
    pub(super) fn doubled_files(&self, kind: u8) -> S {
        let drops = &self.rules.definition.drops;
        let piece = self.rules.kind(kind).piece;
        if drops.no_doubled != Some(piece) {
            return S::EMPTY;
        }
        let there = self.pieces_of_one(self.side, piece);
        self.rules
            .geometry
            .file_sets
            .iter()
            .filter(|file| (there & **file).count() >= u32::from(drops.no_doubled_count))
            .fold(S::EMPTY, |all, file| all | *file)
    }

    /// The squares, out of these empty ones, on which a piece may be dropped or gated in.
    pub(super) fn drop_squares(&self, kind: u8, empty: S) -> S {
        let squares = empty & self.rules.drop_board(kind, self.side);
        if self.rules.definition.drops.enclosing != Enclosing::None {
            return self.enclosing_squares(squares);
        }
        squares
    }

    /// The squares on which a piece may be dropped so that half of a side's bishops get each
    /// colour, if they have to: the last squares for them are kept.
    fn bishop_colours(&self, kind: u8) -> S {
        let rules = self.rules;
        let us = self.side;
        if !rules.definition.drops.needs_opposite_colored_bishops {
            return rules.board;
        }
        let Some(bishop) = rules.definition.pieces.iter().position(|piece| piece.name == "bishop")
        else {
            return rules.board;
        };
        let there = self.pieces_of_one(us, bishop);
        let all = there.count() + u32::from(self.hands[us][bishop]);
        let region = rules.kinds[bishop].drop_region[us] & rules.drop_board(bishop as u8, us);
        let free = region & !self.occupied();
        let mut squares = rules.board;
        for colour in [rules.geometry.dark, rules.board & !rules.geometry.dark] {
            let bishops = (there & colour).count();
            let room = bishops + (free & colour).count();
            squares &= if rules.kind(kind).piece == bishop {
                !colour.only_if(bishops >= all.div_ceil(2))
            } else if room < all / 2 {
                S::EMPTY
            } else {
                !(free & colour).only_if(room == all / 2)
            };
        }
        squares
    }

    pub(super) fn enclosing_squares(&self, squares: S) -> S {
        let start = self.rules.enclosing_drop_start;
        // In the starting phase, only the region counts.
        if !start.is_empty() && !(start & !self.occupied()).is_empty() {
            return squares & start;
        }
        S::from_squares(squares.squares().filter(|&square| self.may_enclose(square)))
    }

    #[inline(always)]
    fn may_enclose(&self, square: u8) -> bool {
        let rules = self.rules;
        let at = usize::from(square);
        match rules.definition.drops.enclosing {
            Enclosing::None => true,
            Enclosing::Reversi => !self.enclosed(square).is_empty(),
            Enclosing::Ataxx | Enclosing::Quadwrangle => {
                rules.geometry.neighbours[at].meets(self.own(self.side))
            }
            Enclosing::Snort => !rules.geometry.beside[at].meets(self.own(!self.side)),
            Enclosing::Anyside => {
                rules.size.beside().iter().any(|&(f, r)| self.slides_in(square, f, r))
            }
            Enclosing::Top => rules.size.step(square, 0, -1).is_none_or(|b| self.occupied().has(b)),
        }
    }

    /// Whether a stone that slides in from an edge, as far as it can, comes to a square.
    fn slides_in(&self, square: u8, files: i8, ranks: i8) -> bool {
        let size = self.rules.size;
        size.ray(square, -files, -ranks).all(|at| !self.occupied().has(at))
            && size.step(square, files, ranks).is_none_or(|next| self.occupied().has(next))
    }
}
