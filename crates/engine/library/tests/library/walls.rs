//! Moves that put a wall: with drops, with castling, with explosions.

use crate::{last, see};
use plyglot_core::game::{Game, Notation};
use plyglot_variants::{Position, Set, SizedVariant, Variant};
use std::collections::BTreeSet;
use std::hash::Hash;

/// The names of the legal moves of a position of chess with these rules.
fn names(rules: &str, fen: &str) -> BTreeSet<String> {
    on_its_board!(last(&format!("[walls:chess]\n{rules}\n")), legal, fen)
}

fn legal<S: Set + Hash>(variant: &'static Variant<S>, fen: &str) -> BTreeSet<String> {
    let position = Position::parse_with(variant, fen).expect("a position");
    let moves = position.legal_moves();
    let names: BTreeSet<String> = moves.iter().map(|&m| position.print_move(m)).collect();
    assert_eq!(names.len(), moves.len(), "each move has a name of its own");
    for &m in &moves {
        assert_eq!(position.read_move(&position.print_move(m)), Ok(m));
    }
    for &m in moves.iter().step_by(100) {
        assert_eq!(position.read_move(&position.record_move(m)), Ok(m));
    }
    names
}

/// A knight in hand, and kings at home.
const DROPS: &str = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";

#[test]
fn a_drop_puts_a_wall_on_any_empty_square() {
    for rule in ["static", "duck"] {
        let names = names(&format!("wallingRule = {rule}\npieceDrops = true"), DROPS);
        // 62 empty squares with 61 left for the wall; 5 steps of the king with 62 left.
        assert_eq!(names.len(), 62 * 61 + 5 * 62, "{rule}");
        assert!(names.contains("N@a1,a1b2") && !names.contains("N@a1,a1a1"), "{rule}");
    }
}

#[test]
fn a_dropped_knight_shoots_where_it_could_go() {
    let names = names("wallingRule = arrow\npieceDrops = true", DROPS);
    let shots: Vec<&String> = names.iter().filter(|name| name.starts_with("N@a1")).collect();
    assert_eq!(shots, ["N@a1,a1b3", "N@a1,a1c2"]);
}

#[test]
fn a_drop_leaves_no_square_behind() {
    let names = names("wallingRule = past\npieceDrops = true", DROPS);
    // 62 drops without a wall, 5 steps of the king with one: as many as the reference has.
    assert_eq!(names.len(), 67);
    assert!(names.contains("N@a1") && names.contains("e1d1,d1e1"));
}

/// From g1 beside its rook, a king reaches f2, g2, h1 and h2. (Fairy-Stockfish lets it shoot from
/// where the rook stood.)
#[test]
fn the_king_is_what_shoots_when_it_castles() {
    let names = names("wallingRule = arrow", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let castles: Vec<&String> = names.iter().filter(|name| name.starts_with("e1g1")).collect();
    assert_eq!(castles, ["e1g1,g1f2", "e1g1,g1g2", "e1g1,g1h1", "e1g1,g1h2"]);
}

/// With the numbers of moves by pyffish.
#[test]
fn an_arrow_flies_as_the_piece_goes_without_regions() {
    for (piece, keys, count) in [
        ('P', "doubleStepRegionWhite = *2 *3", 26),
        ('R', "mobilityRegionWhiteRook = *2 *3", 134),
        ('W', "wazir = w\ndiagonalLines = *1 *2 *3", 48),
        ('U', "customPiece1 = u:WimnD\ndoubleStepRegionWhite = *2 *3", 49),
        ('S', "soldier = s\nsoldierPromotionRank = 5", 27),
    ] {
        let fen = format!("4k3/8/8/8/8/8/3{piece}4/4K3 w - - 0 1");
        assert_eq!(names(&format!("wallingRule = arrow\n{keys}"), &fen).len(), count, "{keys}");
    }
}

const COMMONERS: &str = "king = -\ncommoner = k\nextinctionValue = loss\n\
    extinctionPieceTypes = k\nextinctionPseudoRoyal = true\ncastling = false";

#[test]
fn a_wall_in_place_of_a_move_may_end_a_check() {
    let keys = format!("wallingRule = static\nwallOrMove = true\n{COMMONERS}");
    let names = names(&keys, "4k3/4r3/8/8/8/8/8/4K3 w - - 0 1");
    // Four steps of the king, and five squares between it and the rook.
    assert!(names.len() == 9 && names.contains("e1e1,e1e6"), "{names:?}");
}

#[test]
fn moves_with_a_duck_are_never_back_and_forth() {
    let rules = "[x:duck]\nmoveRepetitionIllegal = true\n";
    let line = "e1f1,f1a4 e8f8,f8a5 f1g1,g1a4 f8e8,e8a5 g1f1,f1a4 e8f8,f8a5 f1e1,e1a4 f8e8,e8a5 \
        e1d1,d1a4 e8f8,f8a5";
    assert_eq!(see(last(rules), "4k3/8/8/8/8/8/8/4K3 w - - 0 1", line).shuttled, None);
}

#[test]
fn castling_may_shield_another_royal_piece_with_its_wall() {
    let keys = "wallingRule = static\nwallingRegion = d5 a1\nextinctionValue = loss\n\
        extinctionPieceTypes = q\nextinctionPseudoRoyal = true";
    let names = names(keys, "3rk3/8/8/8/3Q4/8/8/4K2R w K - 0 1");
    assert!(names.len() == 57 && names.contains("e1g1,g1d5"), "{names:?}");
}

#[test]
fn what_has_exploded_does_not_shoot() {
    let keys = format!("wallingRule = arrow\nblastOnCapture = true\n{COMMONERS}");
    let names = names(&keys, "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1");
    assert!(names.contains("d1d4,d4d1") && !names.iter().any(|name| name.starts_with("d1d5")));
}

/// What is written of a wall is what tells it from others; more of it is read, too.
#[test]
fn a_wall_is_written_where_there_is_a_choice() {
    let knights = "wallingRule = past\ncastling = false";
    for (rules, fen, m, record, others) in [
        (knights, "4k3/8/8/8/8/8/8/1N2KN2 w", "b1d2,d2b1", "Nbd2", "b1d2 b1d2b1 Nd2,b1"),
        (knights, "4k3/8/8/8/8/8/8/4K1N1 w", "g1f3,f3g1", "Nf3", "g1f3 g1-f3 Ng1-f3,g1"),
        ("wallingRule = duck", "4k3/8/8/8/8/8/8/4K1N1 w", "g1f3,f3a5", "Nf3,a5", "g1f3,a5 g1f3a5"),
        ("wallingRule = past", "4k3/8/8/8/8/8/8/4K2R w K", "e1g1,g1e1", "O-O", "e1g1 O-O,e1 0-0"),
        (
            "wallingRule = edge\nwallOrMove = true",
            "4k3/8/8/8/8/8/P7/4K3 w",
            "e1e1,e1a3",
            ",a3",
            ",a3",
        ),
        (
            "wallingRule = edge\nwallOrMove = true",
            "4k3/8/8/8/8/8/P7/4K3 w",
            "a2a3,a3a1",
            "a3",
            "a2a3",
        ),
    ] {
        let game = last(&format!("[walls:chess]\n{rules}\n"));
        on_its_board!(game, check_short, fen, m, record, others);
    }
}

fn check_short<S: Set + Hash>(
    variant: &'static Variant<S>,
    fen: &str,
    m: &str,
    record: &str,
    others: &str,
) {
    let position = Position::parse_with(variant, fen).expect(fen);
    let found = position.parse_move(m).expect(m);
    assert_eq!(position.record_move(found), record);
    for text in others.split(' ').chain([m, record]) {
        assert_eq!(position.read_move(text), Ok(found), "{text}");
    }
    // Without its wall, a move is read if there is no choice.
    let walls = position.legal_moves().into_iter();
    let walls = walls.filter(|&other| position.print_move(other).starts_with(&m[..4])).count();
    assert_eq!(position.read_move(&m[..4]).is_ok(), walls == 1, "{m}");
}
