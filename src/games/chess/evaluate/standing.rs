//! All of the evaluation that is kept up move by move.

use super::balance::{Balance, KingPlaces, king_places};
use super::features::KingPlace;
use super::likeness::Likeness;
use super::men::{self, Man};
use super::sight::{Eyes, Sums, eyes};
use crate::games::chess::Chess;
use cozy_chess::{Board, Color, Move, Piece};

/// What the pieces are worth on their squares, what the network's first layer
/// makes of them, and what other positions have in common with this one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    pub(super) balance: Balance,
    pub(super) sums: Sums,
    pub(super) likeness: Likeness,
}

/// What both parts see the squares by.
#[derive(Clone, Copy)]
struct Kings {
    places: KingPlaces,
    eyes: [Eyes; Color::NUM],
}

impl Kings {
    #[inline(always)]
    fn of(board: &Board) -> Kings {
        Kings { places: king_places(board), eyes: eyes(board) }
    }
}

impl Standing {
    /// That of a position from scratch.
    pub(super) fn of(board: &Board) -> Standing {
        let mut standing = Standing { sums: Sums::empty(), ..Standing::default() };
        let kings = Kings::of(board);
        men::visit(board, |man| {
            standing.balance.add(kings.places, man);
            standing.sums.add(kings.eyes, man);
            standing.likeness.toggle(man);
        });
        standing
    }

    /// Changes the standing of a position to that after a legal move.
    pub(super) fn advance(&mut self, position: &Chess, m: Move) {
        let color = position.board.side_to_move();
        let piece = position.mover(m);
        let kings = Kings::of(&position.board);
        let man = |piece, square| Man { piece, color, square };
        let mover = man(piece, m.from);
        if position.is_castling(m) {
            let (king, rook) = Chess::castled(m);
            let (king, rook) = (man(Piece::King, king), man(Piece::Rook, rook));
            self.shift(kings, king, [mover]);
            self.shift(kings, rook, [man(Piece::Rook, m.to)]);
            self.follow_king(position, kings, m, &[king, rook]);
            return;
        }
        let arrived = man(m.promotion.unwrap_or(piece), m.to);
        match position.victim(m) {
            Some((piece, square)) => {
                self.shift(kings, arrived, [mover, Man { piece, color: !color, square }]);
            }
            None => self.shift(kings, arrived, [mover]),
        }
        if piece == Piece::King {
            self.follow_king(position, kings, m, &[arrived]);
        }
    }

    /// Sees the board anew as far as it is seen by where the king stands that has
    /// moved: what its squares are worth, if its place is another one now, and all
    /// that its own side sees, if it does so with other eyes. `kings`: as before the
    /// move; `arrived`: what it put on the board, the king first.
    fn follow_king(&mut self, position: &Chess, kings: Kings, m: Move, arrived: &[Man]) {
        let Man { color, square: king, .. } = arrived[0];
        let place = KingPlace::of(king.relative_to(color));
        let mut places = kings.places;
        if std::mem::replace(&mut places[color as usize], place) == place {
            return;
        }
        let eyes = Eyes::of(color, king);
        let is_seen_anew = eyes != kings.eyes[color as usize];
        self.balance = Balance::default();
        if is_seen_anew {
            self.sums.close(color);
        }
        let mut see = |man: Man| {
            self.balance.add(places, man);
            if is_seen_anew {
                self.sums.see(color, eyes, man);
            }
        };
        men::visit(&position.board, |man| {
            if man.square != m.from && man.square != m.to {
                see(man);
            }
        });
        arrived.iter().copied().for_each(see);
    }

    /// Puts a piece on the board and takes others off.
    #[inline(always)]
    fn shift<const N: usize>(&mut self, kings: Kings, on: Man, off: [Man; N]) {
        for man in off {
            self.balance.remove(kings.places, man);
            self.likeness.toggle(man);
        }
        self.balance.add(kings.places, on);
        self.likeness.toggle(on);
        self.sums.shift(kings.eyes, on, off);
    }
}
