//! Pawn structure.

use super::super::board_view::BoardView;
use super::super::features::{BACKWARD, DOUBLED, ISOLATED, PHALANX, SUPPORTED};
use super::FeatureCounter;
use crate::chess::sets::{above, below, beside, count, down, files, from_here_up, on_rank};
use cozy_chess::{BitBoard, Rank};

/// Weak pawns: isolated, doubled and backward ones.
#[inline(always)]
pub(super) fn weak(view: &BoardView, counter: &mut impl FeatureCounter) {
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

/// Connected pawns: phalanxes, and supported pawns.
#[inline(always)]
pub(super) fn connected(view: &BoardView, counter: &mut impl FeatureCounter) {
    let own = view.own.pawns();
    let kinds = [own & beside(own), own & view.pawn_attacks];
    let sets: [BitBoard; 2 * Rank::NUM] =
        std::array::from_fn(|i| on_rank(kinds[i / Rank::NUM], i % Rank::NUM));
    const { assert!(SUPPORTED == PHALANX + Rank::NUM, "both are counted together") };
    sets.into_iter().enumerate().for_each(|(i, set)| counter.add(PHALANX + i, count(set)));
}
