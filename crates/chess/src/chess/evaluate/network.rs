//! The network of chess, as training and the accumulators see it.

use super::piece_squares::PieceSquares;
use super::{endings, nnue};
use crate::chess::Chess;
use plyglot_core::game::Side;
use plyglot_core::game::network::{NetworkShape, NetworkSource, Networked};

impl Networked for Chess {
    type Placements = nnue::ChessPlacements;

    fn shape(_: ()) -> NetworkShape {
        nnue::SHAPE
    }

    #[inline(always)]
    fn placements(&self) -> nnue::ChessPlacements {
        nnue::placements(&self.board)
    }

    #[inline(always)]
    fn perspective(&self, side: Side) -> usize {
        usize::from(nnue::perspectives(&self.board)[side.index()])
    }

    #[inline(always)]
    fn input(_: (), perspective: usize, placement: usize) -> usize {
        nnue::input(perspective, placement)
    }

    fn factors(_: ()) -> usize {
        nnue::PLACEMENTS
    }

    fn factor(_: (), input: usize) -> usize {
        input % nnue::PLACEMENTS
    }

    #[inline(always)]
    fn bucket(&self) -> usize {
        nnue::bucket(&self.board)
    }

    fn base_evaluation(&self) -> Option<i32> {
        let base = self.base_evaluation_with(PieceSquares::of(&self.board));
        (endings::corrected(&self.board, base) == base).then_some(base)
    }

    fn default_network(_: ()) -> Option<NetworkSource> {
        Some(NetworkSource::Embedded(&nnue::NETWORK))
    }
}
