//! The pieces of a board, one by one.

use cozy_chess::{Board, Color, Piece, Square};

/// A piece and the square on which it stands.
#[derive(Clone, Copy)]
pub(super) struct PlacedPiece {
    pub(super) piece: Piece,
    pub(super) color: Color,
    pub(super) square: Square,
}

/// Visits all pieces on a board, White's first.
#[inline(always)]
pub(super) fn visit_pieces(board: &Board, mut visit: impl FnMut(PlacedPiece)) {
    for color in Color::ALL {
        for piece in Piece::ALL {
            for square in board.colored_pieces(color, piece) {
                visit(PlacedPiece { piece, color, square });
            }
        }
    }
}
