//! The evaluation of chess: a network alone, and corrections of endings.
//!
//! - `nnue`: the inputs and accumulators of the network; `network`: its interface.
//! - `endings`: corrections of endings that the network gets wrong.
//! - `eval_state`: the incremental state along a line.
//! - `knowledge`: parameters of the search, its hooks and histories.

mod endings;
mod eval_state;
mod knowledge;
mod nnue;
#[cfg(test)]
mod tests;

use super::Chess;
use cozy_chess::{BoardBuilder, Color, File, Move, Square};
use endings::SideMaterial;
pub use eval_state::ChessState;
use plyglot_core::game::Evaluation;
use plyglot_core::game::network::Accumulators;

/// The greatest absolute value of the evaluation, in centi-units.
const BOUND_CENTI: i32 = 20_000;

impl Chess {
    fn material(&self) -> [SideMaterial<'_>; Color::NUM] {
        let side = self.board.side_to_move();
        [side, !side].map(|color| SideMaterial { board: &self.board, color })
    }

    pub(super) fn castled(m: Move) -> (Square, Square) {
        let (king, rook) =
            if m.from.file() < m.to.file() { (File::G, File::F) } else { (File::C, File::D) };
        (Square::new(king, m.from.rank()), Square::new(rook, m.from.rank()))
    }
}

impl Evaluation for Chess {
    type State = ChessState;

    fn state(&self) -> ChessState {
        ChessState::new(&self.board)
    }

    fn advance(&self, m: Move, state: &mut ChessState) {
        state.advance(self, m);
    }

    fn evaluate(&self, _: &ChessState, accumulators: &mut Accumulators<Chess>) -> i32 {
        let evaluation = accumulators.evaluate(self, || 0).clamp(-BOUND_CENTI, BOUND_CENTI);
        endings::corrected(&self.board, evaluation)
    }

    /// The colours exchanged and the ranks mirrored.
    fn mirrored(&self) -> Option<Chess> {
        let board = BoardBuilder::from_board(&self.board);
        let mut flipped = BoardBuilder::empty();
        for square in Square::ALL {
            *flipped.square_mut(square.flip_rank()) =
                board.square(square).map(|(piece, color)| (piece, !color));
        }
        for color in Color::ALL {
            *flipped.castle_rights_mut(!color) = *board.castle_rights(color);
        }
        flipped.side_to_move = !board.side_to_move;
        flipped.en_passant = board.en_passant.map(Square::flip_rank);
        flipped.halfmove_clock = board.halfmove_clock;
        flipped.fullmove_number = board.fullmove_number;
        let mut mirrored = Chess { board: flipped.build().ok()?, ..self.clone() };
        mirrored.rights_of_chess960.reverse();
        Some(mirrored)
    }
}
