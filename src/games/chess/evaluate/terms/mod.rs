//! What the evaluation sees beyond pieces on squares. Each term counts features
//! of one side, which sees itself play up the board, and is written once: what
//! becomes of the counts is up to the [`Tally`].

mod king;
mod passed;
mod pawns;
mod pieces;
mod threats;

use super::army::{Attacks, Scene, View};
use super::features::TEMPO;
use cozy_chess::{Board, Color};

/// Something that counts features.
pub(super) trait Tally {
    /// `feature` is there `count` times, for the side that is being looked at.
    fn add(&mut self, feature: usize, count: i32);

    /// From here on, the other side is looked at; at first it is White.
    fn turn(&mut self);
}

/// Counts all features beyond those of the squares, and ends with White.
pub(super) fn count(board: &Board, tally: &mut impl Tally) {
    let views = View::both(board);
    let white = pieces::attacks(&views[0], tally);
    tally.turn();
    let black = pieces::attacks(&views[1], tally);
    tally.turn();
    let attacks = [white, black];
    for side in 0..2 {
        one_side(&views[side], &attacks[side], &attacks[1 - side], tally);
        tally.turn();
    }
    tally.add(TEMPO, if board.side_to_move() == Color::White { 1 } else { -1 });
}

fn one_side(view: &View, attacks: &Attacks, other: &Attacks, tally: &mut impl Tally) {
    let scene = Scene { view, attacks, foe_attacks: &other.turned() };
    pieces::material(view, tally);
    pieces::bishops(view, tally);
    pieces::outposts(view, tally);
    pieces::rooks(view, tally);
    pawns::lone(view, tally);
    pawns::together(view, tally);
    passed::passed(&scene, tally);
    threats::by_pawns(&scene, tally);
    threats::by_pieces(&scene, tally);
    king::attack(&scene, tally);
    king::shelter(view, tally);
}
