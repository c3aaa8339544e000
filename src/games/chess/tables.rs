//! What pieces are worth, and where. Every number follows from the few named
//! parameters below, which are chosen by hand after the common advice of the
//! textbooks; nothing is fitted to games.

use cozy_chess::{Color, Piece, Square};

/// A value in the midgame and one in the endgame, in centipawns. An
/// evaluation lies between the two as material goes off the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tapered {
    pub(super) mid: i16,
    pub(super) end: i16,
}

const fn tapered(mid: i32, end: i32) -> Tapered {
    Tapered { mid: mid as i16, end: end as i16 }
}

/// What a piece counts in an exchange, in centipawns, in the order of
/// [`Piece::ALL`]. The king's outweighs everything else on the board.
pub(super) const VALUES: [i32; Piece::NUM] = [100, 320, 335, 500, 980, 20_000];

/// How much each piece adds to the game phase: 24 on a full board.
pub(super) const PHASES: [u8; Piece::NUM] = [0, 1, 1, 2, 4, 0];

/// The sum of [`PHASES`] over the start position, from which on the midgame
/// values count alone.
pub(super) const FULL_PHASE: i32 = 24;

/// What a piece is worth before its square counts. Pawns and rooks gain
/// towards the endgame, knights lose.
const BASE: [Tapered; Piece::NUM] = [
    tapered(92, 120),
    tapered(330, 310),
    tapered(340, 330),
    tapered(480, 530),
    tapered(980, 960),
    tapered(0, 0),
];

/// A pawn's value grows with the square of the steps it has made.
const PAWN_ADVANCE: Tapered = tapered(2, 5);
/// Per unit of centrality by file times centrality by rank, 0 to 9.
const PAWN_CENTRE: i32 = 3;
/// A pawn on its first square before either castled king, half on the next.
const PAWN_SHELTER: i32 = 12;

/// Per unit of centrality, which is 0 in a corner and 6 in the centre.
const KNIGHT_CENTRE: Tapered = tapered(9, 8);
const BISHOP_CENTRE: Tapered = tapered(4, 3);
const QUEEN_CENTRE: Tapered = tapered(2, 7);
const KING_CENTRE: Tapered = tapered(0, 14);
/// The mean centrality of the squares, so that it shifts no piece's value.
const MEAN_CENTRALITY: i32 = 3;

/// A knight on the fourth to sixth rank of the four middle files.
const KNIGHT_OUTPOST: Tapered = tapered(10, 5);
/// A minor piece at home: it has to come out.
const UNDEVELOPED: i32 = 10;
/// A bishop on a long diagonal.
const LONG_DIAGONAL: i32 = 10;

/// A rook on the seventh rank, and on the eighth.
const ROOK_SEVENTH: Tapered = tapered(20, 12);
const ROOK_EIGHTH: Tapered = tapered(8, 10);
/// A rook on its first rank, per unit of centrality by file.
const ROOK_FILE: i32 = 4;
/// A rook out of play in the midgame, between the second and the fifth rank.
const ROOK_ADRIFT: i32 = 6;

/// A king at home by file, from a to h: castled in a corner it is safe, on
/// the way there it stands in its rook's way.
const KING_SHELTER: [i32; 8] = [20, 32, 12, -10, 0, -12, 34, 24];
/// Lost by each rank that the king leaves home, up to four.
const KING_EXPOSED: i32 = 28;

/// The value of `piece` of `color` on `square` as White counts.
#[inline]
pub(super) fn value(piece: Piece, color: Color, square: Square) -> Tapered {
    TABLE[color as usize][piece as usize][square as usize]
}

/// By colour, piece and square, negative for Black.
static TABLE: [[[Tapered; Square::NUM]; Piece::NUM]; Color::NUM] = table();

const fn table() -> [[[Tapered; Square::NUM]; Piece::NUM]; Color::NUM] {
    let mut table = [[[tapered(0, 0); Square::NUM]; Piece::NUM]; Color::NUM];
    let mut piece = 0;
    while piece < Piece::NUM {
        let mut square = 0;
        while square < Square::NUM {
            let own = on_square(piece, square as i32 % 8, square as i32 / 8);
            table[Color::White as usize][piece][square] = own;
            let seen_by_black = square ^ 56;
            table[Color::Black as usize][piece][seen_by_black] =
                tapered(-(own.mid as i32), -(own.end as i32));
            square += 1;
        }
        piece += 1;
    }
    table
}

/// The value of a piece on a file and a rank, 0 to 7, seen from its own side.
const fn on_square(piece: usize, file: i32, rank: i32) -> Tapered {
    let placed = match Piece::index_const(piece) {
        Piece::Pawn => pawn(file, rank),
        Piece::Knight => knight(file, rank),
        Piece::Bishop => bishop(file, rank),
        Piece::Rook => rook(file, rank),
        Piece::Queen => central(QUEEN_CENTRE, file, rank),
        Piece::King => king(file, rank),
    };
    plus(BASE[piece], placed)
}

const fn pawn(file: i32, rank: i32) -> Tapered {
    let steps = rank - 1;
    let centre = PAWN_CENTRE * middle(file) * middle(rank);
    let shelter = match (middle(file), rank) {
        (3, _) => 0,
        (_, 1) => PAWN_SHELTER,
        (_, 2) => PAWN_SHELTER / 2,
        _ => 0,
    };
    let squared = steps * steps;
    tapered(squared * PAWN_ADVANCE.mid as i32 + centre + shelter, squared * PAWN_ADVANCE.end as i32)
}

const fn knight(file: i32, rank: i32) -> Tapered {
    let placed = plus(central(KNIGHT_CENTRE, file, rank), at_home(rank));
    if middle(file) >= 2 && rank >= 3 && rank <= 5 { plus(placed, KNIGHT_OUTPOST) } else { placed }
}

const fn bishop(file: i32, rank: i32) -> Tapered {
    let diagonal = if file == rank || file + rank == 7 { LONG_DIAGONAL } else { 0 };
    let placed = plus(central(BISHOP_CENTRE, file, rank), at_home(rank));
    plus(placed, tapered(diagonal, 0))
}

const fn rook(file: i32, rank: i32) -> Tapered {
    match rank {
        0 => tapered(ROOK_FILE * (middle(file) - 1), 0),
        6 => ROOK_SEVENTH,
        7 => ROOK_EIGHTH,
        5 => tapered(0, 0),
        _ => tapered(-ROOK_ADRIFT, 0),
    }
}

const fn king(file: i32, rank: i32) -> Tapered {
    let ranks = if rank > 4 { 4 } else { rank };
    let shelter = if rank == 0 { KING_SHELTER[file as usize] } else { -KING_EXPOSED * ranks };
    plus(tapered(shelter, 0), central(KING_CENTRE, file, rank))
}

const fn at_home(rank: i32) -> Tapered {
    tapered(if rank == 0 { -UNDEVELOPED } else { 0 }, 0)
}

const fn central(weight: Tapered, file: i32, rank: i32) -> Tapered {
    let units = middle(file) + middle(rank) - MEAN_CENTRALITY;
    tapered(weight.mid as i32 * units, weight.end as i32 * units)
}

/// How near a file or a rank is to the middle: 0 at the edge, 3 at d and e.
const fn middle(line: i32) -> i32 {
    if line < 4 { line } else { 7 - line }
}

const fn plus(a: Tapered, b: Tapered) -> Tapered {
    tapered(a.mid as i32 + b.mid as i32, a.end as i32 + b.end as i32)
}
