//! The terms of the evaluation besides the piece-square tables. Each term is written once
//! and counts features of one side, which plays up the board. The [`FeatureCounter`]
//! decides how the counts are used.

mod king;
mod pawns;
mod pieces;

use super::board_view::{BoardView, EvalInfo, SideAttacks};
use super::features::TEMPO;
use cozy_chess::{Board, Color};

pub(super) trait FeatureCounter {
    fn add(&mut self, feature: usize, count: i32);

    fn switch_side(&mut self);
}

/// Counts all features besides the piece-square tables, and ends with White as the
/// current side.
pub(super) fn count(board: &Board, counter: &mut impl FeatureCounter) {
    let views = BoardView::both(board);
    let white = pieces::attacks(&views[0], counter);
    counter.switch_side();
    let black = pieces::attacks(&views[1], counter);
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
    pieces::material(view, counter);
    pieces::bishops(view, counter);
    pieces::outposts(view, counter);
    pieces::rooks(view, counter);
    pawns::weak(view, counter);
    pawns::connected(view, counter);
    pawns::passed(&info, counter);
    pieces::by_pawns(&info, counter);
    pieces::by_pieces(&info, counter);
    king::danger(&info, counter);
    king::shelter_and_storm(view, counter);
}
