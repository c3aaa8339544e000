//! The terms of the evaluation besides the piece-square tables. Each term is written once
//! and counts features of one side, which plays up the board. The [`FeatureCounter`]
//! decides how the counts are used.

use super::board_view::{BoardView, EvalInfo, SideAttacks};
use super::features::*;
use crate::chess::sets::{
    above, below, beside, count, distance, down, files, from_here_up, on_rank, pawn_attacks, up,
};
use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_knight_moves,
    get_rook_moves,
};

pub(super) trait FeatureCounter {
    fn add(&mut self, feature: usize, count: i32);

    fn switch_side(&mut self);
}

/// Counts all features besides the piece-square tables, and ends with White as the
/// current side.
pub(super) fn count_all(board: &Board, counter: &mut impl FeatureCounter) {
    let views = BoardView::both(board);
    let white = attacks(&views[0], counter);
    counter.switch_side();
    let black = attacks(&views[1], counter);
    counter.switch_side();
    let attacks = [white, black];
    for side in 0..2 {
        one_side(&views[side], &attacks[side], &attacks[1 - side], counter);
        counter.switch_side();
    }
    counter.add(TEMPO, if board.side_to_move() == Color::White { 1 } else { -1 });
}

fn one_side(
    view: &BoardView,
    attacks: &SideAttacks,
    other: &SideAttacks,
    counter: &mut impl FeatureCounter,
) {
    let info = EvalInfo { view, attacks, foe_attacks: &other.flipped() };
    material(view, counter);
    bishops(view, counter);
    outposts(view, counter);
    rooks(view, counter);
    weak_pawns(view, counter);
    connected_pawns(view, counter);
    passed_pawns(&info, counter);
    threats_by_pawns(&info, counter);
    threats_by_pieces(&info, counter);
    king_danger(&info, counter);
    shelter_and_storm(view, counter);
}

const OUTPOST_RANKS: BitBoard =
    BitBoard(Rank::Fourth.bitboard().0 | Rank::Fifth.bitboard().0 | Rank::Sixth.bitboard().0);

/// Computes the side's attacks and counts mobility: the squares of the mobility area that
/// each piece attacks. The area leaves out squares that enemy pawns attack, own pawns
/// that cannot move, and the own king.
#[inline(always)]
fn attacks<T: FeatureCounter>(view: &BoardView, counter: &mut T) -> SideAttacks {
    let blocked_pawns = view.own.pawns() & down(view.occupied);
    let mobility_area = !(view.foe_pawn_attacks | blocked_pawns | view.own.get(Piece::King));
    let mut attacks = SideAttacks::of_pawns_and_king(view);
    let mobility = Mobility { view, mobility_area, king_ring: view.king_ring() };
    // Not a loop, so that each kind of piece is compiled separately.
    mobility.count(Piece::Knight, KNIGHT_MOBILITY, &mut attacks, counter);
    mobility.count(Piece::Bishop, BISHOP_MOBILITY, &mut attacks, counter);
    mobility.count(Piece::Rook, ROOK_MOBILITY, &mut attacks, counter);
    mobility.count(Piece::Queen, QUEEN_MOBILITY, &mut attacks, counter);
    attacks
}

/// The squares that count for mobility, and for the attack on the king.
struct Mobility<'a> {
    view: &'a BoardView,
    mobility_area: BitBoard,
    king_ring: BitBoard,
}

impl Mobility<'_> {
    /// Adds the attacks of the pieces of a kind. `feature`: the first feature of their
    /// mobility.
    #[inline(always)]
    fn count(
        &self,
        piece: Piece,
        feature: usize,
        attacks: &mut SideAttacks,
        counter: &mut impl FeatureCounter,
    ) {
        for square in self.view.own.get(piece) {
            let targets = self.view.attacks_from(piece, square);
            attacks.add(piece, targets, self.king_ring);
            counter.add(feature + (targets & self.mobility_area).len() as usize, 1);
        }
    }
}

#[inline(always)]
fn material(view: &BoardView, counter: &mut impl FeatureCounter) {
    let pawns = view.own.pawns().len() as usize;
    for (i, &pieces) in view.own.without_king()[1..].iter().enumerate() {
        counter.add(MATERIAL + i * 9 + pawns, count(pieces));
    }
    counter.add(BISHOP_PAIR, i32::from(view.own.get(Piece::Bishop).len() >= 2));
}

/// Pawns on squares of a bishop's colour: own pawns block it, the other side's are
/// targets.
#[inline(always)]
fn bishops(view: &BoardView, counter: &mut impl FeatureCounter) {
    let bishops = view.own.get(Piece::Bishop);
    for (i, pawns) in [view.own.pawns(), view.foe.pawns()].into_iter().enumerate() {
        let pairs = |color: BitBoard| count(bishops & color) * count(pawns & color);
        let pairs = pairs(BitBoard::LIGHT_SQUARES) + pairs(BitBoard::DARK_SQUARES);
        counter.add(BISHOP_PAWNS + i, pairs);
    }
}

/// Knights and bishops on outposts, where no pawn can ever attack them, and
/// directly behind a pawn.
#[inline(always)]
fn outposts(view: &BoardView, counter: &mut impl FeatureCounter) {
    let attackable = beside(below(view.foe.pawns()));
    let outposts = OUTPOST_RANKS - attackable;
    let behind = down(view.own.pawns());
    for (i, piece) in [Piece::Knight, Piece::Bishop].into_iter().enumerate() {
        let pieces = view.own.get(piece);
        counter.add(OUTPOST + 2 * i, count((pieces & outposts) - view.pawn_attacks));
        counter.add(OUTPOST + 2 * i + 1, count(pieces & outposts & view.pawn_attacks));
        counter.add(BEHIND_PAWN + i, count(pieces & behind));
    }
}

#[inline(always)]
fn rooks(view: &BoardView, counter: &mut impl FeatureCounter) {
    let rooks = view.own.get(Piece::Rook) - files(view.own.pawns());
    let closed = files(view.foe.pawns());
    counter.add(ROOK_FILE, count(rooks & closed));
    counter.add(ROOK_FILE + 1, count(rooks - closed));
}

#[inline(always)]
fn threats_by_pawns(info: &EvalInfo, counter: &mut impl FeatureCounter) {
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

#[inline(always)]
fn threats_by_pieces(info: &EvalInfo, counter: &mut impl FeatureCounter) {
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

#[inline(always)]
fn weak_pawns(view: &BoardView, counter: &mut impl FeatureCounter) {
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
fn connected_pawns(view: &BoardView, counter: &mut impl FeatureCounter) {
    let own = view.own.pawns();
    let kinds = [own & beside(own), own & view.pawn_attacks];
    let sets: [BitBoard; 2 * Rank::NUM] =
        std::array::from_fn(|i| on_rank(kinds[i / Rank::NUM], i % Rank::NUM));
    const { assert!(SUPPORTED == PHALANX + Rank::NUM, "both are counted together") };
    sets.into_iter().enumerate().for_each(|(i, set)| counter.add(PHALANX + i, count(set)));
}

/// Passed pawns: no enemy pawn can stop them; only the foremost of each file.
fn foremost_passed(view: &BoardView) -> BitBoard {
    let held = below(view.foe.pawns());
    view.own.pawns() - held - beside(held) - below(view.own.pawns())
}

/// Passed pawns, their path, and the kings and rooks near them.
#[inline(always)]
fn passed_pawns(info: &EvalInfo, counter: &mut impl FeatureCounter) {
    for pawn in foremost_passed(info.view) {
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

const RING_UNITS: [i32; Piece::NUM] = [1, 1, 1, 1, 2, 0];
const WEAK_UNITS: i32 = 2;
/// Units of danger for a kind of safe check, by piece from knight to queen.
const CHECK_UNITS: [i32; 4] = [4, 3, 5, 5];

/// The danger to the other king. Its parts add up to units, and a table maps units to
/// features: two attackers count more than twice as much as one.
#[inline(always)]
fn king_danger(info: &EvalInfo, counter: &mut impl FeatureCounter) {
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
fn shelter_and_storm(view: &BoardView, counter: &mut impl FeatureCounter) {
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
