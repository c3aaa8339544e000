//! The part of the evaluation that is updated incrementally, move by move.

use super::nnue::{self, PlacedPiece};
use crate::chess::Chess;
use cozy_chess::{Board, Color, Move, Piece, Square};
use plyglot_core::game::EvalState;
use plyglot_core::game::network::{Accumulators, PlacementChanges};
use plyglot_core::game::random::mix;

/// The incremental state of chess's evaluation along a line.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessState {
    pub(super) correction_keys: CorrectionKeys,
    /// The changes of the last move to the network's inputs.
    changes: PlacementChanges,
}

/// Compares states of positions: the last moves, whose changes they have, may differ.
impl PartialEq for ChessState {
    fn eq(&self, other: &ChessState) -> bool {
        self.correction_keys == other.correction_keys
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
    pub(super) fn new(board: &Board) -> ChessState {
        let changes = PlacementChanges::none(nnue::perspectives(board));
        let mut state = ChessState { changes, ..ChessState::default() };
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in board.colored_pieces(color, piece) {
                    state.correction_keys.toggle(PlacedPiece { piece, color, square });
                }
            }
        }
        state
    }

    pub(super) fn advance(&mut self, position: &Chess, m: Move) {
        let color = position.board.side_to_move();
        let piece = position.mover(m);
        self.changes = PlacementChanges::none(self.changes.perspectives());
        let placed = |piece, square| PlacedPiece { piece, color, square };
        let mover = placed(piece, m.from);
        if position.is_castling(m) {
            let (king, rook) = Chess::castled(m);
            let king = placed(Piece::King, king);
            let rook = placed(Piece::Rook, rook);
            self.add_sub(king, [mover]);
            self.add_sub(rook, [placed(Piece::Rook, m.to)]);
            self.update_perspective(king);
            return;
        }
        let arrived = placed(m.promotion.unwrap_or(piece), m.to);
        match position.captured(m) {
            Some((piece, square)) => {
                let captured = PlacedPiece { piece, color: !color, square };
                self.add_sub(arrived, [mover, captured]);
            }
            None => self.add_sub(arrived, [mover]),
        }
        if piece == Piece::King {
            self.update_perspective(arrived);
        }
    }

    #[inline(always)]
    fn update_perspective(&mut self, PlacedPiece { color, square, .. }: PlacedPiece) {
        self.changes.perspectives_mut()[color as usize] = nnue::perspective_of(color, square);
    }

    #[inline(always)]
    fn add_sub<const N: usize>(&mut self, added: PlacedPiece, removed: [PlacedPiece; N]) {
        for placed in removed {
            self.correction_keys.toggle(placed);
            self.changes.remove(nnue::placement(placed));
        }
        self.changes.add(nnue::placement(added));
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
        let piece = i / Square::NUM;
        let square = i % Square::NUM;
        keys[piece / Color::NUM][piece % Color::NUM][square] = mix(i as u64 + 1);
        i += 1;
    }
    keys
}

/// A key of the pieces of these kinds and their squares, made from the board.
pub(super) fn key_of<const N: usize>(board: &Board, kinds: [Piece; N]) -> u64 {
    let mut key = 0;
    for piece in kinds {
        for color in Color::ALL {
            for square in board.colored_pieces(color, piece) {
                key ^= ZOBRIST[piece as usize][color as usize][square as usize];
            }
        }
    }
    key
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
