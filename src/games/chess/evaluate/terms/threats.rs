//! Pieces that are attacked.

use super::super::army::Scene;
use super::super::features::{
    HANGING, KING_THREAT, MINOR_THREAT, PAWN_THREAT, PUSH_THREAT, ROOK_THREAT,
};
use super::Tally;
use crate::games::chess::sets::{count, pawn_attacks, up};
use cozy_chess::{BitBoard, Piece, Rank};

/// Pieces that pawns attack, or can come to attack by a step to a square that
/// is safe for them.
#[inline(always)]
pub(super) fn by_pawns(scene: &Scene, tally: &mut impl Tally) {
    let (view, foe) = (scene.view, &scene.view.foe);
    for (i, &victims) in foe.victims()[1..].iter().enumerate() {
        tally.add(PAWN_THREAT + i, count(view.pawn_attacks & victims));
    }
    let steps = up(view.own.pawns()) - view.occupied;
    let steps = steps | (up(steps & Rank::Third.bitboard()) - view.occupied);
    let safe = (scene.attacks.all | !scene.foe_attacks.all) - view.foe_pawn_attacks;
    let attacked = pawn_attacks(steps & safe) & foe.officers();
    tally.add(PUSH_THREAT, count(attacked - view.pawn_attacks));
}

/// What pieces attack, and what nothing defends.
#[inline(always)]
pub(super) fn by_pieces(scene: &Scene, tally: &mut impl Tally) {
    let (attacks, foe) = (scene.attacks, &scene.view.foe);
    let held = (scene.foe_attacks.twice - attacks.twice) | scene.view.foe_pawn_attacks;
    let minors = attacks.by(Piece::Knight) | attacks.by(Piece::Bishop);
    let mut add = |feature: usize, attacked: BitBoard| {
        for (i, &victims) in foe.victims().iter().enumerate() {
            let victims = attacked & victims;
            tally.add(feature + i, count(victims & held));
            tally.add(feature + foe.victims().len() + i, count(victims - held));
        }
    };
    add(MINOR_THREAT, minors);
    add(ROOK_THREAT, attacks.by(Piece::Rook));
    tally.add(KING_THREAT, count((attacks.by(Piece::King) & foe.all) - held));
    let hanging: BitBoard = (attacks.all & foe.all) - scene.foe_attacks.all;
    tally.add(HANGING, count(hanging & foe.pawns()));
    tally.add(HANGING + 1, count(hanging - foe.pawns()));
}
