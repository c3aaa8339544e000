//! Pawn structure.

use super::super::board_view::{BoardView, EvalInfo};
use super::super::features::{
    BACKWARD, DOUBLED, ISOLATED, PASSED, PASSED_FOE_KING, PASSED_FREE, PASSED_OWN_KING,
    PASSED_ROOK, PASSED_RUNNING, PASSED_SAFE, PASSED_SUPPORTED, PHALANX, SUPPORTED,
};
use super::FeatureCounter;
use crate::chess::sets::{
    above, below, beside, count, distance, down, files, from_here_up, on_rank,
};
use cozy_chess::{BitBoard, Piece, Rank, Square};

#[inline(always)]
pub(super) fn weak(view: &BoardView, counter: &mut impl FeatureCounter) {
    let (own, foe) = (view.own.pawns(), view.foe.pawns());
    let isolated = own - beside(files(own));
    let covered = beside(from_here_up(own));
    let held = down(view.foe_pawn_attacks | foe);
    let backward = (own & held) - covered - isolated;
    let opposed = own & below(foe);
    let mut add = |feature: usize, pawns: BitBoard| {
        counter.add(feature, count(pawns - opposed));
        counter.add(feature + 1, count(pawns & opposed));
    };
    add(ISOLATED, isolated);
    add(BACKWARD, backward);
    counter.add(DOUBLED, count(own & above(own)));
}

#[inline(always)]
pub(super) fn connected(view: &BoardView, counter: &mut impl FeatureCounter) {
    let own = view.own.pawns();
    let kinds = [own & beside(own), own & view.pawn_attacks];
    let sets: [BitBoard; 2 * Rank::NUM] =
        std::array::from_fn(|i| on_rank(kinds[i / Rank::NUM], i % Rank::NUM));
    const { assert!(SUPPORTED == PHALANX + Rank::NUM, "both are counted together") };
    sets.into_iter().enumerate().for_each(|(i, set)| counter.add(PHALANX + i, count(set)));
}

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
