//! The network that is added to the base evaluation. Its inputs are the own and the other
//! pieces on their squares, from each side's perspective, mirrored so that the own king
//! is on the files e to h. There is one set of inputs for each area of the own king
//! (chessprogramming.org "NNUE", "king buckets").

use super::king_bucket::{KING_BUCKETS, KingBucket};
use super::placed_piece::PlacedPiece;
use crate::games::network::{Accumulator, Network, hidden_size};
use cozy_chess::{BitBoard, Board, Color, File, Piece, Square};

/// Own and other pieces on squares, for each area of the own king.
pub(super) const INPUTS: usize = KING_AREAS * PIECE_SQUARES;
/// Own and other pieces on squares.
const PIECE_SQUARES: usize = 2 * Piece::NUM * Square::NUM;
/// Areas of the own king.
const KING_AREAS: usize = 4;

/// The area of a king by its bucket: on the wing, at home in the middle, half-way
/// up the board, far up. Areas are coarser than buckets, so that a king that leaves its
/// area also leaves its bucket.
const KING_AREA: [u8; KING_BUCKETS] = [1, 1, 0, 0, 1, 1, 0, 2, 2, 3];

/// Number of output buckets by the number of pieces; each covers four numbers.
const COUNT_BUCKETS: usize = 8;
/// All output buckets: these, and one for each [`EndingKind`].
pub(super) const BUCKETS: usize = COUNT_BUCKETS + EndingKind::Minors as usize + 1;
/// Made by `plyglot tune --part network` (see `docs/training.md`).
const BYTES: &[u8] = include_bytes!("../network.bin");
pub(super) const HIDDEN: usize = hidden_size(BYTES.len(), INPUTS, BUCKETS);

#[expect(long_running_const_eval, reason = "each parameter is read and checked by the compiler")]
static NETWORK: Network<INPUTS, HIDDEN, BUCKETS> = Network::from_bytes(BYTES);

/// The parameters of the network, quantized.
pub(super) fn parameters() -> Vec<i16> {
    BYTES.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect()
}

/// The perspective of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Perspective {
    side: Color,
    /// The XOR mask of squares: it flips ranks for Black, and files if the own king is on
    /// a to d.
    square_xor: u8,
    /// The first input of the own king's area.
    first_input: u16,
}

impl Perspective {
    /// The perspective of `side` with its king on this square.
    #[inline(always)]
    pub(super) fn of(side: Color, king: Square) -> Perspective {
        let files = if king.file() < File::E { 7 } else { 0 };
        let ranks = if side == Color::White { 0 } else { 56 };
        let area = KING_AREA[KingBucket::of(king.relative_to(side)).folded()];
        Perspective {
            side,
            square_xor: files | ranks,
            first_input: u16::from(area) * PIECE_SQUARES as u16,
        }
    }

    /// The input of a piece on its square.
    #[inline(always)]
    pub(super) fn input(self, PlacedPiece { piece, color, square }: PlacedPiece) -> usize {
        let owner = usize::from(color != self.side);
        usize::from(self.first_input)
            + (owner * Piece::NUM + piece as usize) * Square::NUM
            + (square as usize ^ usize::from(self.square_xor))
    }
}

/// The perspectives of both sides, White's first.
#[inline(always)]
pub(super) fn perspectives(board: &Board) -> [Perspective; Color::NUM] {
    Color::ALL.map(|side| Perspective::of(side, board.king(side)))
}

/// The most pieces of an [`EndingKind`], besides pawns and kings.
const MAX_NON_PAWN_PIECES: usize = 4;

/// Kinds of endings in which a lead has another value than usual.
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

/// The accumulators of the network, White's perspective first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Accumulators([Accumulator<HIDDEN>; Color::NUM]);

impl Accumulators {
    /// The accumulators of an empty board.
    pub(super) fn empty() -> Accumulators {
        Accumulators([NETWORK.empty(); Color::NUM])
    }

    #[inline(always)]
    pub(super) fn add(&mut self, perspectives: [Perspective; 2], placed: PlacedPiece) {
        for (accumulator, perspective) in self.0.iter_mut().zip(perspectives) {
            NETWORK.add(accumulator, perspective.input(placed));
        }
    }

    /// Resets one side's accumulator to an empty board.
    pub(super) fn reset(&mut self, side: Color) {
        self.0[side as usize] = NETWORK.empty();
    }

    /// Adds a piece to one side's accumulator.
    #[inline(always)]
    pub(super) fn add_to(&mut self, side: Color, perspective: Perspective, placed: PlacedPiece) {
        NETWORK.add(&mut self.0[side as usize], perspective.input(placed));
    }

    /// Adds a piece and removes others.
    #[inline(always)]
    pub(super) fn add_sub<const N: usize>(
        &mut self,
        perspectives: [Perspective; 2],
        added: PlacedPiece,
        removed: [PlacedPiece; N],
    ) {
        for (accumulator, perspective) in self.0.iter_mut().zip(perspectives) {
            let removed = removed.map(|placed| perspective.input(placed));
            NETWORK.add_sub(accumulator, perspective.input(added), removed);
        }
    }

    /// The evaluation, given the base evaluation; both for the side to move, in
    /// centi-units.
    #[inline(always)]
    pub(super) fn evaluate(&self, board: &Board, base: i32) -> i32 {
        let [own, other] = [board.side_to_move(), !board.side_to_move()];
        let accumulator = |side: Color| &self.0[side as usize];
        NETWORK.evaluate(accumulator(own), accumulator(other), bucket(board), base)
    }
}
