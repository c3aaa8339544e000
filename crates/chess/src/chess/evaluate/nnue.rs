//! The network that is added to the base evaluation. Its inputs are the own and the other
//! pieces on their squares, from each side's perspective, mirrored so that the own king
//! is on the files e to h. There is one set of inputs for each area of the own king
//! (chessprogramming.org "NNUE", "king buckets").

use super::king_bucket::{KING_BUCKETS, KingBucket};
use super::placed_piece::PlacedPiece;
use cozy_chess::{BitBoard, Board, Color, File, Piece, Square};
use plyglot_core::game::network::{EmbeddedNetwork, NetworkShape, PlacementSet};

/// Pieces of both colours on squares.
pub(super) const PLACEMENTS: usize = Color::NUM * Piece::NUM * Square::NUM;
/// A word for the squares of each kind of piece.
pub(super) type ChessPlacements = PlacementSet<{ Color::NUM * Piece::NUM }>;
/// Own and other pieces on squares, for each area of the own king.
const INPUTS: usize = KING_AREAS * PLACEMENTS;
/// The perspectives of both sides: each area of the own king, mirrored or not.
const PERSPECTIVES: usize = Color::NUM * SIDE_PERSPECTIVES;
const SIDE_PERSPECTIVES: usize = 2 * KING_AREAS;
/// Areas of the own king.
const KING_AREAS: usize = 4;

/// The area of a king by its bucket: on the wing, at home in the middle, half-way
/// up the board, far up.
const KING_AREA: [u8; KING_BUCKETS] = [1, 1, 0, 0, 1, 1, 0, 2, 2, 3];

/// Number of output buckets by the number of pieces; each covers four numbers.
const COUNT_BUCKETS: usize = 8;
/// All output buckets: these, and one for each [`EndingKind`].
const BUCKETS: usize = COUNT_BUCKETS + EndingKind::Minors as usize + 1;

/// The sizes of the network.
pub(super) const SHAPE: NetworkShape = NetworkShape {
    perspectives: PERSPECTIVES,
    inputs: INPUTS,
    buckets: BUCKETS,
    has_base: true,
    ..NetworkShape::new(PLACEMENTS)
};

/// The network in use unless another one is loaded. The file says how it was made.
pub(super) static NETWORK: EmbeddedNetwork =
    EmbeddedNetwork::new(include_bytes!("../chess.network"));

/// The placements of a position.
#[inline(always)]
pub(super) fn placements(board: &Board) -> ChessPlacements {
    let colors = Color::ALL.map(|color| board.colors(color));
    let pieces = Piece::ALL.map(|piece| board.pieces(piece));
    PlacementSet(std::array::from_fn(|i| (colors[i / Piece::NUM] & pieces[i % Piece::NUM]).0))
}

/// The placement of a piece.
#[inline(always)]
pub(super) fn placement(PlacedPiece { piece, color, square }: PlacedPiece) -> usize {
    (color as usize * Piece::NUM + piece as usize) * Square::NUM + square as usize
}

/// The perspectives of both sides, White's first.
#[inline(always)]
pub(super) fn perspectives(board: &Board) -> [u8; Color::NUM] {
    Color::ALL.map(|color| perspective_of(color, board.king(color)))
}

/// The perspective of a side, by the place of its king.
#[inline(always)]
pub(super) fn perspective_of(side: Color, king: Square) -> u8 {
    let is_mirrored = king.file() < File::E;
    let area = KING_AREA[KingBucket::of(king.relative_to(side)).folded()];
    (side as usize * SIDE_PERSPECTIVES + usize::from(is_mirrored) * KING_AREAS) as u8 + area
}

/// The input that a placement is from a perspective.
#[inline(always)]
pub(super) fn input(perspective: usize, placement: usize) -> usize {
    let is_second = perspective >= SIDE_PERSPECTIVES;
    let (is_mirrored, area) = (perspective & KING_AREAS != 0, perspective % KING_AREAS);
    // The second player sees the colours exchanged and the ranks reversed.
    let exchanged = if placement < PLACEMENTS / 2 {
        placement + PLACEMENTS / 2
    } else {
        placement - PLACEMENTS / 2
    };
    let own_first = if is_second { exchanged } else { placement };
    let ranks = if is_second { 0b111_000 } else { 0 };
    let files = if is_mirrored { 0b111 } else { 0 };
    area * PLACEMENTS + (own_first ^ ranks ^ files)
}

/// The most pieces of an [`EndingKind`], besides pawns and kings.
const MAX_NON_PAWN_PIECES: usize = 4;

/// Kinds of endings in which a lead is worth more or less than usual.
#[derive(Clone, Copy)]
enum EndingKind {
    Pawns,
    /// One bishop each, on squares of different colours, and nothing else.
    OppositeBishops,
    /// Opposite bishops, and one or two other pieces.
    OppositeBishopsAndMore,
    Rooks,
    Queens,
    Minors,
}

impl EndingKind {
    /// `non_pawn_pieces`: all pieces except for pawns and kings.
    fn of(board: &Board, non_pawn_pieces: BitBoard) -> Option<EndingKind> {
        let get = |piece| board.pieces(piece);
        let [knights, bishops] = [Piece::Knight, Piece::Bishop].map(get);
        let white = board.colors(Color::White);
        let is_one_each = bishops.len() == 2 && (bishops & white).len() == 1;
        let is_opposite = is_one_each && (bishops & BitBoard::LIGHT_SQUARES).len() == 1;
        if non_pawn_pieces.is_empty() {
            Some(EndingKind::Pawns)
        } else if is_opposite {
            let is_all = non_pawn_pieces == bishops;
            Some(if is_all {
                EndingKind::OppositeBishops
            } else {
                EndingKind::OppositeBishopsAndMore
            })
        } else if non_pawn_pieces == get(Piece::Rook) {
            Some(EndingKind::Rooks)
        } else if non_pawn_pieces == get(Piece::Queen) {
            Some(EndingKind::Queens)
        } else if non_pawn_pieces == knights | bishops {
            Some(EndingKind::Minors)
        } else {
            None
        }
    }
}

/// The output bucket of a position by its pieces.
#[inline(always)]
pub(super) fn bucket(board: &Board) -> usize {
    let occupied = board.occupied();
    let non_pawn_pieces = occupied - board.pieces(Piece::Pawn) - board.pieces(Piece::King);
    if non_pawn_pieces.len() as usize <= MAX_NON_PAWN_PIECES
        && let Some(kind) = EndingKind::of(board, non_pawn_pieces)
    {
        return COUNT_BUCKETS + kind as usize;
    }
    ((occupied.len() as usize - 1) / 4).min(COUNT_BUCKETS - 1)
}
