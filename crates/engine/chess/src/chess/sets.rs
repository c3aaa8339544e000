//! Shifts and fills of bitboards, from the point of view of a side that plays up the
//! board; attacks and checks.

use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, Square, get_between_rays, get_bishop_moves,
    get_bishop_rays, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
    get_rook_rays,
};

pub(super) fn up(set: BitBoard) -> BitBoard {
    BitBoard(set.0 << 8)
}

pub(super) fn down(set: BitBoard) -> BitBoard {
    BitBoard(set.0 >> 8)
}

fn left(set: BitBoard) -> BitBoard {
    BitBoard((set - File::A.bitboard()).0 >> 1)
}

fn right(set: BitBoard) -> BitBoard {
    BitBoard((set - File::H.bitboard()).0 << 1)
}

pub(super) fn beside(set: BitBoard) -> BitBoard {
    left(set) | right(set)
}

pub(super) fn pawn_attacks(pawns: BitBoard) -> BitBoard {
    beside(up(pawns))
}

pub(super) fn from_here_up(set: BitBoard) -> BitBoard {
    let set = set.0 | set.0 << 8;
    let set = set | set << 16;
    BitBoard(set | set << 32)
}

pub(super) fn from_here_down(set: BitBoard) -> BitBoard {
    let set = set.0 | set.0 >> 8;
    let set = set | set >> 16;
    BitBoard(set | set >> 32)
}

pub(super) fn above(set: BitBoard) -> BitBoard {
    from_here_up(up(set))
}

pub(super) fn below(set: BitBoard) -> BitBoard {
    from_here_down(down(set))
}

pub(super) fn files(set: BitBoard) -> BitBoard {
    from_here_up(set) | below(set)
}

pub(super) fn count(set: BitBoard) -> i32 {
    set.len() as i32
}

pub(super) fn distance(a: Square, b: Square) -> usize {
    let files = (a.file() as usize).abs_diff(b.file() as usize);
    let ranks = (a.rank() as usize).abs_diff(b.rank() as usize);
    files.max(ranks)
}

/// All squares that the pieces of a colour attack, those with own pieces included.
pub(super) fn attacked_by(board: &Board, color: Color) -> BitBoard {
    let occupied = board.occupied();
    let pawns = board.colored_pieces(color, Piece::Pawn);
    let queens = board.colored_pieces(color, Piece::Queen);
    let mut attacked = match color {
        Color::White => pawn_attacks(pawns),
        Color::Black => pawn_attacks(pawns.flip_ranks()).flip_ranks(),
    };
    attacked |= get_king_moves(board.king(color));
    for square in board.colored_pieces(color, Piece::Knight) {
        attacked |= get_knight_moves(square);
    }
    for square in board.colored_pieces(color, Piece::Bishop) | queens {
        attacked |= get_bishop_moves(square, occupied);
    }
    for square in board.colored_pieces(color, Piece::Rook) | queens {
        attacked |= get_rook_moves(square, occupied);
    }
    attacked
}

/// Whether a move of this piece gives check, by itself or by opening a line. Checks by a
/// castling rook, en passant and promotion are not seen.
pub(super) fn gives_check(board: &Board, piece: Piece, m: Move) -> bool {
    let side = board.side_to_move();
    let king = board.king(!side);
    let occupied = board.occupied();
    let is_open = |from| (get_between_rays(king, from) & occupied).is_empty();
    let by_line = |rays: BitBoard| rays.has(m.to) && is_open(m.to);
    let is_direct = match piece {
        Piece::Pawn => get_pawn_attacks(king, !side).has(m.to),
        Piece::Knight => get_knight_moves(king).has(m.to),
        Piece::Bishop => by_line(get_bishop_rays(king)),
        Piece::Rook => by_line(get_rook_rays(king)),
        Piece::Queen => by_line(get_bishop_rays(king) | get_rook_rays(king)),
        Piece::King => false,
    };
    is_direct || discovers_check(board, king, m)
}

/// Whether a slider behind the square that a move leaves gives check.
fn discovers_check(board: &Board, king: Square, m: Move) -> bool {
    let own = board.colors(board.side_to_move());
    let occupied = board.occupied();
    let is_on_rook_line = get_rook_rays(king).has(m.from);
    let is_on_line = is_on_rook_line || get_bishop_rays(king).has(m.from);
    if !is_on_line || !(get_between_rays(king, m.from) & occupied).is_empty() {
        return false;
    }
    let after = (occupied ^ m.from.bitboard()) | m.to.bitboard();
    let (reached, slider) = if is_on_rook_line {
        (get_rook_moves(king, after), Piece::Rook)
    } else {
        (get_bishop_moves(king, after), Piece::Bishop)
    };
    let sliders = own & (board.pieces(slider) | board.pieces(Piece::Queen));
    !(reached & sliders & !m.from.bitboard()).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All moves of positions with many lines, against the checkers after them.
    #[test]
    fn moves_that_give_check_are_known_before_they_are_made() {
        let mut checks = 0;
        for fen in [
            "3k4/3n4/8/1b1P4/3R2Q1/8/B2N4/3K4 w - - 0 1",
            "4k3/8/2N1N3/1B6/8/8/4R2Q/2K5 w - - 0 1",
            "7b/2q5/8/4n3/3r1p2/1p6/8/K5k1 b - - 0 1",
            "6k1/5n2/8/8/2B1K3/5N2/6P1/6R1 w - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        ] {
            let board: Board = fen.parse().expect("it is a position");
            board.generate_moves(|moves| {
                for m in moves {
                    let is_castling = board.color_on(m.to) == Some(board.side_to_move());
                    if is_castling || m.promotion.is_some() {
                        continue;
                    }
                    let mut after = board.clone();
                    after.play(m);
                    let gives = !after.checkers().is_empty();
                    assert_eq!(gives_check(&board, moves.piece, m), gives, "{m} in {fen}");
                    checks += usize::from(gives);
                }
                false
            });
        }
        assert!(checks > 30, "{checks}");
    }
}
