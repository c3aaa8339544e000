//! Pawns among pawns.

use super::super::army::View;
use super::super::features::{BACKWARD, DOUBLED, ISOLATED, PHALANX, SUPPORTED};
use super::Tally;
use crate::games::chess::sets::{above, below, beside, count, down, files, from_here_up, on_rank};
use cozy_chess::{BitBoard, Rank};

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
    let kinds = [own & beside(own), own & view.pawn_attacks];
    let sets: [BitBoard; 2 * Rank::NUM] =
        std::array::from_fn(|i| on_rank(kinds[i / Rank::NUM], i % Rank::NUM));
    const { assert!(SUPPORTED == PHALANX + Rank::NUM, "both are counted together") };
    sets.into_iter().enumerate().for_each(|(i, set)| tally.add(PHALANX + i, count(set)));
}
