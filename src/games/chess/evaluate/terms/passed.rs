//! Passed pawns.

use super::super::army::{Scene, View};
use super::super::features::{
    PASSED, PASSED_FOE_KING, PASSED_FREE, PASSED_OWN_KING, PASSED_ROOK, PASSED_RUNNING,
    PASSED_SAFE, PASSED_SUPPORTED,
};
use super::Tally;
use crate::games::chess::sets::{above, below, beside, distance};
use cozy_chess::{BitBoard, Piece, Square};

/// Pawns that no pawn can stop, the foremost of each file.
fn passers(view: &View) -> BitBoard {
    let held = below(view.foe.pawns());
    view.own.pawns() - held - beside(held) - below(view.own.pawns())
}

/// Passed pawns, and all about them.
#[inline(always)]
pub(super) fn passed(scene: &Scene, tally: &mut impl Tally) {
    for pawn in passers(scene.view) {
        let (rank, ahead) = (pawn.rank() as usize, pawn.offset(0, 1));
        tally.add(PASSED + rank, 1);
        road(scene, pawn, ahead, tally);
        tally.add(PASSED_OWN_KING + rank * 8 + distance(scene.view.own.king, ahead), 1);
        tally.add(PASSED_FOE_KING + rank * 8 + distance(scene.view.foe.king, ahead), 1);
        let file = below(pawn.bitboard());
        for (i, army) in [&scene.view.own, &scene.view.foe].into_iter().enumerate() {
            tally.add(PASSED_ROOK + i, i32::from(!(army.get(Piece::Rook) & file).is_empty()));
        }
    }
}

/// What lies before a passed pawn, and whether another supports it.
#[inline(always)]
fn road(scene: &Scene, pawn: Square, ahead: Square, tally: &mut impl Tally) {
    let (rank, view, attacked) = (pawn.rank() as usize, scene.view, scene.foe_attacks.all);
    let road = above(pawn.bitboard());
    let mut add = |feature: usize, yes: bool| tally.add(feature + rank, i32::from(yes));
    add(PASSED_FREE, !view.occupied.has(ahead));
    add(PASSED_SAFE, !attacked.has(ahead));
    add(PASSED_RUNNING, road.is_disjoint(view.occupied | attacked));
    add(PASSED_SUPPORTED, view.pawn_attacks.has(pawn));
}
