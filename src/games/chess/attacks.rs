//! The squares that a side attacks.

use super::sets::pawn_attacks;
use cozy_chess::{
    BitBoard, Board, Color, Piece, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

/// All squares that the pieces of a colour attack, those with own pieces included.
pub(super) fn attacked_by(board: &Board, color: Color) -> BitBoard {
    let occupied = board.occupied();
    let of = |piece| board.colored_pieces(color, piece);
    let mut attacked = match color {
        Color::White => pawn_attacks(of(Piece::Pawn)),
        Color::Black => pawn_attacks(of(Piece::Pawn).flip_ranks()).flip_ranks(),
    };
    attacked |= get_king_moves(board.king(color));
    for square in of(Piece::Knight) {
        attacked |= get_knight_moves(square);
    }
    for square in of(Piece::Bishop) | of(Piece::Queen) {
        attacked |= get_bishop_moves(square, occupied);
    }
    for square in of(Piece::Rook) | of(Piece::Queen) {
        attacked |= get_rook_moves(square, occupied);
    }
    attacked
}
