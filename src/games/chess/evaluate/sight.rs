//! What the network sees of a board: the pieces on their squares, own and
//! other, up the board, with the own king always on the files e to h.

use super::men::Man;
use crate::games::network::{Accumulator, Network, hidden};
use cozy_chess::{Board, Color, File, Piece, Square};

/// Own and other pieces on squares.
pub(super) const INPUTS: usize = 2 * Piece::NUM * Square::NUM;
/// By the number of pieces, four together.
pub(super) const BUCKETS: usize = 8;
/// Made by `plyglot tune --part network` (see `docs/training.md`).
const BYTES: &[u8] = include_bytes!("../network.bin");
pub(super) const HIDDEN: usize = hidden(BYTES.len(), INPUTS, BUCKETS);

static NETWORK: Network<INPUTS, HIDDEN, BUCKETS> = Network::of(BYTES);

/// The numbers of the network.
pub(super) fn parameters() -> Vec<i16> {
    BYTES.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect()
}

/// How a side sees the board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Eyes {
    side: Color,
    /// Turns the square of White's eyes into that which is seen: other ranks
    /// for Black, other files where the own king is on a to d.
    turn: u8,
}

impl Eyes {
    /// Those of `side`, whose king is here.
    #[inline(always)]
    pub(super) fn of(side: Color, king: Square) -> Eyes {
        let files = if king.file() < File::E { 7 } else { 0 };
        let ranks = if side == Color::White { 0 } else { 56 };
        Eyes { side, turn: files | ranks }
    }

    /// The input that says what stands where.
    #[inline(always)]
    pub(super) fn input(self, Man { piece, color, square }: Man) -> usize {
        let owner = usize::from(color != self.side);
        (owner * Piece::NUM + piece as usize) * Square::NUM
            + (square as usize ^ usize::from(self.turn))
    }
}

/// The eyes of both sides, White's first.
#[inline(always)]
pub(super) fn eyes(board: &Board) -> [Eyes; Color::NUM] {
    Color::ALL.map(|side| Eyes::of(side, board.king(side)))
}

/// The kind of a position by its pieces.
#[inline(always)]
pub(super) fn bucket(board: &Board) -> usize {
    ((board.occupied().len() as usize - 1) / 4).min(BUCKETS - 1)
}

/// The sums of the network's first layer, White's eyes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums([Accumulator<HIDDEN>; Color::NUM]);

impl Sums {
    /// Those of an empty board.
    pub(super) fn empty() -> Sums {
        Sums([NETWORK.empty(); Color::NUM])
    }

    #[inline(always)]
    pub(super) fn add(&mut self, eyes: [Eyes; 2], man: Man) {
        for (sums, eyes) in self.0.iter_mut().zip(eyes) {
            NETWORK.add(sums, eyes.input(man));
        }
    }

    /// Puts a piece on the board and takes others off.
    #[inline(always)]
    pub(super) fn shift<const N: usize>(&mut self, eyes: [Eyes; 2], on: Man, off: [Man; N]) {
        for (sums, eyes) in self.0.iter_mut().zip(eyes) {
            NETWORK.shift(sums, eyes.input(on), off.map(|man| eyes.input(man)));
        }
    }

    /// What the network says for the side to move, in centi-units.
    #[inline(always)]
    pub(super) fn output(&self, board: &Board) -> i32 {
        let side = board.side_to_move();
        NETWORK.output(&self.0[side as usize], &self.0[!side as usize], bucket(board))
    }
}
