//! What exchanges on a square gain.

use crate::{last, small};
use plyglot_core::game::{Knowledge, Notation};
use plyglot_variants::Position;

fn gains(fen: &str, text: &str, least: i32) -> bool {
    gains_by("", fen, text, least)
}

fn gains_by(rules: &str, fen: &str, text: &str, least: i32) -> bool {
    let game = small(last(&format!("[child:chess]\n{rules}\n")));
    let position = Position::parse_with(game, fen).expect("a position");
    let m = position.parse_move(text).expect("a move");
    position.see_at_least(m, least)
}

/// The two examples of the chess programming community's page on the algorithm.
#[test]
fn published_exchanges_gain_what_they_should() {
    let wins_a_pawn = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1";
    assert!(gains(wins_a_pawn, "e1e5", 1) && !gains(wins_a_pawn, "e1e5", 200));
    let loses_a_knight = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
    assert!(!gains(loses_a_knight, "d3e5", 0) && gains(loses_a_knight, "d3e5", -300));
}

#[test]
fn a_king_captures_only_what_nobody_defends() {
    // The rook takes a pawn that only the king defends, alone and with a bishop behind it.
    assert!(!gains("4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", "d1d7", 0));
    assert!(gains("4k3/3p4/8/8/6B1/8/8/3RK3 w - - 0 1", "d1d7", 1));
}

#[test]
fn a_move_loses_what_an_explosion_on_its_target_takes() {
    let atomic = "king = -\ncommoner = k\nblastOnCapture = true\nextinctionValue = loss\n\
                  extinctionPieceTypes = k\nextinctionPseudoRoyal = true";
    let gains = |fen, least| gains_by(atomic, fen, "d3e5", least);
    // A pawn takes the knight and is also gone; a queen that takes it costs its side more.
    let pawn = "4k3/8/3p4/8/8/3N4/8/4K3 w - - 0 1";
    assert!(!gains(pawn, -100) && gains(pawn, -400));
    assert!(gains("4k3/4q3/8/8/8/3N4/8/4K3 w - - 0 1", 0));
    // The rook beside the knight explodes with it, and so does a bishop of the other side.
    assert!(!gains("4k3/8/3p4/3R4/8/3N4/8/4K3 w - - 0 1", -600));
    assert!(gains("4k3/8/3p4/5b2/8/3N4/8/4K3 w - - 0 1", 0));
    // A side cannot blow up its own king; if it can blow up the other, it wins.
    assert!(gains("8/8/3pk3/8/8/3N4/8/4K3 w - - 0 1", 0));
    assert!(!gains("4k3/8/3p4/8/3K4/3N4/8/8 w - - 0 1", -5000));
}
