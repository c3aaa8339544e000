//! King safety: the attack on the other king, and the pawn shelter of the own king.

use super::super::board_view::{BoardView, EvalInfo};
use super::super::features::{
    KING_DANGER, KING_DANGER_STEPS, KING_FILE, KING_RING_ATTACKERS, KING_RING_ATTACKS, SAFE_CHECKS,
    SHELTER, STORM, WEAK_KING_RING,
};
use super::FeatureCounter;
use crate::chess::sets::{count, from_here_up};
use cozy_chess::{BitBoard, File, Piece, get_bishop_moves, get_knight_moves, get_rook_moves};

const RING_UNITS: [i32; Piece::NUM] = [1, 1, 1, 1, 2, 0];
const WEAK_UNITS: i32 = 2;
/// Units of danger for a kind of safe check, by piece from knight to queen.
const CHECK_UNITS: [i32; 4] = [4, 3, 5, 5];

/// The danger to the other king. Its parts add up to units, and a table maps units to
/// features: two attackers count more than twice as much as one.
#[inline(always)]
pub(super) fn danger(info: &EvalInfo, counter: &mut impl FeatureCounter) {
    let (view, attacks) = (info.view, info.attacks);
    let weak_squares = count(view.king_ring() & info.weak());
    let mut units = WEAK_UNITS * weak_squares + safe_checks(info, counter);
    for (piece, unit) in RING_UNITS.iter().enumerate() {
        units += unit * attacks.king_ring[piece];
        if piece != Piece::King as usize {
            counter.add(KING_RING_ATTACKS + piece, attacks.king_ring[piece]);
        }
    }
    counter.add(WEAK_KING_RING, weak_squares);
    counter.add(KING_RING_ATTACKERS + attacks.king_attackers.min(7), 1);
    let table = if view.own.get(Piece::Queen).is_empty() { KING_DANGER_STEPS } else { 0 };
    counter.add(KING_DANGER + table + (units as usize).min(KING_DANGER_STEPS - 1), 1);
}

/// Counts the squares from which each kind of piece could give check safely. Returns
/// their units of danger.
#[inline(always)]
fn safe_checks(info: &EvalInfo, counter: &mut impl FeatureCounter) -> i32 {
    let (view, attacks) = (info.view, info.attacks);
    let king = view.foe.king;
    let safe = !info.foe_attacks.all | (info.weak() & attacks.twice);
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
        counter.add(SAFE_CHECKS + 3 * i + squares.min(2), 1);
        units += CHECK_UNITS[i] * i32::from(squares > 0);
    }
    units
}

/// Pawn shelter and pawn storm: the pawns of both sides on the king's file and the two
/// adjacent files. For a king at the edge, they are the three files nearest to it.
#[inline(always)]
pub(super) fn shelter_and_storm(view: &BoardView, counter: &mut impl FeatureCounter) {
    let king = view.own.king;
    let ahead = from_here_up(king.rank().bitboard());
    let (own, foe) = (view.own.pawns() & ahead, view.foe.pawns() & ahead);
    let middle = (king.file() as usize).clamp(1, 6);
    for index in middle - 1..=middle + 1 {
        let file = File::index(index).bitboard();
        let edge = index.min(7 - index);
        let (pawn, storm) = (lowest_rank(own & file), lowest_rank(foe & file));
        let is_kings = usize::from(index == king.file() as usize);
        counter.add(SHELTER + (is_kings * 4 + edge) * 8 + pawn, 1);
        let stopped = usize::from(pawn != 0 && storm == pawn + 1);
        counter.add(STORM + (stopped * 4 + edge) * 8 + storm, 1);
    }
    let file = king.file().bitboard();
    let is_open = file.is_disjoint(view.own.pawns());
    let is_half_open = is_open && !file.is_disjoint(view.foe.pawns());
    counter.add(KING_FILE, i32::from(is_half_open));
    counter.add(KING_FILE + 1, i32::from(is_open && !is_half_open));
}

#[inline(always)]
fn lowest_rank(pawns: BitBoard) -> usize {
    pawns.next_square().map_or(0, |square| square.rank() as usize)
}
