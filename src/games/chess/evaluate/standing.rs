//! All of the evaluation that is kept up move by move.

use super::balance::{Balance, KingPlaces, king_places};
use super::features::KingPlace;
use super::likeness::Likeness;
use super::men::{self, Man};
use super::sight::{Eyes, Sums, eyes};
use crate::games::Game;
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
        if piece == Piece::King && leaves_its_place(position, m) {
            let mut next = position.clone();
            next.play(m);
            *self = Standing::of(&next.board);
            return;
        }
        let kings = Kings::of(&position.board);
        let man = |piece, square| Man { piece, color, square };
        let mover = man(piece, m.from);
        if position.is_castling(m) {
            let (king, rook) = Chess::castled(m);
            self.shift(kings, man(Piece::King, king), [mover]);
            self.shift(kings, man(Piece::Rook, rook), [man(Piece::Rook, m.to)]);
            return;
        }
        let arrived = man(m.promotion.unwrap_or(piece), m.to);
        match position.victim(m) {
            Some((piece, square)) => {
                self.shift(kings, arrived, [mover, Man { piece, color: !color, square }]);
            }
            None => self.shift(kings, arrived, [mover]),
        }
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

/// Whether a move of the king is one after which all squares count anew.
fn leaves_its_place(position: &Chess, m: Move) -> bool {
    let color = position.board.side_to_move();
    let target = if position.is_castling(m) { Chess::castled(m).0 } else { m.to };
    KingPlace::of(m.from.relative_to(color)) != KingPlace::of(target.relative_to(color))
}
