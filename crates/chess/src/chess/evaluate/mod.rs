//! The evaluation of chess. The base evaluation is a
//! weighted sum of features; the output of a network is added to it. `plyglot tune` fits
//! the parameters of both (see `docs/training.md`).
//!
//! - `piece_squares`: piece-square tables by king buckets, updated incrementally.
//! - `terms`: all other features, counted at each evaluation, on a `board_view`.
//! - `features`: the indices of all features; `weights`: their weights.
//! - `nnue`: the inputs and accumulators of the network; `network`: its interface.
//! - `endings`: corrections of endings that the general evaluation gets wrong.
//! - `eval_state`: the incremental state along a line.
//! - `knowledge`: parameters of the search, its hooks and histories.

mod board_view;
mod endings;
mod eval_state;
mod features;
mod knowledge;
mod nnue;
mod piece_squares;
mod terms;
#[cfg(test)]
mod tests;
mod weights;

use super::Chess;
use cozy_chess::{BoardBuilder, Color, File, Move, Square};
use endings::SideMaterial;
pub use eval_state::ChessState;
use piece_squares::PieceSquares;
use plyglot_core::game::network::Accumulators;
use plyglot_core::game::tapered::Tapered;
use plyglot_core::game::{Evaluation, FeatureGroup, Game, Linear, Side, Weight};
use terms::FeatureCounter;

/// The greatest absolute value of the evaluation, in centi-units.
const BOUND_CENTI: i32 = 20_000;

#[derive(Default)]
struct WeightSum(Tapered);

impl FeatureCounter for WeightSum {
    #[inline(always)]
    fn add(&mut self, feature: usize, count: i32) {
        self.0 += weights::value(feature) * count;
    }

    #[inline(always)]
    fn switch_side(&mut self) {
        self.0 = -self.0;
    }
}

struct FeatureVisitor<F> {
    visit: F,
    sign: i32,
}

impl<F: FnMut(usize, i32)> FeatureCounter for FeatureVisitor<F> {
    fn add(&mut self, feature: usize, count: i32) {
        if count != 0 {
            (self.visit)(feature, self.sign * count);
        }
    }

    fn switch_side(&mut self) {
        self.sign = -self.sign;
    }
}

impl Linear for Chess {
    const GROUPS: &'static [FeatureGroup] = features::GROUPS;

    fn weights(_: ()) -> Vec<Weight> {
        weights::WEIGHTS.to_vec()
    }

    fn phase(&self) -> f32 {
        PieceSquares::of(&self.board).phase() as f32 / piece_squares::FULL_PHASE as f32
    }

    fn features(&self, mut visit: impl FnMut(usize, i32)) {
        piece_squares::visit_features(&self.board, &mut visit);
        terms::count_all(&self.board, &mut FeatureVisitor { visit, sign: 1 });
    }
}

impl Chess {
    /// The base evaluation: the weighted sum of all features, for the side to move, in
    /// centi-units.
    #[inline(always)]
    fn base_evaluation_with(&self, piece_squares: PieceSquares) -> i32 {
        let mut terms = WeightSum::default();
        terms::count_all(&self.board, &mut terms);
        let white = piece_squares.tapered_with(terms.0);
        if self.side() == Side::First { white } else { -white }
    }

    #[inline(always)]
    fn networked_evaluation(
        &self,
        state: &ChessState,
        accumulators: &mut Accumulators<Chess>,
    ) -> i32 {
        let base = || self.base_evaluation_with(state.piece_squares);
        accumulators.evaluate(self, base).clamp(-BOUND_CENTI, BOUND_CENTI)
    }

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
        ChessState::of(&self.board)
    }

    fn advance(&self, m: Move, state: &mut ChessState) {
        state.advance(self, m);
    }

    fn evaluate(&self, state: &ChessState, accumulators: &mut Accumulators<Chess>) -> i32 {
        endings::corrected(&self.board, self.networked_evaluation(state, accumulators))
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
        Some(Chess { board: flipped.build().ok()?, ..self.clone() })
    }
}
