//! The part of the evaluation that is updated incrementally, move by move.

use super::correction_keys::CorrectionKeys;
use super::king_bucket::{KingBucket, KingBuckets, king_buckets};
use super::nnue::{Accumulators, Perspective, perspectives};
use super::piece_squares::PieceSquares;
use super::placed_piece::{PlacedPiece, visit_pieces};
use crate::games::chess::Chess;
use cozy_chess::{Board, Color, Move, Piece};

/// The incremental state of chess's evaluation along a line: the piece-square sum, the
/// accumulators of the network, and the keys of the correction histories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvalState {
    pub(super) piece_squares: PieceSquares,
    pub(super) accumulators: Accumulators,
    pub(super) correction_keys: CorrectionKeys,
}

/// The king buckets and perspectives, which select the piece-square tables and the
/// network's inputs.
#[derive(Clone, Copy)]
struct Kings {
    buckets: KingBuckets,
    perspectives: [Perspective; Color::NUM],
}

impl Kings {
    #[inline(always)]
    fn of(board: &Board) -> Kings {
        Kings { buckets: king_buckets(board), perspectives: perspectives(board) }
    }
}

impl EvalState {
    /// The state of a position from scratch.
    pub(super) fn of(board: &Board) -> EvalState {
        let mut state = EvalState { accumulators: Accumulators::empty(), ..EvalState::default() };
        let kings = Kings::of(board);
        visit_pieces(board, |placed| {
            state.piece_squares.add(kings.buckets, placed);
            state.accumulators.add(kings.perspectives, placed);
            state.correction_keys.toggle(placed);
        });
        state
    }

    /// Updates the state of a position to the one after a legal move.
    pub(super) fn advance(&mut self, position: &Chess, m: Move) {
        let color = position.board.side_to_move();
        let piece = position.mover(m);
        let kings = Kings::of(&position.board);
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

    /// Recomputes what a king's move to another bucket invalidates: the piece-square sum,
    /// and the accumulator of the king's own side if its perspective changes. `kings`:
    /// before the move; `arrived`: the pieces that the move put on the board, the king
    /// first.
    fn refresh(&mut self, position: &Chess, kings: Kings, m: Move, arrived: &[PlacedPiece]) {
        let PlacedPiece { color, square: king, .. } = arrived[0];
        let mut buckets = kings.buckets;
        let bucket = KingBucket::of(king.relative_to(color));
        if std::mem::replace(&mut buckets[color as usize], bucket) == bucket {
            return;
        }
        let perspective = Perspective::of(color, king);
        let is_stale = perspective != kings.perspectives[color as usize];
        self.piece_squares = PieceSquares::default();
        if is_stale {
            self.accumulators.reset(color);
        }
        let mut add = |placed: PlacedPiece| {
            self.piece_squares.add(buckets, placed);
            if is_stale {
                self.accumulators.add_to(color, perspective, placed);
            }
        };
        visit_pieces(&position.board, |placed| {
            if placed.square != m.from && placed.square != m.to {
                add(placed);
            }
        });
        arrived.iter().copied().for_each(add);
    }

    /// Adds a piece and removes others.
    #[inline(always)]
    fn add_sub<const N: usize>(
        &mut self,
        kings: Kings,
        added: PlacedPiece,
        removed: [PlacedPiece; N],
    ) {
        for placed in removed {
            self.piece_squares.remove(kings.buckets, placed);
            self.correction_keys.toggle(placed);
        }
        self.piece_squares.add(kings.buckets, added);
        self.correction_keys.toggle(added);
        self.accumulators.add_sub(kings.perspectives, added, removed);
    }
}
