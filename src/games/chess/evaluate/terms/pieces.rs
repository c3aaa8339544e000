//! Pieces: how many there are, what they reach, and where they stand by pawns.

use super::super::army::{Attacks, View};
use super::super::features::{
    BEHIND_PAWN, BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS, KNIGHT_MOBILITY, MATERIAL, OUTPOST,
    QUEEN_MOBILITY, ROOK_FILE, ROOK_MOBILITY,
};
use super::Tally;
use crate::games::chess::sets::{below, beside, count, down, files};
use cozy_chess::{BitBoard, Piece, Rank};

/// Where a minor piece that no pawn can drive away is worth something.
const OUTPOST_RANKS: BitBoard =
    BitBoard(Rank::Fourth.bitboard().0 | Rank::Fifth.bitboard().0 | Rank::Sixth.bitboard().0);

/// What the side attacks; on the way, how many squares each piece can go to,
/// those aside that pawns of the foe attack, and those of own pawns that cannot
/// move and of the own king.
#[inline(always)]
pub(super) fn attacks<T: Tally>(view: &View, tally: &mut T) -> Attacks {
    let stuck = view.own.pawns() & down(view.occupied);
    let area = !(view.foe_pawn_attacks | stuck | view.own.get(Piece::King));
    let mut attacks = Attacks::of_pawns_and_king(view);
    let within = Within { view, area, ring: view.ring() };
    // One by one and not in a loop, so that each has code of its own.
    within.reach(Piece::Knight, KNIGHT_MOBILITY, &mut attacks, tally);
    within.reach(Piece::Bishop, BISHOP_MOBILITY, &mut attacks, tally);
    within.reach(Piece::Rook, ROOK_MOBILITY, &mut attacks, tally);
    within.reach(Piece::Queen, QUEEN_MOBILITY, &mut attacks, tally);
    attacks
}

/// What the squares are counted by that pieces reach.
struct Within<'a> {
    view: &'a View,
    /// Where it counts for mobility.
    area: BitBoard,
    /// Where it counts against the other king.
    ring: BitBoard,
}

impl Within<'_> {
    /// Adds what the pieces of a kind attack.
    #[inline(always)]
    fn reach(&self, piece: Piece, mobility: usize, attacks: &mut Attacks, tally: &mut impl Tally) {
        for square in self.view.own.get(piece) {
            let targets = self.view.reach(piece, square);
            attacks.add(piece, targets, self.ring);
            tally.add(mobility + (targets & self.area).len() as usize, 1);
        }
    }
}

/// The number of pieces of each kind, by the number of own pawns.
#[inline(always)]
pub(super) fn material(view: &View, tally: &mut impl Tally) {
    let pawns = view.own.pawns().len() as usize;
    for (i, &pieces) in view.own.victims()[1..].iter().enumerate() {
        tally.add(MATERIAL + i * 9 + pawns, count(pieces));
    }
    tally.add(BISHOP_PAIR, i32::from(view.own.get(Piece::Bishop).len() >= 2));
}

/// Pawns on squares of a bishop's colour, which are in its way or its prey.
#[inline(always)]
pub(super) fn bishops(view: &View, tally: &mut impl Tally) {
    let bishops = view.own.get(Piece::Bishop);
    for (i, pawns) in [view.own.pawns(), view.foe.pawns()].into_iter().enumerate() {
        let pairs = |color: BitBoard| count(bishops & color) * count(pawns & color);
        let pairs = pairs(BitBoard::LIGHT_SQUARES) + pairs(BitBoard::DARK_SQUARES);
        tally.add(BISHOP_PAWNS + i, pairs);
    }
}

/// Knights and bishops where no pawn can come to attack them, and right behind
/// a pawn.
#[inline(always)]
pub(super) fn outposts(view: &View, tally: &mut impl Tally) {
    let attackable = beside(below(view.foe.pawns()));
    let outposts = OUTPOST_RANKS - attackable;
    let behind = down(view.own.pawns());
    for (i, piece) in [Piece::Knight, Piece::Bishop].into_iter().enumerate() {
        let pieces = view.own.get(piece);
        tally.add(OUTPOST + 2 * i, count((pieces & outposts) - view.pawn_attacks));
        tally.add(OUTPOST + 2 * i + 1, count(pieces & outposts & view.pawn_attacks));
        tally.add(BEHIND_PAWN + i, count(pieces & behind));
    }
}

/// Rooks on files without own pawns.
#[inline(always)]
pub(super) fn rooks(view: &View, tally: &mut impl Tally) {
    let rooks = view.own.get(Piece::Rook) - files(view.own.pawns());
    let closed = files(view.foe.pawns());
    tally.add(ROOK_FILE, count(rooks & closed));
    tally.add(ROOK_FILE + 1, count(rooks - closed));
}
