//! Pieces: material, mobility, and their relation to pawns.

use super::super::board_view::{BoardView, EvalInfo, SideAttacks};
use super::super::features::{
    BEHIND_PAWN, BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS, HANGING, KING_THREAT, KNIGHT_MOBILITY,
    MATERIAL, MINOR_THREAT, OUTPOST, PAWN_THREAT, PUSH_THREAT, QUEEN_MOBILITY, ROOK_FILE,
    ROOK_MOBILITY, ROOK_THREAT,
};
use super::FeatureCounter;
use crate::chess::sets::{below, beside, count, down, files, pawn_attacks, up};
use cozy_chess::{BitBoard, Piece, Rank};

const OUTPOST_RANKS: BitBoard =
    BitBoard(Rank::Fourth.bitboard().0 | Rank::Fifth.bitboard().0 | Rank::Sixth.bitboard().0);

/// Computes the side's attacks and counts mobility: the squares of the mobility area that
/// each piece attacks. The area leaves out squares that enemy pawns attack, own pawns
/// that cannot move, and the own king.
#[inline(always)]
pub(super) fn attacks<T: FeatureCounter>(view: &BoardView, counter: &mut T) -> SideAttacks {
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
pub(super) fn material(view: &BoardView, counter: &mut impl FeatureCounter) {
    let pawns = view.own.pawns().len() as usize;
    for (i, &pieces) in view.own.without_king()[1..].iter().enumerate() {
        counter.add(MATERIAL + i * 9 + pawns, count(pieces));
    }
    counter.add(BISHOP_PAIR, i32::from(view.own.get(Piece::Bishop).len() >= 2));
}

/// Pawns on squares of a bishop's colour: own pawns block it, the other side's are
/// targets.
#[inline(always)]
pub(super) fn bishops(view: &BoardView, counter: &mut impl FeatureCounter) {
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
pub(super) fn outposts(view: &BoardView, counter: &mut impl FeatureCounter) {
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
pub(super) fn rooks(view: &BoardView, counter: &mut impl FeatureCounter) {
    let rooks = view.own.get(Piece::Rook) - files(view.own.pawns());
    let closed = files(view.foe.pawns());
    counter.add(ROOK_FILE, count(rooks & closed));
    counter.add(ROOK_FILE + 1, count(rooks - closed));
}

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
