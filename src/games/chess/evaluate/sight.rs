//! What the network sees of a board: the pieces on their squares, own and
//! other, up the board, with the own king always on the files e to h, and anew
//! for each area of the board that the own king is in (chessprogramming.org
//! "NNUE", "king buckets").

use super::features::{BUCKETS as KING_BUCKETS, KingPlace};
use super::men::Man;
use crate::games::network::{Accumulator, Network, hidden};
use cozy_chess::{BitBoard, Board, Color, File, Piece, Square};

/// Own and other pieces on squares, for each area of the own king.
pub(super) const INPUTS: usize = AREAS * MEN;
/// Own and other pieces on squares.
const MEN: usize = 2 * Piece::NUM * Square::NUM;
/// Areas for the own king.
const AREAS: usize = 4;

/// The area of a king by its place, so that it leaves the one only with the other:
/// gone to the side, at home in the middle, half-way up the board, far up.
const AREA: [u8; KING_BUCKETS] = [1, 1, 0, 0, 1, 1, 0, 2, 2, 3];

/// By the number of pieces, four together.
const COUNTS: usize = 8;
/// These, and endings of some [`Kind`].
pub(super) const BUCKETS: usize = COUNTS + Kind::Minors as usize + 1;
/// Made by `plyglot tune --part network` (see `docs/training.md`).
const BYTES: &[u8] = include_bytes!("../network.bin");
pub(super) const HIDDEN: usize = hidden(BYTES.len(), INPUTS, BUCKETS);

#[expect(long_running_const_eval, reason = "each number is read and checked by the compiler")]
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
    /// The first input of the own king's area.
    first: u16,
}

impl Eyes {
    /// Those of `side`, whose king is here.
    #[inline(always)]
    pub(super) fn of(side: Color, king: Square) -> Eyes {
        let files = if king.file() < File::E { 7 } else { 0 };
        let ranks = if side == Color::White { 0 } else { 56 };
        let area = AREA[KingPlace::of(king.relative_to(side)).bucket()];
        Eyes { side, turn: files | ranks, first: u16::from(area) * MEN as u16 }
    }

    /// The input that says what stands where.
    #[inline(always)]
    pub(super) fn input(self, Man { piece, color, square }: Man) -> usize {
        let owner = usize::from(color != self.side);
        usize::from(self.first)
            + (owner * Piece::NUM + piece as usize) * Square::NUM
            + (square as usize ^ usize::from(self.turn))
    }
}

/// The eyes of both sides, White's first.
#[inline(always)]
pub(super) fn eyes(board: &Board) -> [Eyes; Color::NUM] {
    Color::ALL.map(|side| Eyes::of(side, board.king(side)))
}

/// More officers (all but pawns and kings) than this are no ending here.
const MOST_OFFICERS: usize = 4;

/// Endings in which a lead is worth less, or more, than elsewhere.
#[derive(Clone, Copy)]
enum Kind {
    Pawns,
    /// One bishop each, on squares of different colours, and nothing else.
    OppositeBishops,
    /// The same and one or two other officers.
    OppositeBishopsAndMore,
    Rooks,
    Queens,
    Minors,
}

impl Kind {
    fn of(board: &Board, officers: BitBoard) -> Option<Kind> {
        let get = |piece| board.pieces(piece);
        let [knights, bishops] = [Piece::Knight, Piece::Bishop].map(get);
        let white = board.colors(Color::White);
        let is_one_each = bishops.len() == 2 && (bishops & white).len() == 1;
        let is_opposite = is_one_each && (bishops & BitBoard::LIGHT_SQUARES).len() == 1;
        if officers.is_empty() {
            Some(Kind::Pawns)
        } else if is_opposite {
            let is_all = officers == bishops;
            Some(if is_all { Kind::OppositeBishops } else { Kind::OppositeBishopsAndMore })
        } else if officers == get(Piece::Rook) {
            Some(Kind::Rooks)
        } else if officers == get(Piece::Queen) {
            Some(Kind::Queens)
        } else if officers == knights | bishops {
            Some(Kind::Minors)
        } else {
            None
        }
    }
}

/// The kind of a position by its pieces.
#[inline(always)]
pub(super) fn bucket(board: &Board) -> usize {
    let occupied = board.occupied();
    let officers = occupied - board.pieces(Piece::Pawn) - board.pieces(Piece::King);
    if officers.len() as usize <= MOST_OFFICERS
        && let Some(kind) = Kind::of(board, officers)
    {
        return COUNTS + kind as usize;
    }
    ((occupied.len() as usize - 1) / 4).min(COUNTS - 1)
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

    /// Has a side see an empty board.
    pub(super) fn close(&mut self, side: Color) {
        self.0[side as usize] = NETWORK.empty();
    }

    /// Has one side see a piece.
    #[inline(always)]
    pub(super) fn see(&mut self, side: Color, eyes: Eyes, man: Man) {
        NETWORK.add(&mut self.0[side as usize], eyes.input(man));
    }

    /// Puts a piece on the board and takes others off.
    #[inline(always)]
    pub(super) fn shift<const N: usize>(&mut self, eyes: [Eyes; 2], on: Man, off: [Man; N]) {
        for (sums, eyes) in self.0.iter_mut().zip(eyes) {
            NETWORK.shift(sums, eyes.input(on), off.map(|man| eyes.input(man)));
        }
    }

    /// What the network makes of a foundation, both for the side to move, in
    /// centi-units.
    #[inline(always)]
    pub(super) fn evaluate(&self, board: &Board, foundation: i32) -> i32 {
        let [own, other] = [board.side_to_move(), !board.side_to_move()];
        let sums = |side: Color| &self.0[side as usize];
        NETWORK.evaluate(sums(own), sums(other), bucket(board), foundation)
    }
}
