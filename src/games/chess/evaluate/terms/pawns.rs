//! Pawns among pawns.

use super::super::army::View;
use super::super::features::{BACKWARD, DOUBLED, ISOLATED, PHALANX, SUPPORTED};
use super::super::sets::{above, below, beside, by_rank, count, down, files, from_here_up};
use super::Tally;
use cozy_chess::BitBoard;

/// Pawns that others of their side do not help: isolated ones, doubled ones,
/// and those left behind that cannot safely move on.
#[inline(always)]
pub(super) fn lone(view: &View, tally: &mut impl Tally) {
    let (own, foe) = (view.own.pawns(), view.foe.pawns());
    let isolated = own - beside(files(own));
    let covered = beside(from_here_up(own));
    let held = down(view.foe_pawn_attacks | foe);
    let backward = (own & held) - covered - isolated;
    let opposed = own & below(foe);
    let mut add = |feature: usize, pawns: BitBoard| {
        tally.add(feature, count(pawns - opposed));
        tally.add(feature + 1, count(pawns & opposed));
    };
    add(ISOLATED, isolated);
    add(BACKWARD, backward);
    tally.add(DOUBLED, count(own & above(own)));
}

/// Pawns side by side, and supported ones.
#[inline(always)]
pub(super) fn together(view: &View, tally: &mut impl Tally) {
    let own = view.own.pawns();
    let mut add = |feature: usize, pawns: BitBoard| {
        by_rank(pawns).for_each(|(rank, count)| tally.add(feature + rank, count));
    };
    add(PHALANX, own & beside(own));
    add(SUPPORTED, own & view.pawn_attacks);
}
