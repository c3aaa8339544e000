//! Passed pawns.

use super::super::board_view::{BoardView, EvalInfo};
use super::super::features::{
    PASSED, PASSED_FOE_KING, PASSED_FREE, PASSED_OWN_KING, PASSED_ROOK, PASSED_RUNNING,
    PASSED_SAFE, PASSED_SUPPORTED,
};
use super::FeatureCounter;
use crate::chess::sets::{above, below, beside, distance};
use cozy_chess::{BitBoard, Piece, Square};

/// Passed pawns: no enemy pawn can stop them; only the foremost of each file.
fn passed_pawns(view: &BoardView) -> BitBoard {
    let held = below(view.foe.pawns());
    view.own.pawns() - held - beside(held) - below(view.own.pawns())
}

/// Passed pawns, their path, and the kings and rooks near them.
#[inline(always)]
pub(super) fn passed(info: &EvalInfo, counter: &mut impl FeatureCounter) {
    for pawn in passed_pawns(info.view) {
        let (rank, ahead) = (pawn.rank() as usize, pawn.offset(0, 1));
        counter.add(PASSED + rank, 1);
        path_ahead(info, pawn, ahead, counter);
        counter.add(PASSED_OWN_KING + rank * 8 + distance(info.view.own.king, ahead), 1);
        counter.add(PASSED_FOE_KING + rank * 8 + distance(info.view.foe.king, ahead), 1);
        let file = below(pawn.bitboard());
        for (i, side) in [&info.view.own, &info.view.foe].into_iter().enumerate() {
            counter.add(PASSED_ROOK + i, i32::from(!(side.get(Piece::Rook) & file).is_empty()));
        }
    }
}

/// The path of a passed pawn to its promotion, and its support by another pawn.
#[inline(always)]
fn path_ahead(info: &EvalInfo, pawn: Square, ahead: Square, counter: &mut impl FeatureCounter) {
    let (rank, view, attacked) = (pawn.rank() as usize, info.view, info.foe_attacks.all);
    let path = above(pawn.bitboard());
    let mut add = |feature: usize, yes: bool| counter.add(feature + rank, i32::from(yes));
    add(PASSED_FREE, !view.occupied.has(ahead));
    add(PASSED_SAFE, !attacked.has(ahead));
    add(PASSED_RUNNING, path.is_disjoint(view.occupied | attacked));
    add(PASSED_SUPPORTED, view.pawn_attacks.has(pawn));
}
