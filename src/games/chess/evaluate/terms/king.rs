//! Kings: what attacks the other one, and what shelters the own.

use super::super::army::{Scene, View};
use super::super::features::{
    DANGERS, KING_DANGER, KING_FILE, RING_ATTACKERS, RING_ATTACKS, SAFE_CHECKS, SHELTER, STORM,
    WEAK_RING,
};
use super::Tally;
use crate::games::chess::sets::{count, from_here_up};
use cozy_chess::{BitBoard, File, Piece, get_bishop_moves, get_knight_moves, get_rook_moves};

/// How much a square of the ring attacked by each piece adds to the danger.
const RING_UNITS: [i32; Piece::NUM] = [1, 1, 1, 1, 2, 0];
/// How much a weak square of the ring adds to it.
const WEAK_UNITS: i32 = 2;
/// How much a kind of safe check adds to it, by piece from knight to queen.
const CHECK_UNITS: [i32; 4] = [4, 3, 5, 5];

/// The attack on the other king. Its parts add up to units of danger, whose
/// worth is looked up: two attackers are more than twice one.
#[inline(always)]
pub(super) fn attack(scene: &Scene, tally: &mut impl Tally) {
    let (view, attacks) = (scene.view, scene.attacks);
    let weak_squares = count(view.ring() & scene.weak());
    let mut units = WEAK_UNITS * weak_squares + safe_checks(scene, tally);
    for (piece, unit) in RING_UNITS.iter().enumerate() {
        units += unit * attacks.ring[piece];
        if piece != Piece::King as usize {
            tally.add(RING_ATTACKS + piece, attacks.ring[piece]);
        }
    }
    tally.add(WEAK_RING, weak_squares);
    tally.add(RING_ATTACKERS + attacks.attackers.min(7), 1);
    let table = if view.own.get(Piece::Queen).is_empty() { DANGERS } else { 0 };
    tally.add(KING_DANGER + table + (units as usize).min(DANGERS - 1), 1);
}

/// From how many squares each kind of piece could give check and not be taken
/// at a loss. Returns their units of danger.
#[inline(always)]
fn safe_checks(scene: &Scene, tally: &mut impl Tally) -> i32 {
    let (view, attacks) = (scene.view, scene.attacks);
    let king = view.foe.king;
    let safe = !scene.foe_attacks.all | (scene.weak() & attacks.twice);
    let safe = safe - view.own.all;
    let diagonal = get_bishop_moves(king, view.occupied);
    let straight = get_rook_moves(king, view.occupied);
    let checks = [
        attacks.by(Piece::Knight) & get_knight_moves(king),
        attacks.by(Piece::Bishop) & diagonal,
        attacks.by(Piece::Rook) & straight,
        attacks.by(Piece::Queen) & (diagonal | straight),
    ];
    let mut units = 0;
    for (i, &squares) in checks.iter().enumerate() {
        let squares = (squares & safe).len() as usize;
        tally.add(SAFE_CHECKS + 3 * i + squares.min(2), 1);
        units += CHECK_UNITS[i] * i32::from(squares > 0);
    }
    units
}

/// The pawns of both sides on the king's file and the two beside it; at the
/// edge, those on the three files next to it.
#[inline(always)]
pub(super) fn shelter(view: &View, tally: &mut impl Tally) {
    let king = view.own.king;
    let ahead = from_here_up(king.rank().bitboard());
    let (own, foe) = (view.own.pawns() & ahead, view.foe.pawns() & ahead);
    let middle = (king.file() as usize).clamp(1, 6);
    for index in middle - 1..=middle + 1 {
        let file = File::index(index).bitboard();
        let edge = index.min(7 - index);
        let (pawn, storm) = (lowest_rank(own & file), lowest_rank(foe & file));
        let is_kings = usize::from(index == king.file() as usize);
        tally.add(SHELTER + (is_kings * 4 + edge) * 8 + pawn, 1);
        let stopped = usize::from(pawn != 0 && storm == pawn + 1);
        tally.add(STORM + (stopped * 4 + edge) * 8 + storm, 1);
    }
    let file = king.file().bitboard();
    let is_open = file.is_disjoint(view.own.pawns());
    let is_half_open = is_open && !file.is_disjoint(view.foe.pawns());
    tally.add(KING_FILE, i32::from(is_half_open));
    tally.add(KING_FILE + 1, i32::from(is_open && !is_half_open));
}

/// The rank of the lowest pawn, 0 if there is none.
#[inline(always)]
fn lowest_rank(pawns: BitBoard) -> usize {
    pawns.next_square().map_or(0, |square| square.rank() as usize)
}
