//! The part of the evaluation that is updated incrementally, move by move.

use super::nnue;
use super::piece_squares::{
    KingBucket, KingBuckets, PieceSquares, PlacedPiece, king_buckets, visit_pieces,
};
use crate::chess::Chess;
use cozy_chess::{Board, Color, Move, Piece, Square};
use plyglot_core::game::EvalState;
use plyglot_core::game::network::{Accumulators, PlacementChanges};
use plyglot_core::game::random::mix;

/// The incremental state of chess's evaluation along a line: the piece-square sum and the
/// keys of the correction histories.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessState {
    pub(super) piece_squares: PieceSquares,
    pub(super) correction_keys: CorrectionKeys,
    /// The changes of the last move to the network's inputs.
    changes: PlacementChanges,
}

/// Compares states of positions: the last moves, whose changes they have, may differ.
impl PartialEq for ChessState {
    fn eq(&self, other: &ChessState) -> bool {
        self.piece_squares == other.piece_squares
            && self.correction_keys == other.correction_keys
            && self.changes.perspectives() == other.changes.perspectives()
    }
}

impl EvalState<Chess> for ChessState {
    type Workspace = Accumulators<Chess>;
    const RECORDS: bool = true;

    #[inline(always)]
    fn record(&self, ply: usize, accumulators: &mut Accumulators<Chess>) {
        accumulators.record(ply, self.changes);
    }
}

impl ChessState {
    pub(super) fn of(board: &Board) -> ChessState {
        let changes = PlacementChanges::none(nnue::perspectives(board));
        let mut state = ChessState { changes, ..ChessState::default() };
        let kings = king_buckets(board);
        visit_pieces(board, |placed| {
            state.piece_squares.add(kings, placed);
            state.correction_keys.toggle(placed);
        });
        state
    }

    pub(super) fn advance(&mut self, position: &Chess, m: Move) {
        let color = position.board.side_to_move();
        let piece = position.mover(m);
        let kings = king_buckets(&position.board);
        self.changes = PlacementChanges::none(self.changes.perspectives());
        let placed = |piece, square| PlacedPiece { piece, color, square };
        let mover = placed(piece, m.from);
        if position.is_castling(m) {
            let (king, rook) = Chess::castled(m);
            let (king, rook) = (placed(Piece::King, king), placed(Piece::Rook, rook));
            self.add_sub(kings, king, [mover]);
            self.add_sub(kings, rook, [placed(Piece::Rook, m.to)]);
            self.refresh(position, kings, m, &[king, rook]);
            return;
        }
        let arrived = placed(m.promotion.unwrap_or(piece), m.to);
        match position.captured(m) {
            Some((piece, square)) => {
                let captured = PlacedPiece { piece, color: !color, square };
                self.add_sub(kings, arrived, [mover, captured]);
            }
            None => self.add_sub(kings, arrived, [mover]),
        }
        if piece == Piece::King {
            self.refresh(position, kings, m, &[arrived]);
        }
    }

    /// Recomputes the piece-square sum when a king's move to another bucket invalidates
    /// it. `kings`: before the move; `arrived`: the pieces that the move put on the board,
    /// the king first.
    fn refresh(&mut self, position: &Chess, kings: KingBuckets, m: Move, arrived: &[PlacedPiece]) {
        let PlacedPiece { color, square: king, .. } = arrived[0];
        let mut buckets = kings;
        let bucket = KingBucket::of(king.relative_to(color));
        if std::mem::replace(&mut buckets[color as usize], bucket) == bucket {
            return;
        }
        self.changes.perspectives_mut()[color as usize] = nnue::perspective_of(color, king);
        self.piece_squares = PieceSquares::default();
        visit_pieces(&position.board, |placed| {
            if placed.square != m.from && placed.square != m.to {
                self.piece_squares.add(buckets, placed);
            }
        });
        arrived.iter().for_each(|&placed| self.piece_squares.add(buckets, placed));
    }

    #[inline(always)]
    fn add_sub<const N: usize>(
        &mut self,
        kings: KingBuckets,
        added: PlacedPiece,
        removed: [PlacedPiece; N],
    ) {
        for placed in removed {
            self.piece_squares.remove(kings, placed);
            self.correction_keys.toggle(placed);
            self.changes.remove(nnue::placement(placed));
        }
        self.changes.add(nnue::placement(added));
        self.piece_squares.add(kings, added);
        self.correction_keys.toggle(added);
    }
}

pub(super) const KINDS: usize = 4;

/// A key of each kind, equal where its pieces stand on the same squares; updated
/// incrementally.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CorrectionKeys([u64; KINDS]);

static ZOBRIST: [[[u64; Square::NUM]; Color::NUM]; Piece::NUM] = zobrist_keys();

/// The keys that a piece of a colour is part of, as masks with all bits set. The keys are
/// the pawns; the other pieces of White, and of Black; minor pieces and kings.
static MEMBERSHIP: [[[u64; KINDS]; Color::NUM]; Piece::NUM] = {
    const ALL: u64 = u64::MAX;
    let pawn = [[ALL, 0, 0, 0]; Color::NUM];
    let minor = [[0, ALL, 0, ALL], [0, 0, ALL, ALL]];
    let major = [[0, ALL, 0, 0], [0, 0, ALL, 0]];
    [pawn, minor, minor, major, major, minor]
};

const fn zobrist_keys() -> [[[u64; Square::NUM]; Color::NUM]; Piece::NUM] {
    let mut keys = [[[0; Square::NUM]; Color::NUM]; Piece::NUM];
    let mut i = 0;
    while i < Piece::NUM * Color::NUM * Square::NUM {
        let (piece, square) = (i / Square::NUM, i % Square::NUM);
        keys[piece / Color::NUM][piece % Color::NUM][square] = mix(i as u64 + 1);
        i += 1;
    }
    keys
}

impl CorrectionKeys {
    #[inline(always)]
    pub(super) fn toggle(&mut self, PlacedPiece { piece, color, square }: PlacedPiece) {
        let zobrist = ZOBRIST[piece as usize][color as usize][square as usize];
        let membership = MEMBERSHIP[piece as usize][color as usize];
        for (key, mask) in self.0.iter_mut().zip(membership) {
            *key ^= zobrist & mask;
        }
    }

    #[inline(always)]
    pub(super) fn key(self, kind: usize) -> u64 {
        self.0[kind]
    }
}
