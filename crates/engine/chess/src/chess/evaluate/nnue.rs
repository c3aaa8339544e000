//! The network. Its inputs are the own and the other pieces on their squares, from each side's
//! perspective, mirrored so that the own king is on the files e to h. There is one set of inputs
//! for each area of the own king (chessprogramming.org "NNUE", "king buckets").

use super::endings;
use crate::chess::Chess;
use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};
use plyglot_core::game::Side;
use plyglot_core::game::network::{
    EmbeddedNetwork, NetworkShape, NetworkSource, Networked, PlacementSet,
};

#[derive(Clone, Copy)]
pub(super) struct PlacedPiece {
    pub(super) piece: Piece,
    pub(super) color: Color,
    pub(super) square: Square,
}

pub(super) const PLACEMENTS: usize = Color::NUM * Piece::NUM * Square::NUM;
pub(super) type ChessPlacements = PlacementSet<{ Color::NUM * Piece::NUM }>;
const INPUTS: usize = KING_AREAS * PLACEMENTS;
const PERSPECTIVES: usize = Color::NUM * SIDE_PERSPECTIVES;
const SIDE_PERSPECTIVES: usize = 2 * KING_AREAS;
const KING_AREAS: usize = 4;

/// The area of a king on the files e to h, by rank: at home on the wing, at home in the middle,
/// half-way up the board, far up.
const KING_AREA: [[u8; 4]; Rank::NUM] = {
    let home = [1, 1, 0, 0];
    let half_way = [2; 4];
    let far = [3; 4];
    [home, home, half_way, half_way, half_way, far, far, far]
};

/// Number of output buckets by the number of pieces; each covers four numbers.
const COUNT_BUCKETS: usize = 8;
const BUCKETS: usize = COUNT_BUCKETS + EndingKind::Minors as usize + 1;

pub(super) const SHAPE: NetworkShape = {
    let mut shape = NetworkShape::new(PLACEMENTS);
    shape.perspectives = PERSPECTIVES;
    shape.inputs = INPUTS;
    shape.buckets = BUCKETS;
    shape
};

pub(super) static NETWORK: EmbeddedNetwork =
    EmbeddedNetwork::new(include_bytes!("../chess.network"));

#[inline(always)]
pub(super) fn placements(board: &Board) -> ChessPlacements {
    let colors = Color::ALL.map(|color| board.colors(color));
    let pieces = Piece::ALL.map(|piece| board.pieces(piece));
    PlacementSet(std::array::from_fn(|i| (colors[i / Piece::NUM] & pieces[i % Piece::NUM]).0))
}

#[inline(always)]
pub(super) fn placement(PlacedPiece { piece, color, square }: PlacedPiece) -> usize {
    (color as usize * Piece::NUM + piece as usize) * Square::NUM + square as usize
}

#[inline(always)]
pub(super) fn perspectives(board: &Board) -> [u8; Color::NUM] {
    Color::ALL.map(|color| perspective_of(color, board.king(color)))
}

#[inline(always)]
pub(super) fn perspective_of(side: Color, king: Square) -> u8 {
    let file = king.file() as usize;
    let rank = king.relative_to(side).rank() as usize;
    let is_mirrored = file < File::E as usize;
    let area = KING_AREA[rank][if is_mirrored { 3 - file } else { file - 4 }];
    (side as usize * SIDE_PERSPECTIVES + usize::from(is_mirrored) * KING_AREAS) as u8 + area
}

#[inline(always)]
pub(super) fn input(perspective: usize, placement: usize) -> usize {
    let is_second = perspective >= SIDE_PERSPECTIVES;
    let is_mirrored = perspective & KING_AREAS != 0;
    let area = perspective % KING_AREAS;
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
    fn classify(board: &Board, non_pawn_pieces: BitBoard) -> Option<EndingKind> {
        let knights = board.pieces(Piece::Knight);
        let bishops = board.pieces(Piece::Bishop);
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
        } else if non_pawn_pieces == board.pieces(Piece::Rook) {
            Some(EndingKind::Rooks)
        } else if non_pawn_pieces == board.pieces(Piece::Queen) {
            Some(EndingKind::Queens)
        } else if non_pawn_pieces == knights | bishops {
            Some(EndingKind::Minors)
        } else {
            None
        }
    }
}

#[inline(always)]
pub(super) fn bucket(board: &Board) -> usize {
    let occupied = board.occupied();
    let non_pawn_pieces = occupied - board.pieces(Piece::Pawn) - board.pieces(Piece::King);
    if non_pawn_pieces.len() as usize <= MAX_NON_PAWN_PIECES
        && let Some(kind) = EndingKind::classify(board, non_pawn_pieces)
    {
        return COUNT_BUCKETS + kind as usize;
    }
    ((occupied.len() as usize - 1) / 4).min(COUNT_BUCKETS - 1)
}

impl Networked for Chess {
    type Placements = ChessPlacements;

    fn shape(_: ()) -> NetworkShape {
        SHAPE
    }

    #[inline(always)]
    fn placements(&self) -> ChessPlacements {
        placements(&self.board)
    }

    #[inline(always)]
    fn perspective(&self, side: Side) -> usize {
        usize::from(perspectives(&self.board)[side])
    }

    #[inline(always)]
    fn input(_: (), perspective: usize, placement: usize) -> usize {
        input(perspective, placement)
    }

    fn factors(_: ()) -> usize {
        PLACEMENTS
    }

    fn factor(_: (), input: usize) -> usize {
        input % PLACEMENTS
    }

    #[inline(always)]
    fn bucket(&self) -> usize {
        bucket(&self.board)
    }

    fn base_evaluation(&self) -> Option<i32> {
        if endings::is_general(&self.board) { Some(0) } else { None }
    }

    fn default_network(_: ()) -> Option<NetworkSource> {
        Some(NetworkSource::Embedded(&NETWORK))
    }
}
