//! Shifts and fills of bitboards, from the point of view of a side that plays up the
//! board.

use cozy_chess::{BitBoard, File, Rank, Square};

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

/// The neighbouring squares on the same rank.
pub(super) fn beside(set: BitBoard) -> BitBoard {
    left(set) | right(set)
}

/// Squares that pawns attack.
pub(super) fn pawn_attacks(pawns: BitBoard) -> BitBoard {
    beside(up(pawns))
}

/// Squares that two pawns attack.
pub(super) fn pawn_double_attacks(pawns: BitBoard) -> BitBoard {
    left(up(pawns)) & right(up(pawns))
}

/// The squares of a set and all squares above them.
pub(super) fn from_here_up(set: BitBoard) -> BitBoard {
    let set = set.0 | set.0 << 8;
    let set = set | set << 16;
    BitBoard(set | set << 32)
}

/// The squares of a set and all squares below them.
pub(super) fn from_here_down(set: BitBoard) -> BitBoard {
    let set = set.0 | set.0 >> 8;
    let set = set | set >> 16;
    BitBoard(set | set >> 32)
}

/// The squares above those of a set.
pub(super) fn above(set: BitBoard) -> BitBoard {
    from_here_up(up(set))
}

/// The squares below those of a set.
pub(super) fn below(set: BitBoard) -> BitBoard {
    from_here_down(down(set))
}

/// The whole files of a set.
pub(super) fn files(set: BitBoard) -> BitBoard {
    from_here_up(set) | below(set)
}

/// The number of squares, as a feature's count.
pub(super) fn count(set: BitBoard) -> i32 {
    set.len() as i32
}

/// The squares of a set on a rank from 0 to 7.
pub(super) fn on_rank(set: BitBoard, rank: usize) -> BitBoard {
    set & Rank::index(rank).bitboard()
}

/// The distance of two squares in king moves.
pub(super) fn distance(a: Square, b: Square) -> usize {
    let files = (a.file() as usize).abs_diff(b.file() as usize);
    let ranks = (a.rank() as usize).abs_diff(b.rank() as usize);
    files.max(ranks)
}
