//! Threats: pieces that are attacked.

use super::super::board_view::EvalInfo;
use super::super::features::{
    HANGING, KING_THREAT, MINOR_THREAT, PAWN_THREAT, PUSH_THREAT, ROOK_THREAT,
};
use super::FeatureCounter;
use crate::chess::sets::{count, pawn_attacks, up};
use cozy_chess::{BitBoard, Piece, Rank};

/// Pieces that pawns attack, or can attack after a safe push.
#[inline(always)]
pub(super) fn by_pawns(info: &EvalInfo, counter: &mut impl FeatureCounter) {
    let (view, foe) = (info.view, &info.view.foe);
    for (i, &victims) in foe.without_king()[1..].iter().enumerate() {
        counter.add(PAWN_THREAT + i, count(view.pawn_attacks & victims));
    }
    let pushes = up(view.own.pawns()) - view.occupied;
    let pushes = pushes | (up(pushes & Rank::Third.bitboard()) - view.occupied);
    let safe = (info.attacks.all | !info.foe_attacks.all) - view.foe_pawn_attacks;
    let attacked = pawn_attacks(pushes & safe) & foe.non_pawn_pieces();
    counter.add(PUSH_THREAT, count(attacked - view.pawn_attacks));
}

/// Pieces attacked by pieces, and hanging pieces.
#[inline(always)]
pub(super) fn by_pieces(info: &EvalInfo, counter: &mut impl FeatureCounter) {
    let (attacks, foe) = (info.attacks, &info.view.foe);
    let defended = (info.foe_attacks.twice - attacks.twice) | info.view.foe_pawn_attacks;
    let minors = attacks.by(Piece::Knight) | attacks.by(Piece::Bishop);
    let mut add = |feature: usize, attacked: BitBoard| {
        for (i, &victims) in foe.without_king().iter().enumerate() {
            let victims = attacked & victims;
            counter.add(feature + i, count(victims & defended));
            counter.add(feature + foe.without_king().len() + i, count(victims - defended));
        }
    };
    add(MINOR_THREAT, minors);
    add(ROOK_THREAT, attacks.by(Piece::Rook));
    counter.add(KING_THREAT, count((attacks.by(Piece::King) & foe.all) - defended));
    let hanging: BitBoard = (attacks.all & foe.all) - info.foe_attacks.all;
    counter.add(HANGING, count(hanging & foe.pawns()));
    counter.add(HANGING + 1, count(hanging - foe.pawns()));
}
