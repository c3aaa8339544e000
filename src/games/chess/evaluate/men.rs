//! The pieces of a board, one by one.

use cozy_chess::{Board, Color, Piece, Square};

/// What stands where.
#[derive(Clone, Copy)]
pub(super) struct Man {
    pub(super) piece: Piece,
    pub(super) color: Color,
    pub(super) square: Square,
}

/// Visits all that stands on a board, White's pieces first.
#[inline(always)]
pub(super) fn visit(board: &Board, mut visit: impl FnMut(Man)) {
    for color in Color::ALL {
        for piece in Piece::ALL {
            for square in board.colored_pieces(color, piece) {
                visit(Man { piece, color, square });
            }
        }
    }
}
