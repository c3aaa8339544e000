//! Pieces that win by standing in rows or squares, or by connecting regions.

use super::{Position, Verdict};
use crate::rules::Way;
use crate::set::Set;
use plyglot_core::game::{Game, Outcome, Side, Which};
use std::hash::Hash;

impl<S: Set + Hash> Position<S> {
    pub(super) fn connection(&self) -> Option<Outcome> {
        if !self.rules.has_rows {
            return None;
        }
        let rows = &self.rules.definition.rows;
        let pieces = self.pieces_of(!self.side, rows.connect_kinds);
        let is_connected =
            self.has_row(pieces) || self.has_square(pieces) || self.spans(!self.side, pieces);
        is_connected.then(|| !rows.connect_value)
    }

    /// Whether a move wins at once as it completes a row or a square.
    pub(crate) fn can_connect(&self) -> bool {
        let rows = &self.rules.definition.rows;
        let is_goal = rows.connect_n > 0 || rows.connect_nxn > 0;
        if !is_goal || rows.connect_value != Outcome::Won {
            return false;
        }
        let pieces = self.pieces_of(self.side, rows.connect_kinds);
        let ways = self.rules.row_ways.iter();
        let completing = ways.fold(self.completing_square(pieces), |all, way| {
            all | self.completing_row(pieces, way)
        });
        let completing = completing & !self.own(self.side);
        let mut wins = false;
        if !completing.is_empty() {
            self.moves(Which::All, |m| {
                wins = wins
                    || completing.has(m.to()) && {
                        let mut after = *self;
                        after.play(m);
                        after.verdict() == Some(Verdict::Immediate(Outcome::Lost))
                    }
            });
        }
        wins
    }

    /// The squares of the rows that are long enough.
    pub(super) fn winning_row(&self) -> S {
        let rows = &self.rules.definition.rows;
        if rows.connect_n == 0 || self.connection().is_none() {
            return S::EMPTY;
        }
        let pieces = self.pieces_of(!self.side, rows.connect_kinds);
        self.rules.row_ways.iter().fold(S::EMPTY, |all, way| {
            let last = last_of_rows(pieces, way, rows.connect_n);
            let back = |row: S, _| row | way.back(row);
            all | (1..rows.connect_n).fold(last, back)
        })
    }

    fn has_row(&self, pieces: S) -> bool {
        let rows = &self.rules.definition.rows;
        let is_row = |way| !last_of_rows(pieces, way, rows.connect_n).is_empty();
        rows.connect_n > 0 && self.rules.row_ways.iter().any(is_row)
            || rows.collinear_n > 0 && self.is_collinear(pieces)
    }

    fn is_collinear(&self, pieces: S) -> bool {
        let rows = &self.rules.definition.rows;
        let on_line = |from: u8, (files, ranks): (i8, i8)| {
            let others = self.rules.size.ray(from, files, ranks).filter(|&at| pieces.has(at));
            1 + others.count() >= usize::from(rows.collinear_n)
        };
        pieces.squares().any(|from| rows.directions().any(|line| on_line(from, line)))
    }

    pub(super) fn has_square(&self, pieces: S) -> bool {
        let (length, [right, up]) = (self.rules.definition.rows.connect_nxn, &self.rules.axes);
        let rows = last_of_rows(pieces, right, length);
        length > 0 && !last_of_rows(rows, up, length).is_empty()
    }

    /// Whether a side's pieces connect its two regions.
    fn spans(&self, side: Side, pieces: S) -> bool {
        let [start, target] = self.rules.connect_region[side.index()];
        if start.is_empty() || target.is_empty() {
            return false;
        }
        let (mut reached, mut new) = (S::EMPTY, pieces & start);
        while !new.is_empty() {
            reached |= new;
            let beside = |all, way: &Way<S>| all | way.step(new) | way.back(new);
            new = self.rules.row_ways.iter().fold(S::EMPTY, beside) & pieces & !reached;
        }
        reached.meets(target)
    }

    /// The squares that make these pieces a row in a direction.
    fn completing_row(&self, pieces: S, way: &Way<S>) -> S {
        let length = self.rules.definition.rows.connect_n;
        let (mut all, mut before) = (S::EMPTY, self.rules.board);
        for count in 0..length {
            let after = |squares: S, _| way.back(squares & pieces);
            all |= before & (count + 1..length).fold(self.rules.board, after);
            before = way.step(before & pieces);
        }
        all
    }

    /// The squares that make these pieces a square.
    fn completing_square(&self, pieces: S) -> S {
        let (length, [right, up]) = (self.rules.definition.rows.connect_nxn, &self.rules.axes);
        let places = || (0..length).flat_map(|file| (0..length).map(move |rank| (file, rank)));
        let shifted = |squares: S, way: &Way<S>, from: u8, to: u8| {
            let squares = (from..to).fold(squares, |squares, _| way.back(squares));
            (to..from).fold(squares, |squares, _| way.step(squares))
        };
        places().fold(S::EMPTY, |all, (file, rank)| {
            let others = places().filter(|&place| place != (file, rank));
            all | others.fold(self.rules.board, |squares, (other_file, other_rank)| {
                let pieces = shifted(pieces, right, file, other_file);
                squares & shifted(pieces, up, rank, other_rank)
            })
        })
    }
}

/// The squares on which a row of this length ends in a direction.
fn last_of_rows<S: Set>(pieces: S, way: &Way<S>, length: u8) -> S {
    (1..length).fold(pieces, |row, _| way.step(row) & pieces)
}
