//! How positions and moves are drawn.

use super::mv::Type;
use super::{Move, Position, WALL};
use crate::set::Set;
use plyglot_core::game::{HeldPiece, MoveCells, Notation, Picture, Piece, Side};
use plyglot_definition::Walling;
use std::hash::Hash;

impl<S: Set + Hash> Position<S> {
    /// The board and the hands, with a king in check and a winning row marked.
    pub(super) fn drawn(&self) -> Picture {
        let cells = 0..usize::from(self.rules.size.squares());
        let cells = cells.map(|cell| self.on_square(self.square_of(cell))).collect();
        let kings = if self.is_check() { self.kings(self.side) } else { S::EMPTY };
        let mut picture = Picture::new(self.rules.shape(), cells);
        if self.rules.shows_hands() {
            picture.hands = Some(Side::BOTH.map(|side| self.in_hand(side)));
        }
        if self.rules.definition.ends.check_counting {
            picture.checks_left = Some(self.counters.checks_left);
        }
        picture.marked = self.cells_of(kings | self.winning_row());
        picture
    }

    fn on_square(&self, square: u8) -> Option<Piece> {
        match self.board.as_ref()[usize::from(square)] {
            0 => None,
            WALL => {
                let has_duck = self.rules.definition.walls.rule == Walling::Duck;
                let is_duck = has_duck && self.rules.board.has(square);
                Some(Piece::new(None, '*', if is_duck { Some('🦆') } else { None }))
            }
            _ => Some(self.rules.piece(self.side_at(square), self.kind_at(square))),
        }
    }

    fn in_hand(&self, side: Side) -> Vec<HeldPiece> {
        let mut pieces = Vec::new();
        for (kind, &count) in self.hand(side).iter().enumerate() {
            if count > 0 {
                let piece = self.rules.piece(side, kind as u8);
                pieces.push(HeldPiece { piece, count: count.into() });
            }
        }
        pieces
    }

    /// The cells that a legal move uses, and the piece that it makes or brings in.
    pub(super) fn move_as_drawn(&self, m: Move) -> MoveCells {
        if m.move_type() == Type::Pass && m.extra().is_none() {
            return MoveCells::default();
        }
        let is_walling = self.rules.definition.walls.rule != Walling::None;
        let from = self.cell_of(m.from());
        let to = self.cell_of(m.to());
        let (from, to, piece) = match m.move_type() {
            Type::Drop => (None, to, self.own_as_drawn(m.kind())),
            Type::Castling => (Some(from), self.cell_of(self.end_of(m)), None),
            Type::Promotion => (Some(from), to, self.own_as_drawn(m.kind())),
            Type::Jump if m.kind() != self.kind_at(m.from()) => {
                (Some(from), to, self.own_as_drawn(m.kind()))
            }
            Type::PiecePromotion => {
                let promoted = self.rules.kind(self.kind_at(m.from())).promoted;
                (Some(from), to, promoted.and_then(|kind| self.own_as_drawn(kind)))
            }
            Type::PieceDemotion => {
                let base = self.rules.kind(self.kind_at(m.from())).base;
                (Some(from), to, self.own_as_drawn(base))
            }
            Type::Normal | Type::EnPassant | Type::Pass | Type::Jump => (Some(from), to, None),
        };
        let (wall, gated) = match m.extra() {
            Some(square) if is_walling => (Some(self.cell_of(square)), None),
            // The piece from the hand that is gated in where another leaves.
            Some(_) => (None, self.own_as_drawn(m.kind())),
            None => (None, None),
        };
        let mut cells = MoveCells::stone(to);
        cells.from = from;
        cells.wall = wall;
        cells.piece = piece.or(gated);
        cells.rook =
            if m.move_type() == Type::Castling { Some(self.cell_of(m.to())) } else { None };
        cells
    }

    fn own_as_drawn(&self, kind: u8) -> Option<Piece> {
        Some(self.rules.piece(self.side, kind))
    }

    pub(super) fn cells_of(&self, squares: S) -> Vec<usize> {
        squares.squares().map(|square| self.cell_of(square)).collect()
    }

    /// The square of a cell, which is counted row by row from the top left.
    pub(super) fn square_of(&self, cell: usize) -> u8 {
        let size = self.rules.size;
        let file = cell as u8 % size.files;
        let row = cell as u8 / size.files;
        size.square(file, size.ranks - 1 - row)
    }

    fn cell_of(&self, square: u8) -> usize {
        let size = self.rules.size;
        let (file, rank) = size.place(square);
        usize::from((size.ranks - 1 - rank) * size.files + file)
    }

    pub(super) fn side_at(&self, square: u8) -> Side {
        if self.sides[0].has(square) { Side::First } else { Side::Second }
    }
}
