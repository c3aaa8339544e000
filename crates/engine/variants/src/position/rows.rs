//! Pieces that win by standing in rows or squares, or by connecting regions.

use super::Position;
use crate::rules::Way;
use crate::set::Set;
use plyglot_core::game::{Outcome, Side};
use std::hash::Hash;

impl<S: Set + Hash> Position<S> {
    pub(super) fn connection(&self) -> Option<Outcome> {
        let rows = &self.rules.definition.rows;
        let pieces = self.connecting(!self.side);
        let is_connected =
            self.has_row(pieces) || self.has_square(pieces) || self.spans(!self.side, pieces);
        if is_connected { Some(!rows.connect_value) } else { None }
    }

    /// The pieces of a side that make rows.
    pub(super) fn connecting(&self, side: Side) -> S {
        match self.rules.definition.rows.connect_pieces {
            Some(pieces) => self.pieces_of(side, pieces),
            None => self.own(side),
        }
    }

    /// Whether a move wins at once as it completes a row or a square.
    pub(crate) fn can_connect(&self) -> bool {
        let rows = &self.rules.definition.rows;
        let is_goal = rows.connect_n > 0 || rows.connect_nxn > 0;
        if !is_goal || rows.connect_value != Outcome::Won {
            return false;
        }
        let pieces = self.connecting(self.side);
        let mut completing = self.completing_square(pieces);
        for way in &self.rules.row_ways {
            completing |= self.completing_row(pieces, way);
        }
        completing &= !self.own(self.side);
        !completing.is_empty() && self.has_winning_move(|m| completing.has(m.to()))
    }

    /// The squares of the rows that are long enough.
    pub(super) fn winning_row(&self) -> S {
        let rows = &self.rules.definition.rows;
        if rows.connect_n == 0 || self.connection().is_none() {
            return S::EMPTY;
        }
        let pieces = self.connecting(!self.side);
        let mut won = S::EMPTY;
        for way in &self.rules.row_ways {
            let mut row = last_of_rows(pieces, way, rows.connect_n);
            for _ in 0..rows.connect_n {
                won |= row;
                row = way.back(row);
            }
        }
        won
    }

    fn has_row(&self, pieces: S) -> bool {
        let rows = &self.rules.definition.rows;
        rows.connect_n > 0
            && self
                .rules
                .row_ways
                .iter()
                .any(|way| !last_of_rows(pieces, way, rows.connect_n).is_empty())
            || rows.collinear_n > 0 && self.is_collinear(pieces)
    }

    fn is_collinear(&self, pieces: S) -> bool {
        let count = usize::from(self.rules.definition.rows.collinear_n);
        for (files, ranks) in self.rules.definition.row_directions() {
            for from in pieces.squares() {
                let ray = self.rules.size.ray(from, files, ranks);
                if 1 + ray.filter(|&at| pieces.has(at)).count() >= count {
                    return true;
                }
            }
        }
        false
    }

    pub(super) fn has_square(&self, pieces: S) -> bool {
        let length = self.rules.definition.rows.connect_nxn;
        let [right, up] = &self.rules.geometry.axes;
        let rows = last_of_rows(pieces, right, length);
        length > 0 && !last_of_rows(rows, up, length).is_empty()
    }

    /// Whether a side's pieces connect its two regions.
    fn spans(&self, side: Side, pieces: S) -> bool {
        let [start, target] = self.rules.connect_region[side];
        if start.is_empty() || target.is_empty() {
            return false;
        }
        self.group(start, pieces).meets(target)
    }

    /// The squares of a set that are connected with one of `start`.
    fn group(&self, start: S, set: S) -> S {
        let mut reached = S::EMPTY;
        let mut new = start & set;
        while !new.is_empty() {
            reached |= new;
            new = self.beside(new) & set & !reached;
        }
        reached
    }

    fn beside(&self, set: S) -> S {
        let mut beside = S::EMPTY;
        for way in &self.rules.row_ways {
            beside |= way.step(set) | way.back(set);
        }
        beside
    }

    /// The parts of a set that are not connected with each other.
    fn groups(&self, set: S) -> impl Iterator<Item = S> {
        let mut rest = set;
        std::iter::from_fn(move || {
            let group = self.group(S::bit(rest.squares().next()?), rest);
            rest &= !group;
            Some(group)
        })
    }

    /// The sizes of a side's groups, the largest first.
    pub(super) fn group_sizes(&self, side: Side) -> Vec<i32> {
        let mut sizes: Vec<i32> =
            self.groups(self.own(side)).map(|group| group.count() as i32).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }

    /// The sizes of both sides' largest groups; of groups as large, of the next.
    pub(super) fn largest_groups(&self) -> [i32; 2] {
        let both = Side::BOTH.map(|side| self.group_sizes(side));
        for n in 0..both[0].len().max(both[1].len()) {
            let sizes = both.each_ref().map(|sizes| sizes.get(n).copied().unwrap_or(0));
            if sizes[0] != sizes[1] {
                return sizes;
            }
        }
        [both[0].first().copied().unwrap_or(0); 2]
    }

    /// The pieces of both sides, each with the empty squares that no group of the other touches.
    pub(super) fn territories(&self) -> [i32; 2] {
        let mut all = Side::BOTH.map(|side| self.own(side).count());
        for area in self.groups(self.free()) {
            let near = self.beside(area);
            match Side::BOTH.map(|side| self.own(side).meets(near)) {
                [true, false] => all[0] += area.count(),
                [false, true] => all[1] += area.count(),
                _ => {}
            }
        }
        all.map(|squares| squares as i32)
    }

    /// The squares that make these pieces a row in a direction.
    fn completing_row(&self, pieces: S, way: &Way<S>) -> S {
        let length = self.rules.definition.rows.connect_n;
        let mut all = S::EMPTY;
        let mut before = self.rules.board;
        for count in 0..length {
            let mut after = self.rules.board;
            for _ in count + 1..length {
                after = way.back(after & pieces);
            }
            all |= before & after;
            before = way.step(before & pieces);
        }
        all
    }

    /// The squares that make these pieces a square.
    fn completing_square(&self, pieces: S) -> S {
        let length = self.rules.definition.rows.connect_nxn;
        let mut completing = S::EMPTY;
        for file in 0..length {
            for rank in 0..length {
                completing |= self.completing_at(pieces, file, rank);
            }
        }
        completing
    }

    /// The squares that complete a square of pieces, at this file and rank of it.
    fn completing_at(&self, pieces: S, file: u8, rank: u8) -> S {
        let length = self.rules.definition.rows.connect_nxn;
        let [right, up] = &self.rules.geometry.axes;
        let mut completing = self.rules.board;
        for other_file in 0..length {
            let in_file = moved(pieces, right, other_file, file);
            for other_rank in 0..length {
                if (other_file, other_rank) != (file, rank) {
                    completing &= moved(in_file, up, other_rank, rank);
                }
            }
        }
        completing
    }
}

/// Squares moved along a way, from one number on it to another.
fn moved<S: Set>(mut squares: S, way: &Way<S>, from: u8, to: u8) -> S {
    for _ in from..to {
        squares = way.step(squares);
    }
    for _ in to..from {
        squares = way.back(squares);
    }
    squares
}

/// The squares on which a row of this length ends in a direction.
fn last_of_rows<S: Set>(pieces: S, way: &Way<S>, length: u8) -> S {
    let mut last = pieces;
    for _ in 1..length {
        last = way.step(last) & pieces;
    }
    last
}
